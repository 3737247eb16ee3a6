"""Checks a student's sheet of arguments: calls as models write them go through the argument layers with it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

from fake_api.reading import STRICT, read
from lab.call_layer.arguments.entities import Scope
from lab.call_layer.arguments.refusal import INVALID, Question
from lab.call_layer.arguments.schema import Field
from lab.call_layer.arguments.steps import Taken, Told, take
from lab.course.course import CASES, Exercise
from lab.course.told import Tried, told
from lab.course.verdict import CheckResult
from lab.measure.argument_cases import TODAY

FILE = "arguments.toml"

Value = str | int | float | bool


@dataclass(frozen=True)
class Written:
    """A call as a model wrote it after these lines, and what must come of it.

    `comes` is in the words of `outcome`: `goes on`, `asks about invoice`, `refuses amount`, and what is suggested.
    """

    __pydantic_config__ = STRICT

    name: str
    title: str
    says: tuple[str, ...]
    tool: str
    writes: Mapping[str, Value] = field(hash=False)
    comes: str
    why: str
    next: str


@dataclass(frozen=True)
class Cases:
    """The practice and the patient's file that the calls are about, and the calls."""

    __pydantic_config__ = STRICT

    office: tuple[Mapping[str, Any], ...]
    provider: tuple[Mapping[str, Any], ...]
    file: Mapping[str, Any]
    case: tuple[Written, ...]


def check_arguments(exercise: Exercise, folder: Path) -> CheckResult:
    """Every call of the exercise's cases. Raises DataError if a file can't be read."""
    began = monotonic()
    cases, sheet = read(exercise.folder / CASES, Cases), read(folder / FILE, dict[str, dict[str, Field]])
    scope = Scope(cases.office, cases.provider, cases.file)
    tried = [
        Tried(each.name, each.title, each.comes, outcome(each, scope, sheet), each.why, each.next)
        for each in cases.case
    ]
    return told(exercise, tried, monotonic() - began)


def outcome(written: Written, scope: Scope, sheet: Mapping[str, Mapping[str, Field]]) -> str:
    """What becomes of a call, in a line."""
    taken = take(written.tool, written.writes, Told(TODAY, scope, written.says, sheet=sheet))
    stopped = taken.stopped
    if stopped is None:
        return f"goes on: {_sent(taken)}"
    if isinstance(stopped, Question):
        return f"asks about {stopped.argument}"
    suggestion = f", suggests {stopped.suggestion}" if stopped.suggestion else ""
    why = f" as {stopped.code}" if stopped.code != INVALID else ""
    return f"refuses {stopped.argument}{why}{suggestion}"


def _sent(taken: Taken) -> str:
    """What would be sent: ids in place of the words that they came from."""
    names = dict.fromkeys((*taken.filled, *(name for name in taken.arguments if name not in taken.resolved)))
    return " ".join(f"{name}={taken.filled.get(name, taken.arguments.get(name))}" for name in sorted(names))
