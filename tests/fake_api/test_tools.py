"""Booking: at most one reservation for an opening, and a reason for every refusal."""

import datetime as dt
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier, BrokenBarrierError

import pytest

from fake_api.clinic import ClinicData
from fake_api.tools import Clinic
from fake_api.words import Reservation, ToolError

TUESDAY = dt.date(2026, 9, 15)
TEN = dt.time(10)


def test_a_booking_is_written_down_and_its_opening_gone(clinic):
    """What the clinic answers is what it holds."""
    answer = clinic.book(TUESDAY, TEN, "Ana de la Cruz")
    assert answer == Reservation(TUESDAY, TEN, "Ana de la Cruz")
    assert clinic.reservations == [answer]
    assert TEN not in clinic.find_open_times(TUESDAY)


@pytest.mark.parametrize(
    ("day", "time", "reason"),
    [
        (TUESDAY, dt.time(8, 30), "opening_taken"),
        (TUESDAY, dt.time(10, 10), "not_open"),
        (TUESDAY, dt.time(0), "not_open"),
        (TUESDAY, dt.time(18), "not_open"),
        (dt.date(2026, 9, 19), TEN, "closed"),
        (dt.date(2026, 9, 30), TEN, "opening_taken"),
        (dt.date(2026, 9, 11), TEN, "past"),
        (dt.date(2026, 9, 14), dt.time(8, 30), "past"),
        (dt.date(2027, 3, 1), TEN, "too_far_ahead"),
        (dt.date(2026, 11, 1), TEN, "closed"),
    ],
)
def test_what_is_not_open_is_refused_with_its_reason(clinic, day, time, reason):
    """A refusal says why and writes nothing."""
    with pytest.raises(ToolError) as refusal:
        clinic.book(day, time, "Jamie")
    assert refusal.value.reason == reason
    assert clinic.reservations == []


def test_an_hour_that_does_not_exist_cannot_be_booked(never_shut, clock):
    """Half past two on the morning of the spring clock change is refused."""
    with pytest.raises(ToolError, match="not_open"):
        Clinic(never_shut, clock).book(dt.date(2027, 3, 14), dt.time(2, 30), "Jamie")


def test_an_opening_is_booked_once_even_for_the_same_name(clinic):
    """The tool is not idempotent: a second go is refused."""
    clinic.book(TUESDAY, TEN, "Jamie")
    with pytest.raises(ToolError, match="opening_taken"):
        clinic.book(TUESDAY, TEN, "Jamie")


class CrowdedClinic(ClinicData):
    """Holds everyone who looks at a day until all have looked, or until it is plain that not all can."""

    crowd = Barrier(20)

    def openings(self, day: dt.date) -> list[dt.time]:
        with suppress(BrokenBarrierError):
            self.crowd.wait(timeout=0.1)
        return super().openings(day)


def test_of_twenty_callers_at_once_one_gets_the_opening(maple, clock):
    """All are let in between the check and the write if anyone is, and nineteen hear that it was just taken."""
    clinic = Clinic(CrowdedClinic(maple.name, maple.hours), clock)

    def book(number: int) -> str:
        try:
            return clinic.book(TUESDAY, TEN, f"caller {number}").name
        except ToolError as refusal:
            return refusal.reason

    with ThreadPoolExecutor(20) as callers:
        answers = list(callers.map(book, range(20)))
    assert answers.count("opening_taken") == 19
    assert [each.name for each in clinic.reservations] == [name for name in answers if name != "opening_taken"]


def test_answers_are_copies(clinic):
    """Whoever empties what he was handed empties nothing of the clinic's."""
    clinic.book(TUESDAY, TEN, "Jamie")
    before = clinic.find_open_times(TUESDAY)
    clinic.find_open_times(TUESDAY).clear()
    clinic.reservations.clear()
    assert clinic.find_open_times(TUESDAY) == before
    assert len(clinic.reservations) == 1


def test_an_opening_taken_by_someone_else_is_no_reservation_of_ours(clinic):
    """It is gone from what is offered, and nothing was written for us."""
    clinic.take(TUESDAY, TEN)
    clinic.take(TUESDAY, TEN)
    assert TEN not in clinic.find_open_times(TUESDAY)
    assert clinic.reservations == []


def test_a_clinic_can_be_put_back_where_it_stood(clinic):
    """A restored clinic has forgotten what came after."""
    snapshot = clinic.snapshot()
    clinic.book(TUESDAY, TEN, "Jamie")
    clinic.restore(snapshot)
    assert clinic.reservations == []
    assert clinic.book(TUESDAY, TEN, "Ana").name == "Ana"
