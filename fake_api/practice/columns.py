"""Where a visit fits: the starts that schedule columns have, and who sits there already."""

import datetime as dt
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from typing import Any, NamedTuple

from fake_api.practice.times import day_starts
from fake_api.practice.world import WEEKDAYS


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


def best_places(
    columns: Iterable[Column], day: dt.date, wanted: Wanted, after: int, zone: str
) -> list[tuple[int, Column, int]]:
    """Each start with room after the instant `after`, the column to take, and its visits then; soonest first.

    The columns of one doctor collapse to the one with the fewest visits at that time, then on the whole.
    """
    best: dict[tuple[int, int], tuple[tuple[int, int, int], Column]] = {}
    for column in columns:
        if wanted.lane not in column.lanes:
            continue
        count, capacity, doctor, visits = column.count, column.capacity, column.doctor, len(column.begins)
        for start in column.starts(day, wanted.minutes, zone):
            if start > after and (booked := count(start, wanted.minutes)) < capacity:
                rank, place = (booked, visits, column.id), (start, doctor)
                if place not in best or rank < best[place][0]:
                    best[place] = rank, column
    return [(start, column, rank[0]) for (start, _), (rank, column) in sorted(best.items(), key=itemgetter(0))]


def read_column(row: Any) -> Column:
    """A column as the record system tells it in the body of a `day` or `month` request."""
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
