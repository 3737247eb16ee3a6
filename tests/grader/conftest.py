"""Records made by hand, in the one notation, for a judge that runs nothing."""

import datetime as dt
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from grader.expectation import read_line
from grader.scenario import Scenario, Turn
from lab.call.clinic_tools import ClinicTools
from lab.protocol import Heard
from lab.record import AgentReplied, CallEnded, CallerSaid, Event, Head, Record, ToolCalled

RIGHT = Path(__file__).parents[1] / "agents" / "right"
NOW = dt.datetime(2026, 9, 14, 9, tzinfo=ZoneInfo("America/New_York"))
HEAD = Head("agent.py", "maple-street", "calm", "en", NOW, "America/New_York", ClinicTools.tools)

DAY, TIME = dt.date(2026, 9, 15), dt.time(10)
FIND = "find_open_times day=2026-09-15 -> ok"
BOOK = 'book day=2026-09-15 time=10:00 name="Jamie" -> ok'
ALL_THREE = Heard("inform", DAY, TIME, "Jamie")
READ_BACK = AgentReplied(0, "Tuesday at ten for Jamie?", "CONFIRM", frozenset({DAY}), frozenset({TIME}))


@dataclass
class Story:
    """A call as it is told: each line is what the caller said, what came of it, and the state after it."""

    events: list[Event] = field(default_factory=lambda: [AgentReplied(0, "Hello.", "LISTEN")])
    turn: int = 0

    def says(self, heard: Heard, *record: str | Event, then: AgentReplied | CallEnded | str = "ASK_DAY") -> "Story":
        """A turn: record lines in the notation or events, and the reply (a state alone says something or other)."""
        self.turn += 1
        last = AgentReplied(0, "Well.", then) if isinstance(then, str) else then
        self.events.append(CallerSaid(self.turn, "...", NOW, heard))
        for event in (*map(as_event, record), last):
            self.events.append(replace(event, turn=self.turn))
        return self

    @property
    def record(self) -> Record:
        return Record(HEAD, tuple(self.events))


def as_event(line: str | Event) -> Any:
    """A record line as the event it is."""
    return read_line(line, ClinicTools.tools) if isinstance(line, str) else line


def called(line: str, **changed: Any) -> ToolCalled:
    """A tool call in the notation, with some of it changed."""
    event = as_event(line)
    assert isinstance(event, ToolCalled)
    return replace(event, **changed)


def one_turn(state: str, *record: str) -> Scenario:
    """A scenario of one line."""
    return Scenario("One line", "happy", "because", (Turn("...", state, record),), hint="look")


WritePack = Callable[..., Path]
WriteAgent = Callable[..., Path]

AGENT = """
class ReservationAgent:
    greeting = "Hello."
    state = "LISTEN"
    def __init__(self, tools, understand, sleep, setting):
        self.tools = tools
    def hear(self, line):
"""

STORY = """
title      = "{title}"
capability = "{capability}"
needs      = {needs}
why        = "Because of [bold]this[/]."
hint       = "Look [/]."

[[turn]]
caller = "one"
state  = "ASK_DAY"

[[turn]]
caller = "two"
state  = "DONE"
"""


@pytest.fixture
def write_pack(tmp_path: Path) -> WritePack:
    """Writes a folder of files, `one="..."` becoming `one.toml`."""

    def write(**files: str) -> Path:
        folder = tmp_path / "mine"
        folder.mkdir()
        for name, text in files.items():
            (folder / f"{name}.toml").write_text(text, encoding="utf-8")
        return folder

    return write


@pytest.fixture
def pack(write_pack: WritePack) -> Path:
    """A pack for agents that need not understand anything: `one` brings ASK_DAY, `two` brings DONE."""
    return write_pack(
        **{
            "pack": 'capabilities = ["first", "second", "third"]',
            "1-alone": STORY.format(title="Alone", capability="first", needs=[]),
            "2-after": STORY.format(title="After the first", capability="second", needs=["first"]),
            "3-free": STORY.format(title="Free", capability="third", needs=[]).replace("two", "three"),
        }
    )


@pytest.fixture
def write_agent(tmp_path: Path) -> WriteAgent:
    """Writes an agent whose `hear` has this body; as it is, it does what the pack expects."""

    def write(body: str = "", name: str = "subject.py") -> Path:
        right = 'self.state = "ASK_DAY" if line == "one" else "DONE"\nreturn "Yes."'
        path = tmp_path / name
        path.write_text(AGENT + textwrap.indent(f"{textwrap.dedent(body)}\n{right}\n", " " * 8), encoding="utf-8")
        return path

    return write
