"""A class: every agent in a folder played through every scenario, one after another."""

import contextlib
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from grader.one_of_many import Conditions, grade_one
from grader.result import Submission
from grader.scenario import load_pack
from grader.submissions import handed_in
from lab.call.place import Arrangement
from lab.call.rules import CLASS as RULES
from lab.tui import draw
from lab.tui.actions import APP, CLASS, bindings
from lab.tui.panels import KeyBar
from lab.tui.screens.base import ActionScreen
from lab.tui.screens.replay import ReplayScreen


@dataclass
class Graded(Message):
    """A submission has been played through every scenario."""

    submission: Submission


class ClassScreen(ActionScreen):
    """The submissions of a folder, each with its verdicts as they come."""

    ACTIONS = (*CLASS, *(action for action in APP if action.id in ("help", "theme", "quit")))
    ABOUT = (
        "Each agent of the folder is played through every scenario, alone in a process that may do little. A row has a "
        f"sign for each scenario: {draw.LEGEND}."
    )
    KEYS_HERE = (("Up, Down", "choose a submission"), ("Enter", "replays what failed first in it"))
    BINDINGS: ClassVar[list[BindingType]] = bindings(ACTIONS)
    AUTO_FOCUS = "OptionList"

    def __init__(self, folder: Path, language: str) -> None:
        """Raises UsageError, OSError or DataError."""
        super().__init__()
        folder.stat()  # what is not there is better told now than as a class of nobody
        self._folder, self._stop = folder, Event()
        self._conditions, self._pack = Conditions(language=language), load_pack().spoken_in(language)
        self._open = contextlib.ExitStack()
        self._handed = self._open.enter_context(handed_in([folder]))
        self.graded: list[Submission] = []

    def compose(self) -> ComposeResult:
        yield Static(draw.styled(f" Readback  a class · {self._folder}"), id="header")
        yield OptionList(id="class", classes="panel")
        with VerticalScroll(id="gist", classes="panel", can_focus=False):
            yield Static(markup=False)
        yield KeyBar(self.ACTIONS)

    def on_mount(self) -> None:
        self.query_one("#class").border_title = "✓ passed  ✗ failed  – blocked"
        self._show()
        self.run_worker(self._grade, thread=True)

    def on_unmount(self) -> None:
        self._stop.set()
        self._open.close()

    def on_graded(self, message: Graded) -> None:
        self.graded.append(message.submission)
        self.query_one(OptionList).add_option(Option(draw.submission_row(message.submission)))
        self._show()

    def on_option_list_option_highlighted(self) -> None:
        self._show()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        first, handed = self.graded[event.option_index].result.first_failure, self._handed[event.option_index]
        if first and first.failure and handed.path:
            rules = replace(RULES, siblings=handed.folder, folder=handed.folder)
            arranged, scenario = Arrangement(agent=handed.path), self._pack.scenarios[first.name]
            self.app.push_screen(ReplayScreen(arranged, first.name, scenario, first.failure.turn, rules))

    def _grade(self) -> None:
        for handed in self._handed:
            if self._stop.is_set():
                return
            self.post_message(Graded(grade_one(self._conditions, handed)))

    def _show(self) -> None:
        chosen = self.query_one(OptionList).highlighted
        told = [draw.first_failure(self.graded[chosen])] if chosen is not None else []
        if not self._handed:
            told = [draw.styled("Nothing was handed in here: a submission is a .py file, or a folder with agent.py.")]
        marks = draw.marks(self.graded, len(self._handed), self._pack.name)
        self.query_one("#gist Static", Static).update(draw.joined([*told, marks]))
