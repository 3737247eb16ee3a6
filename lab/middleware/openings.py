"""What can be booked, out of a schedule as the record system tells it; offering and re-reading share this one file."""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from fake_api.practice.columns import Column, Wanted, best_places, read_column
from fake_api.practice.times import wall
from lab.middleware.directory import Doctor, Office


class Opening(NamedTuple):
    """A start that a doctor has free, in the column behind it with the fewest bookings.

    `start` is aware, in the office's zone; `codes` are the appointment types it may become, `minutes` the longest of
    them. `booked` of `capacity` visits touch that time already.
    """

    office: Office
    doctor: Doctor
    start: dt.datetime
    minutes: int
    lane: str
    codes: tuple[str, ...]
    column: int
    booked: int
    capacity: int

    @property
    def key(self) -> tuple[int, int, dt.datetime]:
        """What makes it the same opening for a caller, whatever column lies behind it."""
        return self.office.id, self.doctor.id, self.start


@dataclass(frozen=True, slots=True)
class Schedule:
    """An office's columns from one day to another, as one request told them."""

    office: Office
    first: dt.date
    last: dt.date
    closed: frozenset[dt.date]
    columns: tuple[Column, ...]

    def of(self, doctor: int | None) -> "Schedule":
        """The same with one doctor's columns only; none: everybody's."""
        return self if doctor is None else replace(self, columns=tuple(c for c in self.columns if c.doctor == doctor))

    def is_open(self, day: dt.date) -> bool:
        return self.first <= day <= self.last and day not in self.closed

    def openings(self, day: dt.date, wanted: Wanted, after: int, shared: bool) -> list[tuple[int, Column, int]]:
        """Each start after the instant `after` with the column to take and its visits then; soonest first."""
        return best_places(self.columns if self.is_open(day) else (), day, wanted, after, self.office.zone, shared)


def expand(
    schedule: Schedule,
    days: Sequence[dt.date],
    wanted: Callable[[dt.date], Wanted],
    doctors: Mapping[int, Doctor],
    after: int,
    shared: bool,
) -> Iterator[Opening]:
    """Every opening on those days that begins after the instant `after`; where someone stands only if `shared`."""
    office = schedule.office
    for day in days:
        lane, codes, minutes = want = wanted(day)
        for instant, places in groupby(schedule.openings(day, want, after, shared), itemgetter(0)):
            start = wall(instant, office.zone)
            # the hour that comes twice when the clocks go back cannot be told apart by ear: the first is offered
            for _, column, booked in () if start.fold else places:
                doctor = doctors[column.doctor]
                yield Opening(office, doctor, start, minutes, lane, codes, column.id, booked, column.capacity)


def read_schedule(office: Office) -> Callable[[Any], Schedule]:
    """A parser of the body of a `day` or `month` request."""

    def parse(body: Any) -> Schedule:
        return Schedule(
            office=office,
            first=dt.date.fromisoformat(body["from"]),
            last=dt.date.fromisoformat(body["until"]),
            closed=frozenset(dt.date.fromisoformat(day) for day in body["closed"]),
            columns=tuple(read_column(row) for row in body["columns"]),
        )

    return parse
