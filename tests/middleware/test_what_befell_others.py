"""Faults that others reported, at this desk."""

import datetime as dt
import time
from dataclasses import replace
from typing import Any

import pytest

from fake_api.clock import FakeClock
from fake_api.practice.emr import Practice, open_practice
from fake_api.practice.failing import Failing
from fake_api.practice.trouble import Trouble, TroublePlan
from fake_api.practice.world import Column, Office, Patient, Provider, World
from lab.middleware.desk import Desk
from lab.middleware.directory import read_directory
from lab.middleware.emr import Emr
from tests.middleware.conftest import KEYS, Call, Place

NINE = "SEP15-0900-REYES"
SUKARNO = 50213


def with_people(world: World, clock: FakeClock, *people: Patient) -> tuple[Practice, Call]:
    practice = open_practice(replace(world, patient=(*world.patient, *people)), clock)
    emr = Emr(practice, clock)
    return practice, Call(Desk(emr, read_directory(emr), clock, KEYS), practice, clock)


def test_a_write_that_outlasts_the_client_is_not_taken_for_someone_elses(practice: Practice, clock: FakeClock) -> None:
    """The write takes 3.8 s, the client waits 2.5 s: one write, found by reading back, and nobody hears "taken"."""
    slow = TroublePlan(troubles=(Trouble("create", outcome="slow", seconds=3.8),))
    emr = Emr(Failing(practice, slow, clock, patience=2.5), clock)
    call = Call(Desk(emr, read_directory(emr), clock, KEYS), practice, clock)
    call.do("find_patient", name="Sukarno", date_of_birth="1971-02-14")
    call.do("find_openings", reason="sick_visit", office="North")
    result = call.carry_out("book", reference=NINE)
    assert (result.code, result.found_by_reading_back) == ("done", True)
    assert call.practice.requests["create"] == 1


def test_of_two_who_both_were_promised_one_start_one_gets_it(place: Place) -> None:
    """Both calls read it back, both callers say yes: the second is told, and nothing of theirs is written."""
    first, second = place(), place(patient="Alex Morgan")
    second.do("note_status", patient_status="established")
    for call in (first, second):
        call.do("find_openings", reason="sick_visit", office="North", doctor="Bruno Reyes")
        call.consent("book", reference=NINE)
    assert [call.do("book", reference=NINE).code for call in (first, second)] == ["done", "slot_unavailable"]


def test_one_yes_is_one_write(call: Call) -> None:
    """The model sends two equal bookings in one turn, then a third: one visit."""
    call.consent("book", reference=NINE)
    codes = [call.do("book", reference=NINE).code for _ in range(3)]
    assert codes == ["done", "needs_input", "needs_input"]
    assert call.booked(SUKARNO) == ["2026-09-15T09:00"]


def test_of_two_different_bookings_only_what_was_read_back_is_written(call: Call) -> None:
    """Nine was agreed; nine and half past nine are sent together."""
    call.consent("book", reference=NINE)
    assert call.do("book", reference=NINE).code == "done"
    assert call.do("book", reference="SEP15-0930-REYES").code == "needs_input"
    assert call.booked(SUKARNO) == ["2026-09-15T09:00"]


def test_an_uncertain_write_is_neither_failed_nor_done_in_words(place: Place) -> None:
    """What is to be said is the truth: not certain, and staff will look."""
    call = place("write-lost")
    call.do("find_openings", reason="sick_visit", office="North")
    text = call.carry_out("book", reference=NINE).text
    assert text.startswith("It is not certain whether")
    assert "staff" in text


def test_an_expired_offer_is_made_anew(call: Call) -> None:
    """The caller was slow: look again, the same opening is there under the same name, and a new yes books it."""
    call.consent("book", reference=NINE)
    call.clock.sleep(15 * 60)
    assert call.do("book", reference=NINE).code in ("offer_ended", "needs_input")
    call.do("find_openings", reason="sick_visit", office="North")
    assert call.carry_out("book", reference=NINE).code == "done"


def test_times_that_no_tool_has_told_are_found(place: Place) -> None:
    """Before a search any time is made up; afterwards those that were offered are not."""
    call = place()
    assert call.desk.made_up("I have Tuesday the 15th at nine.") != ()
    call.do("find_openings", reason="sick_visit", office="North")
    assert call.desk.made_up("I have Tuesday the 15th at nine, or at half past two.") == ()
    assert call.desk.made_up("I have Sunday the 20th at nine.") == (dt.date(2026, 9, 20),)
    assert dt.time(12, 30) in call.desk.made_up("I have Tuesday the 15th at 12:30 p.m.")


def test_a_very_long_name_is_a_name(maple: World, clock: FakeClock) -> None:
    """140 letters are booked, and the reference is what it was; ten thousand are asked for in a shorter form."""
    name = " ".join(["Maximiliana"] * 11) + " Rivera"
    assert len(name) > 130
    _, call = with_people(maple, clock, Patient(7, name, dt.date(1980, 1, 1), "2125550199", "established"))
    began = time.process_time()
    result = call.do("find_patient", name="a" * 999, date_of_birth="1980-01-01")
    assert "shorter" in result.text
    assert "must be text of 1 to" in call.do("find_patient", name="a" * 10_000, date_of_birth="1980-01-01").text
    assert time.process_time() - began < 0.1
    assert call.do("find_patient", name=name, date_of_birth="1980-01-01").code == "patient_found"
    call.do("find_openings", reason="sick_visit", office="North")
    assert call.carry_out("book", reference=NINE).code == "done"


@pytest.mark.parametrize("born", ["2026-09-15", "9999-12-31"])
def test_nobody_is_born_tomorrow(place: Place, born: str) -> None:
    """A date of birth that lies ahead is asked for again, and nothing is looked up."""
    call = place(patient=None)
    assert "has passed already" in call.do("find_patient", name="Sukarno", date_of_birth=born).text
    assert call.practice.requests["find_patient"] == 0


def test_two_patients_of_one_name_are_not_guessed(maple: World, clock: FakeClock) -> None:
    """The same name and birth date twice: a phone number is asked for, and nobody is read out."""
    twins = [Patient(n, "Sam Lee", dt.date(1980, 1, 1), f"21255501{n}", "new") for n in (71, 72)]
    _, call = with_people(maple, clock, *twins)
    said: dict[str, Any] = {"name": "Sam Lee", "date_of_birth": "1980-01-01"}
    result = call.do("find_patient", **said)
    assert (result.code, "2 people" in result.text, "Lee" in result.text) == ("needs_input", True, False)
    assert call.do("find_patient", **said, phone="2125550172").code == "patient_found"
    assert call.desk.patient is not None and call.desk.patient.id == 72


def test_a_spelling_without_accents_finds_the_patient_by_birth_date(place: Place) -> None:
    """Pena finds Peña where the birth date fits, in whatever form the accent came."""
    call = place(patient=None)
    for name in ("Sofia Pena", "Sofía Peña", "Sofía Pen\u0303a"):
        assert call.do("find_patient", name=name, date_of_birth="1990-11-30").name == "Sofía Peña"
    assert call.do("find_patient", name="Sofia Pena", date_of_birth="1991-11-30").code == "needs_input"


def test_doctors_of_every_script_can_be_booked(maple: World, clock: FakeClock) -> None:
    """A surname of one sign, of Cyrillic letters, with an apostrophe: found, named, read back and booked."""
    hours = {"tue": ("08:00-12:00",)}
    names = ["王", "Иванов", "O’Neil", "Reyes-2", "Reyes"]
    world = replace(
        maple,
        office=(Office(1, "North", "America/New_York", hours),),
        provider=tuple(Provider(n, "Li", name) for n, name in enumerate(names)),
        column=tuple(Column(n, 1, n, ("general", "long")) for n, _ in enumerate(names)),
        rule=tuple(rule for rule in maple.rule if rule.office is None),
        appointment=(),
    )
    practice = open_practice(world, clock)
    starts = ["SEP15-0800-王", "SEP15-0830-ИВАНОВ", "SEP15-0900-ONEIL", "SEP15-0930-REYES2", "SEP15-1000-REYES"]
    for reference in starts:
        emr = Emr(practice, clock)
        call = Call(Desk(emr, read_directory(emr), clock, KEYS), practice, clock)
        call.do("find_patient", name="Jamie Rivera", date_of_birth="1985-04-03")
        call.do("find_openings", reason="sick_visit")
        assert call.carry_out("book", reference=reference).code == "done"
    visits = practice.store.all("SELECT column_id FROM appointments ORDER BY id")
    assert [column for (column,) in visits] == list(range(len(names)))
