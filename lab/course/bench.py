"""The bench: a course, a student's workspace and their progress, behind everything that a face may ask."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from fake_api.data_error import DataError
from lab.course.course import Course, Exercise, course_folder, load_course
from lab.course.progress import Progress, Standing, load_progress, save_progress
from lab.course.verdict import CheckResult
from lab.course.workspace import find_workspace

if TYPE_CHECKING:
    from lab.call.nursery import Stem

State = Literal["done", "given up", "now", "open"]
"""Of an exercise: `now` is the first that is neither done nor given up."""


class Row(NamedTuple):
    """An exercise and how it stands."""

    exercise: Exercise
    state: State
    standing: Standing


class Hint(NamedTuple):
    """The n-th of so many hints."""

    number: int
    of: int
    text: str


@dataclass(frozen=True)
class Bench:
    """Everything about one student's course; each call reads the progress file anew, so that two faces can be open.

    `stem` is what agents' processes come from, for whoever checks again and again.
    """

    course: Course
    workspace: Path
    stem: "Stem | None" = None

    @property
    def progress(self) -> Progress:
        return load_progress(self.workspace)

    def rows(self) -> tuple[Row, ...]:
        """The exercises in order, each with its state."""
        progress, now = self.progress, self.current()
        return tuple(_row(exercise, progress.of(exercise.name), exercise is now) for exercise in self.course.exercises)

    def current(self) -> Exercise | None:
        """The first exercise that is neither done nor given up, the optional ones last; none when all are."""
        progress = self.progress
        left = [each for each in self.course.exercises if not _settled(progress.of(each.name))]
        return next((each for each in left if not each.sheet.optional), left[0] if left else None)

    def choose(self, word: str | None) -> Exercise:
        """The exercise named; else the current one, or the last when all is done. Raises DataError."""
        return self.course.choose(word) if word else self.current() or self.course.exercises[-1]

    def meant_by(self, file: str) -> Exercise:
        """The exercise that a save is for: the current one, or else the first open one with such a file."""
        now = self.choose(None)
        if file in now.sheet.files:
            return now
        open_ones = (row.exercise for row in self.rows() if row.state in ("now", "open"))
        return next((each for each in open_ones if file in each.sheet.files), now)

    def check(self, exercise: Exercise) -> CheckResult:
        """Check the student's files, and note what came of it; what is wrong with a file is a result too.

        Raises BadProgress or OSError.
        """
        result = run_check(exercise, self.course, self.workspace, self.stem)
        progress = self.progress
        progress = progress.changed(exercise.name, checks=progress.of(exercise.name).checks + 1)
        if result.passed:
            for each in self._settled_by(exercise):
                progress = progress.passed(each.name)
        save_progress(self.workspace, progress)
        return result

    def hint(self, exercise: Exercise, number: int | None = None) -> Hint | None:
        """The next hint, or the n-th again; the last one again when there is no further; none without hints."""
        hints, progress = exercise.page.hints, self.progress
        shown = progress.of(exercise.name).hints
        wanted = min(number or shown + 1, len(hints))
        if wanted < 1:
            return None
        save_progress(self.workspace, progress.changed(exercise.name, hints=max(shown, wanted)))
        return Hint(wanted, len(hints), hints[wanted - 1])

    def give_up(self, exercise: Exercise) -> None:
        """The student wants to see the solution, and go on."""
        save_progress(self.workspace, self.progress.changed(exercise.name, gave_up=True))

    def _settled_by(self, exercise: Exercise) -> list[Exercise]:
        """Those that are passed with this one: all before it whose scenarios were played too."""
        played = [each for each in self.course.exercises if each.number < exercise.number and each.scenarios]
        return [*(each for each in played if exercise.scenarios and not each.sheet.optional), exercise]


def open_bench(start: Path, language: str | None = None) -> Bench:
    """The bench of the workspace that a folder is in. Raises UsageError, BadProgress, DataError or OSError."""
    workspace = find_workspace(start)
    progress = load_progress(workspace)
    return Bench(load_course(course_folder(progress.course), language or progress.language), workspace)


def run_check(exercise: Exercise, course: Course, folder: Path, stem: "Stem | None" = None) -> CheckResult:
    """Check an exercise's files in a folder, without a note of it."""
    try:
        match exercise.sheet.check:
            case "nature":
                from lab.course.nature import check_nature

                return check_nature(exercise, folder)
            case "measured":
                from lab.course.measured import check_measured

                return check_measured(exercise, folder)
            case "arguments":
                from lab.course.argued import check_arguments

                return check_arguments(exercise, folder)
            case "flows":
                from lab.course.guided import check_flows

                return check_flows(exercise, folder)
            case _:
                from lab.course.play import check_scenarios

                return check_scenarios(exercise, course, folder, stem)
    except DataError as error:
        return CheckResult(exercise, problem=str(error).removeprefix(f"{folder}/"))


def _settled(standing: Standing) -> bool:
    return bool(standing.passed or standing.gave_up)


def _row(exercise: Exercise, standing: Standing, now: bool) -> Row:
    state: State = "done" if standing.passed else "given up" if standing.gave_up else "now" if now else "open"
    return Row(exercise, state, standing)
