"""What can be booked, out of a schedule as the record system tells it; offering and re-reading share this one file."""

import datetime as dt
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from operator import itemgetter
from typing import Any, NamedTuple

from fake_api.practice.times import day_starts, wall
from fake_api.practice.world import WEEKDAYS
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


class Wanted(NamedTuple):
    """What a visit on some day needs: its lane, the types it may become, and the longest of them in minutes."""

    lane: str
    codes: tuple[str, ...]
    minutes: int


@dataclass(frozen=True, slots=True)
class Column:
    """One column as a schedule tells it; `shifts` are (weekday, start, end) in minutes after midnight.

    What is booked stands in `begins` and `ends`: instants, each sorted by itself, every visit's buffer included.
    """

    id: int
    doctor: int
    lanes: frozenset[str]
    capacity: int
    step: int
    buffer: int
    shifts: tuple[tuple[int, int, int], ...]
    begins: tuple[int, ...]
    ends: tuple[int, ...]

    def starts(self, day: dt.date, minutes: int, zone: str) -> Iterator[int]:
        """The instants at which a visit of that length can begin and end within a shift."""
        for weekday, opens, closes in self.shifts:
            if weekday == day.weekday():
                yield from day_starts(day, opens, closes - minutes + 1, self.step, zone)

    def count(self, start: int, minutes: int) -> int:
        """How many visits touch the time from an instant on, for so many minutes; buffers count on both sides."""
        # those that begin before its end, less those that are over by its start
        return bisect_left(self.begins, start + minutes + self.buffer) - bisect_right(self.ends, start)


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

    def openings(self, day: dt.date, wanted: Wanted, after: int) -> list[tuple[int, Column, int]]:
        """Each start after the instant `after` with the column to take and its visits then; soonest first.

        The columns of one doctor collapse to the one with the fewest visits at that time, then on the whole.
        """
        best: dict[tuple[int, int], tuple[tuple[int, int, int], Column]] = {}
        for column in self._columns_for(wanted) if self.is_open(day) else ():
            count, capacity, doctor, visits = column.count, column.capacity, column.doctor, len(column.begins)
            for start in column.starts(day, wanted.minutes, self.office.zone):
                if start > after and (booked := count(start, wanted.minutes)) < capacity:
                    rank, place = (booked, visits, column.id), (start, doctor)
                    if place not in best or rank < best[place][0]:
                        best[place] = rank, column
        return [(start, column, rank[0]) for (start, _), (rank, column) in sorted(best.items(), key=itemgetter(0))]

    def _columns_for(self, wanted: Wanted) -> list[Column]:
        return [column for column in self.columns if wanted.lane in column.lanes]


def expand(
    schedule: Schedule,
    days: Sequence[dt.date],
    wanted: Callable[[dt.date], Wanted],
    doctors: Mapping[int, Doctor],
    after: int,
) -> Iterator[Opening]:
    """Every opening on those days that begins after the instant `after`."""
    office = schedule.office
    for day in days:
        want = wanted(day)
        for instant, column, booked in schedule.openings(day, want, after):
            start = wall(instant, office.zone)
            # the hour that comes twice when the clocks go back cannot be told apart by ear: the first is offered
            if not start.fold:
                doctor = doctors[column.doctor]
                place = (column.id, booked, column.capacity)
                yield Opening(office, doctor, start, want.minutes, want.lane, want.codes, *place)


def read_schedule(office: Office) -> Callable[[Any], Schedule]:
    """A parser of the body of a `day` or `month` request."""

    def parse(body: Any) -> Schedule:
        return Schedule(
            office=office,
            first=dt.date.fromisoformat(body["from"]),
            last=dt.date.fromisoformat(body["until"]),
            closed=frozenset(dt.date.fromisoformat(day) for day in body["closed"]),
            columns=tuple(_column(row) for row in body["columns"]),
        )

    return parse


def _column(row: Any) -> Column:
    booked, buffer = row["booked"], row["buffer"]
    return Column(
        id=row["columnId"],
        doctor=row["profileId"],
        lanes=frozenset(row["routing"]),
        capacity=row["capacity"],
        step=row["step"],
        buffer=buffer,
        shifts=tuple((WEEKDAYS.index(day), _minutes(opens), _minutes(closes)) for day, opens, closes in row["shifts"]),
        begins=tuple(start for start, _ in booked),
        ends=tuple(sorted(start + minutes + buffer for start, minutes in booked)),
    )


@cache
def _minutes(clock: str) -> int:
    return int(clock[:2]) * 60 + int(clock[3:])
