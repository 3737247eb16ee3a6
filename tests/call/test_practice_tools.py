"""A call to a practice: its three layers, the consent that it shares with the clinic, and what no agent ever sees."""

import datetime as dt
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fake_api.shipped import shipped
from lab.call.call import Call
from lab.call.consent import fold
from lab.call.invariants import check
from lab.call.place import Arrangement, place_call
from lab.call.practice_tools import PracticeTools
from lab.cli import main
from lab.middleware.results import IndeterminateWrite
from lab.protocol import State
from lab.record import CallEnded, Event, InvariantBroken, ToolCalled
from lab.record_file import load, save
from lab.toolset import to_wire

TUESDAY, NINE = dt.date(2026, 9, 15), dt.time(9)
TO_THE_READ_BACK = ("I feel sick, this is Sukarno", "February 14th 1971", "North", "Tuesday at nine", "Ana")
SECRET = ("patientId", "bookingToken", "cancellationToken", "columnId", "profileId", "1207", "50213")

Ring = Callable[..., Call]


@pytest.fixture
def ring() -> Iterator[Ring]:
    """Places a call to the practice that ships, with the agent that ships, and says these lines."""
    calls = []

    def ring(*lines: str, plan: str = "calm") -> Call:
        call = place_call(
            Arrangement(toolset="practice", agent=shipped("grader/packs/practice/agent.py"), plan=plan, in_process=True)
        )
        calls.append(call)
        call.open()
        for line in lines:
            call.hear(line)
        return call

    yield ring
    for call in calls:
        call.end("bench", "interrupted")


def acts(call: Call) -> list[ToolCalled]:
    return [event for event in call.events if isinstance(event, ToolCalled) and event.name == "book"]


def broken(call: Call) -> list[Event]:
    return [event for event in call.events if isinstance(event, InvariantBroken)]


def test_a_booking_has_three_layers(ring: Ring) -> None:
    """The model said a reference; code filled in whose start it is; one write went to the record system."""
    asked, booked = acts(ring(*TO_THE_READ_BACK, "yes"))
    assert asked.arguments == booked.arguments == {"reference": "SEP15-0900-REYES"}
    assert asked.layers
    assert booked.layers
    assert asked.layers.sent == ()
    assert booked.layers.filled == {
        "day": TUESDAY,
        "time": NINE,
        "doctor": "Ana Reyes",
        "office": "North",
        "name": "Sukarno",
    }
    assert [(each.endpoint, each.writes, each.outcome) for each in booked.layers.sent] == [
        ("day", False, "ok"),
        ("create", True, "ok"),
    ]
    assert booked.layers.sent[1].arguments["columnId"] == 1207


def test_a_saved_record_keeps_the_layers_and_what_stands(ring: Ring, tmp_path: Path) -> None:
    """It is read back as it was, days and times typed, so that it can be judged again without a practice."""
    call = ring(*TO_THE_READ_BACK, "yes")
    call.finish()
    save(tmp_path / "call.jsonl", call.record)
    again = load(tmp_path / "call.jsonl").events
    assert [(each.layers, each.arguments) for each in again if isinstance(each, ToolCalled)] == [
        (each.layers, each.arguments) for each in call.events if isinstance(each, ToolCalled)
    ]
    ended = again[-1]
    assert isinstance(ended, CallEnded)
    assert ended.standing == ({"day": TUESDAY, "time": NINE, "doctor": "Ana Reyes", "name": "Sukarno"},)


def test_a_shown_record_tells_its_layers_on_request(
    ring: Ring, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`lab show` prints the notation alone, and with --layers what lies under each call."""
    call = ring(*TO_THE_READ_BACK, "yes")
    call.finish()
    save(tmp_path / "call.jsonl", call.record)
    assert main(["show", str(tmp_path / "call.jsonl")]) == 0
    assert "sent create" not in capsys.readouterr().out
    assert main(["show", "--layers", str(tmp_path / "call.jsonl")]) == 0
    shown = capsys.readouterr().out
    assert "    filled day=2026-09-15 time=09:00 doctor=" in shown
    assert "    sent create patientId=50213 columnId=1207" in shown


def test_no_answer_or_reply_shows_what_only_code_carries(ring: Ring) -> None:
    """Neither an id nor a token is in anything that the agent is told or the caller hears."""
    call = ring(*TO_THE_READ_BACK)
    assert isinstance(call.toolset, PracticeTools)
    (token,) = call.toolset.desk.offers.tokens.values()
    call.hear("yes")
    told: list[Any] = [to_wire(event.answer) for event in call.events if isinstance(event, ToolCalled)]
    told += [tool.to_wire() for tool in call.toolset.tools]
    text = json.dumps(told) + json.dumps([getattr(event, "reply", "") for event in call.events])
    assert "SEP15-0900-REYES" in text
    assert [secret for secret in (token, *SECRET) if secret in text] == []


def test_asking_for_the_sentence_is_no_booking(ring: Ring) -> None:
    """An act that waits for its read-back breaks no invariant, and leaves nothing written."""
    call = ring(*TO_THE_READ_BACK)
    (asked,) = acts(call)
    assert (asked.outcome, asked.reason, asked.acts) == ("rejected", "needs_input", False)
    assert broken(call) == []
    consent = fold(call.events)
    assert consent.stands
    assert not consent.written


def test_a_yes_to_what_was_left_open_holds_what_was_read_back(ring: Ring) -> None:
    """A caller who names no day of the visit to cancel has agreed to the one that was read aloud."""
    call = ring("Please cancel my appointment", "Jamie Rivera", "April 3rd 1985", "yes")
    assert call.state == State.DONE
    assert broken(call) == []
    assert fold(call.events).held[0] == {dt.date(2026, 9, 16)}


def test_a_reference_of_another_day_than_the_caller_said_is_told(ring: Ring) -> None:
    """The values behind the reference are held against the caller's own words, as a booking's at the clinic are."""
    call = ring(*TO_THE_READ_BACK, "yes")
    booked = acts(call)[-1]
    assert booked.layers
    filled = {**booked.layers.filled, "day": dt.date(2026, 9, 16)}
    elsewhere = replace(booked, layers=booked.layers._replace(filled=filled))
    told = check([elsewhere if event is booked else event for event in call.events])
    assert [each.name for each in told] == ["not_held"]


def test_a_busy_practice_ends_no_consent(ring: Ring) -> None:
    """The same act after another yes is written, and neither the desk nor the bench finds fault with it."""
    call = ring(*TO_THE_READ_BACK, "yes", "yes", plan="busy")
    assert [each.reason for each in acts(call)] == ["needs_input", "busy", None]
    assert broken(call) == []


def test_when_nobody_knows_the_call_ends_unknown(ring: Ring) -> None:
    """A write without an answer is a timeout of the tool, as at the clinic; the agent is told in words as well."""
    call = ring(*TO_THE_READ_BACK, "yes", plan="write-blind")
    call.finish()
    assert acts(call)[-1].outcome == "timeout"
    assert acts(call)[-1].answer["code"] == IndeterminateWrite.code
    assert call.ended
    assert call.ended.written == "unknown"


@pytest.mark.parametrize(("state", "born"), [("ASK_BIRTH", dt.date(1971, 2, 14)), ("ASK_TIME", None)])
def test_a_date_of_birth_is_heard_only_where_one_was_asked_for(ring: Ring, state: str, born: dt.date | None) -> None:
    """And there it is no day of a visit."""
    heard = ring().hearing.grammar("February 14th 1971", state)
    assert heard.born == born
    assert heard.day is None or born is None
