"""Every task of the front desk at a practice with rows of its own, and every no that it can say."""

import datetime as dt

import pytest

from fake_api.practice.trouble import Trouble, TroublePlan
from fake_api.practice.wire import Request
from fake_api.practice.world import World, load_world
from tests.call_layer.at_maple import Maple, as_jamie, choose, consent, identify
from tests.call_layer.conftest import Talk

NINE = ("Tuesday at nine with Dr. Ana Reyes", "SEP15-0900-REYES")


@pytest.fixture(scope="session")
def world() -> World:
    return load_world("maple")


@pytest.fixture
def maple(world: World) -> Maple:
    return Maple(world)


def book_nine(maple: Maple, talk: Talk) -> None:
    as_jamie(talk)
    choose(talk, *NINE)
    assert consent(talk).outcome == "ok"


def test_a_visit_is_booked(maple: Maple) -> None:
    """One row, for who called, and the line says what stands in it."""
    talk = maple.call()
    book_nine(maple, talk)
    ((patient, _, _, status),) = maple.new
    assert (patient, status) == (50211, "booked")
    assert "Tuesday 15 September at 9:00 a.m. with Dr. Ana Reyes at North" in talk.said[-1]


def test_the_read_back_says_what_the_visit_is_for(maple: Maple) -> None:
    """A model that quotes another reason than it searched for can't change the kind of visit."""
    talk = maple.call()
    as_jamie(talk)
    talk.hear("I'm sick, at North please")
    talk.do("choose_task", task="book")
    talk.do("find_openings", reason="sick visit", office="North")
    talk.say("When?")
    talk.hear(NINE[0])
    handled = talk.do("quote_booking", opening=NINE[1], reason="checkup")
    assert "a sick visit" in handled.spoken and handled.words["reason"] == "sick_visit"


def test_a_visit_is_moved_in_one_piece(maple: Maple) -> None:
    """The old row is gone, the new one stands, and there is no third."""
    talk = maple.call()
    as_jamie(talk)
    talk.hear("I'd like to move my visit at the North office")
    talk.do("choose_task", task="reschedule")
    talk.do("list_visits")
    talk.do("find_openings", reason="sick_visit", office="North", first_day="2026-09-17")
    talk.say("To when?")
    talk.hear("Friday the 18th at nine with Ana Reyes")
    handled = talk.do("quote_reschedule", visit="VISIT-SEP16-1000-REYES", opening="SEP18-0900-REYES")
    assert "The visit on Wednesday 16 September at 10:00 a.m." in handled.spoken
    talk.say()
    assert "Friday 18 September at 9:00 a.m." in consent(talk).spoken
    booked = [row for row in maple.visits() if row[0] == 50211 and row[3] == "booked"]
    assert len(booked) == 1 and booked[0] in maple.new


def test_a_visit_is_cancelled(maple: Maple) -> None:
    """The row says so, and the caller hears so."""
    talk = maple.call()
    as_jamie(talk)
    talk.hear("I can't come on Wednesday")
    talk.do("choose_task", task="cancel")
    talk.do("list_visits")
    talk.do("quote_cancel", visit="VISIT-SEP16-1000-REYES")
    talk.say()
    assert "is cancelled" in consent(talk).spoken
    assert {row[3] for row in maple.visits() if row[0] == 50211} == {"cancelled"}


def give_a_new_patients_values(talk: Talk, name: str, born: str) -> None:
    """A caller who wants to be put on file says who they are, when they were born, and a phone number."""
    talk.hear(f"Hi, this is {name}, it's for me")
    talk.do("note_caller", caller_name=name, calling_for="self")
    talk.do("choose_task", task="new_patient")
    talk.say("Your date of birth?")
    talk.hear(born)
    talk.say("And your phone number?")
    talk.hear("212 555 0199")


def test_a_new_patient_is_put_on_file_and_booked(maple: Maple) -> None:
    """Two writes, each with its own read-back and its own yes."""
    talk = maple.call()
    give_a_new_patients_values(talk, "Kit Vale", "March fourth, 1985")
    talk.do("quote_new_patient", name="Kit Vale", date_of_birth="1985-03-04", phone="212-555-0199")
    talk.say()
    assert consent(talk).outcome == "ok" and talk.layer.step == "CHOOSE_TASK"
    choose(talk, "Tuesday at nine with Bruno Reyes", "SEP15-0900-REYES-2")
    assert consent(talk).outcome == "ok"
    ((patient, _, _, status),) = maple.new
    assert status == "booked" and maple.rows(f"SELECT name FROM patients WHERE id = {patient}") == [("Kit Vale",)]


def test_somebody_who_may_be_on_file_is_looked_up(maple: Maple) -> None:
    """Nobody is put on file twice: the practice says who it may be, and the flow leads to the look-up."""
    talk = maple.call()
    give_a_new_patients_values(talk, "Jamie Rivera", "April third, 1985")
    handled = talk.do("quote_new_patient", name="Jamie Rivera", date_of_birth="1985-04-03", phone="212-555-0199")
    assert handled.reason == "PATIENT_MAY_EXIST" and talk.layer.step == "FIND_PATIENT"
    found = talk.do("find_patient", name="Jamie Rivera", date_of_birth="1985-04-03", phone="212-555-0199")
    assert found.result["code"] == "found"


def test_a_name_that_is_not_the_one_on_file_is_asked_once_and_then_goes_to_staff(maple: Maple) -> None:
    """The phone and birth date are somebody's of another name."""
    talk = maple.call()
    talk.hear("Hi, this is Jay Rivers, it's for me")
    talk.do("note_caller", caller_name="Jay Rivers", calling_for="self")
    steps = []
    for _ in range(2):
        talk.do("choose_task", task="new_patient")
        talk.say("Your date of birth?")
        talk.hear("April third, 1985")
        talk.say("And your phone number?")
        talk.hear("212 555 0142")
        handled = talk.do("quote_new_patient", name="Jay Rivers", date_of_birth="1985-04-03", phone="212-555-0142")
        assert handled.reason == "NAME_MISMATCH"
        steps.append(talk.layer.step)
    assert steps == ["FIND_PATIENT", "PERSON"]


def test_two_of_one_name_and_birth_date_are_told_apart_by_the_phone(maple: Maple) -> None:
    """Nobody is picked, nobody is read out, and the number that the caller says decides."""
    talk = maple.call()
    talk.hear("Hi, this is Daniel Kim, it's for me")
    talk.do("note_caller", caller_name="Daniel Kim", calling_for="self")
    talk.say("And your date of birth?")
    talk.hear("January 20th, 1988")
    handled = talk.do("find_patient", name="Daniel Kim", date_of_birth="1988-01-20")
    assert handled.result["code"] == "ambiguous" and handled.result["missing"] == ["phone"]
    assert "555" not in str(handled.result)
    talk.say("What is the phone number on file?")
    talk.hear("212 555 0150")
    handled = talk.do("find_patient", name="Daniel Kim", date_of_birth="1988-01-20", phone="212-555-0150")
    assert handled.filled["account_number"] == "A-50219"


def test_a_patient_of_unknown_status_is_asked_whether_they_have_been_here(maple: Maple) -> None:
    """What the type of visit hangs on is asked for, and then it is found."""
    talk = maple.call()
    identify(talk, "Alex Morgan", "2000-02-29", "February 29th, 2000")
    talk.hear("a check-up, please; I've never been here before")
    talk.do("choose_task", task="book")
    handled = talk.do("find_openings", reason="check-up")
    assert handled.result["code"] == "unresolved" and "seen_before" in handled.result["next"]
    handled = talk.do("find_openings", reason="check-up", seen_before=False)
    assert handled.result["code"] == "openings" and handled.result["openings"]


def test_a_reason_that_there_is_none_of_is_told_with_those_that_there_are(maple: Maple) -> None:
    """No empty calendar for a word that the model made up."""
    talk = maple.call()
    as_jamie(talk)
    talk.hear("I need a flu shot")
    talk.do("choose_task", task="book")
    handled = talk.do("find_openings", reason="flu_shot")
    assert handled.refusal and handled.refusal.code == "NOT_RESOLVED" and "vaccination" in handled.result["text"]


def test_a_time_that_goes_meanwhile_leads_to_what_is_free_now(maple: Maple) -> None:
    """Somebody else takes it between the read-back and the yes: nothing is written for the caller, and it goes on."""
    talk = maple.call()
    as_jamie(talk)
    choose(talk, *NINE)
    mine = talk.layer._session.quote
    assert mine
    for name, call in (("50213", "x1"), ("50216", "x2")):
        found = maple.ask(
            "hub/availability", office_id=1, reason="sick_visit", status="established", from_date="2026-09-15", days=1
        )
        nine = next(each for each in found["openings"] if "T09:00" in each["starts"] and each["provider_id"] == 88)
        asked = {"account_number": f"A-{name}", "opening_id": nine["opening_id"], "reason": "sick_visit"}
        token = maple.ask("inbound/quote", call_id=call, kind="book", **asked)["token"]
        maple.ask("inbound/commit", call_id=call, token=token, reason=None, flags={})
    handled = consent(talk)
    assert handled.reason == "SLOT_TAKEN" and talk.layer.step == "BOOK"
    assert "has just been taken" in talk.said[-1]
    there = {tool.name for tool in talk.layer.tools()}
    assert "find_openings" in there and "quote_booking" not in there
    listed = talk.do("find_openings", reason="sick_visit", office="North", doctor="Ana Reyes").result["openings"]
    assert not [row for row in listed if row["time"] == "09:00" and row["doctor"] == "Ana Reyes" and "15" in row["day"]]


def test_a_quote_that_expired_is_made_again(maple: Maple) -> None:
    """Sixteen minutes later the yes is worth nothing: the same is quoted and read aloud again."""
    talk = maple.call()
    as_jamie(talk)
    choose(talk, *NINE)
    maple.clock.advance(16 * 60)
    assert consent(talk).reason == "QUOTE_EXPIRED" and maple.new == set()
    assert talk.layer.step == "BOOK"
    assert talk.do("quote_booking", opening=NINE[1], reason="sick_visit").outcome == "ok"
    talk.say()
    assert consent(talk).outcome == "ok" and len(maple.new) == 1


def test_a_visit_that_someone_cancelled_meanwhile_is_read_again(maple: Maple) -> None:
    """The desk's change survives, and the caller hears that the visit no longer stands."""
    talk = maple.call()
    as_jamie(talk)
    talk.hear("I can't come on Wednesday")
    talk.do("choose_task", task="cancel")
    talk.do("list_visits")
    talk.do("quote_cancel", visit="VISIT-SEP16-1000-REYES")
    talk.say()
    visit = maple.ask("inbound/brief", call_id="x", account_number="A-50211")["visits"][0]
    asked = {"account_number": "A-50211", "encounter_id": visit["encounter_id"]}
    token = maple.ask("inbound/quote", call_id="x", kind="cancel", **asked)["token"]
    maple.ask("inbound/commit", call_id="x", token=token, reason=None, flags={})
    handled = consent(talk)
    assert handled.outcome in ("rejected", "ok") and "cancel" in str(maple.visits())
    assert talk.layer.step in ("CANCEL", "CHOOSE_TASK")


def test_a_time_at_which_the_patient_is_elsewhere_is_refused(maple: Maple) -> None:
    """Nobody is in two places at once."""
    talk = maple.call()
    as_jamie(talk)
    talk.hear("I'm sick, at North please")
    talk.do("choose_task", task="book")
    talk.do("find_openings", reason="sick_visit", office="North", first_day="2026-09-16")
    talk.say("When?")
    talk.hear("Wednesday the 16th at ten with Ana Reyes")
    handled = talk.do("quote_booking", opening="SEP16-1000-REYES", reason="sick_visit")
    assert handled.reason == "SAME_TIME" and talk.layer.step == "BOOK" and maple.new == set()


def test_a_refill_a_payment_and_a_message_are_written_once_each(maple: Maple) -> None:
    """Each is read aloud in words, and met with its own yes."""
    talk = maple.call()
    as_jamie(talk)
    talk.hear("thirty lisinopril for thirty days")
    talk.do("choose_task", task="refill")
    assert (
        "lisinopril 10 mg, 30 for 30 days"
        in talk.do("request_refill", medication="lisinopril", quantity=30, days_of_supply=30).spoken
    )
    talk.say()
    assert consent(talk).outcome == "ok"
    talk.hear("and I'll pay 25 dollars on bill 77")
    talk.do("choose_task", task="payment")
    assert (
        "25.00 USD"
        in talk.do("take_payment", amount=25, currency="USD", reason="invoice", invoice="INV-2026-0077").spoken
    )
    talk.say()
    assert consent(talk).outcome == "ok"
    talk.hear("tell Doctor Okafor that I feel better")
    talk.do("choose_task", task="message")
    assert "I feel better" in talk.do("message_provider", provider="Okafor", text="I feel better").spoken
    talk.say()
    assert consent(talk).outcome == "ok"
    for table in ("refill_requests", "messages"):
        assert maple.rows(f"SELECT count(*) FROM {table}") == [(1,)]
    assert maple.rows("SELECT cents FROM payments WHERE invoice_id = 'INV-2026-0077'") == [(2500,)]


@pytest.mark.parametrize("task", ["refill", "payment"])
def test_an_unclear_refill_or_payment_is_found_on_file(task: str, maple: Maple) -> None:
    """The answer is lost after the commit: what the file holds tells, and it is not sent again."""
    lost = TroublePlan("lost", troubles=(Trouble("inbound/commit", outcome="timeout", committed=True),))
    talk = maple.call(lost)
    as_jamie(talk)
    if task == "refill":
        talk.hear("thirty lisinopril for thirty days")
        talk.do("choose_task", task="refill")
        talk.do("request_refill", medication="lisinopril", quantity=30, days_of_supply=30)
    else:
        talk.hear("25 dollars on bill 77")
        talk.do("choose_task", task="payment")
        talk.do("take_payment", amount=25, currency="USD", reason="invoice", invoice="INV-2026-0077")
    talk.say()
    assert consent(talk).outcome == "ok"


def test_a_refill_that_was_lost_is_not_taken_for_the_one_before(maple: Maple) -> None:
    """The first took one refill off the file; the second did not happen, and nobody says that it did."""
    lost = TroublePlan("lost", troubles=(Trouble("inbound/commit", (2,), outcome="timeout"),))
    talk = maple.call(lost)
    as_jamie(talk)
    outcomes = []
    for _ in range(2):
        talk.hear("thirty lisinopril for thirty days")
        talk.do("choose_task", task="refill")
        talk.do("request_refill", medication="lisinopril", quantity=30, days_of_supply=30)
        talk.say()
        outcomes.append(consent(talk).outcome)
    assert outcomes == ["ok", "timeout"]
    assert maple.rows("SELECT count(*) FROM refill_requests") == [(1,)]


def test_far_more_than_ever_is_asked_with_the_largest_before(maple: Maple) -> None:
    """Implausible is not invalid: a whole yes to the preview lets it through to its quote."""
    talk = maple.call()
    identify(talk, "Maria Lopez", "1979-05-12", "May 12th, 1979")
    talk.hear("three hundred and one metformin for thirty days")
    talk.do("choose_task", task="refill")
    arguments = {"medication": "metformin", "quantity": 301, "days_of_supply": 30}
    handled = talk.do("request_refill", **arguments)
    assert handled.result["code"] == "quantity_implausible" and "60" in handled.spoken
    assert talk.layer.hears == "CONFIRM"
    talk.say()
    talk.hear("yes")
    assert talk.do("request_refill", **arguments).result["code"] != "quantity_implausible"


def test_a_spanish_call_is_spanish_throughout(maple: Maple) -> None:
    """The fixed lines are in the call's language, the names as on file."""
    talk = maple.call(language="es")
    talk.hear("Hola, soy Sofía Peña, es para mí")
    talk.do("note_caller", caller_name="Sofía Peña", calling_for="self")
    talk.say("¿Su fecha de nacimiento?")
    talk.hear("el 30 de noviembre de 1990")
    assert talk.do("find_patient", name="Sofía Peña", date_of_birth="1990-11-30").result["code"] == "found"
    talk.hear("quiero cancelar mi cita")
    talk.do("choose_task", task="cancel")
    talk.do("list_visits")
    talk.do("quote_cancel", visit="VISIT-SEP15-0900-OKAFOR")
    assert talk.say().startswith("Se cancelaría la cita del martes 15 de septiembre a las 9:00 de la mañana")
    assert "queda cancelada" in consent(talk, "sí").spoken


def test_requests_are_sent_under_the_calls_own_number(maple: Maple) -> None:
    """Every body that has to carries it, and the practice keeps the log under it."""
    talk = maple.call(call_id="call-7")
    book_nine(maple, talk)
    talk.layer.hang_up("caller", "hung up", talk.said)
    assert maple.rows("SELECT call_id FROM call_logs") == [("call-7",)]
    assert maple.rows("SELECT DISTINCT call_id FROM quotes") == [("call-7",)]


def test_nothing_is_asked_for_in_the_past(maple: Maple) -> None:
    """What is listed lies ahead of the call."""
    talk = maple.call()
    as_jamie(talk)
    talk.hear("today if you can")
    talk.do("choose_task", task="book")
    listed = talk.do("find_openings", reason="sick_visit", first_day="2026-09-14").result["openings"]
    first = dt.datetime.fromisoformat(f"{listed[0]['day'].split()[1]}T{listed[0]['time']}")
    assert first > maple.clock.now().replace(tzinfo=None)


def test_the_api_is_strict_and_the_layer_keeps_to_it(maple: Maple) -> None:
    """In a whole call nothing that the layer sends is refused as badly put."""
    answers = []

    class Listening:
        def __call__(self, request: Request) -> object:
            answer = maple.api(request)
            answers.append((request.endpoint, answer.status))
            return answer

    talk = maple.call()
    talk.layer._session.executor._api = Listening()  # type: ignore[assignment]
    book_nine(maple, talk)
    talk.layer.hang_up("caller", "hung up", ["", *talk.said])
    assert {status for _, status in answers} == {200} and len(answers) > 8
