"""Checks a student's files, when asked and on every save: in threads, which only post."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from textual.message import Message
from textual.screen import Screen

from lab.call.nursery import AVAILABLE, Stem
from lab.call.program import AgentFault
from lab.course.bench import Bench
from lab.course.course import Exercise
from lab.course.progress import BadProgress
from lab.course.saves import Saves
from lab.course.verdict import CheckResult
from lab.course.watching import modified, saved_words
from lab.course.words import Words
from lab.terminal import explain


@dataclass
class Saved(Message):
    """A file of the workspace holds something else than before."""

    file: str


@dataclass
class Checked(Message):
    """An exercise has been checked; or not even that, and `problem` says why. `saved` tells of the save before it."""

    exercise: Exercise
    result: CheckResult | None
    problem: str = ""
    saved: str = ""


class Checker:
    """One check at a time; of those asked for meanwhile only the last is done."""

    def __init__(self, screen: Screen[Any], bench: Bench, words: Words) -> None:
        self._screen, self._bench, self._words = screen, bench, words
        self._stem: Stem | None = None
        self._saves = Saves(bench.workspace, _files(bench), self._saved)
        self._next: tuple[Exercise, str] | None = None
        self.busy = False

    def start(self) -> None:
        """Look out for saves from now on."""
        self._saves.__enter__()

    def stop(self) -> None:
        """Look no longer; it may take a moment, which nobody has to wait for."""
        self._screen.app.run_worker(self._stop, thread=True)

    def check(self, exercise: Exercise, file: str = "") -> None:
        """Check an exercise, because of this file if it was one; `Checked` comes when it is done."""
        self._next = exercise, file
        if not self.busy:
            self.rested()

    def rested(self) -> None:
        """The check that was running is done: begin the next one, if there is one."""
        self.busy = self._next is not None
        if self._next:
            work, self._next = partial(self._check, *self._next), None
            self._screen.run_worker(work, thread=True)

    def _saved(self, file: str) -> None:
        self._screen.post_message(Saved(file))

    def _check(self, exercise: Exercise, file: str) -> None:
        saved_at = modified(self._bench.workspace / file) if file else 0
        try:
            if AVAILABLE and not self._stem:
                self._stem = Stem()
            result = replace(self._bench, stem=self._stem).check(exercise)
        except (BadProgress, OSError, AgentFault) as error:
            self._screen.post_message(Checked(exercise, None, str(explain(error))))
        else:
            self._screen.post_message(
                Checked(exercise, result, saved=saved_words(saved_at, self._words) if file else "")
            )

    def _stop(self) -> None:
        self._saves.__exit__(None, None, None)
        if self._stem:
            self._stem.close()


def _files(bench: Bench) -> Iterable[str]:
    return {name for exercise in bench.course.exercises for name in exercise.sheet.files}
