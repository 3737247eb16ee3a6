"""The schedule as the record system tells it: each column's weekly shifts, and what is booked in it."""

import datetime as dt
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

Row = tuple[int, int, int, int, int]


def day(store: Store, officeId: int, profileId: int, date: dt.date) -> Any:
    return _schedule(store, officeId, date, date + _ONE_DAY, profileId)


def month(store: Store, officeId: int, month: dt.date) -> Any:
    return _schedule(store, officeId, month, (month + dt.timedelta(days=31)).replace(day=1), None)


def _schedule(store: Store, office: int, first: dt.date, after: dt.date, provider: int | None) -> Any:
    """Columns of an office from the day `first` to before `after`."""
    zone = require("officeId", store.one("SELECT zone FROM offices WHERE id = ?", office))
    bounds = day_bounds(first, zone)[0], day_bounds(after, zone)[0]
    closed = "SELECT day FROM closures WHERE office_id = ? AND day >= ? AND day < ? ORDER BY day"
    columns = "SELECT id, provider_id, capacity, step, buffer FROM columns WHERE office_id = ?1"
    rows = store.all(f"{columns} AND (?2 IS NULL OR provider_id = ?2) ORDER BY id", office, provider)
    return {
        "officeId": office,
        "zone": zone,
        "from": first.isoformat(),
        "until": (after - _ONE_DAY).isoformat(),
        "closed": [shut for (shut,) in store.all(closed, office, first.isoformat(), after.isoformat())],
        "columns": [_column(store, row, *bounds) for row in rows],
    }


def _column(store: Store, row: Row, first: int, after: int) -> Any:
    column, provider, capacity, step, buffer = row
    shifts = store.all("SELECT weekday, starts, ends FROM shifts WHERE column_id = ?", column)
    lanes = store.all("SELECT lane FROM column_lanes WHERE column_id = ? ORDER BY lane", column)
    return {
        "columnId": column,
        "profileId": provider,
        "routing": [lane for (lane,) in lanes],
        "capacity": capacity,
        "step": step,
        "buffer": buffer,
        "shifts": [[WEEKDAYS[weekday], clock(opens), clock(shuts)] for weekday, opens, shuts in shifts],
        # minutes since 1970 UTC, and how long: a month of a large office has thousands of them
        "booked": store.all(_BOOKED, column, first, after, buffer),
    }
