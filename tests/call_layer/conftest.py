"""A call through the layer, as a model and a caller make it."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from fake_api.clock import FakeClock
from fake_api.practice.wire import Transport
from lab.call.front_desk_words import TASKS
from lab.call.hearing import CallHearing
from lab.call_layer.configuration import Configuration
from lab.call_layer.layer import CallLayer
from lab.call_layer.shapes import Handled, Urgent
from tests.call_layer.answering import BORN, NAME, Answering

START = dt.datetime(2026, 9, 14, 9, 0, tzinfo=ZoneInfo("America/New_York"))


@dataclass
class Talk:
    """A call that a test drives: what the caller says, which tools the model calls, and what is said at the end."""

    layer: CallLayer
    clock: FakeClock
    language: str = "en"
    log_folder: Path | None = None
    said: list[str] = field(default_factory=list)
    handled: list[Handled] = field(default_factory=list)

    def hear(self, line: str) -> Urgent | None:
        """The caller says this."""
        self.said.append(f"caller: {line}")
        heard = CallHearing(self.clock, self.language, {}, tasks=TASKS).grammar(line, self.layer.hears)
        return self.layer.caller_said(line, heard)

    def do(self, tool: str, **arguments: Any) -> Handled:
        """The model calls a tool."""
        self.handled.append(self.layer.call(tool, arguments))
        return self.handled[-1]

    def say(self, reply: str = "") -> str:
        """The model's turn ends; what is really said."""
        text = self.layer.finish(reply).text
        self.said.append(f"agent: {text}")
        self.layer.agent_said(text)
        return text

    def greet(self, line: str = "Jamie Fox, it's for me", **noted: str) -> None:
        """The caller says who they are, and the model notes it."""
        self.hear(line)
        self.do("note_caller", **{"caller_name": NAME, "calling_for": "self", **noted})
        self.say("And your date of birth?")

    def identify(self) -> None:
        """The caller says who they are, and is found."""
        self.greet()
        self.hear("April 3rd, 1985")
        assert self.do("find_patient", name=NAME, date_of_birth=BORN).outcome == "ok"
        self.say("What can I do for you?")

    def look(self) -> None:
        """The caller wants a check-up, and hears what is free."""
        self.identify()
        self.hear("I need a checkup")
        self.do("choose_task", task="book")
        self.do("find_openings", reason="checkup")
        self.say("Tuesday at nine, or at eleven, with Dr. Ana Reyes?")

    def choose(self, opening: str = "SEP15-0900-REYES") -> None:
        """The caller chooses the first of what is free, and it is read aloud."""
        self.look()
        self.hear("Tuesday at nine")
        assert self.do("quote_booking", opening=opening, reason="checkup").outcome == "ok"
        self.say()

    def book(self) -> Handled:
        """The whole of a booking, up to the commit."""
        self.choose()
        self.hear("yes")
        return self.do("commit")


Place = Callable[..., Talk]


@pytest.fixture
def api() -> Answering:
    return Answering()


@pytest.fixture
def place(api: Answering, tmp_path: Path) -> Place:
    """Places a call; `off` names what is switched off."""

    def place(*off: str, api: Transport = api, language: str = "en", references: str = "", **options: Any) -> Talk:
        clock = FakeClock(START)
        configuration = Configuration(off, references or "projection")
        options = {"call_id": "call-1", **options}
        layer = CallLayer(api, clock, language=language, configuration=configuration, **options)
        return Talk(layer, clock, language, options.get("log_folder"))

    return place


@pytest.fixture
def talk(place: Place) -> Talk:
    """A calm call."""
    return place()
