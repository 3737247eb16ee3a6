"""Watching: what a save and a key do to the screen, and a whole sitting at a terminal."""

import os
import queue
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from grader.paper import Paper
from lab.course.bench import Bench
from lab.course.course import AGENT, Course
from lab.course.progress import Progress
from lab.course.run_lab import ROOT
from lab.course.screen import Screen
from lab.course.verdict import CheckResult
from lab.course.watching import Happened, Watching
from lab.course.words import Words
from lab.course.workspace import make_workspace

ENDING = "\x1b[?25h\x1b[?1049l"


class FakeScreen(Screen):
    """Keeps what is drawn, on paper of 80 columns."""

    def __init__(self) -> None:
        super().__init__()
        self.drawn: list[str] = []

    @property
    def paper(self) -> Paper:
        return Paper(80)

    @property
    def room(self) -> int:
        return 20

    def draw(self, head: str, body: Sequence[str], foot: str, last: bool = False) -> None:
        self.drawn.append("\n".join([head, *body, foot]))


class Sitting:
    """A student before a watching bench."""

    def __init__(self, bench: Bench, number: int) -> None:
        self.bench, self.screen = bench, FakeScreen()
        self.opened: list[CheckResult] = []
        exercise = bench.course.exercises[number - 1]
        self.watching = Watching(bench, Words(), self.screen, exercise, self.opened.append)
        self.watching.check(exercise)
        self.watching.show("verdict")

    def press(self, key: str) -> str:
        """What is seen after a key."""
        self.watching.pressed(key)
        return self.screen.drawn[-1]

    def save(self, text: str) -> str:
        """What is seen after a save of agent.py."""
        (self.bench.workspace / AGENT).write_text(text, encoding="utf-8")
        self.watching.saved(AGENT)
        return self.screen.drawn[-1]


@pytest.fixture
def sitting(course: Course, tmp_path: Path) -> Iterator[Sitting]:
    """At exercise 4, with its starter."""
    make_workspace(tmp_path, course, Progress())
    (tmp_path / AGENT).write_bytes((course.exercises[3].starter / AGENT).read_bytes())
    yield Sitting(Bench(course, tmp_path), 4)


def test_the_one_next_thing_fits_a_small_terminal(sitting: Sitting) -> None:
    """Title and bar, the scenario, turn, what, expected, happened, why, next and the keys, in 80 by 24."""
    lines = sitting.screen.drawn[-1].splitlines()
    assert len(lines) <= 22 and max(map(len, lines)) <= 80
    assert lines[0].startswith('4 · The "no" to the confirmation') and lines[0].endswith("0 of 3 scenarios")
    for label in ("turn 4", "what", "expected", "happened", "why", "next"):
        assert any(line.strip().startswith(label) for line in lines), label
    assert lines[-1].startswith("h hint  r record  o open the call  l list  q quit")


def test_whatever_is_wrong_fits_a_small_terminal(course: Course, tmp_path: Path) -> None:
    """Every trap of every exercise, with its why and its next step, in 80 by 24."""
    make_workspace(tmp_path, course, Progress())
    for number in range(3, 8):
        exercise = course.exercises[number - 1]
        sitting = Sitting(Bench(course, tmp_path), number)
        for trap in exercise.sheet.trap:
            seen = sitting.save(trap.commit((exercise.solution / AGENT).read_text(encoding="utf-8"))).splitlines()
            assert len(seen) <= 22 and max(map(len, seen)) <= 80, trap.name
            assert any(line.strip().startswith("next") for line in seen), trap.name


def test_each_key_shows_its_own(sitting: Sitting) -> None:
    """The hint, then the next hint; the record; the list; and back."""
    verdict = sitting.screen.drawn[-1]
    assert "Hint 1 of 3" in sitting.press("h")
    assert "Hint 2 of 3" in sitting.press("h")
    assert "  book day=2026-09-15" in sitting.press("r")
    assert sitting.press("r") == verdict
    assert "▶ 1 · The nature of the tools" in sitting.press("l")
    assert sitting.press("x") == verdict


def test_a_call_is_opened_where_it_failed(sitting: Sitting) -> None:
    """The key hands over the failing scenario and its turn."""
    sitting.press("o")
    told = sitting.opened[0].next_thing
    assert told and (told.part, told.turn) == ("2-a-no-is-a-correction", 4)


def test_a_save_moves_on(sitting: Sitting, course: Course) -> None:
    """From wrong to right; the time of the save and how long it took stand at the right."""
    seen = sitting.save((course.exercises[3].solution / AGENT).read_text(encoding="utf-8"))
    assert "3 of 3 scenarios" in seen and "✓ Exercise 4 is done" in seen and "Next: 1 · " in seen
    assert re.search(r"saved \d\d:\d\d:\d\d · \d+ ms$", seen)
    assert "open the call" not in seen.splitlines()[-1]


@pytest.mark.parametrize(
    ("old", "new", "seen"),
    [
        ("def book(self)", "def book(self", ["agent.py, line ", "Python can't read"]),
        ("self.tools.book(**self.slots)", "1 / 0", ["agent.py, line ", "in book", "1 / 0", "ZeroDivisionError"]),
        ("class ReservationAgent:", "class Agent:", ["defines no ReservationAgent"]),
    ],
)
def test_errors_of_the_students_own_are_shown_as_theirs(
    sitting: Sitting, course: Course, old: str, new: str, seen: list[str]
) -> None:
    """With file, line and code; and nothing of the bench's own in it."""
    right = (course.exercises[3].solution / AGENT).read_text(encoding="utf-8")
    shown = sitting.save(right.replace(old, new, 1))
    name = sitting.watching.result
    told = name.next_thing if name else None
    assert told
    for each in seen:
        assert each in shown + told.mistake, each
    assert "lab/" not in shown and "Traceback" not in shown


def test_it_serves_until_it_is_told_to_leave(sitting: Sitting) -> None:
    """A key, the end of the input, Ctrl-C and Ctrl-D each end it."""
    for key in ("q", "", "\x03", "\x04"):
        happened: queue.SimpleQueue[Happened] = queue.SimpleQueue()
        happened.put(("key", "l"))
        happened.put(("key", key))
        sitting.watching.serve(happened)
        assert happened.empty()


def test_what_is_longer_than_the_screen_is_paged() -> None:
    """Space shows the next piece, and after the last the first again."""
    screen = FakeScreen()
    Screen.draw(screen, "", [str(n) for n in range(45)], "")
    assert [(screen.page(), screen.first)[1] for _ in range(3)] == [20, 40, 0]


def test_in_a_pipe_results_are_plain_lines_and_keys_are_lines(course: Course, tmp_path: Path) -> None:
    """No escape, a hint for `h`, and an end with the input."""
    make_workspace(tmp_path, course, Progress())
    done = subprocess.run(
        [sys.executable, "-m", "lab", "watch", "3"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        input="h\n",
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert done.returncode == 0 and "\x1b" not in done.stdout
    assert "ASK_DAY is right" in done.stdout and "Hint 1 of 3" in done.stdout


@pytest.mark.skipif(os.name != "posix", reason="a terminal of this kind is POSIX")
def test_a_sitting_at_a_terminal(course: Course, tmp_path: Path) -> None:
    """A save is answered, a key is obeyed, and the terminal is left as it was found."""
    import pty
    import select
    import termios

    make_workspace(tmp_path, course, Progress())
    ours, theirs = pty.openpty()
    before = termios.tcgetattr(theirs)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "TERM": "xterm"}
    running = subprocess.Popen(
        [sys.executable, "-m", "lab", "watch", "3"],
        cwd=tmp_path,
        env={key: value for key, value in environment.items() if key not in ("NO_COLOR", "LINES", "COLUMNS")},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    seen = ""

    def read_until(wanted: str) -> None:
        nonlocal seen
        while wanted not in seen:
            assert select.select([ours], [], [], 30)[0], f"{wanted!r} never came; seen: {seen[-2000:]}"
            seen += os.read(ours, 65536).decode("utf-8", "replace")

    try:
        read_until("ASK_DAY is right")
        new = tmp_path / ".agent.new"
        new.write_bytes((course.exercises[2].solution / AGENT).read_bytes())
        new.replace(tmp_path / AGENT)
        read_until("3 of 3 scenarios")
        os.write(ours, b"l")
        read_until("From nothing to nine of nine")
        assert termios.tcgetattr(theirs) != before
        os.write(ours, b"q")
        assert running.wait(timeout=30) == 0
        read_until(ENDING)
        assert termios.tcgetattr(theirs) == before
    finally:
        running.kill()
        running.wait()
        os.close(ours)
        os.close(theirs)
