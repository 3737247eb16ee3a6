"""Openings: what the clinic offers, and when."""

import datetime as dt

import pytest

from fake_api.clinic import ClinicData, Hours, load_clinic
from fake_api.clock import FakeClock
from fake_api.shipped import names
from fake_api.tools import Clinic

TUESDAY = dt.date(2026, 9, 15)


def at(data: ClinicData, *moment: int, fold: int = 0) -> Clinic:
    return Clinic(data, FakeClock(dt.datetime(*moment, tzinfo=data.timezone, fold=fold)))


def test_the_default_clinic_opens_when_the_nine_stories_need_it(clinic):
    """The times that callers ask for on the Tuesday after the usual start are free, every half-hour from eight."""
    open_times = clinic.find_open_times(TUESDAY)
    assert {dt.time(9), dt.time(10), dt.time(10, 30), dt.time(14), dt.time(14, 30), dt.time(15)} <= set(open_times)
    assert open_times == sorted(set(open_times))
    assert (open_times[0], open_times[-1]) == (dt.time(8), dt.time(16, 30))


@pytest.mark.parametrize(
    ("day", "why"),
    [
        (dt.date(2026, 9, 19), "a Saturday"),
        (dt.date(2026, 10, 12), "a holiday"),
        (dt.date(2026, 9, 30), "a full day"),
        (dt.date(2026, 9, 11), "last Friday"),
        (dt.date(2027, 3, 1), "beyond the horizon"),
        (dt.date.min, "the first day there is"),
        (dt.date.max, "the last day there is"),
    ],
)
def test_a_day_with_nothing_to_offer_is_an_empty_answer(clinic, day, why):
    """Closed, full, past or too far ahead: an empty list, never an error."""
    assert clinic.find_open_times(day) == [], why


@pytest.mark.parametrize(("hour", "minute"), [(0, 10), (9, 0), (23, 30)])
def test_the_horizon_is_the_last_day_that_can_be_booked(hour, minute):
    """Ninety days ahead is offered, ninety-one is not, counted from the clinic's own today."""
    data = ClinicData(name="Every Day", hours=Hours(*[((dt.time(9), dt.time(10)),)] * 7), horizon_days=90)
    clinic = at(data, 2026, 9, 14, hour, minute)
    assert clinic.find_open_times(dt.date(2026, 12, 13)) == [dt.time(9), dt.time(9, 30)]
    assert clinic.find_open_times(dt.date(2026, 12, 14)) == []


@pytest.mark.parametrize(
    ("minute", "second", "first"), [(59, 59, dt.time(10)), (0, 0, dt.time(10, 30)), (0, 1, dt.time(10, 30))]
)
def test_an_opening_that_has_begun_is_not_offered(maple, minute, second, first):
    """Ten o'clock is gone as soon as it is ten."""
    hour = 9 if minute else 10
    assert at(maple, 2026, 9, 15, hour, minute, second).find_open_times(TUESDAY)[0] == first


def test_late_in_the_evening_today_is_over_and_tomorrow_whole(maple):
    """At half past eleven at night, already tomorrow in Greenwich, the day is still the clinic's own."""
    clinic = at(maple, 2026, 9, 14, 23, 30)
    assert clinic.find_open_times(dt.date(2026, 9, 14)) == []
    assert clinic.find_open_times(TUESDAY)[0] == dt.time(8)


def test_a_clock_in_another_zone_changes_no_opening(maple):
    """What is past is settled by the moment, not by the digits on the clock."""
    shown = FakeClock(dt.datetime(2026, 9, 15, 14, 15, tzinfo=dt.UTC))
    assert Clinic(maple, shown).find_open_times(TUESDAY)[0] == dt.time(10, 30)


def test_the_autumn_clock_change_offers_each_opening_once(never_shut):
    """Between one and two the hour comes twice, its openings do not."""
    open_times = at(never_shut, 2026, 10, 31, 9).find_open_times(dt.date(2026, 11, 1))
    assert open_times == [dt.time(half // 2, half % 2 * 30) for half in range(47)]


def test_in_the_second_pass_of_the_doubled_hour_its_openings_are_over(never_shut):
    """Half past one has been; that the clock shows ten past one again does not bring it back."""
    day = dt.date(2026, 11, 1)
    assert at(never_shut, 2026, 11, 1, 1, 10).find_open_times(day)[0] == dt.time(1, 30)
    assert at(never_shut, 2026, 11, 1, 1, 10, fold=1).find_open_times(day)[0] == dt.time(2)


def test_an_hour_that_the_spring_clock_change_skips_is_never_offered(never_shut):
    """Half past two does not exist that night, and cannot be booked either."""
    clinic = at(never_shut, 2027, 3, 13, 9)
    open_times = clinic.find_open_times(dt.date(2027, 3, 14))
    assert [time for time in open_times if time.hour in (1, 2, 3)] == [
        dt.time(1),
        dt.time(1, 30),
        dt.time(3),
        dt.time(3, 30),
    ]


@pytest.mark.parametrize("name", names("clinic"))
def test_every_clinic_that_ships_has_something_free_in_its_first_week(name):
    """Whoever picks a clinic can book there soon after the usual start."""
    data = load_clinic(name)
    clinic = at(data, 2026, 9, 14, 9)
    assert any(clinic.find_open_times(dt.date(2026, 9, day)) for day in range(14, 20))


def test_the_tiny_clinic_has_three_openings_on_each_of_two_days():
    """Small enough that every way through a call can be tried."""
    clinic = at(load_clinic("two-days"), 2026, 9, 14, 9)
    week = [len(clinic.find_open_times(dt.date(2026, 9, 14) + dt.timedelta(days=ahead))) for ahead in range(30)]
    assert [count for count in week if count] == [3, 3]


def test_the_last_opening_ends_before_the_clinic_shuts():
    """A span that does not divide evenly offers no opening that would run over."""
    data = ClinicData(name="Short", hours=Hours(monday=((dt.time(9), dt.time(10, 10)),)), opening_minutes=30)
    assert data.openings(dt.date(2026, 9, 14)) == [dt.time(9), dt.time(9, 30)]
