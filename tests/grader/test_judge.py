"""The judge: the first difference of a record, its one kind, and what is told about it."""

from dataclasses import replace
from pathlib import Path

import pytest

from grader.judge import judge
from grader.kinds import KINDS
from grader.scenario import Scenario, Turn
from lab.call.invariants import INVARIANTS
from lab.protocol import Heard
from lab.record import FAULTS, AgentReplied, CallEnded, InvariantBroken, Slept, ToolCalled
from lab.record_file import load, save
from tests.grader.conftest import (
    ALL_THREE,
    BOOK,
    FIND,
    READ_BACK,
    Story,
    called,
    one_turn,
)

NOTHING, YES = Heard(), Heard("yes")
HAND_OFF = "hand_off reason=caller_asked"
TWO_TURNS = Scenario(
    "Two lines", "happy", "because", (Turn("...", "CONFIRM", (FIND,)), Turn("yes", "DONE", (BOOK,))), hint="look"
)


def test_a_record_that_comes_out_as_written_has_no_failure() -> None:
    """The words of the agent, and how often it asked what was heard, are not looked at."""
    story = Story().says(ALL_THREE, FIND, then=READ_BACK).says(YES, BOOK, then="DONE")
    assert judge(TWO_TURNS, story.record) is None


def test_the_first_difference_ends_the_scenario() -> None:
    """What is wrong in a later turn is not told: it may follow from the first."""
    story = Story().says(NOTHING, then="ASK_DAY").says(NOTHING, HAND_OFF, then="HANDOFF")
    failure = judge(TWO_TURNS, story.record)
    assert failure
    assert (failure.turn, failure.kind) == (1, "missing_call")


def test_a_failure_says_what_why_and_a_hint_with_both_records() -> None:
    """The line, the states, the rows and the first that differs are all there to be drawn."""
    failure = judge(one_turn("CONFIRM", FIND), Story().says(NOTHING, FIND, then="ASK_NAME").record)
    assert failure
    assert failure.kind == "state"
    assert failure.what == "after this line the agent is in ASK_NAME; CONFIRM is right"
    assert (failure.why, failure.hint, failure.expected_state, failure.state) == (
        "because",
        "look",
        "CONFIRM",
        "ASK_NAME",
    )
    assert [(row.expected, row.real) for row in failure.rows] == [(FIND, FIND), ("=> CONFIRM", "=> ASK_NAME")]
    assert failure.first_difference == 1


def test_a_plain_string_is_a_state() -> None:
    """States are compared by their names, whatever type the agent keeps them in."""
    assert judge(one_turn("ASK_DAY"), Story().says(NOTHING, then="ASK_DAY").record) is None


def test_the_state_before_the_first_line_is_not_compared() -> None:
    """An agent may open in whatever state it likes."""
    story = Story([AgentReplied(0, "Hello.", "ASK_DAY")]).says(NOTHING)
    assert judge(one_turn("ASK_DAY"), story.record) is None


def test_what_happens_when_the_call_opens_is_judged_too() -> None:
    """An agent that acts before anybody has spoken has acted too soon."""
    story = Story([called(HAND_OFF), AgentReplied(0, "Hello.", "LISTEN")]).says(NOTHING)
    failure = judge(one_turn("ASK_DAY"), story.record)
    assert failure
    assert (failure.turn, failure.kind, failure.expected_state) == (0, "unexpected_call", "")


def test_invariants_are_found_in_the_record_itself() -> None:
    """A booking without consent is told as that, whether or not the record already says so."""
    story = Story().says(ALL_THREE, FIND, BOOK, then="DONE")
    noted = InvariantBroken(1, "no_consent", INVARIANTS["no_consent"])
    for events in (story.events, [*story.events[:-1], noted, story.events[-1]]):
        failure = judge(one_turn("DONE", FIND, BOOK), replace(story.record, events=tuple(events)))
        assert failure
        assert failure.kind == "no_consent"
        assert [row.kind for row in failure.rows if row.kind] == ["no_consent"]


def test_a_lost_booking_that_is_sent_again_is_told_as_that() -> None:
    """The kind is the name of the broken invariant, before any difference of the record."""
    lost = called(BOOK, outcome="timeout")
    story = Story().says(ALL_THREE, FIND, then=READ_BACK).says(YES, lost, BOOK, then="DONE")
    failure = judge(TWO_TURNS, story.record)
    assert failure
    assert (failure.turn, failure.kind) == (2, "resent")


@pytest.mark.parametrize("why", FAULTS)
def test_a_fault_of_the_process_is_the_kind(why: str) -> None:
    """An agent that does not answer has failed by that, whatever it did before."""
    ended = CallEnded(0, "agent", why, "ValueError: no", trace="agent.py line 3")
    failure = judge(one_turn("CONFIRM", FIND), Story().says(NOTHING, HAND_OFF, then=ended).record)
    assert failure
    assert failure.kind == why
    assert "ValueError: no" in failure.what
    assert failure.trace == "agent.py line 3"
    assert failure.state == ""
    assert "dead line" in failure.why
    assert failure.hint != "look"


def test_a_call_that_the_caller_ended_is_no_fault() -> None:
    """Hanging up after the last line is how every scenario ends."""
    story = Story().says(NOTHING)
    ended = CallEnded(1, "caller", "hung up")
    assert judge(one_turn("ASK_DAY"), replace(story.record, events=(*story.events, ended))) is None


def test_an_agent_that_says_nothing_is_told_last() -> None:
    """Silence is a fault of its own, and never hides another."""
    silent = AgentReplied(0, " ", "ASK_DAY")
    alone = judge(one_turn("ASK_DAY"), Story().says(NOTHING, then=silent).record)
    assert alone
    assert (alone.kind, alone.what) == ("silent", "the agent said nothing while the call was open")
    beside = judge(one_turn("CONFIRM"), Story().says(NOTHING, then=silent).record)
    assert beside
    assert beside.kind == "state"


IN_ONE_TURN = [
    (CallEnded(0, "agent", "raised"), ()),
    ("ASK_DAY", (BOOK, HAND_OFF)),  # no consent, and the expected look-up did not come
    ("ASK_DAY", (HAND_OFF,)),
    ("ASK_DAY", (FIND, HAND_OFF)),
    ("ASK_DAY", ("find_open_times day=2026-09-16 -> ok",)),
    ("ASK_DAY", (FIND, *[FIND] * 10, Slept(0, 0.1))),
    ("ASK_DAY", (FIND, Slept(0, 0.1), Slept(0, 0.1, real=True))),
    ("ASK_DAY", (FIND, Slept(0, 0.1, real=True))),
    ("ASK_DAY", (FIND,)),
    (AgentReplied(0, "", "CONFIRM"), (FIND,)),
]


def test_of_several_kinds_the_first_of_the_table_is_told() -> None:
    """From the process down to silence, a turn with many faults has one kind, and the order is fixed."""
    scenario = one_turn("CONFIRM", FIND)
    told = []
    for then, record in IN_ONE_TURN:
        failure = judge(scenario, Story().says(NOTHING, *record, then=then).record)
        assert failure
        told.append(failure.kind)
    assert told == [
        "raised",
        "no_consent",
        "missing_call",
        "unexpected_call",
        "arguments",
        "too_many_reads",
        "sleep",
        "real_sleep",
        "state",
        "silent",
    ]
    assert sorted(told, key=list(KINDS).index) == told


@pytest.mark.parametrize(
    ("record", "what"),
    [
        ((), "`find_open_times day=2026-09-15` did not come"),
        ((FIND, HAND_OFF), "`hand_off reason=caller_asked` does not belong here"),
        (("find_open_times day=2026-09-16 -> ok",), "called with day=2026-09-16; right is day=2026-09-15"),
        (("find_open_times day=2026-09-15 -> timeout",), "was answered timeout, not ok"),
        ((FIND, "sleep 1"), "expected no wait, and there was `sleep 1`"),
        ((FIND, Slept(0, 0.5, real=True)), "waited 0.5 seconds of real time"),
        (
            (ToolCalled(0, "find_open_times", {"dya": 1}, "invalid", "takes no 'dya'"),),
            "was called with dya=1, no day; right is day=2026-09-15, no dya",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_values(record: tuple[str, ...], what: str) -> None:
    """A sentence names the call and the values, so that nobody has to look for them in the records."""
    failure = judge(one_turn("ASK_DAY", FIND), Story().says(NOTHING, *record).record)
    assert failure
    assert what in failure.what


def test_a_saved_record_is_judged_as_the_live_one(tmp_path: Path) -> None:
    """Nothing has to run again: the same verdict comes out of the file."""
    story = Story().says(ALL_THREE, FIND, then=READ_BACK).says(YES, BOOK, BOOK, then="DONE")
    save(tmp_path / "one.record.jsonl", story.record)
    live, saved = judge(TWO_TURNS, story.record), judge(TWO_TURNS, load(tmp_path / "one.record.jsonl"))
    assert live
    assert saved == live
