"""What is free at an office, for the hub that offers it and for the quote that takes it alike."""

import datetime as dt
import json
from collections.abc import Iterator
from typing import NamedTuple

from fake_api.practice import schedule
from fake_api.practice.columns import Column, Wanted, best_places, read_column
from fake_api.practice.directory import read_rules
from fake_api.practice.inbound.people import found
from fake_api.practice.rules import Facts, Unresolved, resolve
from fake_api.practice.store import Store
from fake_api.practice.times import instant, wall
from fake_api.practice.wire import Refused

_FIELDS = {"patient_status": "status", "date_of_birth": "age"}


class Free(NamedTuple):
    """A start that somebody has free (`minute` is its instant), and the column that would take it."""

    minute: int
    start: dt.datetime
    column: Column
    booked: int


class Days:
    """An office's columns, or one doctor's there, on some days, as they are booked now."""

    def __init__(self, store: Store, office: int, first: dt.date, days: int, provider: int | None) -> None:
        """Raises Refused where no such office is."""
        (self.zone,) = found("office_id", store.one("SELECT zone FROM offices WHERE id = ?", office))
        whose = {} if provider is None else {"providers": (provider, provider)}
        read = json.loads(schedule.span(store, office, first, first + dt.timedelta(days=days - 1), **whose))
        shut = {dt.date.fromisoformat(day) for day in read["closed"]}
        ahead = (first + dt.timedelta(days=n) for n in range(days))
        self._open = [day for day in ahead if day not in shut]
        self._columns = [read_column(row) for row in read["columns"]]

    def free(self, wanted: Wanted, now: dt.datetime, column: int | None = None) -> Iterator[Free]:
        """Starts that lie ahead, soonest first; in one column only, if it is given."""
        columns = [each for each in self._columns if column in (None, each.id)]
        for day in self._open:
            for minute, place, booked in best_places(columns, day, wanted, instant(now), self.zone):
                start = wall(minute, self.zone)
                # the hour that comes twice when the clocks go back cannot be told apart by ear: the first is offered
                if not start.fold:
                    yield Free(minute, start, place, booked)

    def take(self, starts: int, wanted: Wanted, now: dt.datetime, column: int | None) -> Free:
        """The place for a visit from that instant on, in that column if it is given. Raises Refused."""
        for place in self.free(wanted, now, column):
            if place.minute == starts:
                return place
        if starts > instant(now) and self._has(starts, wanted):
            raise Refused(409, "SLOT_TAKEN", why="somebody else has it")
        raise Refused(409, "NOT_BUILDABLE", "opening_id", "is no opening for this visit")

    def _has(self, starts: int, wanted: Wanted) -> bool:
        """Whether a visit could begin then if nobody else had come."""
        columns = [column for column in self._columns if wanted.lane in column.lanes]
        return any(starts in each.starts(day, wanted.minutes, self.zone) for each in columns for day in self._open)


def wanted_on(store: Store, facts: Facts, day: dt.date) -> Wanted:
    """What a visit needs by the practice's rules; raises Refused, naming what is missing or leads nowhere."""
    outcome = resolve(read_rules(store), facts, day)
    if isinstance(outcome, Unresolved):
        fields = [_FIELDS[fact] for fact in outcome.missing] or ["reason"]
        raise Refused(409, "NOT_BUILDABLE", fields[0], f"the type of the visit depends on {', '.join(fields)}")
    minutes = dict(store.all("SELECT code, minutes FROM types"))
    return Wanted(outcome.lane, outcome.codes, max(minutes[code] for code in outcome.codes))
