"""The clinic's two tools: find open times, and book."""

import datetime as dt
from collections.abc import Collection
from threading import RLock
from typing import NamedTuple

from fake_api.clinic import ClinicData
from fake_api.clock import Clock
from fake_api.words import Reservation, ToolError

TOOLS = ("find_open_times", "book")


class Ledger(NamedTuple):
    """All that changes in a clinic: what was booked, in order, and every opening that is gone (day, start)."""

    reservations: tuple[Reservation, ...] = ()
    gone: frozenset[tuple[dt.date, dt.time]] = frozenset()


class Clinic:
    """A clinic that answers on the first ring; any thread may ask. Days and times are in the clinic's zone."""

    def __init__(self, data: ClinicData, clock: Clock) -> None:
        self.data = data
        self._clock = clock
        self._ledger = Ledger(gone=frozenset((start.date(), start.time()) for start in data.taken))
        self._lock = RLock()

    @property
    def reservations(self) -> list[Reservation]:
        """What was booked, in order; a copy."""
        return list(self._ledger.reservations)

    def find_open_times(self, day: dt.date) -> list[dt.time]:
        """The openings of that day that are free and still ahead, in order; none is an answer, never an error."""
        if self._out_of_reach(day):
            return []
        now, gone = self._clock.now(), self._ledger.gone
        free = (start for start in self.data.openings(day) if (day, start) not in gone)
        return [start for start in free if self.data.moment(day, start) > now]

    def book(self, day: dt.date, time: dt.time, name: str) -> Reservation:
        """Write one opening down for one name; raises ToolError for an opening that is not free."""
        with self._lock:
            if time not in self.find_open_times(day):
                raise ToolError(self._why_not(day, time))
            reservation = Reservation(day, time, name)
            self._ledger = Ledger((*self._ledger.reservations, reservation), self._ledger.gone | {(day, time)})
            return reservation

    def take(self, day: dt.date, time: dt.time) -> None:
        """Someone else takes an opening; nothing happens if it is gone already."""
        with self._lock:
            self._ledger = self._ledger._replace(gone=self._ledger.gone | {(day, time)})

    def change(self, day: dt.date, left: Collection[dt.time]) -> None:
        """Others take and give back until just these of that day's openings are free; one booked here stays so."""
        with self._lock:
            booked = {(each.day, each.time) for each in self._ledger.reservations}
            lost = {(day, start) for start in self.data.openings(day) if start not in left}
            others = {(date, start) for date, start in self._ledger.gone if date != day}
            self._ledger = self._ledger._replace(gone=frozenset(others | lost | booked))

    def snapshot(self) -> Ledger:
        """The clinic as it stands: hashable, and handed back to `restore` to stand there again."""
        return self._ledger

    def restore(self, ledger: Ledger) -> None:
        with self._lock:
            self._ledger = ledger

    def _out_of_reach(self, day: dt.date) -> str | None:
        ahead = (day - self._clock.now().astimezone(self.data.timezone).date()).days
        return "past" if ahead < 0 else "too_far_ahead" if ahead > self.data.horizon_days else None

    def _why_not(self, day: dt.date, time: dt.time) -> str:
        if reason := self._out_of_reach(day):
            return reason
        openings = self.data.openings(day)
        if time not in openings:
            return "not_open" if openings else "closed"
        return "opening_taken" if (day, time) in self._ledger.gone else "past"
