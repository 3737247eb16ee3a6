"""What tools a call has: names, natures, typed arguments. Events, wire and judge read this one description."""

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from lab.protocol import Reservation, spell

Kind = Literal["day", "time", "text", "word", "number"]
"""A day is YYYY-MM-DD, a time is HH:MM, text is free, a word comes out of a list or has no spaces, a number is one."""

Nature = Literal["read", "irreversible", "ends"]
"""A read may be repeated, an irreversible one may not, and one that ends hands the call to a person."""

LONGEST_TEXT = 1000
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_TIME = re.compile(r"\d\d:\d\d")
_WORD = re.compile(r"[\w.:/-]{1,200}")


class Word(str):
    """Text out of a closed list, or an id: the notation writes it without quotes."""

    __slots__ = ()


class BadArguments(ValueError):
    """The arguments do not fit the tool; the sentence says which one and what fits."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument of a tool; `words` closes the list of what a `word` may be."""

    name: str
    kind: Kind
    required: bool = True
    words: tuple[str, ...] = ()

    def read(self, raw: Any) -> Any:
        """The typed value of what came over the wire. Raises BadArguments."""
        try:
            return _READERS[self.kind](self, raw)
        except (TypeError, ValueError):
            expected = f"one of {', '.join(self.words)}" if self.words else _EXPECTED[self.kind]
            raise BadArguments(f"{self.name} must be {expected}, not {raw!r:.80}") from None


@dataclass(frozen=True, slots=True)
class Tool:
    """Something the agent can do in the world; `answers` names what comes back (`times`, `reservation`, `nothing`)."""

    name: str
    nature: Nature
    parameters: tuple[Parameter, ...]
    answers: str

    def read_arguments(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        """Typed arguments in the tool's own order; none equals left out. Raises BadArguments."""
        known = {parameter.name: parameter for parameter in self.parameters}
        for name in raw:
            if name not in known:
                raise BadArguments(f"{self.name} takes no {name!r}; it takes {', '.join(known) or 'nothing'}")
        given = {name: raw[name] for name in known if raw.get(name) is not None}
        for parameter in self.parameters:
            if parameter.required and parameter.name not in given:
                raise BadArguments(f"{self.name} needs {parameter.name}")
        return {name: known[name].read(value) for name, value in given.items()}

    def read_answer(self, raw: Any) -> Any:
        """The typed answer out of JSON values; an answer of a kind that has no types of its own stays as it is."""
        if self.answers == "times" and raw is not None:
            return [dt.time.fromisoformat(item) for item in raw]
        if self.answers == "reservation" and raw is not None:
            return Reservation(dt.date.fromisoformat(raw["day"]), dt.time.fromisoformat(raw["time"]), raw["name"])
        return raw

    def to_wire(self) -> dict[str, Any]:
        """As JSON values, for a start message and for the head of a saved record."""
        return {
            "name": self.name,
            "nature": self.nature,
            "parameters": [
                {"name": p.name, "kind": p.kind, "required": p.required, "words": list(p.words)}
                for p in self.parameters
            ],
            "answers": self.answers,
        }

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> "Tool":
        """Read what `to_wire` wrote."""
        parameters = (
            Parameter(p["name"], p["kind"], p.get("required", True), tuple(p.get("words") or ()))
            for p in wire["parameters"]
        )
        return cls(wire["name"], wire["nature"], tuple(parameters), wire["answers"])


def to_wire(value: Any) -> Any:
    """A typed value, or a list, mapping or named tuple of them, as JSON values."""
    if isinstance(value, dt.date | dt.time):
        return spell(value)
    if hasattr(value, "_asdict"):
        return to_wire(value._asdict())
    if isinstance(value, Mapping):
        return {str(key): to_wire(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [to_wire(item) for item in value]
    return value


def _text(_: Parameter, raw: Any) -> str:
    if not isinstance(raw, str) or not raw.strip() or len(raw) > LONGEST_TEXT:
        raise ValueError
    return raw


def _word(parameter: Parameter, raw: Any) -> Word:
    if not isinstance(raw, str) or not _WORD.fullmatch(raw) or (parameter.words and raw not in parameter.words):
        raise ValueError
    return Word(raw)


def _number(_: Parameter, raw: Any) -> int | float:
    if isinstance(raw, bool) or not isinstance(raw, int | float) or not abs(raw) < 1e15:
        raise ValueError
    return int(raw) if raw == int(raw) else raw


def _day(_: Parameter, raw: Any) -> dt.date:
    if not isinstance(raw, str) or not _DAY.fullmatch(raw):
        raise ValueError
    return dt.date.fromisoformat(raw)


def _time(_: Parameter, raw: Any) -> dt.time:
    if not isinstance(raw, str) or not _TIME.fullmatch(raw):
        raise ValueError
    return dt.time.fromisoformat(raw)


_READERS = {"day": _day, "time": _time, "text": _text, "word": _word, "number": _number}
_EXPECTED = {
    "day": "a day as YYYY-MM-DD",
    "time": "a time as HH:MM",
    "text": f"text of 1 to {LONGEST_TEXT} characters",
    "word": "a single word",
    "number": "a number",
}
