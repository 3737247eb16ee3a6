"""The schedule as the record system tells it: each column's weekly shifts, and what is booked in it."""

import datetime as dt
from collections import defaultdict
from typing import Any

from fake_api.practice.directory import clock
from fake_api.practice.store import Store
from fake_api.practice.times import day_bounds
from fake_api.practice.wire import require
from fake_api.practice.world import WEEKDAYS

_ONE_DAY = dt.timedelta(days=1)
_BOOKED = """
    SELECT starts, minutes FROM appointments
    WHERE column_id = ?1 AND status = 'booked' AND starts >= ?2 - 1440 AND starts < ?3 AND starts + minutes + ?4 > ?2
    ORDER BY starts"""

_SHIFTS = """
    SELECT column_id, weekday, starts, ends FROM shifts JOIN columns ON id = column_id
    WHERE office_id = ?1 AND (?2 IS NULL OR provider_id = ?2) ORDER BY column_id, weekday, starts"""
_LANES = """
    SELECT column_id, lane FROM column_lanes JOIN columns ON id = column_id
    WHERE office_id = ?1 AND (?2 IS NULL OR provider_id = ?2) ORDER BY column_id, lane"""


def day(store: Store, officeId: int, profileId: int, date: dt.date) -> Any:
    return span(store, officeId, date, date + _ONE_DAY, profileId)


def month(store: Store, officeId: int, month: dt.date) -> Any:
    return span(store, officeId, month, (month + dt.timedelta(days=31)).replace(day=1), None)


def span(store: Store, office: int, first: dt.date, after: dt.date, provider: int | None) -> Any:
    """Columns of an office from the day `first` to before `after`."""
    zone = require("officeId", store.one("SELECT zone FROM offices WHERE id = ?", office))
    bounds = day_bounds(first, zone)[0], day_bounds(after, zone)[0]
    closed = "SELECT day FROM closures WHERE office_id = ? AND day >= ? AND day < ? ORDER BY day"
    columns = "SELECT id, provider_id, capacity, step, buffer FROM columns WHERE office_id = ?1"
    rows = store.all(f"{columns} AND (?2 IS NULL OR provider_id = ?2) ORDER BY id", office, provider)
    shifts, lanes = _by_column(store, _SHIFTS, office, provider), _by_column(store, _LANES, office, provider)
    return {
        "officeId": office,
        "zone": zone,
        "from": first.isoformat(),
        "until": (after - _ONE_DAY).isoformat(),
        "closed": [shut for (shut,) in store.all(closed, office, first.isoformat(), after.isoformat())],
        "columns": [
            {
                "columnId": column,
                "profileId": doctor,
                "routing": [lane for (lane,) in lanes[column]],
                "capacity": capacity,
                "step": step,
                "buffer": buffer,
                "shifts": [[WEEKDAYS[weekday], clock(opens), clock(shuts)] for weekday, opens, shuts in shifts[column]],
                # minutes since 1970 UTC, and how long: a month of a large office has thousands of them
                "booked": store.all(_BOOKED, column, *bounds, buffer),
            }
            for column, doctor, capacity, step, buffer in rows
        ],
    }


def _by_column(store: Store, query: str, office: int, provider: int | None) -> dict[int, list[tuple[Any, ...]]]:
    """What follows the column's id in each row, gathered by it."""
    found: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for column, *rest in store.all(query, office, provider):
        found[column].append(tuple(rest))
    return found
