"""Checks what a student wrote about the nature of the tools, finding by finding, against what the clinic does."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from fake_api.data_error import require_one_of
from fake_api.reading import STRICT, read
from lab.course import experiments
from lab.course.course import Exercise
from lab.course.experiments import Evidence
from lab.course.verdict import CheckResult, NextThing, Part

FILE, LESSONS = "tools.toml", "lessons.toml"
OPEN: tuple[object, ...] = ("?", -1)
"""What the starter has where nothing has been written yet."""

WHO = ("the agent", "the caller", "a person")
WORDS = {
    "nature": ("read", "irreversible"),
    "after_timeout": ("nothing changed", "it was done", "nobody knows"),
    "after_refusal": ("the same refusal", "another answer"),
    "repeat": ("yes", "no"),
    "then": WHO,
    "if_refused": WHO,
}


@dataclass(frozen=True)
class Nature:
    """What a student wrote of one tool; "?" and -1 are still open."""

    __pydantic_config__ = STRICT

    nature: str
    after_timeout: str
    after_refusal: str
    repeat: str
    tries: int
    waits: tuple[float, ...]
    then: str
    if_refused: str

    def __post_init__(self) -> None:
        for key, known in WORDS.items():
            if getattr(self, key) not in OPEN:
                require_one_of(key, getattr(self, key), known)


@dataclass(frozen=True)
class Tools:
    """The student's file."""

    __pydantic_config__ = STRICT

    find_open_times: Nature
    book: Nature


@dataclass(frozen=True)
class Lesson:
    """What is said of a wrong answer: why it is wrong, and how to see it."""

    __pydantic_config__ = STRICT

    why: str
    next: str


class Finding(NamedTuple):
    """One answer of the student's, and the evidence for or against it."""

    tool: str
    key: str
    said: object
    evidence: Evidence

    @property
    def right(self) -> bool:
        return self.said == self.evidence.right

    @property
    def verdict(self) -> str:
        return "passed" if self.right else "not checked" if self.said in OPEN else "failed"


def check_nature(exercise: Exercise, folder: Path) -> CheckResult:
    """Every answer in `tools.toml`. Raises DataError if the file can't be read."""
    began = monotonic()
    found = list(findings(read(folder / FILE, Tools)))
    parts = tuple(Part(f"{each.tool}.{each.key}", f"{each.tool}: {each.key}", each.verdict) for each in found)  # type: ignore[arg-type]
    wrong = next((each for each in found if not each.right), None)
    return CheckResult(exercise, parts, wrong and _told(wrong, exercise), seconds=monotonic() - began)


def findings(tools: Tools) -> Iterator[Finding]:
    """What was written, tool by tool, beside what is so."""
    for tool in fields(Tools):
        written = getattr(tools, tool.name)
        for key in fields(Nature):
            said = getattr(written, key.name)
            if key.name == "waits" and written.tries in OPEN:
                said = "?"  # an empty list is no answer yet
            yield Finding(tool.name, key.name, said, _evidence(tool.name, key.name, said))


def _evidence(tool: str, key: str, said: object) -> Evidence:
    if key == "tries":
        assert isinstance(said, int)
        return experiments.tries(tool, said)
    if key == "waits":
        said = said if isinstance(said, tuple) else ()
        return experiments.waits(tool, said)
    return experiments.BY_KEY[key](tool)


def _told(finding: Finding, exercise: Exercise) -> NextThing:
    lessons = read(exercise.folder / LESSONS, dict[str, dict[str, Lesson]])
    lesson = lessons[finding.tool][finding.key]
    name = f"[{finding.tool}] {finding.key}"
    if finding.said in OPEN:
        return NextThing(
            name, name, "this is still open", "Try it out first, then write down what you saw.", lesson.next
        )
    what = f"you wrote {finding.key} = {_written(finding.said)}, and the clinic does this:"
    return NextThing(name, name, what, lesson.why, lesson.next, happened=finding.evidence.lines)


def _written(said: object) -> str:
    if isinstance(said, tuple):
        return f"[{', '.join(f'{wait:g}' for wait in said)}]"
    return f'"{said}"' if isinstance(said, str) else str(said)
