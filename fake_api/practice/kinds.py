"""The kinds of values that a request carries: how each is read, what it is called, and its JSON Schema."""

import datetime as dt
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from fake_api.practice.people import digits
from fake_api.practice.times import TICK
from fake_api.practice.world import INVOICE, MEDICATION

LONGEST_TEXT = 200
LONGEST_MESSAGE = 2_000
_LONGEST_LINE = 100_000
_LONGEST_TRANSCRIPT = 5_000
_LARGEST = 2**53


class BadInput(ValueError):
    """An argument that the API does not take; `key` names it."""

    def __init__(self, key: str, why: str) -> None:
        super().__init__(f"{key} {why}")
        self.key = key


@dataclass(frozen=True, slots=True)
class Kind:
    """Reads a raw JSON value (raises TypeError, ValueError or OverflowError); `wanted` says what it must be."""

    read: Callable[[Any], Any]
    wanted: str
    schema: Mapping[str, Any] = field(hash=False)


def one_of(*words: str) -> Kind:
    """A word out of a closed list."""

    def read(raw: object) -> str:
        if not isinstance(raw, str) or raw not in words:
            raise ValueError
        return raw

    return Kind(read, f"one of {', '.join(words)}", {"type": "string", "enum": list(words)})


def code(pattern: str, example: str, read: Callable[[str], Any] = str) -> Kind:
    """An id that is written in one way only."""
    compiled = re.compile(pattern, re.ASCII)

    def read_code(raw: object) -> Any:
        if not isinstance(raw, str) or not compiled.fullmatch(raw):
            raise ValueError
        return read(raw)

    return Kind(read_code, f"an id such as {example}", {"type": "string", "pattern": f"^{pattern}$"})


def whole(least: int, most: int, wanted: str) -> Kind:
    """A whole number within bounds."""

    def read(raw: object) -> int:
        number = _integer(raw)
        if not least <= number <= most:
            raise ValueError
        return number

    return Kind(read, wanted, {"type": "integer", "minimum": least, "maximum": most})


def text(longest: int) -> Kind:
    """Text that is not blank and can be written down."""

    def read(raw: object) -> str:
        if not isinstance(raw, str) or not raw.strip() or len(raw) > longest:
            raise ValueError
        raw.encode()
        return raw

    schema = {"type": "string", "minLength": 1, "maxLength": longest}
    return Kind(read, f"text of 1 to {longest} characters", schema)


def optional(kind: Kind) -> Kind:
    """The same, or null."""

    def read(raw: object) -> Any:
        return None if raw is None else kind.read(raw)

    return Kind(read, f"{kind.wanted}, or null", {"anyOf": [kind.schema, {"type": "null"}]})


def several(kind: Kind, most: int) -> Kind:
    """A list of them."""

    def read(raw: object) -> tuple[Any, ...]:
        if not isinstance(raw, list) or len(raw) > most:
            raise ValueError
        return tuple(kind.read(each) for each in raw)

    schema = {"type": "array", "items": kind.schema, "maxItems": most}
    return Kind(read, f"a list, at most {most} long, each {kind.wanted}", schema)


def switches(*names: str) -> Kind:
    """An object of true and false under exactly these names; without names, under any."""

    def read(raw: object) -> dict[str, bool]:
        if not isinstance(raw, dict) or (names and set(raw) != set(names)) or len(raw) > 20:
            raise ValueError
        if not all(isinstance(value, bool) and re.fullmatch(r"[a-z_]{1,40}", str(key)) for key, value in raw.items()):
            raise ValueError
        return dict(raw)

    wanted = f"an object of true and false{' under ' + ', '.join(names) if names else ''}"
    known = {"required": list(names), "properties": {name: {"type": "boolean"} for name in names}} if names else {}
    return Kind(read, wanted, {"type": "object", **known, "additionalProperties": not names and {"type": "boolean"}})


def _integer(raw: object) -> int:
    if not isinstance(raw, int) or isinstance(raw, bool) or not 0 <= raw < _LARGEST:
        raise ValueError
    return raw


def _minutes(raw: object) -> int:
    minutes = _integer(raw)
    if not 0 < minutes <= 24 * 60 or minutes % TICK:
        raise ValueError
    return minutes


def _date(raw: object) -> dt.date:
    if not isinstance(raw, str) or len(raw) != 10:
        raise ValueError
    return _in_reach(dt.date.fromisoformat(raw))


def _month(raw: object) -> dt.date:
    if not isinstance(raw, str) or len(raw) != 7:
        raise ValueError
    return _in_reach(dt.date.fromisoformat(f"{raw}-01"))


def _in_reach(day: dt.date) -> dt.date:
    # the days before the first and after the last that Python knows cannot be reckoned with
    if not 1800 <= day.year < 2200:
        raise ValueError
    return day


def _datetime(raw: object) -> dt.datetime:
    if not isinstance(raw, str):
        raise TypeError
    moment = dt.datetime.fromisoformat(raw)
    if moment.utcoffset() is None or moment.second or moment.microsecond or moment.minute % TICK:
        raise ValueError
    _in_reach(moment.date())
    return moment


def _phone(raw: object) -> str:
    if not isinstance(raw, str) or len(raw) > LONGEST_TEXT:
        raise TypeError
    number = [unicodedata.decimal(letter) for letter in raw if letter.isdecimal()]
    if not (len(number) == 10 or (len(number) == 11 and number[0] == 1)):
        raise ValueError
    return digits(raw)


def _line(raw: object) -> str:
    if not isinstance(raw, str) or len(raw) > _LONGEST_LINE:
        raise ValueError
    # silence is a line too, and no log is lost for half a character in it
    return raw.encode("utf-8", "replace").decode()


ACCOUNT = code(r"A-[1-9]\d{0,14}", "A-50211", lambda written: int(written[2:]))
LINE = Kind(_line, f"text of at most {_LONGEST_LINE} characters", {"type": "string", "maxLength": _LONGEST_LINE})
SHORT_TEXT = text(LONGEST_TEXT)
KINDS = {
    "integer": Kind(_integer, "a whole number", {"type": "integer", "minimum": 0}),
    "minutes": Kind(
        _minutes,
        f"whole minutes in steps of {TICK}, at most a day",
        {"type": "integer", "minimum": TICK, "multipleOf": TICK, "maximum": 1440},
    ),
    "text": SHORT_TEXT,
    "date": Kind(_date, "a date such as 2026-09-15", {"type": "string", "format": "date"}),
    "month": Kind(_month, "a month such as 2026-09", {"type": "string", "pattern": r"^\d{4}-\d\d$"}),
    "datetime": Kind(
        _datetime,
        f"a start with its offset such as 2026-09-15T09:00:00-04:00, in steps of {TICK} minutes",
        {"type": "string", "format": "date-time"},
    ),
    "days": whole(1, 14, "a number of days, 1 to 14"),
    "age": whole(0, 130, "an age in whole years, 0 to 130"),
    "quantity": whole(1, 10_000, "a whole number, 1 to 10,000"),
    "days_of_supply": whole(1, 365, "a number of days, 1 to 365"),
    "cents": whole(1, 5_000_000, "whole cents, 1 to 5,000,000"),
    "status": one_of("new", "established"),
    "phone": Kind(_phone, "a phone number of ten digits such as 212-555-0142", {"type": "string"}),
    "account": ACCOUNT,
    "medication": code(MEDICATION, "RX-1234"),
    "invoice": code(INVOICE, "INV-2026-0042"),
    "message": text(LONGEST_MESSAGE),
    "note": optional(text(LONGEST_MESSAGE)),
    "flags": switches(),
    "call_flags": switches("human_review", "emergency", "identity"),
    "accounts": several(ACCOUNT, 100),
    "transcript": several(LINE, _LONGEST_TRANSCRIPT),
}
