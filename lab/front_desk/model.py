"""What may sit at the front desk: it is shown a conversation, and answers with something to say or with tool calls."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from lab.call_layer.shapes import ModelTool
from lab.protocol import Heard


class Asked(NamedTuple):
    """A tool call just as a model wrote it: the arguments may be anything."""

    name: str
    arguments: Any


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a model: tool calls, or else something to say."""

    say: str = ""
    calls: tuple[Asked, ...] = ()


class Caller(NamedTuple):
    """The caller said a line, in which our grammar heard this."""

    line: str
    heard: Heard


class Said(NamedTuple):
    """What the front desk really said, whoever wrote it."""

    text: str


class Done(NamedTuple):
    """A tool call of the model, and what it was told of it."""

    asked: Asked
    result: Mapping[str, Any]


Entry = Caller | Said | Done


@dataclass(frozen=True, slots=True)
class Talk:
    """All that a model gets to see: the call so far, and what it may do now; `guidance` says what comes next."""

    language: str
    today: dt.date
    practice: str
    entries: tuple[Entry, ...] = ()
    tools: tuple[ModelTool, ...] = field(default=(), hash=False)
    guidance: str = ""
    step: str = ""

    @property
    def since(self) -> tuple[Entry, ...]:
        """What happened since the caller's last line, that line first."""
        last = max((n for n, entry in enumerate(self.entries) if isinstance(entry, Caller)), default=0)
        return self.entries[last:]

    def offers(self, name: str) -> bool:
        """Whether this tool may be asked for now."""
        return any(tool.name == name for tool in self.tools)


class Model(Protocol):
    """Sits at the front desk for one call. Raises ModelUnavailable where it can't answer at all."""

    @property
    def name(self) -> str: ...

    def next(self, talk: Talk) -> Step: ...


class ModelUnavailable(Exception):
    """No step came: the model can't be reached, or did not answer in its time."""
