"""What the panels say, without an app: text stays text, and no meaning lies in colour alone."""

import datetime as dt
from dataclasses import replace

import pytest

from lab.call.view import CallView, fold_view
from lab.protocol import Heard, Span
from lab.record import (
    AgentReplied,
    CallEnded,
    CallerSaid,
    InvariantBroken,
    Layers,
    LineHeard,
    Sent,
    Slept,
    ToolCalled,
)
from lab.toolset import Word
from lab.tui import draw
from lab.tui.scene import Scene, happen

AT = dt.datetime(2026, 9, 14, 9, tzinfo=dt.UTC)
DAY, NEXT = dt.date(2026, 9, 15), dt.date(2026, 9, 22)
HOSTILE = [
    "[/]",
    "[/bold]",
    "[bold",
    "my name is [Ana]",
    "[@click=app.quit]x[/]",
    "王小明 👩‍⚕️ José",
    "$accent \\[x]",
    "long " * 1000,
]


def heard_scene(line: str, heard: Heard) -> Scene:
    """A scene in which the agent has just heard a line."""
    return happen(Scene(), [CallerSaid(1, line, AT, Heard()), LineHeard(1, line, "LISTEN", heard)])


@pytest.mark.parametrize("text", HOSTILE)
def test_text_is_shown_letter_for_letter(text: str) -> None:
    """On the line, among the words heard and in the record nothing is read as markup, and nothing can be clicked."""
    heard = Heard("inform", name=text, spans=(Span("name", 0, len(text)),))
    scene = replace(heard_scene(text, heard), agent=text, printed=text, entries=((1, text, "armed"),))
    said, replied = CallerSaid(1, text, AT, heard), AgentReplied(1, text, "LISTEN")
    drawn = [draw.slots(scene), draw.why(scene), draw.failures(scene), draw.printed(scene), draw.header(scene, 9999)]
    drawn += [row.text for row in map(draw.spoken, (said, replied)) if row]
    for content in drawn:
        assert text.rstrip() in content.plain
        assert "@click" not in str(content.spans)


def test_what_steers_a_terminal_is_shown_as_its_escape() -> None:
    """An escape character of the agent never reaches the terminal."""
    row = draw.spoken(AgentReplied(1, "\x1b[31mred\x07", "LISTEN"))
    assert row and row.text.plain == "\\x1b[31mred\\x07"


def test_the_present_state_is_marked_and_the_way_is_in_words() -> None:
    """Bars stand around the present state, and the way taken is spelt out."""
    events = [AgentReplied(0, "Hi", "LISTEN"), AgentReplied(1, "Ok", "CONFIRM"), AgentReplied(2, "Bye", "HANDOFF")]
    flow = draw.flow(happen(Scene(), events)).plain
    assert flow == (
        "listen ─ ask day ─ ask time ─ ask name ─ confirm ─ done\n└ ▐HANDOFF▌\nway  listen → confirm → handoff"
    )


def test_states_of_another_agent_are_shown_too() -> None:
    """An agent that declares states of its own has its own flow."""
    scene = replace(happen(Scene(), [AgentReplied(0, "Hi", "MENU")]), states=("MENU", "PAY_NOW"))
    assert draw.flow(scene).plain == "▐MENU▌ ─ pay now\nway  menu"


def test_a_slot_tells_its_value_its_words_or_its_candidates() -> None:
    """Clear, unclear and not yet said look different without colour."""
    line = "soon at ten"
    heard = Heard(time=dt.time(10), unclear={"day": (DAY, NEXT)}, spans=(Span("day", 0, 4), Span("time", 8, 11)))
    scene = heard_scene(line, heard)
    assert [row.rstrip() for row in draw.slots(scene).plain.splitlines()] == [
        "day   unclear: Tue 15 Sep or Tue 22 Sep?  “soon”",
        "time  10:00         “ten”",
        "name  —",
    ]
    assert draw.slots_short(scene.view).plain == "day unclear (2) · time 10:00 · name —"


def test_why_says_which_words_gave_what() -> None:
    """The intent, what was denied or chosen, and the words behind each."""
    heard = Heard("no", denied=frozenset({"day"}), choice=-1, spans=(Span("day", 4, 11), Span("intent", 0, 3)))
    why = draw.why(heard_scene("not Tuesday", heard)).plain
    assert why.splitlines() == [
        "line        not Tuesday",
        "intent      no  from “not”",
        "day         refused  from “Tuesday”",
        "choice      the last one",
    ]


def test_a_record_row_has_its_layers_below_it() -> None:
    """What the model said, what code filled in and what went to the practice stand under one another, as text."""
    sent = (Sent("create", {"columnId": 1207}, "ok", writes=True),)
    booked = ToolCalled(1, "book", {"reference": Word("A")}, layers=Layers({"day": DAY, "doctor": "[/]"}, sent))
    row = draw.row(booked)
    assert row
    assert row.text.plain.splitlines() == [
        "book reference=A -> ok",
        '  filled day=2026-09-15 doctor="[/]"',
        "  sent create columnId=1207 -> ok",
    ]


def test_a_record_row_is_the_notation_with_the_rule_that_fired() -> None:
    """The same words as in a saved record; a broken invariant has a cross before it."""
    failed = ToolCalled(1, "find_open_times", {"day": DAY}, "timeout", rule=2)
    assert draw.row(failed).text.plain == "find_open_times day=2026-09-15 -> timeout"
    assert draw.row(failed).mark.plain == "◂ rule 2"
    assert draw.row(Slept(1, 0.5)).text.plain == "sleep 0.5"
    assert draw.row(InvariantBroken(1, "silent", "said nothing")).text.plain == "✗ broken silent: said nothing"


@pytest.mark.parametrize(
    ("ended", "words"),
    [
        (CallEnded(2, "agent", "done", written="done"), "The agent has ended the call. A booking is written down."),
        (
            CallEnded(2, "agent", "handed off", "caller_asked"),
            "The agent has handed the call to a person (caller_asked). Nothing is booked.",
        ),
        (CallEnded(2, "caller", "hung up", written="unknown"), "You hung up. Nobody knows whether it is booked."),
        (CallEnded(2, "agent", "timed_out", "no answer within its time"), "✗ The agent gave no answer in its time"),
    ],
)
def test_every_end_says_what_it_means_and_what_comes_next(ended: CallEnded, words: str) -> None:
    """Who ended the call, whether something is booked, and the key that goes on."""
    row = draw.spoken(ended)
    assert row and row.text.plain.startswith(words)
    assert "F5" in row.text.plain or "F6" in row.text.plain


def test_bars_fit_any_width() -> None:
    """Header and strip never grow beyond the terminal, and the header keeps how the call stands."""
    view = fold_view([AgentReplied(0, "Hello\nthere " * 30, "LISTEN")], CallView())
    scene = Scene(3, "agent.py", "maple-street", "read-flaky", view, now=AT)
    for width in (0, 1, 3, 20, 80, 120):
        assert all(line.cell_length <= max(width, 18) for line in draw.header(scene, width).split())
        assert all(line.cell_length <= width for line in draw.strip(scene, width).split())
    assert draw.header(scene, 80).plain.rstrip().endswith("call 3, calling")
    assert "Mon 14 Sep 09:00:00" in draw.header(scene, 80).plain
