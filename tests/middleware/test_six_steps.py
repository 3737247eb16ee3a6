"""Booking, moving and cancelling: each of the six steps ends in a result of its own, and nothing is written twice."""

import pytest

from fake_api.practice.trouble import Trouble, TroublePlan
from lab.middleware import results
from tests.middleware.conftest import Call, Place

NINE = "SEP15-0900-REYES"
SUKARNO, JAMIE = 50213, 50211
WRITES = ("create", "reschedule", "cancel")


def writes(call: Call) -> int:
    return sum(call.practice.requests[endpoint] for endpoint in WRITES)


def test_a_booking_goes_through(call: Call) -> None:
    """Read back, a yes, and the very opening stands in the record system, of the type that the rules give."""
    result = call.carry_out("book", reference=NINE)
    assert isinstance(result, results.Done)
    (visit,) = call.emr("appointments", patientId=SUKARNO)
    assert (visit["startDatetime"][:16], visit["profileId"], visit["appointmentTypeId"]) == (
        "2026-09-15T09:00",
        88,
        "1011",
    )


def test_step_one_a_reference_that_is_not_listed(call: Call) -> None:
    """An invented reference is asked for again, and nothing is sent."""
    for reference in ("SEP15-0901-REYES", "sep15-0900-reyes", "A", "1207"):
        assert call.do("book", reference=reference).code == "needs_input"
    assert writes(call) == 0


def test_step_two_the_sentence_is_built_from_the_opening(call: Call) -> None:
    """The first call of an act answers with what to say, and writes nothing."""
    result = call.do("book", reference=NINE)
    assert result.code == "needs_input"
    assert result.sentence == "Tuesday 15 September at 9:00 a.m. with Dr. Ana Reyes, for Sukarno. Shall I book that?"
    assert writes(call) == 0


def test_step_three_an_expired_token(call: Call) -> None:
    """A quarter of an hour later the offer has ended, whatever was agreed."""
    call.clock.sleep(60)
    call.consent("book", reference=NINE)
    call.clock.sleep(14 * 60)
    result = call.do("book", reference=NINE)
    assert (result.code, result.log) == ("offer_ended", "expired")
    assert writes(call) == 0


def test_step_three_a_token_that_was_altered(call: Call) -> None:
    """A token with one letter changed is refused in the same words as an expired one; the log tells them apart."""
    call.consent("book", reference=NINE)
    token = call.desk.offers.tokens[NINE]
    call.desk.offers.tokens[NINE] = token[:-1] + ("A" if token[-1] != "A" else "B")
    result = call.do("book", reference=NINE)
    assert (result.code, result.log) == ("offer_ended", "invalid")
    assert "expired" not in result.text and "invalid" not in result.text
    assert writes(call) == 0


def test_step_four_a_missing_fact_is_asked_for(place: Place) -> None:
    """Nobody knows whether Alex is new: the booking names the fact, and goes through once it is noted and read back."""
    call = place(patient="Alex Morgan")
    call.do("find_openings", reason="sick_visit", office="North")
    result = call.carry_out("book", reference=NINE)
    assert (result.code, result.missing) == ("appointment_type_unresolved", ("patient_status",))
    assert writes(call) == 0
    call.do("note_status", patient_status="new")
    assert call.carry_out("book", reference=NINE).code == "done"
    assert call.emr("appointments", patientId=50215)[0]["appointmentTypeId"] == "1011"


def test_a_search_that_no_lane_fits_asks_first(place: Place) -> None:
    """A check-up sits in another lane for a new patient, so that the fact is needed before anything is offered."""
    call = place(patient="Alex Morgan")
    result = call.do("find_openings", reason="checkup", office="North")
    assert (result.code, result.missing) == ("appointment_type_unresolved", ("patient_status",))


def test_step_five_a_schedule_that_changed(call: Call) -> None:
    """Someone took the column: nothing is written, though another column of that doctor is still free."""
    call.consent("book", reference=NINE)
    column = call.desk.offers.find(NINE).opening.column  # type: ignore[union-attr]
    start = "2026-09-15T09:00:00-04:00"
    front_desk = {"columnId": column, "profileId": 88, "startDatetime": start, "duration": 30}
    call.emr("create", patientId=JAMIE, appointmentTypeId="1010", **front_desk)
    result = call.do("book", reference=NINE)
    assert result.code == "slot_unavailable"
    assert call.booked(SUKARNO) == []


def test_step_five_even_where_there_is_still_room(place: Place) -> None:
    """One of two places was taken since: still room, but not the schedule that was offered."""
    call = place()
    call.do("find_openings", reason="sick_visit", office="Harbor", doctor="Okafor")
    call.consent("book", reference="SEP15-1100-OKAFOR")
    start = "2026-09-15T11:00:00-04:00"
    front_desk = {"columnId": 1302, "profileId": 102, "startDatetime": start, "duration": 30}
    call.emr("create", patientId=JAMIE, appointmentTypeId="1010", **front_desk)
    assert call.do("book", reference="SEP15-1100-OKAFOR").code == "slot_unavailable"
    assert call.booked(SUKARNO) == []


def test_step_five_keeps_the_buffer(place: Place) -> None:
    """A visit set ten minutes' walk before the opening eats its buffer: the same rule that offered it refuses it."""
    call = place()
    call.do("find_openings", reason="checkup", office="North", doctor="O'Neil")
    reference = "SEP15-0930-ONEIL"
    call.consent("book", reference=reference)
    front_desk = {"columnId": 1240, "profileId": 95, "startDatetime": "2026-09-15T09:00:00-04:00", "duration": 30}
    call.emr("create", patientId=JAMIE, appointmentTypeId="1010", **front_desk)
    assert call.do("book", reference=reference).code == "slot_unavailable"


def test_step_five_does_not_book_the_past(call: Call) -> None:
    """An opening whose start came while the caller was thinking is gone, and the next search offers what lies ahead."""
    call.clock.sleep(25 * 60)
    call.do("find_openings", reason="sick_visit", office="North", first_day="2026-09-14")
    call.consent("book", reference="SEP14-0930-REYES")
    call.clock.sleep(5 * 60)
    assert call.do("book", reference="SEP14-0930-REYES").code == "slot_unavailable"
    call.do("find_openings", reason="sick_visit", office="North", first_day="2026-09-14")
    assert call.desk.offers.find("SEP14-0930-REYES") is None
    assert call.desk.offers.find("SEP14-1000-REYES") is not None


@pytest.mark.parametrize("kind", ["timeout", "dropped", "server-error", "empty", "html"])
def test_step_six_a_lost_answer_is_found_by_reading_back(place: Place, kind: str) -> None:
    """However the answer was lost, one write went out, and the visit that is found counts."""
    call = place(f"write-{kind}-done")
    call.do("find_openings", reason="sick_visit", office="North")
    result = call.carry_out("book", reference=NINE)
    assert (result.code, result.found_by_reading_back) == ("done", True)
    assert (writes(call), call.booked(SUKARNO)) == (1, ["2026-09-15T09:00"])


@pytest.mark.parametrize("plan", ["write-lost", "write-blind"])
def test_step_six_what_nobody_can_tell_locks_the_patient(place: Place, plan: str) -> None:
    """Not found, or not readable: nothing retries it, nothing more is written for them, and staff get a task."""
    call = place(plan)
    call.do("find_openings", reason="sick_visit", office="North")
    assert call.carry_out("book", reference=NINE).code == "indeterminate_write"
    sent = writes(call)
    call.do("find_openings", reason="sick_visit", office="North")
    assert call.do("book", reference="SEP15-1000-REYES").code == "indeterminate_write"
    assert writes(call) == sent
    (task,) = call.desk.acts.writes.tasks
    assert (task.act.name, task.act.patient) == ("book", SUKARNO)


def test_the_lock_is_one_patients(place: Place) -> None:
    """Another patient in the same call can still be booked."""
    call = place("write-lost")
    call.do("find_openings", reason="sick_visit", office="North")
    call.carry_out("book", reference=NINE)
    call.do("find_patient", name="Jamie Rivera", date_of_birth="1985-04-03")
    call.do("find_openings", reason="sick_visit", office="North")
    assert call.carry_out("book", reference="SEP15-1000-REYES").code == "done"


def test_a_conflict_is_never_read_as_success(place: Place) -> None:
    """A 409 is an opening that is gone, nothing else."""
    call = place("taken")
    call.do("find_openings", reason="sick_visit", office="North")
    assert call.carry_out("book", reference=NINE).code == "slot_unavailable"
    assert call.booked(SUKARNO) == []


def test_a_200_that_says_no_is_a_no(place: Place) -> None:
    """The body is read, not the status."""
    call = place("rejected")
    call.do("find_openings", reason="sick_visit", office="North")
    result = call.carry_out("book", reference=NINE)
    assert (result.code, result.reason) == ("refused", "OUT_OF_HOURS")
    assert call.booked(SUKARNO) == []


def test_an_answer_about_another_row_is_no_confirmation(place: Place) -> None:
    """The record system answers 200 with a visit that is not the one asked for: it is looked for, not believed."""
    call = place()
    call.do("find_openings", reason="sick_visit", office="North")
    call.consent("book", reference=NINE)
    answer = call.desk._emr._transport

    def elsewhere(request):  # type: ignore[no-untyped-def]
        moved = {**request.arguments, "startDatetime": "2026-09-16T09:00:00-04:00"}
        return answer(type(request)("create", moved)) if request.endpoint == "create" else answer(request)

    call.desk._emr._transport = elsewhere
    assert call.do("book", reference=NINE).code == "indeterminate_write"


def test_a_busy_practice_is_asked_again_by_nobody(place: Place) -> None:
    """A 429 to a write waits for nothing; the consent stands, and the same call of the tool goes through."""
    call = place(TroublePlan(troubles=(Trouble("create", (1,), outcome="too_many", retry_after="2"),)))
    call.do("find_openings", reason="sick_visit", office="North")
    call.consent("book", reference=NINE)
    before = call.clock.now()
    assert call.do("book", reference=NINE).code == "busy"
    assert call.clock.now() == before
    assert call.do("book", reference=NINE).code == "done"


def test_after_a_write_nothing_can_be_booked(call: Call) -> None:
    """The same call again, at once: the table is empty, and there is one visit."""
    call.carry_out("book", reference=NINE)
    assert call.do("book", reference=NINE).code == "needs_input"
    assert call.do("book", reference="SEP15-1000-REYES").code == "needs_input"
    assert writes(call) == 1


def test_a_visit_is_moved_in_one_piece(place: Place) -> None:
    """The old visit is gone only with the new one certain."""
    call = place(patient="Jamie Rivera")
    call.do("find_openings", reason="sick_visit", office="North")
    (visit,) = call.do("list_visits").references
    assert call.carry_out("reschedule", visit=visit, reference=NINE).code == "done"
    assert call.booked(JAMIE) == ["2026-09-15T09:00"]


def test_a_move_that_is_refused_keeps_the_old_visit(place: Place) -> None:
    """The new start was just taken: the old visit stands as it stood."""
    call = place("taken", patient="Jamie Rivera")
    call.do("find_openings", reason="sick_visit", office="North")
    (visit,) = call.do("list_visits").references
    assert call.carry_out("reschedule", visit=visit, reference=NINE).code == "slot_unavailable"
    assert call.booked(JAMIE) == ["2026-09-16T10:00"]


def test_a_visit_is_moved_once(place: Place) -> None:
    """What moved it is spent: the same visit must be listed again before it moves again."""
    call = place(patient="Jamie Rivera")
    call.do("find_openings", reason="sick_visit", office="North")
    (visit,) = call.do("list_visits").references
    listed = call.desk.visits.find(visit)
    assert call.carry_out("reschedule", visit=visit, reference=NINE).code == "done"
    call.do("find_openings", reason="sick_visit", office="North")
    assert "not on the list" in call.do("reschedule", visit=visit, reference="SEP15-1000-REYES").text
    call.desk.visits._listed = {visit: listed}  # the old token itself, kept by someone
    assert call.carry_out("reschedule", visit=visit, reference="SEP15-1000-REYES").code == "slot_unavailable"
    assert call.booked(JAMIE) == ["2026-09-15T09:00"]


def test_an_edit_by_the_front_desk_wins(place: Place) -> None:
    """Version one was read back, the front desk moved the visit, the caller says yes: the front desk's edit stays."""
    call = place(patient="Jamie Rivera")
    (visit,) = call.do("list_visits").references
    call.consent("cancel", visit=visit)
    (row,) = call.emr("appointments", patientId=JAMIE)
    there = {"columnId": 1231, "profileId": 91, "startDatetime": "2026-09-17T10:00:00-04:00", "duration": 30}
    known = {"appointmentId": row["appointmentId"], "version": row["version"]}
    call.emr("reschedule", **known, **there, appointmentTypeId="1010")
    assert call.do("cancel", visit=visit).code == "slot_unavailable"
    assert call.booked(JAMIE) == ["2026-09-17T10:00"]
    (visit,) = call.do("list_visits").references
    assert call.carry_out("cancel", visit=visit).code == "done"


@pytest.mark.parametrize("plan", ["write-timeout-done", "write-html-done"])
def test_a_cancellation_whose_answer_was_lost_is_found(place: Place, plan: str) -> None:
    """The visit is read back, and is cancelled: done."""
    call = place(plan, patient="Jamie Rivera")
    (visit,) = call.do("list_visits").references
    result = call.carry_out("cancel", visit=visit)
    assert (result.code, result.found_by_reading_back, call.booked(JAMIE)) == ("done", True, [])


def test_only_what_was_done_says_so(place: Place) -> None:
    """Of all results, only one that stands in the record system carries the word."""
    said = {}
    for plan in ("calm", "taken", "rejected", "write-lost", "write-timeout-done"):
        call = place(plan, patient="Jamie Rivera" if plan == "calm" else "Sukarno")
        call.do("find_openings", reason="sick_visit", office="North")
        result = call.carry_out("book", reference="SEP17-0900-REYES")
        said[result.code] = result.text
    assert [code for code, text in said.items() if text.startswith("Booked")] == ["done"]
    assert len(said) == 4


@pytest.mark.parametrize(
    ("retry_after", "waited"),
    [
        ("9999999999", 2.0),
        ("1.5", 1.5),
        ("-5", 0.0),
        ("soon", 0.5),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 0.5),
        ("nan", 0.5),
    ],
)
def test_a_server_that_names_a_wait_does_not_hold_the_line(place: Place, retry_after: str, waited: float) -> None:
    """Whatever Retry-After says, a read waits at most two seconds of the call's clock, and asks once more."""
    busy = TroublePlan(troubles=(Trouble("month", (1,), outcome="too_many", retry_after=retry_after),))
    call = place(busy)
    before = call.clock.now()
    assert call.do("find_openings", reason="sick_visit", office="North").code == "calendar"
    assert (call.clock.now() - before).total_seconds() == waited


def test_a_read_is_tried_twice_and_no_more(place: Place) -> None:
    """Twice too busy: the practice does not answer, and that is said."""
    call = place(TroublePlan(troubles=(Trouble("month", outcome="too_many", retry_after="1"),)))
    assert call.do("find_openings", reason="sick_visit", office="North").code == "unreachable"
    assert sum(exchange.endpoint == "month" for exchange in call.desk.layers[-1].sent) == 2


def test_no_patient_no_act(place: Place) -> None:
    """Nobody was found yet: nothing can be booked, moved or listed."""
    call = place(patient=None)
    call.do("find_openings", reason="sick_visit", office="North")
    for tool, arguments in (("book", {"reference": NINE}), ("cancel", {"visit": "VISIT-1"}), ("list_visits", {})):
        assert call.do(tool, **arguments).code == "needs_input"


def test_an_offer_made_before_the_patient_was_known_holds_for_them(place: Place) -> None:
    """The usual order on the phone: what is free, and only then who is calling."""
    call = place(patient=None)
    call.do("find_openings", reason="sick_visit", office="North")
    call.do("find_patient", name="Sukarno", date_of_birth="1971-02-14")
    assert call.carry_out("book", reference=NINE).code == "done"


def test_an_offer_to_one_patient_is_not_anothers(call: Call) -> None:
    """Offered for one date of birth, asked for by another: refused."""
    call.do("find_patient", name="Jamie Rivera", date_of_birth="1985-04-03")
    result = call.carry_out("book", reference=NINE)
    assert (result.code, result.log) == ("offer_ended", "invalid")


def test_a_tool_call_shows_its_three_layers(call: Call) -> None:
    """What the model said, what went to the record system, and what the model was told."""
    call.carry_out("book", reference=NINE)
    layers = call.desk.layers[-1]
    assert layers.said == {"reference": NINE}
    assert [exchange.endpoint for exchange in layers.sent] == ["day", "create"]
    assert layers.sent[-1].arguments["columnId"] in (1207, 1208)
    assert layers.result.code == "done"


def test_nobody_is_offered_two_places_at_once(place: Place) -> None:
    """Where the patient has a visit already, nothing else is offered at that start, until that visit is gone."""
    call = place(patient="Jamie Rivera")

    def offered() -> set[str]:
        calendar = call.do("find_openings", reason="sick_visit", office="North")
        return {offer.reference for offer in calendar.offers}

    assert "SEP16-1000-REYES" not in offered()
    (visit,) = call.do("list_visits").references
    assert call.carry_out("cancel", visit=visit).code == "done"
    assert "SEP16-1000-REYES" in offered()
    assert call.carry_out("book", reference="SEP16-1000-REYES").code == "done"
    assert "SEP16-1000-REYES" not in offered()
