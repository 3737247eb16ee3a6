"""The one notation, and records as files."""

import datetime as dt
import json
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from fake_api.words import Reservation
from lab.call.clinic_tools import ClinicTools
from lab.protocol import Heard, Intent, Span
from lab.record import (
    AgentReplied,
    CallEnded,
    CallerSaid,
    Event,
    Head,
    InvariantBroken,
    LineHeard,
    Record,
    Slept,
    ToolCalled,
    indented,
    notation,
)
from lab.record_file import BadRecord, RecordWriter, load, save
from lab.toolset import Word

ZONE = ZoneInfo("America/New_York")
AT = dt.datetime(2026, 9, 14, 9, tzinfo=ZONE)
TUESDAY, TEN = dt.date(2026, 9, 15), dt.time(10)
HEARD = Heard(Intent.INFORM, day=TUESDAY, time=TEN, name="Jamie", spans=(Span("day", 0, 7),))
BOOKING = {"day": TUESDAY, "time": TEN, "name": "Jamie"}

EVENTS: tuple[Event, ...] = (
    AgentReplied(0, "Hello.", "LISTEN"),
    CallerSaid(1, "Tuesday at 10 a.m., the name is Jamie", AT, HEARD),
    LineHeard(1, "Tuesday at 10 a.m., the name is Jamie", "LISTEN", HEARD),
    ToolCalled(1, "find_open_times", {"day": TUESDAY}, "timeout", rule=1),
    Slept(1, 0.5),
    ToolCalled(1, "find_open_times", {"day": TUESDAY}, "ok", seconds=2.5, answer=[TEN]),
    AgentReplied(1, "Tuesday 15 September at 10:00?", "CONFIRM", frozenset({TUESDAY}), frozenset({TEN})),
    CallerSaid(2, "yes", AT, Heard(Intent.YES)),
    ToolCalled(2, "book", BOOKING, "rejected", "opening_taken", nature="irreversible"),
    ToolCalled(2, "book", BOOKING, "ok", answer=Reservation(TUESDAY, TEN, "Jamie"), nature="irreversible"),
    InvariantBroken(2, "no_consent", "booked without a whole yes"),
    ToolCalled(2, "book", {"day": "soon"}, "invalid", "day must be a day", nature="irreversible"),
    ToolCalled(2, "hand_off", {"reason": Word("caller_asked"), "name": "Jamie"}, nature="ends"),
    AgentReplied(2, "One moment.", "HANDOFF"),
    CallEnded(2, "agent", "handed off", "caller_asked", "done"),
)
RECORD = Record(Head("agent.py", "maple-street", "calm", "en", AT, "America/New_York", ClinicTools.tools), EVENTS)


def test_the_notation() -> None:
    """Every kind of event has its one line."""
    assert [indented(event) for event in EVENTS] == [
        '  => LISTEN  "Hello."',
        'turn 1  "Tuesday at 10 a.m., the name is Jamie"',
        '  heard inform day=2026-09-15 time=10:00 name="Jamie"',
        "  find_open_times day=2026-09-15 -> timeout",
        "  sleep 0.5",
        "  find_open_times day=2026-09-15 -> ok after 2.5s",
        '  => CONFIRM  "Tuesday 15 September at 10:00?"',
        'turn 2  "yes"',
        '  book day=2026-09-15 time=10:00 name="Jamie" -> rejected opening_taken',
        '  book day=2026-09-15 time=10:00 name="Jamie" -> ok',
        "  broken no_consent: booked without a whole yes",
        '  book day="soon" -> invalid',
        '  hand_off reason=caller_asked name="Jamie"',
        '  => HANDOFF  "One moment."',
        "ended by agent, handed off (caller_asked), written: done",
    ]


def test_what_is_unclear_denied_chosen_or_only_a_part_of_the_day_is_in_the_notation() -> None:
    """A line shows everything that was heard, candidates too."""
    heard = Heard(
        Intent.NO,
        unclear={"day": (TUESDAY, dt.date(2026, 9, 22))},
        denied=frozenset({"time"}),
        part_of_day="morning",
        choice=2,
    )
    line = notation(LineHeard(1, "x", "CONFIRM", heard, said=False))
    assert line == 'heard "x" no day=2026-09-15|2026-09-22? time=not part=morning choice=2'


@pytest.mark.parametrize("text", ["\x1b[31mred", "two\nlines", 'a "quote"', "bell\x07", "\u202eturned", "\x9b2J"])
def test_a_line_of_notation_is_one_line_of_printable_text(text: str) -> None:
    """Nothing that anyone says can move a terminal's cursor, colour it, or start a new line."""
    line = notation(AgentReplied(1, text, "LISTEN"))
    assert line.isprintable()


def test_a_record_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    """Types and all: days are dates, answers are what the tool answered, words stay words."""
    path = tmp_path / "call.jsonl"
    save(path, RECORD)
    assert load(path) == RECORD
    assert [indented(event) for event in load(path).events] == [indented(event) for event in EVENTS]


def test_a_record_is_on_disk_line_by_line(tmp_path: Path) -> None:
    """What has happened can be read while the call is open, and a record cut short still loads."""
    path = tmp_path / "call.jsonl"
    write = RecordWriter(path, RECORD.head)
    for n, event in enumerate(EVENTS, 1):
        write(event)
        assert load(path).events == EVENTS[:n]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"\xff\xfe", "not text in UTF-8"),
        (b"[]\n", "line 1"),
        (b'{"readback_record": 99}\n', "version is 99"),
        (b'{"hello": 1}\n', "version is None"),
    ],
)
def test_a_file_that_is_no_record_says_why(tmp_path: Path, content: bytes, words: str) -> None:
    """The file, the line and the reason."""
    path = tmp_path / "call.jsonl"
    path.write_bytes(content)
    with pytest.raises(BadRecord, match=words):
        load(path)


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    """An event of no known kind, or with a key missing, names its line."""
    path = tmp_path / "call.jsonl"
    save(path, RECORD)
    head = path.read_text(encoding="utf-8").splitlines()[0]
    for row in ({"event": "Danced"}, {"event": "Slept", "turn": 1}, {"turn": 1}):
        path.write_text(f"{head}\n{json.dumps(row)}\n", encoding="utf-8")
        with pytest.raises(BadRecord, match="line 2"):
            load(path)
