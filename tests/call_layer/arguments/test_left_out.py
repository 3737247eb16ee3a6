"""An optional value that the caller named and the model left out."""

import pytest

from lab.call_layer.arguments.entities import Scope
from lab.call_layer.arguments.refusal import Question
from tests.call_layer.arguments.files import OFFICES, PROVIDERS, brief, invoice, payment, taken

CHECKUP = {"reason": "checkup"}
PATIENT = {"name": "Jamie", "date_of_birth": "1985-04-03"}
ONEIL = "Dr. Sean O’Neil, North office, North Harbor office"
BLOOD_TEST = "blood test in August, $45.50 to pay"


@pytest.mark.parametrize(
    ("tool", "arguments", "line", "argument", "suggestion"),
    [
        ("take_payment", payment(45.5), "I'd like to pay invoice number 42", "invoice", BLOOD_TEST),
        ("find_openings", CHECKUP, "a checkup with Dr. O'Neil", "doctor", ONEIL),
        ("find_openings", CHECKUP, "a checkup at North Harbor", "office", "North Harbor office"),
        ("find_patient", PATIENT, "it's (212) 555-0142", "phone", "212-555-0142"),
    ],
)
def test_what_was_named_is_missed_and_suggested(tool, arguments, line, argument, suggestion):
    """The refusal names the field and suggests what the caller said."""
    found = taken(tool, arguments, line).stopped
    assert (found.argument, found.suggestion) == (argument, suggestion)
    assert taken(tool, arguments | {argument: suggestion}, line).stopped is None


@pytest.mark.parametrize(
    "line",
    [
        "a checkup, with anyone",
        "a checkup, but not with Dr. O'Neil",
        "Dr. O'Neil or Dr. Ana Reyes, whichever",
        "Dr. O'Neil or Dr. Ana Reyes",
        "a checkup at the Harbor, any office",
        "a checkup for Sean",
        "I need a doctor",
    ],
)
def test_what_was_not_clearly_wanted_is_not_missed(line):
    """Nobody in particular, a doctor refused, or two of them: the call is right without."""
    assert taken("find_openings", CHECKUP, line).stopped is None


@pytest.mark.parametrize(
    ("tool", "arguments", "line", "argument"),
    [
        ("find_openings", CHECKUP, "a checkup with Dr. Reyes", "doctor"),
        ("take_payment", payment(20), "twenty dollars for the skin check", "invoice"),
    ],
)
def test_a_name_of_several_is_asked_about(tool, arguments, line, argument):
    """Two doctors of one surname, two bills about one thing: which one is a question, and no suggestion."""
    twice = [invoice("INV-2026-0001", "skin check", 9000), invoice("INV-2026-0002", "skin check", 900)]
    found = taken(tool, arguments, line, scope=Scope(OFFICES, PROVIDERS, brief("A-1", "Jo", (), twice))).stopped
    assert isinstance(found, Question)
    assert (found.argument, len(found.candidates)) == (argument, 2)


def test_a_wish_that_nobody_had_is_left_out():
    """A doctor whom the caller never named does not narrow their search; the suggestion is to leave it out."""
    found = taken("find_openings", CHECKUP | {"doctor": "Sukarno"}, "I need a checkup").stopped
    assert (found.argument, found.suggestion) == ("doctor", "")
    assert taken("find_openings", CHECKUP | {"doctor": ""}, "I need a checkup").stopped is None
