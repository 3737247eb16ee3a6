"""The clinic by hand: what an agent would learn, and what the clinic's book holds."""

import pytest

from lab.console.clinic_words import ByHand
from lab.course.clinic_line import ClinicLine


def said(by_hand: ByHand, *lines: str) -> list[str]:
    """All that comes of some lines."""
    return [each for line in lines for each in by_hand.obey(line)]


def test_a_lost_answer_and_the_clinics_own_book() -> None:
    """The agent learns nothing, and the visit is there."""
    assert said(ByHand("book-lost-done", "maple-street"), "book tuesday 10:00 Jamie") == [
        'book day=2026-09-15 time=10:00 name="Jamie" -> timeout',
        "  the agent learns  ToolTimeout, and nothing else",
        "  the clinic holds  2026-09-15 10:00 Jamie",
    ]


def test_the_next_call_is_broken_by_hand() -> None:
    """Once, and then the clinic answers again."""
    by_hand = ByHand("calm", "maple-street")
    lines = said(
        by_hand, "break find rejected", "find tuesday", "find tuesday", "break book timeout", "book friday 9:00 Al"
    )
    assert [line for line in lines if "->" in line] == [
        "find_open_times day=2026-09-15 -> rejected refused",
        "find_open_times day=2026-09-15 -> ok",
        'book day=2026-09-18 time=09:00 name="Al" -> timeout',
    ]
    assert lines[-1] == "  the clinic holds  nothing"


def test_another_plan_is_another_clinic() -> None:
    """Nothing is held that was booked before."""
    lines = said(ByHand("calm", "maple-street"), "book tuesday 10:00 Jamie", "plan read-down", "holds", "find tuesday")
    assert "  the clinic holds  nothing" in lines and "find_open_times day=2026-09-15 -> timeout" in lines


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("boook", "did you mean book?"),
        ("book tuesday", "book tuesday 10:00 Jamie"),
        ("book tuesday ten Jamie", "write 10:00"),
        ("find next tuesday", "is no one day"),
        ("find", "is no one day"),
        ("plan calmm", "did you mean calm?"),
        ("break book", "break book timeout done"),
        ("break book late", "must be one of timeout"),
        ("break find timeout done", "a look-up commits nothing"),
        ("\x1b[2J", "there is no"),
    ],
)
def test_a_slip_is_told_with_what_to_write(line: str, told: str) -> None:
    """And changes nothing at the clinic."""
    by_hand = ByHand("calm", "maple-street")
    assert told in "\n".join(said(by_hand, line))
    assert by_hand.line.holds == ()


def test_every_plan_can_be_named() -> None:
    """Alone, `plan` lists them."""
    assert "chaos" in said(ByHand("calm", "maple-street"), "plan")[0]
    assert ClinicLine("chaos").plan.name == "chaos"
