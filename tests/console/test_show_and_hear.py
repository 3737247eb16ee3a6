"""`lab show` and `lab hear`: a saved record in the notation, and what is heard in one line."""

import datetime as dt
import json
from pathlib import Path

import pytest

from lab.call.view import CallView, SlotView
from lab.cli import main
from lab.console.tables import heard_rows, slot_rows
from lab.protocol import Heard, Span
from lab.record import AgentReplied, CallEnded, CallerSaid, Head, Record, lines
from lab.record_file import save

NOW = dt.datetime(2026, 9, 14, 9, 0, tzinfo=dt.UTC)
HEAD = Head("mine.py", "maple-street", "calm", "en", NOW, "UTC", ())
EVENTS = (
    AgentReplied(0, "Hello.", "LISTEN"),
    CallerSaid(1, "a line\u2028of two\nand three \x85", NOW, Heard()),
    CallEnded(1, "agent", "raised", "KeyError: 'x'", trace='  File "mine.py", line 3, in hear\n'),
)


@pytest.mark.parametrize("cut", [0, 1, 2])
def test_show_prints_a_record_as_far_as_it_goes(tmp_path: Path, capsys: pytest.CaptureFixture[str], cut: int) -> None:
    """Head, events in the notation, and the agent's frames; one that was cut off says so."""
    events = EVENTS[: len(EVENTS) - cut]
    save(tmp_path / "call.jsonl", Record(HEAD, events))
    assert main(["show", str(tmp_path / "call.jsonl")]) == 0
    out, told = capsys.readouterr()
    rows = out.splitlines()
    assert rows[0] == "mine.py · clinic maple-street · plan calm · Mon 14 Sep 2026 09:00 UTC"
    assert rows[1 : 1 + len(events)] == list(lines(events))
    assert ("cut off" in told) == bool(cut)
    assert ("line 3, in hear" in out) == (not cut)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "is empty"),
        ("hello\n", "line 1"),
        ('{"readback_record": 99}\n', "version is 99"),
        ("[]\n", "line 1"),
    ],
)
def test_show_tells_what_is_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, told: str) -> None:
    """Exit code 2, with the file, the line and the reason."""
    file = tmp_path / "call.jsonl"
    file.write_text(text, encoding="utf-8")
    assert main(["show", str(file)]) == 2
    out, err = capsys.readouterr()
    assert out == "" and told in err and str(file) in err


def test_show_tells_of_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A missing file and a folder are told in words too."""
    for path in (tmp_path / "nowhere.jsonl", tmp_path):
        assert main(["show", str(path)]) == 2
        assert str(path) in capsys.readouterr().err


def test_heard_rows_name_the_words_that_gave_each_thing() -> None:
    """Values bare, candidates and denials in words, and beside each the part of the line."""
    line = "not Tuesday, the second one, at nine or so"
    heard = Heard(
        intent="inform",
        choice=2,
        denied=frozenset({"day"}),
        unclear={"time": (dt.time(9), dt.time(21))},
        spans=(Span("day", 4, 11), Span("choice", 17, 23), Span("time", 32, 36)),
    )
    assert list(heard_rows(heard, line)) == [
        "intent  inform",
        'day     denied                   "Tuesday"',
        'time    unclear: 09:00 or 21:00  "nine"',
        'choice  2                        "second"',
    ]


def test_slot_rows_are_the_slots_of_the_view() -> None:
    """A value, candidates, or a dash; the words in quotes, with what steers a terminal escaped."""
    view = CallView(slots=(SlotView("2026-09-15", "Tues\x1bday"), SlotView("", "nine", ("09:00", "21:00")), SlotView()))
    assert list(slot_rows(view)) == [
        r'day   2026-09-15               "Tues\u001bday"',
        'time  unclear: 09:00 or 21:00  "nine"',
        "name  -",
    ]


def test_hear_shows_intent_and_values(capsys: pytest.CaptureFixture[str]) -> None:
    """The state and the time in which a line is heard are told with it."""
    assert main(["hear", "a person, please", "--state", "confirm", "--now", "2026-09-14T09:00"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows[0] == "said in CONFIRM on Mon 14 Sep 2026 at 09:00 (America/New_York)"
    assert rows[1].split()[:2] == ["intent", "human"]


def test_hear_as_json_is_what_an_agent_gets(capsys: pytest.CaptureFixture[str]) -> None:
    """One JSON object with every key, that reads back as a Heard."""
    assert main(["hear", "a person, please", "--json", "--now", "2026-12-24T18:00"]) == 0
    wire = json.loads(capsys.readouterr().out)
    assert Heard.from_wire(wire).to_wire() == wire and wire["intent"] == "human"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--state", "CONFRIM"], "did you mean CONFIRM?"),
        (["--clinic", "maple-stret"], "did you mean maple-street?"),
        (["--language", "fr"], "--language"),
    ],
)
def test_hear_tells_a_slip(capsys: pytest.CaptureFixture[str], words: list[str], told: str) -> None:
    """A state, a clinic or a language that does not exist exits 2 with what was meant."""
    assert main(["hear", "hello", *words]) == 2
    assert told in capsys.readouterr().err
