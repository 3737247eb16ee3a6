"""A call's desk over a small practice, and a caller who says yes."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from fake_api.clock import FakeClock
from fake_api.practice.emr import Practice, open_practice
from fake_api.practice.failing import Failing
from fake_api.practice.trouble import TroublePlan, load_trouble
from fake_api.practice.wire import Request
from fake_api.practice.world import World, load_world
from lab.middleware.desk import Desk
from lab.middleware.directory import read_directory
from lab.middleware.emr import Emr
from lab.middleware.tokens import Keys
from lab.understanding import Context, understand

NEW_YORK = ZoneInfo("America/New_York")
KEYS = Keys("k1", {"k1": b"a secret of at least thirty-two bytes"})


@dataclass
class Call:
    """One call as the tests drive it: the model's tools, what it says, and what the caller says."""

    desk: Desk
    practice: Practice
    clock: FakeClock
    language: str = "en"

    def do(self, tool: str, **arguments: Any) -> Any:
        return self.desk.call(tool, arguments)

    def say(self, text: str) -> None:
        self.desk.said(text)

    def hear(self, line: str) -> None:
        context = Context(self.clock.now(), self.language, {})
        self.desk.heard(understand(line, "CONFIRM", context))

    def consent(self, tool: str, **arguments: Any) -> None:
        """The model asks for an act, reads the sentence aloud, and the caller says yes."""
        self.say(self.do(tool, **arguments).sentence)
        self.hear("yes" if self.language == "en" else "sí")

    def carry_out(self, tool: str, **arguments: Any) -> Any:
        """The whole of an act: read back, a yes, and the act."""
        self.consent(tool, **arguments)
        return self.do(tool, **arguments)

    def emr(self, endpoint: str, **arguments: Any) -> Any:
        """The front desk, which asks the record system itself."""
        return self.practice(Request(endpoint, arguments, "front desk")).body

    def booked(self, patient: int) -> list[str]:
        """The starts of a patient's booked visits."""
        visits = self.emr("appointments", patientId=patient)
        return [visit["startDatetime"][:16] for visit in visits if visit["status"] == "booked"]


Place = Callable[..., Call]


@pytest.fixture(scope="session")
def maple() -> World:
    return load_world("maple")


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock(dt.datetime(2026, 9, 14, 9, 0, tzinfo=NEW_YORK))


@pytest.fixture
def practice(maple: World, clock: FakeClock) -> Practice:
    return open_practice(maple, clock)


@pytest.fixture
def place(practice: Practice, clock: FakeClock) -> Place:
    """Places a call to the practice, under a failure plan, from a caller who is known already."""

    def place(plan: str | TroublePlan = "calm", patient: str | None = "Sukarno", **options: Any) -> Call:
        plan = load_trouble(plan) if isinstance(plan, str) else plan
        directory = read_directory(Emr(practice, clock))
        desk = Desk(Emr(Failing(practice, plan, clock), clock), directory, clock, KEYS, **options)
        call = Call(desk, practice, clock, options.get("language", "en"))
        if patient:
            born = {"Sukarno": "1971-02-14", "Jamie Rivera": "1985-04-03", "Alex Morgan": "2000-02-29"}[patient]
            assert call.do("find_patient", name=patient, date_of_birth=born).code == "patient_found"
        return call

    return place


@pytest.fixture
def call(place: Place) -> Call:
    """A calm call of Sukarno's, a new patient, with the north office's sick visits on the table."""
    call = place()
    call.do("find_openings", reason="sick_visit", office="North")
    return call
