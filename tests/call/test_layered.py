"""A call whose tools stand behind a layer: calls as a model wrote them, refusals, lines delivered twice, the log."""

import datetime as dt
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from fake_api.clock import FakeClock
from grader.expectation import read_line
from grader.matching import compare
from lab.call.call import Call
from lab.call.hearing import CallHearing
from lab.call.process import Serve
from lab.protocol import Setting
from lab.record import (
    CallEnded,
    CallerSaid,
    Head,
    Layers,
    LineHeard,
    Record,
    Refused,
    Sent,
    ToolCalled,
    beneath,
    indented,
    notation,
)
from lab.record_file import load, save
from lab.toolset import Parameter, Tool, Word

MONDAY = dt.datetime(2026, 9, 14, 9, tzinfo=dt.UTC)
FIND = Tool("find_patient", "read", (Parameter("name", "text"), Parameter("date_of_birth", "day")), "told")
REFUSED = Refused(1, "commit", {"reason": "because"}, "checks", "READ_BACK_REQUIRED", "nobody said yes", "Quote first.")
FOUND = ToolCalled(
    1,
    "find_patient",
    {"name": "Jamie Fox", "date_of_birth": dt.date(1985, 4, 3)},
    layers=Layers(
        {"account_number": "A-50012"},
        (Sent("inbound/lookup", {"call_id": "C1"}, "ok"),),
        said={"name": "jamie fox", "date_of_birth": "April 3rd"},
        told={"ok": True},
    ),
)


class Desk:
    """A toolset that refuses a commit, and finds everybody."""

    tools = (FIND,)
    hears = "ASK_BIRTH"

    def __init__(self) -> None:
        self.logged: list[tuple[str, str]] = []

    def call(self, tool: Tool, arguments: Mapping[str, Any], turn: int, state: str) -> ToolCalled:
        raise AssertionError("no model has typed arguments")

    def handle(self, name: str, said: Any, turn: int) -> tuple[ToolCalled | Refused, Any]:
        return (REFUSED, "no") if name == "commit" else (FOUND, "found")

    def hand_over(self, reason: str, emergency: bool, turn: int) -> ToolCalled:
        return ToolCalled(turn, "transfer", {"reason": Word(reason)}, nature="ends")

    def hang_up(self, by: str, why: str) -> str:
        self.logged.append((by, why))
        return "logged"

    def standing(self) -> None:
        """Nothing is asked."""


class Seat:
    """An agent that makes these calls on every line."""

    printed = ""
    left: Mapping[str, Any] = MappingProxyType({})

    def __init__(self, *asked: str) -> None:
        self.asked, self.heard = asked, []  # type: ignore[var-annotated]

    def ask(self, method: str, params: dict[str, Any], serve: Serve) -> Any:
        if method == "start":
            return {"greeting": "Hello.", "state": "FIND_PATIENT", "states": ["FIND_PATIENT", "HANDOFF"]}
        self.heard.append(params["line"])
        serve("understand", {"line": params["line"], "state": "ASK_BIRTH"})
        told = [serve("handle", {"name": name, "arguments": [name]}) for name in self.asked]
        return {"reply": f"I was told: {told}", "state": "FIND_PATIENT"}

    def goodbye(self, reason: str) -> None:
        """Nothing."""

    def close(self, reason: str = "") -> None:
        """Nothing."""


@pytest.fixture
def desk() -> Desk:
    return Desk()


def ring(desk: Desk, *asked: str) -> Call:
    clock = FakeClock(MONDAY)
    head = Head("a seat", "maple", "calm", "en", MONDAY, "UTC", desk.tools)
    setting = Setting("en", MONDAY.date(), "UTC", "Maple")
    call = Call(Seat(*asked), desk, CallHearing(clock, "en", {}), clock, head, setting)
    call.open()
    return call


def test_what_code_stops_is_an_event_and_no_call(desk: Desk) -> None:
    """The agent is told of both; the record tells them apart."""
    events = ring(desk, "commit", "find_patient").hear("April 3rd 1985")
    assert [event for event in events if isinstance(event, ToolCalled)] == [FOUND]
    assert [event for event in events if isinstance(event, Refused)] == [REFUSED]
    assert "['no', 'found']" in indented(events[-1])


def test_the_next_line_is_heard_as_the_layer_says(desk: Desk) -> None:
    """A date of birth is one here, whatever the agent's own step is called."""
    events = ring(desk).hear("April 3rd 1985")
    assert [event.heard.born for event in events if isinstance(event, LineHeard)] == [dt.date(1985, 4, 3)]
    assert isinstance(events[0], CallerSaid)
    assert events[0].heard.born == dt.date(1985, 4, 3)


def test_a_line_that_is_delivered_twice_is_heard_once(desk: Desk) -> None:
    """A channel that is not sure sends it again under the same id: no tool runs again, and the answer is the same."""
    call = ring(desk, "find_patient")
    first = call.hear("April 3rd 1985", "line-1")
    assert call.hear("April 3rd 1985", "line-1") == first
    assert (call.turn, call.events.count(FOUND)) == (1, 1)
    assert call.hear("April 3rd 1985", "line-2") != first


@pytest.mark.parametrize("how", ["hang_up", "finish", "interrupt"])
def test_the_log_is_written_however_a_call_ends(desk: Desk, how: str) -> None:
    """Once, before the record ends, and the record says so."""
    call = ring(desk)
    if how == "interrupt":
        with pytest.raises(KeyboardInterrupt), call:
            raise KeyboardInterrupt
    else:
        getattr(call, how)()
    call.hang_up()
    by, why = {"interrupt": ("bench", "interrupted")}.get(how, ("caller", "hung up"))
    assert desk.logged == [(by, why)]
    assert isinstance(call.ended, CallEnded)
    assert notation(call.ended) == f"ended by {by}, {why}, written: not done, log: logged"


def test_a_refusal_in_the_notation() -> None:
    """Its code, the tool, and what the model wrote; why and what next below it."""
    assert notation(REFUSED) == 'refused READ_BACK_REQUIRED commit reason="because"'
    assert list(beneath(REFUSED)) == ["by checks: nobody said yes", "next Quote first."]
    odd = Refused(1, "commit", '"book"', "schema", "NOT_ARGUMENTS")
    assert notation(odd) == r'refused NOT_ARGUMENTS commit arguments="\"book\""'


def test_a_call_from_all_sides() -> None:
    """What the model said, what code filled in, what was sent, what came back."""
    assert list(beneath(FOUND)) == [
        'said name="jamie fox" date_of_birth="April 3rd"',
        'filled account_number="A-50012"',
        'sent inbound/lookup call_id="C1" -> ok',
        "told ok=true",
    ]


def test_both_are_read_back_from_a_file(tmp_path: Path) -> None:
    """As they were, so that a call can be judged again."""
    events = (FOUND, REFUSED, CallEnded(1, "caller", "hung up", log="kept"))
    record = Record(Head("a seat", "maple", "calm", "en", MONDAY, "UTC", (FIND,)), events)
    save(tmp_path / "call.jsonl", record)
    assert load(tmp_path / "call.jsonl").events == events


@pytest.mark.parametrize(
    ("expected", "kinds"),
    [
        (["refused READ_BACK_REQUIRED commit"], [""]),
        (['refused READ_BACK_REQUIRED commit reason="because"'], [""]),
        (['refused READ_BACK_REQUIRED commit reason="else"'], ["not_refused"]),
        (["refused VERIFY_FIRST commit"], ["not_refused"]),
        ([], [""]),
    ],
)
def test_a_refusal_that_is_expected_has_to_come(expected: list[str], kinds: list[str]) -> None:
    """One that nobody expected does no harm: nothing was sent."""
    rows = compare([read_line(line, ()) for line in expected], [REFUSED])
    assert [row.kind for row in rows] == kinds


def test_a_call_in_the_place_of_a_refusal_fails() -> None:
    """It went through, and had to be stopped."""
    wanted = [read_line("refused VERIFY_FIRST find_patient", ())]
    assert [row.kind for row in compare(wanted, [FOUND])] == ["not_refused"]
