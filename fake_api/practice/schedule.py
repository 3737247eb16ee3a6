"""The schedule as the record system tells it: each column's weekly shifts, and what is booked in it."""

import datetime as dt
from typing import Any

from fake_api.practice.store import Store
from fake_api.practice.times import day_bounds
from fake_api.practice.wire import Json, require

_ONE_DAY = dt.timedelta(days=1)
_EVERYBODY = 0, 2**53

# The whole answer is made by SQLite itself: a row of ours for each visit of a month would take longer than the rest.
# `booked` is where each visit begins, and in the same order where each ends, in minutes since 1970 UTC.
_SCHEDULE = """
SELECT json_object(
    'officeId', offices.id, 'zone', zone, 'from', :first, 'until', :last,
    'closed', (
        SELECT json_group_array(day) FROM closures WHERE office_id = offices.id AND day BETWEEN :first AND :last
    ),
    'columns', (
        SELECT json_group_array(json_object(
            'columnId', columns.id, 'profileId', provider_id, 'capacity', capacity, 'step', step, 'buffer', buffer,
            'routing', (SELECT json_group_array(lane) FROM column_lanes WHERE column_id = columns.id),
            'shifts', (
                SELECT json_group_array(json_array(
                    substr('montuewedthufrisatsun', 1 + 3 * weekday, 3),
                    printf('%02d:%02d', starts / 60, starts % 60), printf('%02d:%02d', ends / 60, ends % 60)
                )) FROM shifts WHERE column_id = columns.id
            ),
            'booked', (
                SELECT json_array(json_group_array(starts), json_group_array(starts + minutes)) FROM appointments
                WHERE column_id = columns.id AND status = 'booked'
                AND starts >= :begins - 1440 AND starts < :ends AND starts + minutes + buffer > :begins
            )
        )) FROM columns WHERE office_id = offices.id AND provider_id BETWEEN :lowest AND :highest
    )
) FROM offices WHERE id = :office"""


def day(store: Store, officeId: int, profileId: int, date: dt.date) -> Any:
    return span(store, officeId, date, date, (profileId, profileId))


def month(store: Store, officeId: int, month: dt.date) -> Any:
    last = (month + dt.timedelta(days=31)).replace(day=1) - _ONE_DAY
    return span(store, officeId, month, last)


def span(store: Store, office: int, first: dt.date, last: dt.date, providers: tuple[int, int] = _EVERYBODY) -> Json:
    """Columns of an office from one day to another, both included."""
    zone = require("officeId", store.one("SELECT zone FROM offices WHERE id = ?", office))
    (text,) = store.one(
        _SCHEDULE,
        office=office,
        lowest=providers[0],
        highest=providers[1],
        first=first.isoformat(),
        last=last.isoformat(),
        begins=day_bounds(first, zone)[0],
        ends=day_bounds(last, zone)[1],
    )
    return Json(text)
