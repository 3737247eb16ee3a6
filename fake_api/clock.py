"""The one clock of a call: everything inside a call reads it, and nothing else."""

import datetime as dt
import time
from typing import Protocol

START = dt.datetime(2026, 9, 14, 9, 0)
"""Where a call starts unless told otherwise: a Monday, nine in the morning, in the clinic's zone."""


class Clock(Protocol):
    """Tells an aware time in the clinic's zone, and waits (seconds)."""

    def now(self) -> dt.datetime: ...

    def sleep(self, seconds: float) -> None: ...


class FakeClock:
    """A clock on which waiting costs nothing: sleeping moves it on by that many seconds."""

    def __init__(self, now: dt.datetime) -> None:
        """`now` is aware, in the clinic's zone; an hour that a clock change skips becomes the one after it."""
        if now.tzinfo is None:
            raise ValueError("a clock starts at a time with a zone")
        self._now = later(now, 0)

    def now(self) -> dt.datetime:
        return self._now

    def advance(self, seconds: float) -> None:
        """Move on without waiting; raises ValueError for less than nothing."""
        if not seconds >= 0:
            raise ValueError(f"a clock does not go back, and {seconds} seconds is less than nothing")
        self._now = later(self._now, seconds)

    def sleep(self, seconds: float) -> None:
        self.advance(seconds)


class RealTimeClock(FakeClock):
    """Starts where it is told, then runs with the machine's time, so that waits are felt."""

    def __init__(self, now: dt.datetime) -> None:
        super().__init__(now)
        self._began = time.monotonic()

    def now(self) -> dt.datetime:
        return later(super().now(), time.monotonic() - self._began)

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)


def later(moment: dt.datetime, seconds: float) -> dt.datetime:
    """That many seconds on; through UTC, since wall-clock arithmetic is an hour off across a clock change."""
    return (moment.astimezone(dt.UTC) + dt.timedelta(seconds=seconds)).astimezone(moment.tzinfo)
