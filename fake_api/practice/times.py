"""Wall time (of an office's zone) and instants (whole minutes since 1970-01-01 UTC)."""

import datetime as dt
from functools import cache, lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

TICK = 15
"""Minutes: starts and lengths are multiples of it."""


def instant(moment: dt.datetime) -> int:
    """The minute of an aware time."""
    return int(moment.timestamp()) // 60


@lru_cache(8192)
def wall(minute: int, zone: str) -> dt.datetime:
    """An instant as an aware time in the zone."""
    return dt.datetime.fromtimestamp(minute * 60, zone_of(zone))


@cache
def zone_of(name: str) -> ZoneInfo:
    return ZoneInfo(name)


def is_zone(name: str) -> bool:
    """Whether the machine's time zone data knows it."""
    try:
        zone_of(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


@lru_cache(4096)
def day_starts(day: dt.date, starts: int, ends: int, step: int, zone: str) -> tuple[int, ...]:
    """The instants of every `step` minutes from `starts` up to `ends` (minutes after midnight, wall time) of a day.

    An hour that the clock skips gives none, an hour that comes twice gives both.
    """
    midnight = dt.datetime.combine(day, dt.time())
    found: set[int] = set()
    for after in range(starts, ends, step):
        naive = midnight + dt.timedelta(minutes=after)
        for fold in (0, 1):
            moment = instant(naive.replace(tzinfo=zone_of(zone), fold=fold))
            if wall(moment, zone).replace(tzinfo=None) == naive:
                found.add(moment)
    return tuple(sorted(found))


@lru_cache(4096)
def day_bounds(day: dt.date, zone: str) -> tuple[int, int]:
    """The first instant of a day, and the first of the next."""
    midnights = (dt.datetime.combine(each, dt.time(), zone_of(zone)) for each in (day, day + dt.timedelta(days=1)))
    first, after = (instant(midnight) for midnight in midnights)
    return first, after
