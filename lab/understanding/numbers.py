"""What a number can stand for, by its size and by how it is written."""

import functools
import itertools
from collections.abc import Callable, Iterator
from typing import Any

Roles = dict[str, Any]
"""What a word can stand for: role to value, such as {"month": 5} for "may"."""

_ALWAYS_MINUTES = 10  # "ten ten" is a time, "ten five" is not


def digit_roles(text: str) -> Roles:
    """Roles of a number written in one to four digits; "09" is also a minute, "1430" also a clock time."""
    value, length = int(text), len(text)
    roles: Roles = {"n": value}
    if length <= 2:
        roles |= _small(value) | ({"hour": 0} if value == 0 else {})
        if length == 2:
            roles |= {"yy": value} | _minute(value) | ({"padded": value} if value < 10 else {})
    elif value // 100 <= 24 and value % 100 < 60:
        roles["hhmm"] = value
    if length == 4 and 1800 <= value <= 2099:
        roles["year"] = value
    return roles


def word_roles(value: int) -> Roles:
    """Roles of a number said in words."""
    roles: Roles = {"n": value, "spoken": value} | _small(value)
    if value >= _ALWAYS_MINUTES:
        roles |= _minute(value)
    if _ALWAYS_MINUTES <= value < 60:
        roles["said_minute"] = value
    if value % 100 == 0 and 100 <= value <= 2400:
        roles["hhmm"] = value
    if 10 <= value <= 99:
        roles["yy"] = value
    if 1800 <= value <= 2099:
        roles["year"] = value
    return roles


def ordinal_roles(value: int, written: bool = False) -> Roles:
    """Roles of an ordinal, in digits ("15th") or words; the first few words also count offers and floors."""
    roles: Roles = {"nth": value}
    if 1 <= value <= 31:
        roles |= {"day": value, "nth_day": value}
        if written:
            roles["written_nth"] = value
        elif value > 3:
            roles["late_nth"] = value
    if 1 <= value <= 12:
        roles["nth_month"] = value
    return roles


def _minute(value: int) -> Roles:
    if value >= 60:
        return {}
    return {"minute": value} | ({"round_minute": value} if value % 5 == 0 else {})


def pick(said: Roles, *groups: str, otherwise: Any = None) -> Any:
    """The value of the first of these groups that caught something."""
    return next((said[group] for group in groups if group in said), otherwise)


def _small(value: int) -> Roles:
    roles: Roles = {}
    if 0 < value <= 24:
        roles["hour"] = value
    if value == 1:
        roles["one"] = value
    if value in (5, 10, 15, 20, 25):
        roles["five"] = value
    if 1 <= value <= 31:
        roles |= {"day": value, "small": value}
    if 13 <= value <= 31:
        roles["late_day"] = value
    if 1 <= value <= 12:
        roles["month_number"] = value
    if value in (19, 20):
        roles["century"] = value
    return roles


def every_kind() -> Iterator[frozenset[str]]:
    """Every set of roles that a number can have, for the lexicon to give letters to."""
    digits = [str(n) for n in range(100)] + [f"0{n}" for n in range(10)]
    digits += [
        "100",
        "199",
        "930",
        "0000",
        "0199",
        "0930",
        "1799",
        "1830",
        "1899",
        "1930",
        "1999",
        "2030",
        "2099",
        "9999",
    ]
    makers: list[tuple[Callable[[Any], Roles], list[Any]]] = [
        (digit_roles, digits),
        (word_roles, [*range(101), 1900, 2000, 1950, 2600, 3000]),
        (ordinal_roles, list(range(102))),
        (functools.partial(ordinal_roles, written=True), list(range(102))),
    ]
    return itertools.chain.from_iterable((frozenset(make(sample)) for sample in samples) for make, samples in makers)
