"""What a caller said, made into the one thing that it means."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.call_layer.arguments.entities import Entity, Scope
from lab.call_layer.arguments.own_words import heard
from lab.call_layer.arguments.patients import which_patient
from lab.call_layer.arguments.refusal import Question
from lab.call_layer.arguments.resolution import MOST, resolve
from lab.call_layer.arguments.schema import sheet
from lab.call_layer.arguments.settling import settle
from lab.call_layer.shapes import Refusal
from tests.call_layer.arguments.files import JAMIE, OFFICES, PROVIDERS, SCOPE, brief, invoice, medication, refill, taken

MEDICATIONS = SCOPE.entities("medication")
DOCTORS = SCOPE.entities("provider")


@pytest.mark.parametrize(
    ("kind", "said", "id"),
    [
        ("medication", "RX-1234", "RX-1234"),
        ("medication", "rx 1234", "RX-1234"),
        ("medication", "twelve thirty-four", "RX-1234"),
        ("medication", "my lisinopril, the ten milligrams one", "RX-1234"),
        ("medication", "Lisinopril 20MG", "RX-2345"),
        ("medication", "metfor", "RX-3456"),
        ("medication", "lisinopril 10 mg, last filled in August", "RX-1234"),
        ("invoice", "2026-0042", "INV-2026-0042"),
        ("invoice", "bill number 51", "INV-2026-0051"),
        ("invoice", "the blood test", "INV-2026-0042"),
        ("provider", "ANA REYES", 11),
        ("provider", "Reyes, Marta", 12),
        ("provider", "Dr. O Neil", 13),
        ("provider", "ONeil", 13),
        ("provider", "Sukarno", 14),
        ("office", "north", 1),
        ("office", "the harbor one", 2),
    ],
)
def test_what_was_said_is_the_one_thing_that_it_means(kind, said, id):
    """Case, accents, apostrophes, spaces and how a number is said make no difference."""
    assert resolve(said, SCOPE.entities(kind)).entity.id == id


@pytest.mark.parametrize(
    ("kind", "said"), [("medication", "lisinopril"), ("provider", "Dr. Reyes"), ("medication", "my prescription")]
)
def test_what_fits_several_is_a_question_with_labels(kind, said):
    """Every candidate is told apart at a glance, and none is guessed."""
    found = resolve(said, SCOPE.entities(kind))
    assert found.outcome == "ambiguous"
    assert found.entity is None
    assert len(set(found.candidates)) == len(found.candidates) > 1


@pytest.mark.parametrize(
    "said", ["atorvastatin", "lisinopril 40 mg", "RX-9999", "metoprolol 10 mg", "", "   ", "the", "[/]"]
)
def test_what_fits_nothing_is_not_found(said):
    """A strength that is not on the list is not the medicine that is."""
    assert resolve(said, MEDICATIONS).outcome == "not_found"


def test_an_exact_name_wins_over_a_part_of_another():
    """ "North" is the office of that name, although "North Harbor" begins with it."""
    assert resolve("North", SCOPE.entities("office")).entity.id == 1


def test_labels_can_be_chosen_by_at_a_glance():
    """A doctor with the office, a medicine with when it was last filled, a bill with what is left to pay."""
    assert "Dr. Ana Reyes, North office" in [each.label for each in DOCTORS]
    assert "lisinopril 10 mg, last filled in August" in [each.label for each in MEDICATIONS]
    spanish = Scope(OFFICES, PROVIDERS, JAMIE, language="es").entities("invoice")
    assert spanish[0].label == "blood test de agosto, $45.50 por pagar"


def test_two_boxes_of_one_medicine_are_told_apart_by_their_number():
    """Where labels would be alike they carry what is printed on the box."""
    twins = Scope(file=brief("A-1", "Jo", [medication("RX-1", "iron", "5 mg"), medication("RX-2", "iron", "5 mg")]))
    labels = [each.label for each in twins.entities("medication")]
    assert labels == ["iron 5 mg, last filled in August (RX-1)", "iron 5 mg, last filled in August (RX-2)"]


def test_at_most_five_are_listed():
    """Nobody keeps more than five in mind on a phone."""
    many = Scope(file=brief("A-1", "Jo", [medication(f"RX-{n}", "iron", f"{n} mg") for n in range(1, 10)]))
    assert len(resolve("iron", many.entities("medication")).candidates) == MOST


@pytest.mark.parametrize(
    ("lines", "id"),
    [
        (["I need my lisinopril", "the ten milligrams one"], "RX-1234"),
        (["lisinopril twenty milligrams, thirty tablets"], "RX-2345"),
        (["not the lisinopril, the metformin"], "RX-3456"),
        (["the metoprolol", "sorry, I meant the metformin"], "RX-3456"),
        (["I need my lisinopril"], None),
        (["thirty tablets for ten days"], None),
        (["the metoprolol", "the ten milligrams one"], None),
        (["I take metformin and metoprolol"], None),
    ],
)
def test_the_callers_own_lines_name_what_they_mean(lines, id):
    """The last that was named, but for what was denied; a later answer narrows what an earlier line left open."""
    found = heard(lines, MEDICATIONS).entity
    assert (found.id if found else None) == id


@pytest.mark.parametrize("said", ["metformin", "RX-3456", "RX-9999", "metopralol"])
def test_another_than_the_caller_named_is_refused_with_what_they_named(said):
    """A neighbour, an invention or a slip of the model's goes nowhere, and the suggestion is the caller's own."""
    found = taken("request_refill", refill(said), "a refill of my metoprolol, please").stopped
    assert isinstance(found, Refusal)
    assert found.suggestion == "metoprolol 25 mg, last filled in August"


@pytest.mark.parametrize(
    ("said", "lines"),
    [
        ("lisinopril 10 mg", ["my lisinopril, please"]),
        ("metformin", ["my usual, please"]),
        ("metformin", ["I take metoprolol, and I need the metformine"]),
        ("metoprolol", ["I have metformin here, and I need the metropolol"]),
        ("atorvastatin", ["I take metformin, and I need atorvastatin"]),
    ],
)
def test_what_only_the_caller_can_settle_becomes_a_question(said, lines):
    """A choice that the caller did not make, or words that may be misheard, are asked about and never guessed."""
    found = taken("request_refill", refill(said), *lines).stopped
    assert isinstance(found, Question)


def test_switched_off_the_models_neighbour_is_acted_on():
    """Without resolution what the model writes is the id, whoever meant what."""
    call = ("request_refill", refill("RX-3456"), "my metoprolol, please")
    assert taken(*call).stopped
    assert taken(*call, off=("resolution",)).filled == {"medication_id": "RX-3456"}


def test_every_result_says_in_words_what_is_acted_on():
    """The echo names the entity; without it nothing does."""
    call = ("request_refill", refill("metformin"), "my metformin, please")
    assert taken(*call).resolved == {"medication": "metformin 500 mg, last filled in August"}
    assert taken(*call, off=("echo",)).resolved == {}


def person(name, born, phone="212-555-0142", exact=True):
    """A row of a look-up."""
    return {"account_number": f"A-{name}{born}", "name": name, "date_of_birth": born, "phone": phone, "exact": exact}


def test_of_patients_who_are_alike_only_what_separates_them_is_told():
    """The field that has to be asked for, and nobody's name, number or date."""
    found = which_patient([person("Sam Lee", "1980-01-01"), person("Sam Lee", "1990-01-01")], "Sam Lee", None, None)
    assert (found.code, found.separates, found.candidates) == ("ambiguous", "date_of_birth", ())
    assert "1980" not in str(found.as_result()) and "A-" not in str(found.as_result())


def test_twins_of_one_name_are_told_apart_by_their_phone():
    """A field in which they do not differ is not asked for."""
    rows = [person("Sam Lee", "1980-01-01"), person("Sam Lee", "1980-01-01", "212-555-0199")]
    assert which_patient(rows, "Sam Lee", None, None).separates == "phone"
    assert which_patient(rows, "Sam Lee", "1980-01-01", "212-555-0199") == rows[1]


def test_a_name_spelled_otherwise_needs_the_date_of_birth():
    """ "Pena" may be Peña, and is only with the date of birth."""
    rows = [person("Peña", "1980-01-01", exact=False)]
    assert which_patient(rows, "Pena", None, None).separates == "date_of_birth"
    assert which_patient(rows, "Pena", "1980-01-01", None) == rows[0]
    assert which_patient(rows, "Pena", "1980-01-02", None).code == "not_found"


FIELD = sheet()["request_refill"]["medication"]
NAMES = st.sampled_from(
    ["iron", "zinc", "Peña", "Pena", "Ana Maria", "Ana", "O’Neil", "10 mg", "RX-1", "one", "my", "blood test"]
)
TEXTS = st.one_of(NAMES, st.text(max_size=30), st.lists(NAMES, max_size=4).map(" ".join))


@st.composite
def scopes(draw):
    """A verified patient's file, one that authorises the caller, and one that is nobody's business."""
    numbers = draw(st.lists(st.integers(1, 99), min_size=1, max_size=8, unique=True))
    files = [
        brief(f"A-{which}", draw(NAMES), [medication(f"RX-{which}{n}", draw(NAMES), "10 mg") for n in numbers],
              [invoice(f"INV-2026-{which}{n:03}", draw(NAMES), n) for n in numbers])
        for which in range(3)
    ]  # fmt: skip
    return Scope(OFFICES, PROVIDERS, files[0], (files[1],)), files[2]


@given(scopes(), TEXTS, st.lists(TEXTS, max_size=4), st.sampled_from(["medication", "invoice", "patient", "provider"]))
def test_nothing_outside_the_callers_scope_ever_comes_out(drawn, said, lines, kind):
    """Whatever is said or written: only what is in scope, the same each time, and resolved only if one fits."""
    scope, other = drawn
    entities = scope.entities(kind)
    found = settle("it", FIELD, said, lines, entities)
    assert found == settle("it", FIELD, said, lines, scope.entities(kind))
    resolution = resolve(said, entities)
    assert (resolution.outcome == "resolved") == (len(resolution.fits) == 1) == (resolution.entity is not None)
    outside = {other["account_number"], *(r["medication_id"] for r in other["medications"])}
    assert {each.id for each in resolution.fits} <= {each.id for each in entities}
    assert not outside & {each.id for each in (*resolution.fits, *heard(lines, entities).fits)}
    if isinstance(found, Entity):
        assert found in entities


@given(scopes(), TEXTS, st.lists(TEXTS, min_size=1, max_size=4))
def test_what_is_acted_on_is_what_the_callers_own_words_mean(drawn, said, lines):
    """However the model words it, an identity goes on only if the caller's lines resolve to it, alone."""
    entities = drawn[0].entities("medication")
    found = settle("medication", FIELD, said, lines, entities)
    if isinstance(found, Entity):
        assert heard(lines, entities).entity == found
