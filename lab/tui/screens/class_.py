"""A class: every agent in a folder played through every scenario, one after another."""

from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from grader.replay import Subject, grade
from grader.result import Submission
from grader.scenario import Pack, load_pack
from lab.call.place import Arrangement
from lab.call.rules import CLASS as RULES
from lab.tui import draw
from lab.tui.actions import APP, CLASS, bindings
from lab.tui.panels import KeyBar
from lab.tui.screens.base import ActionScreen
from lab.tui.screens.replay import ReplayScreen

AGENT = "agent.py"


@dataclass
class Graded(Message):
    """A submission has been played through every scenario."""

    submission: Submission


def submissions_in(folder: Path) -> list[Path]:
    """What was handed in: Python files, and folders that hold an `agent.py`. Raises OSError."""
    inside = sorted(path for path in folder.iterdir() if not path.name.startswith((".", "__")))
    agents = [path / AGENT if path.is_dir() else path for path in inside]
    return [path for path in agents if path.suffix == ".py" and path.is_file()]


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
        """Raises OSError or DataError."""
        super().__init__()
        self._folder, self._agents = folder, submissions_in(folder)
        self._pack: Pack = load_pack().spoken_in(language)
        self._stop = Event()
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

    def on_graded(self, message: Graded) -> None:
        self.graded.append(message.submission)
        self.query_one(OptionList).add_option(Option(draw.submission_row(message.submission)))
        self._show()

    def on_option_list_option_highlighted(self) -> None:
        self._show()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        first = self.graded[event.option_index].result.first_failure
        if first and first.failure:
            arranged = Arrangement(agent=self._agents[event.option_index])
            scenario = self._pack.scenarios[first.name]
            self.app.push_screen(ReplayScreen(arranged, first.name, scenario, first.failure.turn, RULES))

    def _grade(self) -> None:
        for path in self._agents:
            if self._stop.is_set():
                return
            name = path.parent.name if path.name == AGENT else path.stem
            self.post_message(Graded(Submission(name, "", grade(Subject(name, path, rules=RULES), self._pack))))

    def _show(self) -> None:
        chosen = self.query_one(OptionList).highlighted
        told = [draw.first_failure(self.graded[chosen])] if chosen is not None else []
        if not self._agents:
            told = [draw.styled("Nothing was handed in here: a submission is a .py file, or a folder with agent.py.")]
        marks = draw.marks(self.graded, len(self._agents), self._pack.name)
        self.query_one("#gist Static", Static).update(draw.joined([*told, marks]))
