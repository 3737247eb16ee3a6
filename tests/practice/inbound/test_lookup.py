"""Patients are found however their name is spelt, by part of it, by birth date and phone; never more than fits."""

from dataclasses import replace
from itertools import product

import pytest

from fake_api.clock import FakeClock
from fake_api.practice.emr import open_practice
from fake_api.practice.generate import generate
from fake_api.practice.inbound.api import open_inbound
from fake_api.practice.inbound.lookup import MOST
from tests.practice.inbound.front_desk import FrontDesk

MARIA, MARIA_TOO, DANIEL, DANIEL_TOO = (f"A-{number}" for number in range(50216, 50220))


def found(desk: FrontDesk, **who: str) -> list[tuple[str, bool]]:
    return [(each["account_number"], each["exact"]) for each in desk.told("inbound/lookup", **who)["matches"]]


@pytest.mark.parametrize(
    ("name", "exact"),
    [
        ("Sofía Peña", True),
        ("SOFÍA  PEÑA", True),
        ("Sofía Pen\u0303a", True),
        ("Sofia Pena", False),
        ("sofía", False),
        ("Sofía María Peña", False),
        ("Sofía de los Ángeles Ybarra de la Cruz y Peña", False),
    ],
)
def test_a_name_in_another_spelling(desk: FrontDesk, name: str, exact: bool) -> None:
    """The same letters are exact; without accents, in part, or with more to it they are similar."""
    assert found(desk, name=name, date_of_birth="1990-11-30") == [("A-50212", exact)]


@pytest.mark.parametrize("name", ["Niamh O’Neil", "niamh o'neil", "Niamh O Neil", "NIAMH ONEIL"])
def test_every_apostrophe_is_one_name(desk: FrontDesk, name: str) -> None:
    """Straight, curly, a space or none: exact, and told as it is on file."""
    (match,) = desk.told("inbound/lookup", name=name)["matches"]
    assert (match["name"], match["exact"]) == ("Niamh O’Neil", True)


@pytest.mark.parametrize(
    ("part", "account"),
    [
        ("de la Cruz", "A-50223"),
        ("Cruz", "A-50223"),
        ("Inés Cruz", "A-50223"),
        ("Inés de la Cruz", "A-50223"),
        ("Mateo Núñez", "A-50221"),
        ("Núñez", "A-50221"),
        ("Mateo Ortiz", "A-50221"),
        ("d'arcy", "A-50222"),
    ],
)
def test_a_part_of_a_name_is_enough_to_look(desk: FrontDesk, part: str, account: str) -> None:
    """Surnames alone, in part, and with the given name are found, and never exact."""
    assert (account, False) in found(desk, name=part)


def test_namesakes_are_all_listed(desk: FrontDesk) -> None:
    """Two of one name, accents apart; the birth date leaves one."""
    assert found(desk, name="María López") == [(MARIA_TOO, True), (MARIA, False)]
    assert found(desk, name="María López", date_of_birth="1979-05-12") == [(MARIA, False)]


def test_namesakes_of_one_day_are_told_apart_by_phone(desk: FrontDesk) -> None:
    """Name and birth date fit both; the phone fits one."""
    who = {"name": "Daniel Kim", "date_of_birth": "1988-01-20"}
    assert found(desk, **who) == [(DANIEL, True), (DANIEL_TOO, True)]
    assert found(desk, **who, phone="(212) 555-0150") == [(DANIEL_TOO, True)]


def test_the_callers_phone_only_orders(desk: FrontDesk) -> None:
    """Who rings from a known number comes first, and nobody is left out or added for it."""
    who = {"name": "Daniel Kim", "date_of_birth": "1988-01-20"}
    assert [account for account, _ in found(desk, **who, caller_phone="212-555-0150")] == [DANIEL_TOO, DANIEL]
    assert len(found(desk, **who, caller_phone="212-555-0142")) == 2
    assert len(found(desk, **who, caller_phone="withheld")) == 2


@pytest.mark.parametrize("who", [{"name": "Jamie Ann Rivera"}, {"name": "Riv"}, {"date_of_birth": "1985-04-04"}])
def test_the_callers_phone_finds_nobody(desk: FrontDesk, who: dict[str, str]) -> None:
    """Whoever is not found without it is not found with it either."""
    assert found(desk, **who) == found(desk, **who, caller_phone="212-555-0142") == []


def test_nothing_to_look_for_is_bad_input(desk: FrontDesk) -> None:
    """The caller's number alone finds nobody."""
    assert desk.refused("inbound/lookup", caller_phone="212-555-0142") == (400, "BAD_INPUT", "name")


@pytest.mark.parametrize("phone", ["555-0142", "212-555-01422", "none", "１２"])
def test_a_phone_that_is_none_is_bad_input(desk: FrontDesk, phone: str) -> None:
    """Nine digits are not filled up, eleven not cut."""
    assert desk.refused("inbound/lookup", phone=phone) == (400, "BAD_INPUT", "phone")


@pytest.mark.parametrize("name", ["%", "_", "'; DROP TABLE patients; --", "*", "jamie* OR name:*", "\x00", "-", "王"])
def test_a_name_is_never_a_pattern(desk: FrontDesk, name: str) -> None:
    """Whatever a caller is said to be called, it is compared letter for letter."""
    assert found(desk, name=name) == []


def test_at_most_so_many_and_the_caller_among_them(desk: FrontDesk) -> None:
    """Of a crowd of one name the first are told, and who rings from their own number is the first."""
    for n in range(MOST + 5):
        who = {"name": "Kim Park", "date_of_birth": f"1970-01-{n + 1:02}", "phone": f"212-555-03{n:02}"}
        desk.written(desk.quote("create", **who))
    everybody = found(desk, name="Kim Park")
    assert len(everybody) == MOST
    caller = desk.told("inbound/lookup", name="Park", caller_phone=f"212-555-03{MOST + 4}")["matches"][0]
    assert caller["phone"] == f"212-555-03{MOST + 4}"
    assert caller["account_number"] not in dict(everybody)


def test_in_a_crowd_everybody_is_found_and_nobody_else(clock: FakeClock) -> None:
    """By their own name, its ends or a longer form, with birth date or phone; who fits only in part is not."""
    world = replace(generate(seed=5, providers=12, appointments=0), requests_per_second=None)
    desk = FrontDesk(open_inbound(open_practice(world, clock), clock))
    crowd = {f"A-{person.id}": person for person in world.patient}
    for account, person in list(crowd.items())[:60]:
        ends = f"{person.name.split()[0]} {person.name.split()[-1]}"
        birth, phone = {"date_of_birth": person.born.isoformat()}, {"phone": person.phone}
        for name, more in product((person.name, ends, f"{person.name} Quill"), (birth, phone, birth | phone)):
            matches = found(desk, name=name, **more)
            assert account in dict(matches)
            assert all(crowd[each].born == person.born or "phone" in more for each, _ in matches)
            assert all(crowd[each].phone == person.phone for each, _ in matches if "phone" in more)
        other = person.born.replace(year=person.born.year + 1, day=1).isoformat()
        assert account not in dict(found(desk, name=person.name, date_of_birth=other))


def test_the_brief_tells_what_the_file_holds(desk: FrontDesk) -> None:
    """Visits, who may act and who may not, medications with their history, invoices with what is left to pay."""
    ernesto = desk.told("inbound/brief", account_number="A-50220")
    assert {each["name"]: each["allowed"] for each in ernesto["may_act"]} == {"Sofía Peña": True, "Raúl Peña": False}
    assert [each["strength"] for each in ernesto["medications"]] == ["10 mg", "20 mg"]
    jamie = desk.told("inbound/brief", account_number="A-50211")
    lisinopril = next(each for each in jamie["medications"] if each["medication_id"] == "RX-1234")
    assert (lisinopril["last_filled"], lisinopril["refills_left"], len(lisinopril["history"])) == ("2026-08-27", 2, 6)
    assert [each["balance_cents"] for each in jamie["invoices"]] == [8500, 6400]
    assert [(each["status"], each["reason"]) for each in jamie["visits"]] == [("booked", "sick_visit")]
