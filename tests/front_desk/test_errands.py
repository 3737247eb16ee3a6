"""What plain code makes of a caller who wants a refill, to pay, or a word with a doctor."""

import datetime as dt
from typing import Any

import pytest

from lab.call_layer.tools import TOOLS
from lab.front_desk.errands import message, payment, refill
from lab.front_desk.model import Asked, Caller, Done, Entry, Said, Step, Talk
from lab.protocol import Heard, Intent


def talk(*entries: str | Entry, language: str = "en") -> Talk:
    """A conversation; a text is a line of the caller's."""
    spoken = tuple(Caller(each, Heard()) if isinstance(each, str) else each for each in entries)
    return Talk(language, dt.date(2026, 9, 14), "Maple Street", spoken, TOOLS)


def written(step: Step | None) -> Any:
    """The arguments of the one call of a step; none where it says something."""
    return dict(step.calls[0].arguments) if step and step.calls else None


@pytest.mark.parametrize(
    ("lines", "arguments"),
    [
        (["refill my metformin, sixty pills for thirty days"], ("metformin", 60, 30)),
        (["I need a refill", "lisinopril", "ninety of them for two weeks"], ("lisinopril", 90, 14)),
        (["a refill of lisinopril, 30 tablets, 30 days", "the ten milligrams one"], ("lisinopril 10 mg", 30, 30)),
        (["refill the metformin, 30 tablets, 30 days", "no, the metoprolol"], ("metoprolol", 30, 30)),
        (["I am Jamie Rivera and I want a refill of my lisinopril, 30 pills, 30 days"], ("lisinopril", 30, 30)),
    ],
)
def test_a_refill_is_what_the_lines_say(lines: list[str], arguments: tuple[str, int, int]) -> None:
    """In any order, a later line adds to an earlier, and a no takes it back."""
    found = written(refill(talk(*lines)))
    assert (found["medication"], found["quantity"], found["days_of_supply"]) == arguments


@pytest.mark.parametrize("lines", [["I need a refill"], ["refill my metformin"], ["refill my metformin, sixty pills"]])
def test_what_is_missing_of_a_refill_is_asked_for(lines: list[str]) -> None:
    """One thing at a time, and nothing is made up."""
    step = refill(talk(*lines))
    assert step.say.endswith("?") and not step.calls


@pytest.mark.parametrize(
    ("lines", "amount", "reason", "invoice"),
    [
        (["I want to pay the blood test, sixty-four dollars"], 64, "invoice", "blood test"),
        (["pay invoice 42, $45.50"], 45.5, "invoice", "42"),
        (["my copay, twenty-five dollars and fifty cents"], 25.5, "copay", None),
        (["I'd like to pay my bill, eighty dollars"], 80, "invoice", "bill"),
        (["I want to pay", "sixty dollars"], 60, "other", None),
    ],
)
def test_a_payment_is_what_the_lines_say(lines: list[str], amount: float, reason: str, invoice: str | None) -> None:
    """To the cent, and for a bill only where one was spoken of."""
    found = written(payment(talk(*lines)))
    assert (found["amount"], found["reason"], found.get("invoice")) == (amount, reason, invoice)


def test_what_does_not_tell_how_much_names_no_bill() -> None:
    """An answer without an amount is asked about again, and is no part of a bill's name."""
    asked = payment(talk("I want to pay my bill"))
    spoken = ["I want to pay my bill", Said(asked.say), "how should I know, whatever is open", Said(asked.say)]
    assert payment(talk(*spoken)).say == asked.say
    assert written(payment(talk(*spoken, "twenty dollars")))["invoice"] == "bill"
    assert written(payment(talk(*spoken[:2], "the blood test, twenty dollars")))["invoice"] == "blood test"


def test_a_message_goes_to_the_doctor_in_the_callers_words() -> None:
    """What stands behind "that" is the message; else the next line is."""
    assert written(message(talk("Tell Dr. O'Neil that the rash is gone"))) == {
        "provider": "Dr. O'Neil", "text": "the rash is gone",
    }  # fmt: skip
    assert written(message(talk("a message for Dr. Reyes please", "I feel better")))["provider"] == "Dr. Reyes"
    assert message(talk("a message for the staff")) is None


def test_an_answer_to_which_doctor_is_the_doctor_and_a_choice_is_not() -> None:
    """ "Bruno" is a name; "the first one" is for the layer to make out."""
    lines = ("a message for Dr. Reyes", "I feel better")
    assert written(message(talk(*lines, "Bruno")))["provider"] == "Bruno"
    chosen = Caller("the first one", Heard(Intent.INFORM, choice=1))
    assert written(message(talk(*lines, chosen)))["provider"] == "Dr. Reyes"


def test_a_suggestion_is_taken_and_another_no_is_said() -> None:
    """Only what was refused of its own call; what somebody else tried is nothing to it."""
    lines = ("refill my metformin, sixty pills for thirty days",)
    own = Asked("request_refill", written(refill(talk(*lines))))
    suggested = Done(own, {"ok": False, "argument": "medication", "suggestion": "metformin 500 mg"})
    assert written(refill(talk(*lines, suggested)))["medication"] == "metformin 500 mg"
    refused = Done(own, {"ok": False, "code": "refill_above_entitlement"})
    assert "refills left" in refill(talk(*lines, refused)).say
    another = Done(Asked("request_refill", {"medication": "zinc"}), {"ok": False, "code": "invalid_arguments"})
    assert written(refill(talk(*lines, another))) == own.arguments


def test_what_was_said_before_the_wish_is_not_part_of_it() -> None:
    """The name and the birth date are no medicine; the wish itself counts, however early it came."""
    done = Done(Asked("choose_task", {"task": "refill"}), {"ok": True})
    found = talk("refill my metformin please", "Jamie Rivera", "April 3rd 1985", done, "sixty pills for thirty days")
    assert written(refill(found)) == {"medication": "metformin", "quantity": 60, "days_of_supply": 30}


def test_an_errand_is_run_in_spanish_too() -> None:
    """The same table in other words."""
    found = talk("necesito surtir metformin, sesenta pastillas para treinta días", language="es")
    assert written(refill(found)) == {"quantity": 60, "days_of_supply": 30, "medication": "metformin"}


def test_a_bills_number_is_no_amount() -> None:
    """Without an amount it is asked for."""
    assert payment(talk("I want to pay invoice 42")).say == "How much would you like to pay?"
    assert written(payment(talk("I want to pay invoice 42", "sixty four fifty")))["amount"] == 64.5


def test_a_number_alone_answers_what_was_asked() -> None:
    """ "Thirty" is how many, or for how many days, as the question before it was."""
    lines = ("refill my metformin", Said("How many of them?"), "sixty", Said("And for how many days?"), "30")
    assert written(refill(talk(*lines))) == {"medication": "metformin", "quantity": 60, "days_of_supply": 30}
