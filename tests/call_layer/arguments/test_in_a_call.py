"""Refills, payments and messages from the first word to the row in the practice's tables."""

import datetime as dt
import json
from pathlib import Path
from typing import Any

import pytest

from fake_api.practice.emr import Practice, open_practice
from fake_api.practice.inbound.api import open_inbound
from fake_api.practice.wire import Request
from fake_api.practice.world import load_world
from lab.call_layer.configuration import Configuration
from lab.call_layer.layer import CallLayer
from tests.call_layer.conftest import START, FakeClock, Talk


class Desk:
    """A call to Maple Street with its own practice behind it."""

    def __init__(self, *off: str, folder: Path | None = None) -> None:
        clock = FakeClock(START)
        self.practice: Practice = open_practice(load_world("maple"), clock)
        api = open_inbound(self.practice, clock)
        layer = CallLayer(api, clock, call_id="call-1", configuration=Configuration(off), log_folder=folder)
        self.talk = Talk(layer, clock)

    def know(self, name: str = "Jamie Rivera", born: str = "3 April 1985", task: str = "refill") -> Talk:
        """The caller is found, and says what they want."""
        talk = self.talk
        talk.hear(f"{name}, it's for me")
        talk.do("note_caller", caller_name=name, calling_for="self")
        talk.say("And your date of birth?")
        talk.hear(born)
        date = dt.datetime.strptime(born, "%d %B %Y").date().isoformat()
        assert talk.do("find_patient", name=name, date_of_birth=date).outcome == "ok"
        assert talk.do("choose_task", task=task).outcome == "ok"
        talk.say("What can I do for you?")
        return talk

    def rows(self, table: str) -> list[Any]:
        return self.practice.store.all(f"SELECT * FROM {table} ORDER BY id")


def confirmed(talk: Talk) -> Any:
    """What is read aloud meets its yes, and is done."""
    sentence = talk.say()
    talk.hear("yes")
    done = talk.do("commit")
    assert done.outcome == "ok", done
    return sentence, done


def test_a_refill_goes_quote_read_back_yes_commit() -> None:
    """What the caller named is read back in words and written once."""
    desk = Desk()
    talk = desk.know()
    talk.hear("lisinopril, thirty tablets for thirty days")
    handled = talk.do("request_refill", medication="lisinopril", quantity=30, days_of_supply=30)
    assert handled.filled["medication_id"] == "RX-1234"
    assert handled.result["resolved"]["medication"] == "lisinopril 10 mg, last filled in August"
    assert desk.rows("refill_requests") == []
    sentence, done = confirmed(talk)
    assert "lisinopril 10 mg" in sentence and "30" in sentence
    assert [row[1] for row in desk.rows("refill_requests")] == ["RX-1234"]
    assert "lisinopril" in done.spoken


def test_a_payment_is_taken_of_the_bill_that_was_named() -> None:
    """To the cent, and of no other."""
    desk = Desk()
    talk = desk.know(task="payment")
    talk.hear("the blood test, sixty-four dollars")
    handled = talk.do("take_payment", amount=64, currency="USD", reason="invoice", invoice="blood test")
    assert handled.filled["invoice_id"] == "INV-2026-0077", handled
    sentence, _ = confirmed(talk)
    assert "64.00" in sentence
    paid = desk.practice.store.all("SELECT invoice_id, cents FROM payments WHERE paid LIKE '2026-09-14%'")
    assert paid == [("INV-2026-0077", 6400)]


def test_a_message_goes_to_the_doctor_who_was_named() -> None:
    """Whatever the apostrophe, and the line names the doctor."""
    desk = Desk()
    talk = desk.know(task="message")
    talk.hear("tell Dr. O'Neil that the rash is gone")
    handled = talk.do("message_provider", provider="O'Neil", text="The rash is gone.")
    assert handled.filled["provider_id"] == 95, handled
    sentence, _ = confirmed(talk)
    assert "O’Neil" in sentence
    assert [row[2] for row in desk.rows("messages")] == [95]


def test_two_doctors_of_one_surname_are_a_question_in_fixed_words() -> None:
    """Nothing goes out; the caller's answer, not a guess, settles it."""
    desk = Desk()
    talk = desk.know(task="message")
    talk.hear("tell Dr. Reyes that I feel better")
    handled = talk.do("message_provider", provider="Ana Reyes", text="I feel better.")
    assert handled.result["code"] == "ambiguous"
    assert not any(sent.endpoint == "inbound/quote" for sent in handled.sent)
    asked = talk.say("All sent!")
    assert "Dr. Ana Reyes" in asked and "Dr. Bruno Reyes" in asked
    talk.hear("Bruno")
    handled = talk.do("message_provider", provider="Bruno Reyes", text="I feel better.")
    assert handled.filled["provider_id"] == 91


def test_the_first_one_chooses_of_what_was_asked() -> None:
    """The n-th of the question's candidates, as it was read out."""
    desk = Desk()
    talk = desk.know(task="message")
    talk.hear("tell Dr. Reyes that I feel better")
    talk.do("message_provider", provider="Dr. Reyes", text="I feel better.")
    talk.say()
    talk.hear("the first one")
    handled = talk.do("message_provider", provider="Dr. Reyes", text="I feel better.")
    assert handled.filled.get("provider_id") == 88, handled


def test_a_quantity_far_above_habit_is_previewed_and_confirmed() -> None:
    """The largest before is named; only a whole yes to that lets the quote come about."""
    desk = Desk()
    talk = desk.know("Maria Lopez", "12 May 1979")
    talk.hear("metformin, three hundred and one tablets for ninety days")
    asked = {"medication": "metformin", "quantity": 301, "days_of_supply": 90}
    assert talk.do("request_refill", **asked).result["code"] == "quantity_implausible"
    assert "the most so far was 60" in talk.say()
    assert talk.do("request_refill", **asked).result["code"] == "quantity_implausible"
    talk.say()
    talk.hear("yes")
    handled = talk.do("request_refill", **asked)
    assert handled.refusal is not None
    assert handled.refusal.code == "refill_above_entitlement"


def test_no_id_but_a_printed_one_is_told_to_the_model() -> None:
    """Numbers on boxes and bills may be seen; accounts and doctors have none."""
    desk = Desk()
    talk = desk.know(task="message")
    talk.hear("tell Dr. Reyes that I feel better")
    talk.do("message_provider", provider="Dr. Reyes", text="I feel better.")
    told = json.dumps([handled.result for handled in talk.handled])
    assert "50211" not in told and "provider_id" not in told


def test_what_traces_to_nothing_waits_in_the_review_queue(tmp_path: Path) -> None:
    """The call goes on; the number is there for a person to look at."""
    from lab.call_layer.arguments.review import queue

    desk = Desk(folder=tmp_path)
    talk = desk.know()
    talk.hear("lisinopril, thirty tablets for thirty days")
    assert talk.do("request_refill", medication="RX-1234", quantity=30, days_of_supply=30).outcome == "ok"
    assert [(entry.value, entry.code) for entry in queue(tmp_path)] == [("RX-1234", "argument_not_grounded")]


@pytest.mark.parametrize(("off", "stopped"), [((), True), (("resolution",), False)])
def test_with_resolution_off_the_models_neighbour_is_quoted(off: tuple[str, ...], stopped: bool) -> None:
    """What the caller named is not what the model wrote, and only resolution sees it."""
    desk = Desk(*off)
    talk = desk.know(task="payment")
    talk.hear("the blood test, sixty dollars")
    handled = talk.do("take_payment", amount=60, currency="USD", reason="invoice", invoice="INV-2026-0042")
    assert (handled.refusal is not None) == stopped


def test_what_the_medication_is_given_out_in_is_known_without_a_name() -> None:
    """Of a medication's history over all patients the brief tells quantities alone."""
    desk = Desk()
    api = open_inbound(desk.practice, desk.talk.clock)
    brief = api(Request("inbound/brief", {"call_id": "call-1", "account_number": "A-50220"})).body["result"]
    first = next(row for row in brief["medications"] if row["medication_id"] == "RX-1310")
    assert sorted(first["dispensed"]) == [30] * 8
