"""A course as data: a manifest, and a folder for each exercise."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from fake_api.data_error import DataError, near_miss, require_one_of
from fake_api.reading import STRICT, read
from fake_api.shipped import shipped
from grader.scenario import Pack, Scenario, load_pack
from lab.course.mistakes import Mistake, Mistakes
from lab.course.page import Page, read_page

MANIFEST, SHEET, README, MISTAKES = "course.toml", "exercise.toml", "README.md", "mistakes.toml"
FIRST_PAGE = "first_page.md"
CASES = "cases.toml"
CHECKS = ("scenarios", "nature", "measured", "arguments", "flows")
PARTS = {"1": "", "2": "part_two"}
"""The parts of the course that ships, and the folder of each within `exercises`."""
AGENT = "agent.py"


@dataclass(frozen=True)
class Manifest:
    """`course.toml`: the exercises in order; `pack` is a pack that ships, or a folder beside the manifest.

    `after` is the page for whoever has done it all, `then` the folder of the part that comes after this one.
    """

    __pydantic_config__ = STRICT

    title: str
    exercises: tuple[str, ...]
    title_es: str = ""
    pack: str = "core"
    after: str = ""
    then: str = ""


@dataclass(frozen=True)
class Sheet:
    """`exercise.toml`: what is written, what is checked, and which mistakes are told.

    `files` are the student's files. `solution` is the folder that holds them as they should be. `scenarios` name those
    of the course's pack; what lies in the exercise's own folder `scenarios` is added.
    """

    __pydantic_config__ = STRICT

    title: str
    files: tuple[str, ...]
    title_es: str = ""
    check: str = "scenarios"
    scenarios: tuple[str, ...] = ()
    solution: str = "solution"
    optional: bool = False
    trap: tuple[Mistake, ...] = ()

    def __post_init__(self) -> None:
        require_one_of("check", self.check, CHECKS)
        if not self.files:
            raise DataError("needs at least one file for the student to write", key="files")
        if self.check == "scenarios" and AGENT not in self.files:
            raise DataError(f"scenarios are played with {AGENT}, and it is not among the files", key="files")


@dataclass(frozen=True)
class Exercise:
    """One exercise; `starter` and `solution` are the folders of its files, `scenarios` its own, by name."""

    number: int
    name: str
    folder: Path
    sheet: Sheet
    page: Page
    starter: Path
    scenarios: Mapping[str, Scenario] = field(repr=False)

    @property
    def solution(self) -> Path:
        return self.folder / self.sheet.solution

    def title(self, language: str = "en") -> str:
        return (language == "es" and self.sheet.title_es) or self.sheet.title


@dataclass(frozen=True)
class Course:
    """Exercises in order, and the mistakes that are told in any of them; `language` is what its callers speak."""

    folder: Path
    manifest: Manifest
    exercises: tuple[Exercise, ...]
    mistakes: tuple[Mistake, ...]
    language: str = "en"

    @property
    def title(self) -> str:
        return (self.language == "es" and self.manifest.title_es) or self.manifest.title

    @property
    def after(self) -> str:
        """The page for whoever has done it all, as Markdown."""
        return (self.folder / self.manifest.after).read_text(encoding="utf-8") if self.manifest.after else ""

    def choose(self, word: str) -> Exercise:
        """An exercise by its number, its name or the words in it. Raises DataError."""
        for exercise in self.exercises:
            number, _, words = exercise.name.partition("_")
            if word in (exercise.name, str(exercise.number), number, words):
                return exercise
        names = [exercise.name for exercise in self.exercises]
        problem = f'there is no exercise "{word}" (there are 1 to {len(names)}: {", ".join(names)})'
        raise DataError(problem, suggestion=near_miss(word, names))

    def scenarios_up_to(self, exercise: Exercise) -> dict[str, Scenario]:
        """What must be green when an exercise is done: its own scenarios and those of all before it that have any."""
        before = [each for each in self.exercises if each.number <= exercise.number]
        required = [each for each in before if each is exercise or not each.sheet.optional]
        return {name: scenario for each in required for name, scenario in each.scenarios.items()}

    def owner(self, scenario: str) -> Exercise:
        """The exercise that brought a scenario in."""
        return next(each for each in self.exercises if scenario in each.scenarios)


def course_folder(word: str) -> Path:
    """The folder of a part that ships, by its own name (none: the first), or of another course, by its path."""
    return shipped("exercises") / word if word in PARTS.values() else Path(word)


def load_course(folder: Path | None = None, language: str = "en") -> Course:
    """The course in a folder, or the first part of the one that ships. Raises DataError."""
    folder = folder or course_folder("")
    manifest = read(folder / MANIFEST, Manifest)
    pack = load_pack(folder / manifest.pack if (folder / manifest.pack).is_dir() else manifest.pack)
    exercises: list[Exercise] = []
    for number, name in enumerate(manifest.exercises, 1):
        before = exercises[-1] if exercises else None
        exercises.append(_load_exercise(number, folder / name, pack.spoken_in(language), before, language))
    mistakes = read(folder / MISTAKES, Mistakes).mistake if (folder / MISTAKES).exists() else ()
    return Course(folder, manifest, tuple(exercises), mistakes, language)


def _load_exercise(number: int, folder: Path, pack: Pack, before: Exercise | None, language: str) -> Exercise:
    sheet = read(folder / SHEET, Sheet)
    try:
        page = read_page((folder / README).read_text(encoding="utf-8"))
        scenarios = {full: pack.scenarios[full] for full in map(pack.choose, sheet.scenarios)}
    except FileNotFoundError:
        raise DataError("is missing: it is the page that the student reads", file=str(folder / README)) from None
    except DataError as error:
        raise DataError(error.problem, key="scenarios", suggestion=error.suggestion, file=str(folder / SHEET)) from None
    if (folder / "scenarios").is_dir():
        scenarios |= load_pack(folder / "scenarios").spoken_in(language).scenarios
    return Exercise(number, folder.name, folder, sheet, page, _starter(folder, before), scenarios)


def _starter(folder: Path, before: Exercise | None) -> Path:
    """A starter of its own, or what the exercise before ended with."""
    if (folder / "starter").is_dir():
        return folder / "starter"
    if before is None:
        raise DataError(
            "is missing, and there is no exercise before whose solution could be built on", file=str(folder / "starter")
        )
    return before.solution
