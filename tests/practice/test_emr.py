"""The record system's API: strict about its arguments, blind to what a caller meant, never beyond capacity."""

import sqlite3

import pytest

from fake_api.clock import FakeClock
from fake_api.practice.emr import Practice
from fake_api.practice.endpoints import ENDPOINTS
from fake_api.practice.wire import Request
from fake_api.practice.world import World
from tests.practice.booking_arguments import ALEX, JAMIE, SUKARNO, Ask, place


def test_creates_what_it_is_told(ask: Ask) -> None:
    """The row written is the row named, and the patient's appointments show it."""
    written = ask("create", patientId=SUKARNO, **place()).body
    assert ask("appointments", patientId=SUKARNO).body == [written]
    assert (written["columnId"], written["startDatetime"]) == (1207, "2026-09-15T09:00:00-04:00")


@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_an_unknown_key_is_bad_input(ask: Ask, endpoint: str) -> None:
    """No endpoint takes a key it does not know, and the answer names the key."""
    answer = ask(endpoint, confirmed=True)
    assert (answer.status, answer.body["error"]["code"], answer.body["error"]["key"]) == (400, "BAD_INPUT", "confirmed")


@pytest.mark.parametrize("key", ["patientId", *place()])
def test_a_missing_key_is_bad_input(ask: Ask, key: str) -> None:
    """Each required key of a booking is asked for by its name."""
    arguments = {"patientId": JAMIE, **place()}
    del arguments[key]
    answer = ask("create", **arguments)
    assert (answer.status, answer.body["error"]["key"]) == (400, key)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("columnId", "1207"),
        ("columnId", 9999),
        ("columnId", True),
        ("profileId", 91),
        ("duration", 20),
        ("duration", -30),
        ("startDatetime", "2026-09-15T09:00:00"),
        ("startDatetime", "2026-09-15T09:00:00-05:00"),
        ("startDatetime", "2026-09-15T09:05:00-04:00"),
        ("startDatetime", 7),
        ("appointmentTypeId", "9999"),
        ("appointmentTypeId", ""),
        ("patientId", 1),
        ("patientId", 2**70),
    ],
)
def test_a_value_that_does_not_fit_is_bad_input(ask: Ask, key: str, value: object) -> None:
    """A mistyped value, or one that leads nowhere, is refused with its key, and nothing is written."""
    answer = ask("create", **({"patientId": SUKARNO, **place()} | {key: value}))
    assert (answer.status, answer.body["error"]["key"]) == (400, key)
    assert ask("appointments", patientId=SUKARNO).body == []


def test_a_taken_start_is_a_conflict(ask: Ask) -> None:
    """A second visit in a full column is refused, even where it only overlaps the first."""
    assert ask("create", patientId=SUKARNO, **place(duration=60)).status == 200
    for start in ("09:00", "09:15", "09:45"):
        answer = ask("create", patientId=JAMIE, **place(startDatetime=f"2026-09-15T{start}:00-04:00"))
        assert (answer.status, answer.body["error"]["code"]) == (409, "SLOT_TAKEN")
    assert ask("create", patientId=JAMIE, **place(startDatetime="2026-09-15T10:00:00-04:00")).status == 200


def test_a_column_takes_as_many_as_its_capacity(ask: Ask) -> None:
    """Where two fit and one stands already, one more fits and then none."""
    harbor = place(columnId=1302, profileId=102)
    assert [ask("create", patientId=patient, **harbor).status for patient in (JAMIE, SUKARNO)] == [200, 409]


def test_a_patient_is_in_one_place_at_a_time(ask: Ask) -> None:
    """The same patient cannot be booked twice for one start, in whatever columns."""
    assert ask("create", patientId=JAMIE, **place()).status == 200
    answer = ask("create", patientId=JAMIE, **place(columnId=1208))
    assert (answer.status, answer.body["error"]["code"]) == (409, "PATIENT_BUSY")


def test_the_buffer_of_a_column_stays_free(ask: Ask) -> None:
    """A visit that would begin in the quarter of an hour kept free after another one is refused."""
    oneil = place(columnId=1240, profileId=95)
    assert ask("create", patientId=JAMIE, **oneil).status == 200
    starts = {"09:30": 409, "08:30": 409, "09:45": 200}
    for start, status in starts.items():
        moved = oneil | {"startDatetime": f"2026-09-15T{start}:00-04:00"}
        assert ask("create", patientId=ALEX, **moved).status == status


def test_a_cancelled_start_can_be_booked_again(ask: Ask) -> None:
    """What was cancelled leaves no trace that stands in the way of a new visit, not even of the same patient's."""
    for _ in range(3):
        visit = ask("create", patientId=JAMIE, **place()).body
        cancelled = ask("cancel", appointmentId=visit["appointmentId"], version=visit["version"])
        assert (cancelled.status, cancelled.body["status"]) == (200, "cancelled")
    statuses = [visit["status"] for visit in ask("appointments", patientId=JAMIE).body]
    assert statuses.count("cancelled") == 3


def test_a_visit_that_changed_since_is_not_touched(ask: Ask) -> None:
    """Moving or cancelling with an old version is a conflict, and the newer state stays."""
    visit = ask("create", patientId=JAMIE, **place()).body
    known = {"appointmentId": visit["appointmentId"], "version": visit["version"]}
    moved = ask("reschedule", **known, **place(startDatetime="2026-09-15T10:00:00-04:00")).body
    assert ask("reschedule", **known, **place()).body["error"]["code"] == "VISIT_CHANGED"
    assert ask("cancel", **known).body["error"]["code"] == "VISIT_CHANGED"
    assert ask("appointments", patientId=JAMIE).body[0] == moved


def test_a_move_that_is_refused_keeps_the_visit(ask: Ask) -> None:
    """A reschedule into a full column changes nothing, and frees nothing."""
    ask("create", patientId=SUKARNO, **place(startDatetime="2026-09-15T10:00:00-04:00"))
    visit = ask("create", patientId=JAMIE, **place()).body
    known = {"appointmentId": visit["appointmentId"], "version": visit["version"]}
    assert ask("reschedule", **known, **place(startDatetime="2026-09-15T10:00:00-04:00")).status == 409
    assert ask("appointments", patientId=JAMIE).body[0] == visit
    assert ask("create", patientId=ALEX, **place()).status == 409


def test_a_booking_can_depend_on_what_was_seen(ask: Ask) -> None:
    """With `sameStartBooked` the write is refused when someone else has booked there meanwhile."""
    harbor = place(columnId=1302, profileId=102, startDatetime="2026-09-15T11:00:00-04:00")
    assert ask("create", patientId=SUKARNO, **harbor, sameStartBooked=0).status == 200
    answer = ask("create", patientId=JAMIE, **harbor, sameStartBooked=0)
    assert (answer.status, answer.body["error"]["code"]) == (409, "SLOT_CHANGED")
    assert ask("create", patientId=JAMIE, **harbor, sameStartBooked=1).status == 200


def test_a_month_is_every_column_of_an_office(ask: Ask) -> None:
    """One request tells shifts, bookings and closed days of all providers there."""
    month = ask("month", officeId=1, month="2026-11").body
    assert [column["columnId"] for column in month["columns"]] == [1207, 1208, 1231, 1240]
    assert (month["from"], month["until"], month["closed"]) == ("2026-11-01", "2026-11-30", ["2026-11-26"])


def test_a_day_is_one_providers_columns(ask: Ask) -> None:
    """The day of Dr. Bruno Reyes shows the visit that stands there, and nobody else's column."""
    (column,) = ask("day", officeId=1, profileId=91, date="2026-09-16").body["columns"]
    assert column["booked"] == [[29826120], [29826150]]


def test_an_answer_is_a_copy(maple: World, ask: Ask) -> None:
    """Whoever edits an answer edits nothing in the practice."""
    ask("offices").body.clear()
    assert len(ask("offices").body) == len(maple.office)


def test_every_request_is_counted_and_too_many_are_refused(maple: World, practice: Practice) -> None:
    """Within one second of the clock a caller gets so many answers and no more; another caller is not touched."""
    limit = maple.requests_per_second or 0
    statuses = [practice(Request("providers", {}, "a")).status for _ in range(limit + 1)]
    assert statuses == [200] * limit + [429]
    assert practice(Request("providers", {}, "b")).status == 200
    assert practice.requests["providers"] == limit + 2


def test_the_next_second_begins_anew(practice: Practice, clock: FakeClock, maple: World) -> None:
    """A caller who waited a second is answered again."""
    for _ in range((maple.requests_per_second or 0) + 1):
        practice(Request("providers", {}))
    clock.sleep(1)
    assert practice(Request("providers", {})).status == 200


def test_an_unknown_endpoint_is_not_found(practice: Practice) -> None:
    """There is no such door."""
    assert practice(Request("delete_everything", {})).status == 404


def test_the_database_itself_holds_each_seat_once(ask: Ask, practice: Practice) -> None:
    """Whoever writes past the API cannot seat a second visit where one sits, nor on a seat that a column lacks."""
    first, second = (
        ask("create", patientId=JAMIE, **place(startDatetime=f"2026-09-15T{hour}:00:00-04:00")).body["appointmentId"]
        for hour in ("09", "10")
    )
    ((column, at, seat),) = practice.store.all(
        "SELECT column_id, min(at), seat FROM occupied WHERE appointment_id = ?", first
    )
    for wrong in (seat, seat + 1):
        with pytest.raises(sqlite3.IntegrityError), practice.store.writing() as db:
            db.execute("INSERT INTO occupied VALUES (?, ?, ?, ?)", (column, at, wrong, second))
