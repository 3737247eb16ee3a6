"""Faults that others met in names and in a model's arguments, each as a case of its kind."""

import time

import pytest

from lab.call_layer.arguments.entities import Scope
from lab.call_layer.arguments.patients import which_patient
from lab.call_layer.arguments.provenance import flags
from lab.call_layer.arguments.resolution import resolve
from lab.call_layer.arguments.schema import Fitted, fit
from tests.call_layer.arguments.files import OFFICES, PROVIDERS, TODAY, brief, refill, taken

PATIENT = {"name": "Jamie", "date_of_birth": "1985-04-03"}


def doctor(given, family):
    """A practice's doctors: this one alone."""
    return Scope(OFFICES, [{"provider_id": 1, "given": given, "family": family, "office_ids": [1]}]).entities(
        "provider"
    )


@pytest.mark.parametrize("said", ["Sukarno", "Dr. Sukarno", "doctor sukarno"])
def test_whoever_has_one_name_has_no_empty_other(said):
    """A single name is found, and its label holds no blank, null or None."""
    (entity,) = doctor("", "Sukarno")
    assert resolve(said, [entity]).entity == entity
    assert entity.label == "Dr. Sukarno, North office"


@pytest.mark.parametrize(
    ("given", "family", "said"),
    [
        ("Inés", "de la Cruz Jr.", "ines de la cruz jr"),
        ("Inés", "de la Cruz Jr.", "de la Cruz Jr."),
        ("Van", "Nguyen", "Van Nguyen"),
        ("Andrea", "Ma", "Ma, Andrea"),
        ("Andrea", "Ma", "Dr. Ma"),
    ],
)
def test_particles_and_suffixes_belong_to_the_name(given, family, said):
    """Nothing is cut off or turned round, and the label has the practice's own form."""
    (entity,) = doctor(given, family)
    assert resolve(said, [entity]).entity == entity
    assert f"{given} {family}" in entity.label


@pytest.mark.parametrize("said", ["Peña", "Pen\u0303a", "PEÑA", "Pena"])
def test_accents_composed_or_not_are_one_name(said):
    """The stored spelling is what is told."""
    found = resolve(said, doctor("Luz", "Peña")).entity
    assert found.label == "Dr. Luz Peña, North office"


@pytest.mark.parametrize("said", ["O-N-E-I-L", "O N E I L"])
def test_a_name_that_is_spelled_is_the_name(said):
    """Letter by letter, as it reaches the desk."""
    assert resolve(said, SCOPE_DOCTORS).entity.id == 13


@pytest.mark.parametrize(
    "lines",
    [["two one two, five five five, oh one four two"], ["area two one two", "five five five, zero one four two"]],
)
def test_a_phone_number_in_words_is_said_and_one_of_nine_digits_is_not_padded(lines):
    """Zero or oh, in one line or two; what traces to the caller is not flagged, and what is too short is refused."""
    assert flags("find_patient", {"phone": "212-555-0142"}, lines, []) == ()
    assert flags("find_patient", {"phone": "212-555-0143"}, lines, [])
    assert not isinstance(fit("find_patient", PATIENT | {"phone": "21-255-5014"}, TODAY), Fitted)


@pytest.mark.parametrize("said", ["O’Neil", "O'Neil", "O Neil", "ONeil", "o'neil"])
def test_any_apostrophe_is_one_name(said):
    """Straight, curly, a blank or none."""
    assert resolve(said, SCOPE_DOCTORS).entity.id == 13


SCOPE_DOCTORS = Scope(OFFICES, PROVIDERS).entities("provider")


def test_a_long_name_is_a_name_and_an_endless_one_asks_for_a_shorter_form():
    """140 characters pass; 10,000 are refused in words, at once."""
    long = "Wilhelmina " * 12 + "Jones"
    assert isinstance(fit("find_patient", PATIENT | {"name": long}, TODAY), Fitted)
    began = time.perf_counter()
    found = fit("find_patient", PATIENT | {"name": "a" * 10_000}, TODAY)
    assert time.perf_counter() - began < 0.1
    assert "shorter form" in found.text
    assert len(str(found)) < 1000


def test_a_number_with_one_character_changed_reaches_nobody_else():
    """The id is code's to write; a model's is refused, and the suggestion is what the caller named."""
    found = taken("request_refill", refill("RX-1235"), "my metformin please").stopped
    assert (found.argument, found.given) == ("medication", "RX-1235")
    assert found.suggestion.startswith("metformin")


def test_numbers_as_text_are_numbers_and_a_text_stays_text():
    """ "90" is ninety; "[1]" in a field of text is no list."""
    assert fit("request_refill", refill("[1]", "90", "90"), TODAY).arguments == refill("[1]", 90, 90)


@pytest.mark.parametrize(("given", "task"), [("New Patient", "new_patient"), ("NEW_PATIENT", "new_patient")])
def test_a_capital_letter_is_no_other_value(given, task):
    """However an entry of a closed list is written."""
    assert fit("choose_task", {"task": given}, TODAY).arguments == {"task": task}


def test_a_value_that_is_not_allowed_is_told_which_are():
    """The whole list stands in the refusal."""
    text = fit("choose_task", {"task": "folow up"}, TODAY).text
    assert "book, reschedule, cancel" in text


def test_a_made_up_key_is_dropped_and_has_no_power():
    """It is noted, the rest goes on."""
    found = taken("request_refill", refill("metformin") | {"confirmed": True, "mood": "kind"}, "my metformin")
    assert found.stopped is None
    assert "confirmed" not in found.arguments
    assert len(found.notes) == 2


@pytest.mark.parametrize(
    ("given", "days"), [(30, 30), ("30 days", 30), ("2 weeks", 14), (2_592_000, None), ("30m", None)]
)
def test_a_unit_is_read_or_refused_and_never_taken_for_another(given, days):
    """Seconds in a field of days are above its cap."""
    found = fit("request_refill", refill("iron", days=given), TODAY)
    assert (found.arguments["days_of_supply"] if isinstance(found, Fitted) else None) == days


def test_patients_of_one_spelling_are_one_and_of_two_are_asked_for_the_birth():
    """A look-up's exact match stands; a similar one waits for the date of birth."""
    row = {"account_number": "A-1", "name": "Peña", "date_of_birth": "1980-01-01", "phone": "212-555-0142"}
    assert which_patient([row | {"exact": True}], "Pen\u0303a", None, None)["name"] == "Peña"
    assert which_patient([row | {"exact": False}], "Pena", None, None).separates == "date_of_birth"


def test_a_spelled_name_in_capitals_is_the_patient_in_scope():
    """ "I am J.P." stays J.P., and is found as that."""
    scope = Scope(file=brief("A-1", "J.P. Morgan"))
    assert resolve("J.P. Morgan", scope.entities("patient")).entity.id == "A-1"
