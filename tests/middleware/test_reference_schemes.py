"""Five ways to name an opening; the projection can be checked by a person, and never stands for two."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.middleware.directory import Doctor, Office
from lab.middleware.openings import Opening
from lab.middleware.projection import Coordinates, parse, project, surname_key
from lab.middleware.references import SCHEMES, Projection

NEW_YORK = ZoneInfo("America/New_York")
NORTH, HARBOR = (Office(number, name, "America/New_York", {}) for number, name in ((1, "North"), (2, "Harbor")))
ANA, BRUNO = Doctor(88, "Ana", "Reyes"), Doctor(91, "Bruno", "Reyes")


def opening(doctor: Doctor = ANA, hour: int = 9, day: int = 15, office: Office = NORTH) -> Opening:
    start = dt.datetime(2026, 9, day, hour, tzinfo=NEW_YORK)
    return Opening(office, doctor, start, 30, "general", ("1010",), 1000 + doctor.id, 0, 1)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_each_reference_stands_for_its_opening(scheme: str) -> None:
    """Whatever the scheme, no two of a list are the same, and each leads back to the opening it was given to."""
    openings = [opening(doctor, hour, day) for day in (15, 16) for hour in range(8, 17) for doctor in (ANA, BRUNO)]
    table = SCHEMES[scheme]()
    references = list(table.offer(openings, "sick_visit"))
    assert len(set(references)) == len(openings)
    assert [table.find(reference) for reference in references] == openings


@pytest.mark.parametrize("scheme", ["letter", "counter", "hash", "projection"])
def test_a_cleared_table_books_nothing(scheme: str) -> None:
    """After a write, or before the first search, no reference stands for anything."""
    table = SCHEMES[scheme]()
    (reference,) = table.offer([opening()], "sick_visit")
    table.clear()
    assert table.find(reference) is None


def test_a_letter_goes_by_position() -> None:
    """The same letter is another opening in the next list."""
    table = SCHEMES["letter"]()
    assert list(table.offer([opening(hour=8 + n % 8, day=15 + n // 8) for n in range(28)], ""))[-3:] == [
        "Z",
        "AA",
        "AB",
    ]
    table.offer([opening(hour=16)], "")
    assert table.find("A") == opening(hour=16)


def test_a_counter_only_goes_up_and_keeps_its_numbers() -> None:
    """An opening shown again has its old number, a new one the next."""
    table = SCHEMES["counter"]()
    assert list(table.offer([opening(hour=9), opening(hour=10)], "")) == ["S1", "S2"]
    assert list(table.offer([opening(hour=10), opening(hour=11)], "")) == ["S2", "S3"]
    assert table.find("S1") is None


def test_a_hash_is_of_its_search() -> None:
    """The same opening in the next search has another hash, and the old one stands for nothing."""
    table = SCHEMES["hash"]()
    (first,), (second,) = (table.offer([opening()], "sick_visit") for _ in range(2))
    assert first != second
    assert (len(first), table.find(first), table.find(second)) == (9, None, opening())


def test_two_who_sound_alike_are_told_apart() -> None:
    """The second Reyes at nine is -2, on a re-run too, and alone as well."""
    table = Projection()
    pair = [opening(ANA), opening(BRUNO)]
    assert list(table.offer(pair, "")) == ["SEP15-0900-REYES", "SEP15-0900-REYES-2"]
    assert list(table.offer(pair, "")) == ["SEP15-0900-REYES", "SEP15-0900-REYES-2"]
    assert list(table.offer([opening(BRUNO)], "")) == ["SEP15-0900-REYES-2"]
    assert list(table.offer([opening(ANA, office=HARBOR)], "")) == ["SEP15-0900-REYES-3"]


def test_a_surname_that_looks_like_a_suffix_takes_nobodys_place() -> None:
    """Two called Reyes and one called Reyes-2 make three references, each of which leads to its own doctor."""
    odd = Doctor(99, "Cai", "Reyes-2")
    table = Projection()
    openings = [opening(odd), opening(ANA), opening(BRUNO)]
    references = list(table.offer(openings, ""))
    assert references == ["SEP15-0900-REYES2", "SEP15-0900-REYES", "SEP15-0900-REYES-2"]
    assert [table.find(reference) for reference in references] == openings
    assert parse("SEP15-0900-REYES-2") == Coordinates(9, 15, dt.time(9), "REYES", 2)


@pytest.mark.parametrize(
    ("surname", "key"),
    [
        ("O’Neil", "ONEIL"),
        ("O'Neil", "ONEIL"),
        ("O Neil", "ONEIL"),
        ("de la Cruz", "DELACRUZ"),
        ("Pen\u0303a", "PENA"),
        ("Peña", "PENA"),
        ("Straße", "STRASSE"),
        ("王", "王"),
        ("Иванов", "ИВАНОВ"),
        ("नेहा", "नेहा"),
        ("—", "DOCTOR"),
        ("", "DOCTOR"),
        ("x" * 140, "X" * 24),
    ],
)
def test_a_surname_of_any_script_has_a_key(surname: str, key: str) -> None:
    """Letters and digits only, never empty, one form for every apostrophe."""
    assert surname_key(surname) == key


@given(st.lists(st.tuples(st.text(max_size=30), st.integers(8, 17), st.integers(1, 28)), max_size=40, unique=True))
def test_projections_never_collide(drawn: list[tuple[str, int, int]]) -> None:
    """Whatever the surnames, references are unique, non-empty, stable, and say day, time and doctor by themselves."""
    openings = [opening(Doctor(n, "", surname), hour, day) for n, (surname, hour, day) in enumerate(drawn)]
    table = Projection()
    references = list(table.offer(openings, ""))
    assert len(set(references)) == len(openings)
    assert list(table.offer(openings, "")) == references
    for reference, each in zip(references, openings, strict=True):
        said = parse(reference)
        assert said is not None
        assert said[:4] == (each.start.month, each.start.day, each.start.time(), surname_key(each.doctor.family))
        assert reference.startswith(project(each))


@pytest.mark.parametrize(
    "text", ["", "SEP15", "XXX15-0900-REYES", "SEP15-2500-REYES", "SEP15-0960-REYES", "ST_a1b2c3", "A"]
)
def test_what_is_no_projection_says_nothing(text: str) -> None:
    """Other schemes' references, slips and nonsense are not read."""
    assert parse(text) is None
