"""Record lines as a scenario writes them."""

import pytest

from fake_api.data_error import DataError
from grader.expectation import read_line
from lab.call.clinic_tools import ClinicTools
from lab.record import Slept, notation


@pytest.mark.parametrize(
    "line",
    [
        "find_open_times day=2026-09-15 -> ok",
        "find_open_times day=2026-09-15 -> ok after 2.5s",
        "find_open_times day=2026-09-15 -> timeout",
        'book day=2026-09-15 time=10:00 name="Ana de la Cruz" -> rejected opening_taken',
        'book day=2026-09-15 time=10:00 name="a \\"b\\" -> ok" -> timeout',
        "hand_off reason=caller_asked",
        'hand_off reason=not_understood day=2026-09-15 name="Zoë"',
        "sleep 0.5",
    ],
)
def test_what_the_notation_writes_is_read_back_as_the_same_event(line: str) -> None:
    """A scenario is written in the notation of the records, letter by letter."""
    assert notation(read_line(line, ClinicTools.tools)) == line


def test_numbers_are_numbers() -> None:
    """A wait of 1 and one of 1.0 seconds are the same wait."""
    assert read_line("sleep 1", ClinicTools.tools) == read_line("sleep 1.0", ClinicTools.tools) == Slept(0, 1)


@pytest.mark.parametrize(
    ("line", "problem", "suggestion"),
    [
        ("find_open_time day=2026-09-15 -> ok", "there is no tool find_open_time", "find_open_times"),
        ("slep 0.5", "a line is", None),
        ("slept -> ok", "there is no tool slept", "sleep"),
        ("find_open_times dya=2026-09-15 -> ok", "takes no dya", "day"),
        ("find_open_times day=2026-09-15 day=2026-09-16 -> ok", "day is given twice", None),
        ("find_open_times -> ok", "needs day", None),
        ("find_open_times day=tuesday -> ok", "a day as YYYY-MM-DD", None),
        ('find_open_times day="2026-09-15" -> ok', "without quotes", None),
        ("find_open_times day=2026-09-15", "needs its outcome", None),
        ("find_open_times day=2026-09-15 -> okay", "an outcome is one of", "ok"),
        ("find_open_times day=2026-09-15 -> time out", "an outcome is one of", "timeout"),
        ("find_open_times day=2026-09-15 -> rejected", "an outcome is one of", None),
        ("find_open_times day=2026-09-15 -> ok fine", "an outcome is one of", None),
        ("book day=2026-09-15 time=10:00 name=Jamie -> ok", "in double quotes", None),
        ('book day=2026-09-15 time=10 name="Jamie" -> ok', "a time as HH:MM", None),
        ("hand_off reason=bored", "reason must be one of", None),
        ("hand_off reason=caller_asked -> ok", "is never answered", None),
        ("sleep", "a wait is", None),
        ("sleep long", "a wait is", None),
        ("sleep -1", "nobody can wait", None),
        ("sleep inf", "nobody can wait", None),
        ("", "a line is", None),
        ("=> CONFIRM", "a line is", None),
    ],
)
def test_a_line_that_can_not_be_meant_is_told_with_a_near_miss(line: str, problem: str, suggestion: str | None) -> None:
    """A slip in a scenario is an error that says what is wrong, never an expectation that nobody can meet."""
    with pytest.raises(DataError) as caught:
        read_line(line, ClinicTools.tools)
    assert problem in caught.value.problem
    if suggestion:
        assert caught.value.suggestion is not None
        assert caught.value.suggestion.startswith(suggestion)
