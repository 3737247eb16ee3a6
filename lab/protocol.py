"""What an agent's author imports: states, what was heard, and the two ways a tool fails.

This is all of ours that an agent's process holds, so it stays light.
"""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from fake_api.words import Reservation, ToolError, ToolTimeout

__all__ = [
    "SLOTS",
    "Heard",
    "Intent",
    "Reservation",
    "Setting",
    "Span",
    "State",
    "ToolError",
    "ToolTimeout",
    "Value",
]

SLOTS = ("day", "time", "name")
"""The slots of the dialogue, in the order in which they are asked for."""

Value = dt.date | dt.time | str
"""A slot's value: a day is a date, a time is a time of day in the clinic's zone, a name is text."""

_READERS: dict[str, Callable[[str], Value]] = {
    "day": dt.date.fromisoformat,
    "time": dt.time.fromisoformat,
    "name": str,
}


class State(StrEnum):
    """Where the reservation agent is; each equals its plain string."""

    LISTEN = "LISTEN"
    ASK_DAY = "ASK_DAY"
    ASK_TIME = "ASK_TIME"
    ASK_NAME = "ASK_NAME"
    CONFIRM = "CONFIRM"
    DONE = "DONE"
    HANDOFF = "HANDOFF"


class Intent(StrEnum):
    """What a caller's line is about; each equals its plain string."""

    BOOK = "book"
    INFORM = "inform"
    YES = "yes"
    NO = "no"
    HUMAN = "human"
    REPEAT = "repeat"
    GOODBYE = "goodbye"
    UNKNOWN = "unknown"


class Span(NamedTuple):
    """The part of the line, `line[start:end]`, that gave `what`: a slot, `intent`, `choice` or `part_of_day`."""

    what: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Heard:
    """What understanding made of one line.

    `part_of_day` is `morning`, `afternoon` or `evening`. `choice` is the n-th of what was offered, from 1
    (-1 is the last). `denied` names slots whose value was refused. `unclear` maps a slot to its candidates,
    best first; such a slot has no value. `born` is a date of birth, heard only in the state ASK_BIRTH.
    """

    intent: str = Intent.UNKNOWN
    day: dt.date | None = None
    time: dt.time | None = None
    name: str | None = None
    part_of_day: str | None = None
    choice: int | None = None
    denied: frozenset[str] = frozenset()
    unclear: Mapping[str, tuple[Value, ...]] = field(default_factory=dict, hash=False)
    spans: tuple[Span, ...] = ()
    born: dt.date | None = None

    def values(self) -> dict[str, Value]:
        """The slots that were said clearly, in the order of `SLOTS`."""
        said = ((slot, getattr(self, slot)) for slot in SLOTS)
        return {slot: value for slot, value in said if value is not None}

    def to_wire(self) -> dict[str, Any]:
        """As JSON values: dates ISO 8601, times HH:MM, every key always there but `born`."""
        born = {"born": spell(self.born)} if self.born else {}
        return born | {
            "intent": str(self.intent),
            "day": spell(self.day),
            "time": spell(self.time),
            "name": self.name,
            "part_of_day": self.part_of_day,
            "choice": self.choice,
            "denied": [slot for slot in SLOTS if slot in self.denied],
            "unclear": {slot: [spell(value) for value in self.unclear[slot]] for slot in self.unclear},
            "spans": [list(span) for span in self.spans],
        }

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> "Heard":
        """Read what `to_wire` wrote; keys may be left out. Raises ValueError, TypeError or KeyError on other things."""
        intent = wire.get("intent", "unknown")
        return cls(
            intent=Intent(intent) if intent in Intent.__members__.values() else intent,
            day=_read("day", wire.get("day")),
            time=_read("time", wire.get("time")),
            name=wire.get("name"),
            part_of_day=wire.get("part_of_day"),
            choice=wire.get("choice"),
            denied=frozenset(wire.get("denied") or ()),
            unclear={
                slot: tuple(_read(slot, value) for value in values)
                for slot, values in (wire.get("unclear") or {}).items()
            },
            spans=tuple(Span(*span) for span in wire.get("spans") or ()),
            born=_read("day", wire.get("born")),
        )


@dataclass(frozen=True, slots=True)
class Setting:
    """What an agent may know before the call: language (`en`, `es`), today's date, the zone's name, the clinic's."""

    language: str
    today: dt.date
    zone: str
    clinic: str


def spell(value: Value | None) -> str | None:
    """A value as it is written on the wire and in a record: 2026-09-15, 10:00, or the text itself."""
    if isinstance(value, dt.time):
        return value.strftime("%H:%M")
    return value.isoformat() if isinstance(value, dt.date) else value


def _read(slot: str, value: Any) -> Any:
    return None if value is None else _READERS.get(slot, str)(value)
