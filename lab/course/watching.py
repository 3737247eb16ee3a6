"""Watching: every save is checked, and one thing is shown, the next one to mend."""

import datetime as dt
import queue
import shutil
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

from grader.paper import Paper
from lab.course import show
from lab.course.bench import Bench
from lab.course.commands.check import what_now
from lab.course.course import Exercise
from lab.course.keys import END
from lab.course.screen import Screen
from lab.course.verdict import CheckResult
from lab.course.words import Words

Happened = tuple[Literal["saved", "key"], str]
View = Literal["verdict", "hint", "record", "list"]
VIEWS: dict[str, View] = {"h": "hint", "r": "record", "l": "list"}
LOOK = 0.25  # seconds after which the size of the terminal is looked at
LEAVING = ("q", "Q", "\x03", "\x04", END)


class Watching:
    """What is shown, and what a save or a key does to it; `open_call` opens a failing call where a person can go on."""

    def __init__(
        self,
        bench: Bench,
        words: Words,
        screen: Screen,
        only: Exercise | None,
        open_call: Callable[[CheckResult], None],
    ) -> None:
        self.bench, self.words, self.screen, self.only = bench, words, screen, only
        self.open_call = open_call
        self.result: CheckResult | None = None
        self.view: View = "verdict"
        self._body: Sequence[str] = ()
        self._saved = ""

    def serve(self, happened: "queue.SimpleQueue[Happened]") -> None:
        """Check once, then on every save, until a key or the end of the input says to leave."""
        self.check(self.only or self.bench.choose(None))
        self.show("verdict")
        size = shutil.get_terminal_size()
        while True:
            try:
                what, value = happened.get(timeout=LOOK)
            except queue.Empty:
                if size != shutil.get_terminal_size():
                    size = shutil.get_terminal_size()
                    self.show(self.view)
                continue
            if what == "saved":
                self.saved(value)
            elif value in LEAVING:
                return
            else:
                self.pressed(value)

    def saved(self, name: str) -> None:
        """A file has changed: check the exercise that it belongs to."""
        began = modified(self.bench.workspace / name)
        self.check(self.only or self.bench.meant_by(name))
        self._saved = saved_words(began, self.words)
        self.show("verdict")

    def check(self, exercise: Exercise) -> None:
        """Check, and keep what came of it."""
        self.result = self.bench.check(exercise)

    def pressed(self, key: str) -> None:
        """Show what the key asks for; the same key again, or any other, goes back."""
        assert self.result
        if key == " " and self._body:
            self.screen.page()
            self._draw()
        elif key == "o" and self.result.next_thing and self.result.next_thing.record:
            self.open_call(self.result)
            self._draw()
        elif key == "h" or VIEWS.get(key, self.view) != self.view:
            self.show(VIEWS[key])
        else:
            self.show("verdict")

    def show(self, view: View) -> None:
        """Make the body of a view anew, and draw."""
        assert self.result
        self.view = view
        self._body = list(self._lines(self.result, self.screen.paper))
        self._draw()

    def _draw(self) -> None:
        assert self.result
        head = show.title_line(self.result, self.screen.paper, self.words)
        self.screen.draw(head, self._body, self._foot(), last=self.view == "record")

    def _lines(self, result: CheckResult, paper: Paper) -> Sequence[str]:
        match self.view:
            case "hint":
                hint = self.bench.hint(result.exercise)
                return (
                    list(show.hint_lines(hint, result.exercise, paper, self.words)) if hint else [self.words("no_hint")]
                )
            case "record":
                return show.record_lines(result.next_thing, self.words)
            case "list":
                return list(show.standing(self.bench.rows(), self.bench.course, paper, self.words))
        lines = list(show.verdict(result, self.bench.course, paper, self.words))
        return [*lines, "", *what_now(self.bench, self.words)] if result.passed else lines

    def _foot(self) -> str:
        keys = {"h": "key_hint", "r": "key_record", "o": "key_open", "l": "key_list", "q": "key_quit"}
        if not (self.result and self.result.next_thing and self.result.next_thing.record):
            keys = {key: word for key, word in keys.items() if key not in "ro"}
        left = "  ".join(f"{key} {self.words(word)}" for key, word in keys.items())
        return show.ends(left, self._saved, self.screen.paper, "dim")


def saved_words(saved_at: float, words: Words) -> str:
    """When a file was saved (seconds since the epoch), and how long ago that is: `saved 14:02:11 · 84 ms`."""
    took = max(0.0, time.time() - saved_at)
    at = dt.datetime.fromtimestamp(saved_at).strftime("%H:%M:%S")
    return words("saved", time=at, ms=f"{took * 1000:.0f}")


def modified(path: Path) -> float:
    """When a file was changed last (seconds since the epoch); now, if it is gone."""
    try:
        return path.stat().st_mtime
    except OSError:
        return time.time()
