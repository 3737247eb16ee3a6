"""Patients are found however their name is spelt, and never confused for it."""

import pytest

from tests.practice.booking_arguments import Ask


def found(ask: Ask, **who: str) -> list[tuple[int, str]]:
    return [(patient["patientId"], patient["match"]) for patient in ask("find_patient", **who).body]


@pytest.mark.parametrize("name", ["Sofía Peña", "Sofía Pen\u0303a", "SOFÍA PEÑA", "sofía  peña"])
def test_composed_and_decomposed_accents_are_one_patient(ask: Ask, name: str) -> None:
    """The stored spelling is found by any spelling of the same letters, and stays as it is."""
    assert found(ask, name=name) == [(50212, "exact")]
    assert ask("find_patient", name=name).body[0]["name"] == "Sofía Peña"


def test_a_name_without_its_accents_is_only_similar(ask: Ask) -> None:
    """Peña and Pena may be two people: the match says so, and needs a birth date to be sure."""
    assert found(ask, name="Sofia Pena") == [(50212, "similar")]
    assert found(ask, name="Sofia Pena", dateOfBirth="1990-11-30") == [(50212, "similar")]
    assert found(ask, name="Sofia Pena", dateOfBirth="1990-11-29") == []


@pytest.mark.parametrize("family", ["O’Neil", "O'Neil", "O Neil", "ONeil", "o'neil"])
def test_every_apostrophe_is_one_patient(ask: Ask, family: str) -> None:
    """Straight, curly, a space or none: one person, whose name keeps its own form."""
    (patient,) = ask("find_patient", name=f"Niamh {family}", dateOfBirth="2012-06-21").body
    assert (patient["name"], patient["match"]) == ("Niamh O’Neil", "exact")


def test_a_single_name_is_enough(ask: Ask) -> None:
    """Someone with one name is found by it."""
    assert found(ask, name="Sukarno") == [(50213, "exact")]


def test_the_phone_number_alone_finds_a_patient(ask: Ask) -> None:
    """However the number is written."""
    assert found(ask, phone="+1 (212) 555-0142") == [(50211, "exact")]


def test_a_look_up_of_nobody_is_bad_input(ask: Ask) -> None:
    """Without a name, a birth date or a number there is nothing to look up."""
    assert ask("find_patient").status == 400


def test_a_very_long_name_is_refused_by_its_key(ask: Ask) -> None:
    """Ten thousand letters are no name; 140 are one, if unknown."""
    assert ask("find_patient", name="a" * 10_000).body["error"]["key"] == "name"
    assert found(ask, name="a" * 140) == []
