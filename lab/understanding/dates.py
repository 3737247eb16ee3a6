"""What the words of a day mean on a given day: candidates, best first, and whether that was clear.

A past day is never among them; a pattern that can only mean one reads as nothing.
"""

import calendar
import datetime as dt
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from lab.understanding.numbers import Roles, pick

_NIGHT_ENDS = 4
"""Before this hour "tomorrow" may mean the day about to begin."""

MOST_CANDIDATES = 6
"""More than these nobody can be asked back."""

_MOST_AHEAD = 36500
"""Days: no booking is further away than a century."""


class Today(NamedTuple):
    """The day a line is said on, whether the night before it is still going on, and the order of a day in digits."""

    date: dt.date
    at_night: bool = False
    day_first: bool = False

    @classmethod
    def at(cls, now: dt.datetime, day_first: bool) -> "Today":
        return cls(now.date(), now.hour < _NIGHT_ENDS, day_first)


class Day(NamedTuple):
    """Days that the words can mean, best first; `sure` if there is but one and the words named it.

    `weekday` is set where nothing but a weekday was said, `part` where the words named a part of the day too.
    """

    candidates: tuple[dt.date, ...]
    sure: bool = True
    weekday: int | None = None
    part: str | None = None


def read_day(reader: str, said: Roles, today: Today) -> Day | None:
    """Read what a pattern of `reader` caught (group to value); None if it means no day that can still come."""
    day = _READERS[reader](said, today)
    if day is None:
        return None
    coming = tuple(date for date in day.candidates if today.date <= date)
    if not coming:
        return None
    return Day(coming, day.sure and len(coming) == 1, day.weekday, said.get("part", day.part))


def join(first: Day, second: Day) -> Day:
    """Two ways of naming one day: where they agree, that day; else both, unclear."""
    part = first.part or second.part
    for plain, full in ((first, second), (second, first)):
        if plain.weekday is not None and full.weekday is None:
            agreed = tuple(date for date in full.candidates if date.weekday() == plain.weekday)
            break
    else:
        agreed = tuple(date for date in first.candidates if date in second.candidates)
    if agreed:
        return Day(agreed, len(agreed) == 1, part=part)
    return Day(_unique((*first.candidates, *second.candidates))[:MOST_CANDIDATES], False, part=part)


def _weekday(said: Roles, today: Today) -> Day:
    coming = _coming(said["weekday"], today.date)
    if coming == today.date:
        return Day((coming + dt.timedelta(7), coming), False, weekday=said["weekday"])
    return Day((coming,), weekday=said["weekday"])


def _this_weekday(said: Roles, today: Today) -> Day:
    return Day((_coming(said["weekday"], today.date),))


def _next_weekday(said: Roles, today: Today) -> Day:
    coming = _coming(said["weekday"], today.date + dt.timedelta(1))
    if coming - today.date < dt.timedelta(7 - today.date.weekday()):
        return Day((coming + dt.timedelta(7), coming), False)
    return Day((coming,))


def _weekday_after_next(said: Roles, today: Today) -> Day:
    coming = _coming(said["weekday"], today.date + dt.timedelta(1))
    return Day((coming + dt.timedelta(7),))


def _weekday_of_week(said: Roles, today: Today) -> Day:
    """A weekday of this week, the next, the one after; weeks start on Monday."""
    monday = today.date - dt.timedelta(today.date.weekday())
    return Day((monday + dt.timedelta(7 * said["week"] + said["weekday"]),))


def _week_on(said: Roles, today: Today) -> Day:
    """Weeks after the coming weekday: "a week from Tuesday", "Tuesday week"."""
    base = _weekday(said, today)
    return Day(tuple(date + dt.timedelta(7 * said.get("n", 1)) for date in base.candidates), base.sure)


def _relative(said: Roles, today: Today) -> Day:
    offset = said["relative_day"]
    day = today.date + dt.timedelta(offset + 7 * said.get("n", 0))
    if offset > 0 and today.at_night:
        return Day((day, day - dt.timedelta(1)), False)
    return Day((day,))


def _this_part(said: Roles, today: Today) -> Day:
    return Day((today.date,), part=said["this_part"])


def _ahead(said: Roles, today: Today) -> Day | None:
    """So many days, weeks, months from today, or from the day named."""
    return _moved(today.date + dt.timedelta(said.get("relative_day", 0)), said)


def _after_weekday(said: Roles, today: Today) -> Day | None:
    """So many days or weeks after the coming weekday."""
    return _moved(_coming(said["weekday"], today.date), said)


def _moved(base: dt.date, said: Roles) -> Day | None:
    count = pick(said, "n", "few", otherwise=1)
    unit = said.get("unit", "week")
    if unit == "month":
        date = _same_day_of_month(base, count)
    elif unit == "year":
        date = _same_day_of_month(base, 12 * count)
    elif (days := {"day": 1, "week": 7, "fortnight": 14}[unit] * count) <= _MOST_AHEAD:
        date = base + dt.timedelta(days)
    else:
        return None
    return Day((date,)) if date else None


def _month_day(said: Roles, today: Today) -> Day | None:
    return _with_weekday(_dated(pick(said, "year", "yy"), said["month"], said["day"], today), said, today)


def _day_of_month(said: Roles, today: Today) -> Day | None:
    """ "The 15th": of this month or the next; of one that has it not, unclear."""
    number = said["day"]
    first = today.date.replace(day=1)
    skipped = False
    for _ in range(3):
        if number <= _length(first.year, first.month):
            date = first.replace(day=number)
            if date >= today.date:
                return _with_weekday(Day((date,), not skipped), said, today)
        else:
            skipped = True
        first = _next_month(first)
    return None


def _day_in_month(said: Roles, today: Today) -> Day | None:
    """ "The 15th of next month"."""
    first = today.date.replace(day=1)
    for _ in range(said["which_month"]):
        first = _next_month(first)
    return _with_weekday(_in_year(first.year, first.month, said["day"]), said, today)


def _numeric(said: Roles, today: Today) -> Day | None:
    """A date in digits, in the order of the language; where only the other order fits, unclear."""
    first, second = said["a"], said["b"]
    day, month = (first, second) if today.day_first else (second, first)
    sure = 1 <= month <= 12
    if not sure:
        day, month = month, day
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    read = _with_weekday(_dated(pick(said, "year", "yy"), month, day, today), said, today)
    return read and Day(read.candidates, sure and read.sure)


def _dotted(said: Roles, today: Today) -> Day | None:
    """A date with dots is day first nearly everywhere; in a language that is not, unclear where both orders fit."""
    best = _numeric(said, today._replace(day_first=True))
    if best is None or today.day_first or said["a"] > 12:
        return best
    other = _numeric(said, today)
    return Day(_unique((*best.candidates, *(other.candidates if other else ()))), said["a"] == said["b"] and best.sure)


def _iso(said: Roles, today: Today) -> Day | None:
    month, day = said["b"], said["c"]
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    return _with_weekday(_dated(said["year"], month, day, today), said, today)


def _weekday_in_month(said: Roles, today: Today) -> Day | None:
    """ "The first Monday of October", "the last Friday in May": this year's or the next."""
    nth = said["nth"]
    for year in (said["year"],) if "year" in said else (today.date.year, today.date.year + 1):
        dates = [dt.date(year, said["month"], day + 1) for day in range(_length(year, said["month"]))]
        dates = [date for date in dates if date.weekday() == said["weekday"]]
        if abs(nth) <= len(dates) and (date := dates[nth if nth < 0 else nth - 1]) >= today.date:
            return Day((date,))
    return None


def _nothing(said: Roles, today: Today) -> None:
    """A past day: understood, and no day for a visit."""


_READERS: dict[str, Callable[[Roles, Today], Day | None]] = {
    "weekday": _weekday,
    "this_weekday": _this_weekday,
    "next_weekday": _next_weekday,
    "weekday_after_next": _weekday_after_next,
    "weekday_of_week": _weekday_of_week,
    "week_on": _week_on,
    "relative": _relative,
    "this_part": _this_part,
    "ahead": _ahead,
    "after_weekday": _after_weekday,
    "month_day": _month_day,
    "day_of_month": _day_of_month,
    "day_in_month": _day_in_month,
    "numeric": _numeric,
    "dotted": _dotted,
    "iso": _iso,
    "weekday_in_month": _weekday_in_month,
    "past": _nothing,
}

DAY_READERS = frozenset(_READERS)


def _with_weekday(day: Day | None, said: Roles, today: Today) -> Day | None:
    """Check a date against the weekday that was said with it; if they differ, both stand, the date first."""
    if day is None or "weekday" not in said:
        return day
    agreed = tuple(date for date in day.candidates if date.weekday() == said["weekday"])
    if agreed:
        return Day(agreed, day.sure)
    return Day((*day.candidates, _coming(said["weekday"], today.date)), False)


def _coming(weekday: int, start: dt.date) -> dt.date:
    return start + dt.timedelta((weekday - start.weekday()) % 7)


def _dated(year: int | None, month: int, day: int, today: Today) -> Day | None:
    if year is not None:
        return _in_year(year if year >= 100 else 2000 + year, month, day)
    if (month, day) == (2, 29):
        years: Iterable[int] = range(today.date.year, today.date.year + 9)
    else:
        years = (today.date.year, today.date.year + 1)
    for each in years:
        if is_date(each, month, day) and dt.date(each, month, day) >= today.date:
            return Day((dt.date(each, month, day),))
    return _in_year(today.date.year + (month < today.date.month), month, day)


def _in_year(year: int, month: int, day: int) -> Day:
    """A date; a day that its month has not ("the 31st of June") is unclear between the days around it."""
    last = _length(year, month)
    if day <= last:
        return Day((dt.date(year, month, day),))
    end = dt.date(year, month, last)
    return Day((end, end + dt.timedelta(1)), False)


def is_date(year: int, month: int, day: int) -> bool:
    """Whether there is such a day."""
    return 1 <= month <= 12 and 1 <= day <= _length(year, month)


def _length(year: int, month: int) -> int:
    return calendar.monthrange(year, month)[1]


def _next_month(first: dt.date) -> dt.date:
    return (first + dt.timedelta(31)).replace(day=1)


def _same_day_of_month(date: dt.date, months: int) -> dt.date | None:
    year, month = divmod(date.year * 12 + date.month - 1 + months, 12)
    if year > date.year + 100:
        return None
    return dt.date(year, month + 1, min(date.day, _length(year, month + 1)))


def _unique(dates: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(dates))
