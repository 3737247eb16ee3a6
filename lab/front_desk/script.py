"""Steps out of a file, or just given, in a model's place: for tests, and to see what the layer makes of a bad one."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fake_api.data_error import DataError
from fake_api.reading import STRICT, read
from lab.front_desk.model import Asked, Step, Talk


@dataclass(frozen=True)
class WrittenCall:
    """A tool call as a file has it: the arguments may be anything."""

    __pydantic_config__ = STRICT

    tool: str
    arguments: Any = None


@dataclass(frozen=True)
class WrittenStep:
    """One step: something to say, or calls. Raises DataError for both or neither."""

    __pydantic_config__ = STRICT

    say: str = ""
    call: tuple[WrittenCall, ...] = ()

    def __post_init__(self) -> None:
        if bool(self.say) == bool(self.call):
            raise DataError("a step says something, or makes calls", key="say")

    def step(self) -> Step:
        return Step(self.say, tuple(Asked(each.tool, each.arguments) for each in self.call))


@dataclass(frozen=True)
class _File:
    __pydantic_config__ = STRICT

    step: tuple[WrittenStep, ...]


class ScriptIncomplete(AssertionError):
    """Steps of a script were never asked for."""


class Script:
    """Takes the steps in order; after the last it has nothing more to say."""

    name = "script"

    def __init__(self, steps: Sequence[Step]) -> None:
        self._steps = tuple(steps)
        self._taken = 0

    def next(self, talk: Talk) -> Step:
        step = self._steps[self._taken] if self._taken < len(self._steps) else Step()
        self._taken += 1
        return step

    def assert_complete(self) -> None:
        """Raises ScriptIncomplete where steps are left, or more were asked for than there are."""
        left = len(self._steps) - self._taken
        if left > 0:
            raise ScriptIncomplete(f"{left} of {len(self._steps)} steps were never asked for, first {self._next()}")
        if left < 0:
            raise ScriptIncomplete(f"{-left} more steps were asked for than the script has")

    def _next(self) -> Step:
        return self._steps[self._taken]


def read_script(path: Path) -> tuple[Step, ...]:
    """The steps of a TOML file (`[[step]]` with `say`, or `call = [{ tool, arguments }]`), or a JSON one alike.

    Raises DataError.
    """
    if path.suffix != ".json":
        return tuple(each.step() for each in read(path, _File).step)
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as fault:
        raise DataError(f"cannot be read: {fault}", file=str(path)) from None
    try:
        return tuple(_from_json(row) for row in rows["step"])
    except (TypeError, KeyError) as fault:
        raise DataError(f'is no script: {{"step": [...]}} is wanted ({fault!r})', file=str(path)) from None


def _from_json(row: Any) -> Step:
    return WrittenStep(
        row.get("say", ""), tuple(WrittenCall(each["tool"], each.get("arguments")) for each in row.get("call", ()))
    ).step()
