"""A date of birth: past, with a year, and with the order of its digits known beforehand."""

import datetime as dt
from typing import Literal

from lab.understanding.dates import Day, is_date
from lab.understanding.items import read_items
from lab.understanding.lexicon import lexicon
from lab.understanding.numbers import Roles
from lab.understanding.readers import matches
from lab.understanding.spoken import language_of
from lab.understanding.tokens import tokenise

Order = Literal["mdy", "dmy"]

OLDEST = 120
"""Years: nobody who calls is older."""


def birth_date(line: str, today: dt.date, language: str = "en", order: Order | None = None) -> Day | None:
    """Read a date of birth; the last one said counts. Digits are in the language's order unless told otherwise.

    None where there is none, or none that a living person can have. More than one candidate, or one that only the
    other order of digits allows, is not `sure`: ask.
    """
    tokens = tokenise(line)
    words = lexicon(language_of(set(tokens.words), language))
    order = order or ("dmy" if lexicon(language).day_first else "mdy")
    items = read_items(tokens, words)
    born = [_born(said, today, order) for reader, _, _, said in matches(items, words, "BIRTH") if reader == "birth"]
    return next((day for day in reversed(born) if day), None)


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
