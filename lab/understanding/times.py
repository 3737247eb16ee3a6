"""What the words of a time mean: a clock face first, then the half of the day that words or opening hours settle."""

import datetime as dt
from collections.abc import Callable
from typing import NamedTuple

from lab.understanding.context import Hours
from lab.understanding.numbers import Roles, pick

PARTS = {
    "morning": "morning",
    "forenoon": "morning",
    "afternoon": "afternoon",
    "evening": "evening",
    "night": "evening",
    "small_hours": "morning",
}
"""Every part of the day that words can name, and the one of the three that is heard."""


class Clock(NamedTuple):
    """An hour and a minute; `half` is `am`, `pm`, a part of the day, `exact` (as written), or None: still open.

    `other` is a second hour in the same words ("nine or ten"); `weak` is a bare number, an hour only because nothing
    clearer was said; one that `corrects` is an hour only if it takes back another.
    """

    hour: int
    minute: int = 0
    half: str | None = None
    weak: bool = False
    other: int | None = None
    corrects: bool = False


def read_clock(reader: str, said: Roles) -> Clock | None:
    """Read what a pattern of `reader` caught (group to value)."""
    clock = _READERS[reader](said)
    if clock is None or clock.hour > 24 or clock.minute > 59 or (clock.hour == 24 and clock.minute):
        return None
    half = pick(said, "half", "part", otherwise=clock.half)
    if half is None and (clock.hour > 12 or clock.hour == 0):
        half = "exact"
    return Clock(clock.hour, clock.minute, half, reader == "bare_hour", said.get("other"), reader == "corrected_hour")


def each_hour(clock: Clock) -> tuple[Clock, ...]:
    """A clock with one hour as it is, one with two as two."""
    if clock.other is None:
        return (clock,)
    return (clock._replace(other=None), clock._replace(hour=clock.other, other=None))


def settle(clock: Clock, part: str | None, hours: Hours, weekday: int | None) -> tuple[dt.time, ...]:
    """The times a clock can mean, best first: by its own half, the part of the day, or the opening hours."""
    half = clock.half or part
    if half is not None:
        return (dt.time(_hour(clock.hour, half) % 24, clock.minute),)
    both = tuple(dt.time(hour, clock.minute) for hour in (clock.hour % 12, clock.hour % 12 + 12))
    if not hours:
        return both if 7 <= clock.hour < 12 else both[::-1]
    of_day = hours.get(weekday, ()) if weekday is not None else ()
    spans = of_day or tuple(span for each in hours.values() for span in each)
    fitting = tuple(time for time in both if any(start <= time < end for start, end in spans))
    if len(fitting) == 2:
        return both if 7 <= clock.hour < 12 else both[::-1]
    return fitting or (dt.time(clock.hour % 24, clock.minute),)


def both_halves(clock: Clock) -> tuple[dt.time, ...]:
    """Every time that a clock can mean, whatever the clinic's hours."""
    if clock.half is not None:
        return settle(clock, None, {}, None)
    return tuple(dt.time(hour, clock.minute) for hour in (clock.hour % 12, clock.hour % 12 + 12))


def _hour(hour: int, half: str) -> int:
    if half == "exact" or hour > 12:
        return hour
    if half == "forenoon":
        return hour
    twelve = hour % 12
    if half in ("am", "morning", "small_hours"):
        return twelve
    if half == "night":
        return twelve if twelve < 5 else twelve + 12
    if half == "evening" and twelve == 0:
        return 0
    return twelve + 12


def _face(said: Roles) -> Clock:
    return Clock(said["hour"], said.get("minute", 0))


def _as_written(said: Roles) -> Clock:
    """ "02:45", with its zero, is on the 24-hour clock."""
    return Clock(said["hour"], said["minute"], "exact")


def _four_digits(said: Roles) -> Clock:
    hour, minute = divmod(said["hhmm"], 100)
    return Clock(hour, minute)


def _past(said: Roles) -> Clock:
    return _beside(said, pick(said, "fraction", "n", otherwise=30))


def _to(said: Roles) -> Clock | None:
    minutes = pick(said, "fraction", "n", otherwise=0)
    return _beside(said, -minutes) if 0 < minutes < 60 else None


def _beside(said: Roles, minutes: int) -> Clock:
    """So many minutes before or after an hour, or after noon."""
    hour = pick(said, "hour", "named_time", otherwise=0)
    before = hour - 1 if hour > 1 else hour + 11
    return Clock(hour if minutes >= 0 else before, minutes % 60, "exact" if "named_time" in said else None)


def _named(said: Roles) -> Clock:
    return Clock(said["named_time"], 0, "exact")


_READERS: dict[str, Callable[[Roles], Clock | None]] = {
    "clock": _face,
    "bare_hour": _face,
    "corrected_hour": _face,
    "as_written": _as_written,
    "four_digits": _four_digits,
    "past_hour": _past,
    "to_hour": _to,
    "named_time": _named,
}

TIME_READERS = frozenset(_READERS)
