"""An optional value that the caller named and the model left out."""

import pytest

from tests.call_layer.arguments.files import payment, taken

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
        "a checkup for Sean",
        "I need a doctor",
    ],
)
def test_what_was_not_clearly_wanted_is_not_missed(line):
    """Nobody in particular, a doctor refused, or two of them: the call is right without."""
    assert taken("find_openings", CHECKUP, line).stopped is None
