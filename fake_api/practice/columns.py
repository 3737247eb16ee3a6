"""Where a visit fits: the starts that schedule columns have, and who sits there already."""

import datetime as dt
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby, repeat
from operator import attrgetter, itemgetter, lt, sub
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

    def starts(self, day: dt.date, minutes: int, zone: str) -> tuple[int, ...]:
        """The instants at which a visit of that length can begin and end within a shift."""
        return _starts(self.shifts, self.step, day, minutes, zone)

    def count(self, start: int, minutes: int) -> int:
        """How many visits touch the time from an instant on, for so many minutes; buffers count on both sides."""
        (touching,) = self.counts((start,), minutes)
        return touching

    def counts(self, starts: Sequence[int], minutes: int) -> Sequence[int]:
        """The same for several starts at once, which ascend."""
        if not starts:
            return ()
        untils = [start + minutes + self.buffer for start in starts]
        # those that begin before its end, less those that are over by its start; outside these two nothing touches any
        first, last = bisect_right(self.ends, starts[0]), bisect_left(self.begins, untils[-1])
        if first == last:
            return [0] * len(starts)
        among = repeat(first), repeat(last)
        begun = map(bisect_left, repeat(self.begins), untils, *among)
        return list(map(sub, begun, map(bisect_right, repeat(self.ends), starts, *among)))


@lru_cache(4096)
def _starts(
    shifts: tuple[tuple[int, int, int], ...], step: int, day: dt.date, minutes: int, zone: str
) -> tuple[int, ...]:
    spans = [(opens, closes - minutes + 1) for weekday, opens, closes in shifts if weekday == day.weekday()]
    # shifts may overlap, and where an hour comes twice the end of one is after the beginning of the next
    return tuple(sorted({start for span in spans for start in day_starts(day, *span, step, zone)}))


def best_places(
    columns: Iterable[Column], day: dt.date, wanted: Wanted, after: int, zone: str, shared: bool = True
) -> list[tuple[int, Column, int]]:
    """Each start with room after the instant `after`, the column to take, and its visits then; soonest first.

    The columns of one doctor collapse to the one with the fewest visits at that time, then on the whole. Where
    someone stands already there is room only for those who would share.
    """
    fitting = [column for column in columns if wanted.lane in column.lanes]
    fitting.sort(key=lambda column: (column.doctor, len(column.begins), column.id))
    found: list[tuple[int, Column, int]] = []
    for _, behind_one_doctor in groupby(fitting, attrgetter("doctor")):
        best: dict[int, tuple[int, Column, int]] = {}
        untouched: tuple[int, ...] | None = None
        for column in behind_one_doctor:
            room = column.capacity if shared else 1
            starts = column.starts(day, wanted.minutes, zone)
            if starts is untouched:
                continue  # a column before this one has them all free; columns of the same shifts share the very tuple
            counts = column.counts(starts, wanted.minutes)
            untouched = untouched if any(counts) else starts
            for start, booked in zip(starts, counts, strict=True):
                if booked < room and start > after and (start not in best or booked < best[start][2]):
                    best[start] = start, column, booked
        found += best.values()
    return sorted(found, key=itemgetter(0))


def read_column(row: Any) -> Column:
    """A column as the record system tells it in the body of a `day` or `month` request."""
    (begins, ends), buffer = row["booked"], row["buffer"]
    if len(begins) != len(ends) or not all(map(lt, begins, ends)):
        raise ValueError("a visit that ends before it begins")
    return Column(
        id=row["columnId"],
        doctor=row["profileId"],
        lanes=frozenset(row["routing"]),
        capacity=row["capacity"],
        step=row["step"],
        buffer=buffer,
        shifts=tuple((WEEKDAYS.index(day), _minutes(opens), _minutes(closes)) for day, opens, closes in row["shifts"]),
        begins=tuple(sorted(begins)),
        ends=tuple(sorted(end + buffer for end in ends)),
    )


@cache
def _minutes(clock: str) -> int:
    return int(clock[:2]) * 60 + int(clock[3:])
