"""PROTOCOL.md: the client that stands on the page is run as it stands there."""

import json
import re
import sys
from pathlib import Path

import pytest

from lab.call.call import Call
from lab.call.child.seat import FAILED, INVALID, REJECTED, TIMEOUT
from lab.call.clinic_tools import ClinicTools
from lab.call.place import Arrangement, place_call
from lab.call.process import CODES, DEEPEST, LONGEST_MESSAGE, MOST_REQUESTS, PATIENT
from lab.protocol import Heard, Intent, State
from lab.record import AgentReplied, ToolCalled
from tests.console.conftest import ROOT

PAGE = (ROOT / "PROTOCOL.md").read_text(encoding="utf-8")
CLIENT = next(block for block in re.findall(r"```python\n(.*?)```", PAGE, re.S))


@pytest.fixture
def client(tmp_path: Path) -> tuple[str, ...]:
    """The command line of the page's client, in a file of its own."""
    file = tmp_path / "client.py"
    file.write_text(CLIENT, encoding="utf-8")
    return sys.executable, "-I", str(file)


def talk(client: tuple[str, ...], *said: str, plan: str = "calm") -> Call:
    """A call with the client in which these lines are said."""
    call = place_call(Arrangement(command=client, plan=plan))
    call.open()
    for line in said:
        call.hear(line)
    call.finish()
    return call


def outcomes(call: Call) -> list[tuple[str, str]]:
    """Its tool calls and how they ended."""
    return [(event.name, event.outcome) for event in call.events if isinstance(event, ToolCalled)]


def test_the_client_books_after_a_yes(client: tuple[str, ...]) -> None:
    """Three slots, a read-back, a yes, one booking, and no rule broken."""
    call = talk(client, "Tuesday at 10 a.m., the name is Jamie", "yes")
    assert outcomes(call) == [("book", "ok")]
    assert call.ended and (call.ended.why, call.ended.written) == ("done", "done")
    assert not [event for event in call.events if type(event).__name__ == "InvariantBroken"]


def test_the_client_hands_off_what_it_cannot_know(client: tuple[str, ...]) -> None:
    """A booking that times out is not sent again."""
    call = talk(client, "Tuesday at 10 a.m., the name is Jamie", "yes", plan="book-lost-done")
    assert outcomes(call) == [("book", "timeout"), ("hand_off", "ok")]
    assert call.ended and call.ended.detail == "booking_unconfirmed"


def test_the_client_asks_for_what_is_missing(client: tuple[str, ...]) -> None:
    """Its states are the plain words of the page."""
    call = talk(client, "hello", "a person, please")
    assert [e.state for e in call.events if isinstance(e, AgentReplied)] == ["LISTEN", "ASK_DAY", "HANDOFF"]


def test_the_client_is_short_and_uses_nothing_of_ours() -> None:
    """About forty lines of code, and the standard library."""
    assert sum(bool(line.strip()) for line in CLIENT.splitlines()) <= 45
    assert set(re.findall(r"^(?:import|from) (\w+)", CLIENT, re.M)) == {"json", "sys"}


def test_the_page_names_every_value_on_the_wire() -> None:
    """States, intents, the keys of what was heard, tools, reasons, codes and limits are those of the code."""
    for word in (*State, *Intent, *Heard().to_wire(), *(tool.name for tool in ClinicTools.tools)):
        assert f"`{word}`" in PAGE, word
    for tool in ClinicTools.tools:
        for parameter in tool.parameters:
            assert all(f"`{word}`" in PAGE for word in (parameter.name, *parameter.words))
    assert {TIMEOUT, REJECTED, INVALID} < set(CODES.values()) and CODES["failed"] == FAILED
    assert all(str(code) in PAGE for code in (TIMEOUT, REJECTED, INVALID, FAILED))
    assert f"{LONGEST_MESSAGE:,} bytes" in PAGE and f"{DEEPEST} levels" in PAGE and f"{MOST_REQUESTS} requests" in PAGE
    assert (PATIENT.start, PATIENT.turn) == (10, 5) and "ten seconds" in PAGE and "five seconds" in PAGE


def test_the_examples_on_the_page_are_json() -> None:
    """Every example of a message can be read."""
    examples = re.findall(r"```json\n(.*?)```", PAGE, re.S)
    assert examples and all(json.loads(example) for example in examples)
    heard = next(json.loads(example) for example in examples if '"spans"' in example)
    assert Heard.from_wire(heard).to_wire() == heard
