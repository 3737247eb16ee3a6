"""Checks a course like code: its names, pages and links, its starters and solutions, its traps and its commands."""

import difflib
import re
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from fake_api.data_error import DataError
from lab.course.bench import run_check
from lab.course.commands_in import Shown, missing_output, named_in, shown_in
from lab.course.course import (
    AGENT,
    CASES,
    FIRST_PAGE,
    MANIFEST,
    MISTAKES,
    README,
    SHEET,
    Course,
    Exercise,
    load_course,
)
from lab.course.mistakes import Mistake
from lab.course.nature import LESSONS
from lab.course.page import SECTIONS
from lab.course.progress import Progress
from lab.course.run_lab import run_lab
from lab.course.workspace import make_workspace
from lab.terminal import CANNOT, OK

HINTS = 3
LONGEST_PAGE = 140  # lines
LONGEST_STEP = 80  # lines that differ from one solution to the next
_LINK = re.compile(r"\[[^\]]*\]\(([^)#]+)[^)]*\)")

Look = Callable[[Course, Exercise], Iterator[str]]


def verify_all(course: Course) -> Iterator[tuple[str, list[str]]]:
    """A course and the parts after it, as `verify` does each. Raises DataError or OSError."""
    yield from verify(course)
    if course.manifest.then:
        yield from verify_all(load_course(course.folder / course.manifest.then))


def verify(course: Course) -> Iterator[tuple[str, list[str]]]:
    """What was looked at, part by part, with its problems; none is a good sign. Raises OSError."""
    yield "the course's folder", [*_stray(course.folder, _expected(course)), *_first_pages(course)]
    for exercise in course.exercises:
        for look in LOOKS:
            yield f"{exercise.name}: {look.__doc__}", list(look(course, exercise))


def names(course: Course, exercise: Exercise) -> Iterator[str]:
    """names and order"""
    if not re.fullmatch(rf"0*{exercise.number}_[a-z0-9_]+", exercise.name):
        yield f"its folder is the {exercise.number}. in {MANIFEST}, and is called {exercise.name}"
    if not exercise.page.title.startswith(f"{exercise.number} · "):
        yield f"its page begins with `# {exercise.page.title}` and not with `# {exercise.number} · `"
    others = [each for each in course.exercises if each.number < exercise.number]
    twice = [name for name in exercise.scenarios for other in others if name in other.scenarios]
    yield from (f"scenario {name} belongs to an earlier exercise already" for name in twice)


def page(course: Course, exercise: Exercise) -> Iterator[str]:
    """page, hints and links"""
    if exercise.page.sections != SECTIONS:
        yield f"its sections are {', '.join(exercise.page.sections)}; they should be {', '.join(SECTIONS)}"
    lengths = [len(hint) for hint in exercise.page.hints]
    if len(lengths) != HINTS or lengths != sorted(lengths):
        yield f"it has hints of {lengths} characters; there should be {HINTS}, each longer than the one before"
    markdown = (exercise.folder / README).read_text(encoding="utf-8")
    if (lines := len(markdown.splitlines())) > LONGEST_PAGE:
        yield f"its page has {lines} lines; more than {LONGEST_PAGE} nobody reads"
    yield from _broken_links(markdown, exercise.folder)


def files(course: Course, exercise: Exercise) -> Iterator[str]:
    """files, and nothing besides"""
    for folder in (exercise.starter, exercise.solution):
        yield from (f"{folder / name} is missing" for name in exercise.sheet.files if not (folder / name).is_file())
    yield from _stray(exercise.folder, {README, SHEET, LESSONS, CASES, "starter", "solution", "scenarios"})
    for own in ("starter", "solution"):
        if (exercise.folder / own).is_dir():
            yield from _stray(exercise.folder / own, set(exercise.sheet.files))


def starter(course: Course, exercise: Exercise) -> Iterator[str]:
    """starter runs, and fails what the exercise is about"""
    result = run_check(exercise, course, exercise.starter)
    if result.problem:
        yield f"it can't be checked: {result.problem}"
    elif exercise.sheet.check != "scenarios":
        yield from ["it passes: there is nothing left to do"] if result.passed else []
    else:
        wrong = [part.name for part in result.parts if (part.verdict == "passed") == part.own]
        yield from (f"scenario {name} {'passes' if name in exercise.scenarios else 'fails'} already" for name in wrong)


def solution(course: Course, exercise: Exercise) -> Iterator[str]:
    """solution passes, with all before it"""
    result = run_check(exercise, course, exercise.solution)
    if not result.passed:
        told = result.next_thing
        yield result.problem or (f"{told.title}: {told.what}" if told else "")


def traps(course: Course, exercise: Exercise) -> Iterator[str]:
    """each trap is told by name"""
    for trap in exercise.sheet.trap:
        try:
            told = told_of(trap, course, exercise)
        except DataError as error:
            told = str(error)
        if told != trap.name:
            yield f"{trap.name!r} is told as {told!r}"


def told_of(mistake: Mistake, course: Course, exercise: Exercise) -> str:
    """What a student hears who makes this mistake in a right solution. Raises DataError."""
    if not mistake.edit:
        raise DataError("has no [[trap.edit]] that makes it, so nobody can try it")
    first = exercise.sheet.files[0]
    source = (exercise.solution / first).read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / first).write_text(mistake.commit(source), encoding="utf-8")
        told = run_check(exercise, course, Path(folder)).next_thing
    return (told.mistake or told.what) if told else "nothing is wrong"


def growth(course: Course, exercise: Exercise) -> Iterator[str]:
    """grows in a step that can be read"""
    for name in exercise.sheet.files:
        if name == AGENT:
            changed = step(exercise.starter / name, exercise.solution / name)
            if changed > LONGEST_STEP:
                yield f"{changed} lines of {name} differ from starter to solution; at most {LONGEST_STEP} can be read"


def commands(course: Course, exercise: Exercise) -> Iterator[str]:
    """commands of its page run as written"""
    yield from _tried((exercise.folder / README).read_text(encoding="utf-8"), course)


LOOKS: tuple[Look, ...] = (names, page, files, starter, solution, traps, growth, commands)


def step(one: Path, other: Path) -> int:
    """How many lines were taken out or put in between two files."""
    before, after = (path.read_text(encoding="utf-8").splitlines() for path in (one, other))
    changed = difflib.unified_diff(before, after, lineterm="", n=0)
    return sum(line[0] in "+-" for line in list(changed)[2:])


def _first_pages(course: Course) -> Iterator[str]:
    for name in filter(None, (FIRST_PAGE, course.manifest.after)):
        if (course.folder / name).exists():
            markdown = (course.folder / name).read_text(encoding="utf-8")
            yield from _broken_links(markdown.replace("(exercises/", "("), course.folder)
            yield from _tried(markdown, course)


def _tried(markdown: str, course: Course) -> Iterator[str]:
    """The commands of a page, each in a workspace as `lab init` makes it."""
    with tempfile.TemporaryDirectory() as folder:
        make_workspace(Path(folder), course, Progress(str(course.folder.resolve()), course.language))
        for shown in shown_in(markdown):
            yield from _try(shown, Path(folder))
        yield from (f"`lab {name}` is no command" for name in sorted(named_in(markdown)) if not _is_command(name))


@cache
def _is_command(name: str) -> bool:
    return run_lab([name, "--help"], Path.cwd(), stdin="").returncode == OK


def _try(shown: Shown, folder: Path) -> Iterator[str]:
    done = run_lab(shown.words, folder, stdin="".join(f"{line}\n" for line in shown.typed))
    if done.returncode >= CANNOT:
        yield f"`{shown}` ends with {done.returncode}: {done.stderr.strip()}"
    elif missing := missing_output(shown, done.stdout):
        yield f"`{shown}` does not print {missing!r}"


def _broken_links(markdown: str, folder: Path) -> Iterator[str]:
    links = (link for link in _LINK.findall(markdown) if not link.startswith(("http:", "https:")))
    yield from (f"the link to {link} leads nowhere" for link in links if not (folder / link).exists())


def _expected(course: Course) -> set[str]:
    known = {MANIFEST, MISTAKES, FIRST_PAGE, course.manifest.after, course.manifest.pack, course.manifest.then}
    return known | {exercise.name for exercise in course.exercises}


def _stray(folder: Path, known: set[str]) -> Iterator[str]:
    found = (path.name for path in sorted(folder.iterdir()) if path.name != "__pycache__")
    yield from (f"{folder.name}/{name} belongs to nothing" for name in found if name not in known)
