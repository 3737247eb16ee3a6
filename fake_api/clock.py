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
        """`now` is aware, in the clinic's zone."""
        self._now = now

    def now(self) -> dt.datetime:
        return self._now

    def sleep(self, seconds: float) -> None:
        # through UTC: wall-clock arithmetic would be an hour off across a clock change
        moved = self._now.astimezone(dt.UTC) + dt.timedelta(seconds=seconds)
        self._now = moved.astimezone(self._now.tzinfo)


class RealTimeClock(FakeClock):
    """Starts where it is told, then runs with the machine's time, so that waits are felt."""

    def __init__(self, now: dt.datetime) -> None:
        super().__init__(now)
        self._last = time.monotonic()

    def now(self) -> dt.datetime:
        current = time.monotonic()
        super().sleep(current - self._last)
        self._last = current
        return super().now()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)
