"""A date of birth: past, with a year, and with the order of its digits known beforehand."""

import datetime as dt
import re
from collections.abc import Iterator
from typing import Literal

from lab.understanding.dates import Day, is_date
from lab.understanding.items import read_items
from lab.understanding.lexicon import lexicon
from lab.understanding.numbers import Roles
from lab.understanding.readers import matches
from lab.understanding.spoken import language_of
from lab.understanding.tokens import tokenise

Order = Literal["mdy", "dmy"]

_LED_TO = re.compile(
    r"\W*\b(and )?((i|he|she|they) )?((was|is|am) )?(born|date of birth|dob|birthday|birth date)( is)?( on)?( the)?\W*$"
    r"|\W*\b(y )?((la|su|mi) )?(nacid[oa]|nac[ií]|naci[oó]|fecha de nacimiento|cumpleaños)( es)?( el)?( día)?\W*$",
    re.IGNORECASE,
)
"""Words that lead to a date of birth, and belong to it."""

OLDEST = 120
"""Years: nobody who calls is older."""


def birth_date(line: str, today: dt.date, language: str = "en", order: Order | None = None) -> Day | None:
    """Read a date of birth; the last one said counts. Digits are in the language's order unless told otherwise.

    None where there is none, or none that a living person can have. More than one candidate, or one that only the
    other order of digits allows, is not `sure`: ask.
    """
    order = order or ("dmy" if lexicon(language).day_first else "mdy")
    born = [_born(said, today, order) for _, _, said in _said_in(line, language)]
    return next((day for day in reversed(born) if day), None)


def without_birth_dates(line: str, language: str = "en") -> str:
    """The line without its dates of birth: in "Jamie Fox, March 4 1985" the name is what else was said."""
    for start, end, _ in reversed([*_said_in(line, language)]):
        line = f"{_LED_TO.sub('', line[:start])}, {line[end:]}"
    return line.strip(" ,.;")


def _said_in(line: str, language: str) -> Iterator[tuple[int, int, Roles]]:
    """Every date of birth in a line: where it stands, and its parts."""
    tokens = tokenise(line)
    words = lexicon(language_of(set(tokens.words), language))
    items = read_items(tokens, words)
    for reader, start, end, said in matches(items, words, "BIRTH"):
        if reader == "birth":
            yield *tokens.span(*items.span(start, end)), said


def _born(said: Roles, today: dt.date, order: Order) -> Day | None:
    day, month, sure = said.get("day"), said.get("month"), True
    if day is None or month is None:
        month, day = (said["a"], said["b"]) if order == "mdy" else (said["b"], said["a"])
        if month > 12:
            month, day, sure = day, month, False
    months = dict.fromkeys((month, said.get("other_month", month)))
    dates = tuple(dt.date(year, each, day) for each in months for year in _years(said) if is_date(year, each, day))
    living = tuple(date for date in dates if date <= today and today.year - date.year <= OLDEST)
    return Day(living, sure and len(living) == 1) if living else None


def _years(said: Roles) -> tuple[int, ...]:
    if "year" in said:
        return (said["year"] + said.get("and_years", 0),)
    if "century" in said:
        return (said["century"] * 100 + said["yy"],)
    return (2000 + said["yy"], 1900 + said["yy"])
