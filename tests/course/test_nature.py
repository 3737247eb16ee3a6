"""What is written about the tools is held against what the clinic does, with evidence."""

from pathlib import Path

import pytest

from lab.course.bench import run_check
from lab.course.course import Course
from lab.course.verdict import CheckResult

FILE = "tools.toml"


def checked(course: Course, folder: Path, *changes: tuple[str, str, str]) -> CheckResult:
    """The solution with some answers changed: (tool, key, TOML)."""
    lines, tool = [], ""
    for line in (course.exercises[0].solution / FILE).read_text(encoding="utf-8").splitlines():
        tool = line.strip("[]") if line.startswith("[") else tool
        new = next((toml for t, key, toml in changes if t == tool and line.startswith(f"{key} ")), None)
        lines.append(f"{line.split(' ')[0]} = {new}" if new is not None else line)
    (folder / FILE).write_text("\n".join(lines), encoding="utf-8")
    return run_check(course.exercises[0], course, folder)


def test_what_is_so_passes(course: Course, tmp_path: Path) -> None:
    """Sixteen answers."""
    result = checked(course, tmp_path)
    assert result.passed and result.done == len(result.parts) == 16


def test_a_booking_that_is_repeated_ends_in_two(course: Course, tmp_path: Path) -> None:
    """The resend is refused because of the caller's own booking, and another opening is booked: both are shown."""
    told = checked(course, tmp_path, ("book", "repeat", '"yes"')).next_thing
    assert told and told.title == "[book] repeat"
    assert [line.partition("-> ")[2] for line in told.happened[:3]] == ["timeout", "rejected opening_taken", "ok"]
    assert told.happened[3] == "the clinic holds: 2026-09-15 10:00 Jamie; 2026-09-15 10:30 Jamie"
    assert "your own caller" in told.why


def test_a_timeout_of_a_booking_is_shown_in_both_worlds(course: Course, tmp_path: Path) -> None:
    """The same answer twice, and two different books."""
    for said in ('"nothing changed"', '"it was done"'):
        told = checked(course, tmp_path, ("book", "after_timeout", said)).next_thing
        assert told and told.happened[0] == told.happened[2]
        assert told.happened[1] != told.happened[3]


@pytest.mark.parametrize(
    ("tool", "key", "said", "seen"),
    [
        ("find_open_times", "nature", '"irreversible"', "the clinic holds: nothing"),
        ("find_open_times", "after_timeout", '"nobody knows"', "the clinic holds: nothing"),
        ("find_open_times", "after_refusal", '"another answer"', "rejected maintenance"),
        ("find_open_times", "repeat", '"no"', "-> ok"),
        ("find_open_times", "tries", "1", "not tried:  find_open_times day=2026-09-15 -> ok"),
        ("find_open_times", "tries", "4", "timeout"),
        ("find_open_times", "waits", "[0.5, 2.0]", "0.5 + 2 = 2.5 seconds of silence"),
        ("find_open_times", "waits", "[0.5, 0.5]", "0.5 + 0.5 = 1 seconds"),
        ("find_open_times", "waits", "[0, 1]", "0 + 1"),
        ("find_open_times", "waits", "[1.0]", "1 = 1"),
        ("find_open_times", "then", '"the caller"', "day=2026-09-16 -> timeout"),
        ("find_open_times", "if_refused", '"the agent"', "day=2026-09-16 -> rejected"),
        ("book", "nature", '"read"', "the clinic holds: 2026-09-15 10:00 Jamie"),
        ("book", "after_refusal", '"another answer"', "rejected opening_taken"),
        ("book", "tries", "1", "10:30 Jamie"),
        ("book", "waits", "[0.5]", "1 waits before tries"),
        ("book", "then", '"the agent"', "the clinic holds: nothing"),
        ("book", "if_refused", '"the agent"', "still open: 08:00"),
    ],
)
def test_each_wrong_answer_is_told_with_its_evidence(
    course: Course, tmp_path: Path, tool: str, key: str, said: str, seen: str
) -> None:
    """The finding is named, the evidence shown, and there is something to try."""
    told = checked(course, tmp_path, (tool, key, said)).next_thing
    assert told and told.title == f"[{tool}] {key}"
    assert seen in "\n".join(told.happened)
    assert told.why and told.next


def test_other_waits_that_are_good_are_good(course: Course, tmp_path: Path) -> None:
    """Two, the second longer, and at most a second and a half."""
    assert checked(course, tmp_path, ("find_open_times", "waits", "[0.25, 1]")).passed


def test_what_is_open_is_open_and_not_wrong(course: Course, tmp_path: Path) -> None:
    """Nobody is told that an answer is wrong which they have not given."""
    result = run_check(course.exercises[0], course, course.exercises[0].starter)
    assert {part.verdict for part in result.parts} == {"not checked"}
    assert result.next_thing and "still open" in result.next_thing.what
