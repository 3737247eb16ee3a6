"""One turn's record lines beside the expected ones: what counts as a difference, and what does not."""

import datetime as dt

import pytest

from grader.matching import Row, compare
from lab.record import Slept, ToolCalled
from lab.toolset import Word
from tests.grader.conftest import BOOK, FIND, as_event, called

OTHER_DAY = "find_open_times day=2026-09-16 -> ok"
TIMEOUT = "find_open_times day=2026-09-15 -> timeout"
REFUSED = "find_open_times day=2026-09-15 -> rejected closed"
HAND_OFF = "hand_off reason=caller_asked day=2026-09-15"


def rows(expected: list[str], real: list[str | ToolCalled | Slept]) -> list[Row]:
    return compare([as_event(line) for line in expected], [as_event(line) for line in real])


def kinds(expected: list[str], real: list[str | ToolCalled | Slept]) -> list[str]:
    return [row.kind for row in rows(expected, real) if row.kind]


def test_a_booking_without_its_arguments_is_not_the_expected_one() -> None:
    """The arguments of both sides count: an empty call is no call with day, time and name."""
    empty = ToolCalled(0, "book", {}, "invalid", "book needs day", nature="irreversible")
    assert kinds([BOOK], [empty]) == ["arguments"]
    assert kinds(["hand_off reason=caller_asked"], [HAND_OFF]) == ["arguments"]
    assert kinds([HAND_OFF], ["hand_off reason=caller_asked"]) == ["arguments"]


def test_none_is_as_good_as_left_out() -> None:
    """A language that sends every key and null for what it lacks means the same."""
    with_none = called(HAND_OFF, arguments={"reason": Word("caller_asked"), "day": dt.date(2026, 9, 15), "name": None})
    assert kinds([HAND_OFF], [with_none]) == []


def test_each_real_call_answers_for_one_expected_call() -> None:
    """Two equal calls expected and one made: one is missing."""
    assert kinds([BOOK, BOOK], [BOOK]) == ["missing_call"]


def test_a_second_booking_is_one_too_many() -> None:
    """One expected and two made: the second does not belong there."""
    assert [row.kind for row in rows([BOOK], [BOOK, BOOK])] == ["", "unexpected_call"]


def test_free_text_is_not_compared_and_a_word_is() -> None:
    """How a note is worded is the agent's own affair; a reason out of a list is not."""
    noted = ToolCalled(0, "note", {"note": "wants the morning", "reason": Word("a")})
    said = ToolCalled(0, "note", {"note": "in the morning, please", "reason": Word("a")})
    assert compare([noted], [said])[0].kind == ""
    assert compare([noted], [ToolCalled(0, "note", {"reason": Word("a")})])[0].kind == ""
    assert compare([noted], [ToolCalled(0, "note", {"note": "", "reason": Word("b")})])[0].kind == "arguments"


@pytest.mark.parametrize("name", ["jamie", "JAMIE", " Jamie  "])
def test_names_are_compared_as_names(name: str) -> None:
    """Capitals and spaces are no difference."""
    assert kinds([BOOK], [called(BOOK, arguments={**called(BOOK).arguments, "name": name})]) == []


def test_an_accent_in_two_pieces_is_the_same_accent() -> None:
    """Composed or not, it is the same name; without the accent it is another."""
    composed = 'hand_off reason=caller_asked name="Pe\u00f1a"'
    assert kinds([composed], ['hand_off reason=caller_asked name="Pen\u0303a"']) == []
    assert kinds([composed], ['hand_off reason=caller_asked name="Pena"']) == ["arguments"]


def test_numbers_are_compared_as_numbers() -> None:
    """25 and 25.0 are equal, as are waits of 1 and 1.0 seconds."""
    call = ToolCalled(0, "quote", {"price": 25})
    assert compare([call], [ToolCalled(0, "quote", {"price": 25.0})])[0].kind == ""
    assert kinds(["sleep 1"], [Slept(0, 1.0)]) == []
    assert kinds(["sleep 1"], [Slept(0, 1.001)]) == ["sleep"]


def test_equal_calls_are_equal() -> None:
    """Name and arguments alike is alike, in whatever order the arguments come."""
    turned = called(BOOK, arguments=dict(reversed(called(BOOK).arguments.items())))
    assert kinds([BOOK], [turned]) == []


def test_careful_reads_are_allowed_up_to_nine() -> None:
    """One more look is no fault, wherever it comes; a tenth is."""
    assert kinds([FIND, BOOK], [OTHER_DAY, FIND, FIND, BOOK, FIND]) == []
    assert kinds([], [FIND] * 9) == []
    assert kinds([], [FIND] * 10) == ["too_many_reads"]


@pytest.mark.parametrize("last", [TIMEOUT, REFUSED])
def test_no_careful_read_in_a_turn_in_which_a_read_failed(last: str) -> None:
    """A clinic that is in trouble is not asked more than it must."""
    assert kinds([last], [FIND, last]) == ["too_many_reads"]


def test_no_careful_read_in_a_turn_that_is_handed_off() -> None:
    """The caller waits for a person, and the agent looks nothing up meanwhile."""
    assert kinds([HAND_OFF], [FIND, HAND_OFF]) == ["too_many_reads"]


def test_a_read_that_failed_is_never_a_careful_one() -> None:
    """A refused look-up that is sent again is one call too many."""
    assert kinds([REFUSED], [REFUSED, REFUSED]) == ["unexpected_call"]
    assert kinds([TIMEOUT, "sleep 0.5", FIND], [TIMEOUT, "sleep 0.5", TIMEOUT, "sleep 1", FIND]) == [
        "unexpected_call",
        "sleep",
    ]


def test_missing_and_unexpected_are_both_shown() -> None:
    """A row for what did not come, and a row for what came instead."""
    shown = rows([BOOK], [HAND_OFF])
    assert [(row.expected is None, row.real is None, row.kind) for row in shown] == [
        (False, True, "missing_call"),
        (True, False, "unexpected_call"),
    ]


def test_the_order_counts() -> None:
    """The right calls in the wrong order are not the right calls."""
    assert sorted(kinds([BOOK, HAND_OFF], [HAND_OFF, BOOK])) == ["missing_call", "unexpected_call"]
    assert kinds([TIMEOUT, "sleep 0.5", TIMEOUT], ["sleep 0.5", TIMEOUT, TIMEOUT]) == ["sleep", "sleep"]


def test_a_wait_with_the_machines_time_is_told_as_such() -> None:
    """Right in length or not, a real wait is a real wait."""
    assert kinds(["sleep 0.5"], [Slept(0, 0.5, real=True)]) == ["real_sleep"]
    assert kinds([], [Slept(0, 3, real=True)]) == ["real_sleep"]


def test_a_slow_answer_is_compared_only_where_its_wait_is_written() -> None:
    """How slow the clinic was is the plan's affair, not the agent's."""
    slow = called(FIND, seconds=2.5)
    assert kinds([FIND], [slow]) == []
    assert kinds(["find_open_times day=2026-09-15 -> ok after 2.5s"], [slow]) == []
    assert kinds(["find_open_times day=2026-09-15 -> ok after 2s"], [slow]) == ["missing_call"]


def test_another_day_stands_beside_the_day_that_was_meant() -> None:
    """A call of the same tool with other arguments is one difference, not two."""
    (row,) = rows([FIND], [OTHER_DAY])
    assert row.kind == "arguments"
