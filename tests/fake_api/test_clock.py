"""The clock of a call."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from fake_api.clock import FakeClock, RealTimeClock

NEW_YORK = ZoneInfo("America/New_York")


def test_sleeping_moves_a_fake_clock_on():
    """A wait of two and a half seconds is over at once, and the clock shows it."""
    clock = FakeClock(dt.datetime(2026, 9, 14, 23, 59, 58, tzinfo=NEW_YORK))
    clock.sleep(2.5)
    assert clock.now() == dt.datetime(2026, 9, 15, 0, 0, 0, 500_000, tzinfo=NEW_YORK)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (dt.datetime(2026, 11, 1, 1, 30), dt.datetime(2026, 11, 1, 1, 30, fold=1)),
        (dt.datetime(2027, 3, 14, 1, 30), dt.datetime(2027, 3, 14, 3, 30)),
    ],
)
def test_an_hour_lasts_an_hour_across_a_clock_change(before, after):
    """One hour on from half past one is the second half past one in autumn, half past three in spring."""
    clock = FakeClock(before.replace(tzinfo=NEW_YORK))
    clock.sleep(3600)
    assert clock.now().replace(tzinfo=None) == after
    assert clock.now().fold == after.fold


def test_a_time_that_a_clock_change_skips_is_moved_to_one_that_exists():
    """Nobody can call at half past two on the morning that has no such hour."""
    assert FakeClock(dt.datetime(2027, 3, 14, 2, 30, tzinfo=NEW_YORK)).now().hour == 3


def test_a_clock_without_a_zone_is_refused():
    """A naive start would silently be read in the machine's zone."""
    with pytest.raises(ValueError, match="zone"):
        FakeClock(dt.datetime(2026, 9, 14, 9))


@pytest.mark.parametrize("seconds", [-1, float("nan")])
def test_a_clock_never_goes_back(seconds):
    """A wait of less than nothing is refused and changes nothing."""
    start = dt.datetime(2026, 9, 14, 9, tzinfo=NEW_YORK)
    clock = FakeClock(start)
    with pytest.raises(ValueError, match="less than nothing"):
        clock.sleep(seconds)
    assert clock.now() == start


def test_a_real_time_clock_runs_with_the_machine_and_can_be_moved_on(monkeypatch):
    """It starts where it is told, adds the machine's seconds, waits on the machine, and jumps when asked."""
    machine = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: machine[0])
    monkeypatch.setattr("time.sleep", lambda seconds: machine.__setitem__(0, machine[0] + seconds))
    clock = RealTimeClock(dt.datetime(2026, 9, 14, 9, tzinfo=NEW_YORK))
    machine[0] += 5
    clock.sleep(2)
    clock.advance(60)
    assert clock.now() == dt.datetime(2026, 9, 14, 9, 1, 7, tzinfo=NEW_YORK)
