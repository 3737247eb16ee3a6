"""Home: a few doors, and what is behind each."""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from fake_api.shipped import shipped
from grader.replay import Subject, grade
from grader.result import AgentResult
from grader.scenario import load_pack
from lab.call.place import Arrangement, NoSuchAgent, which_agent
from lab.tui import draw
from lab.tui.actions import APP, Action, bindings
from lab.tui.panels import KeyBar
from lab.tui.screens.base import ActionScreen
from lab.tui.student import how_far


class Door(NamedTuple):
    """A way in: the app's action, its name, and what is behind it."""

    action: str
    title: str
    about: str


TALK = Door("talk", "Talk to the agent", "You are the caller. Try: I'd like to come in on Tuesday at ten")
COURSE = Door("course", "The course", "Write that agent yourself, step by step.")
SCENARIOS = Door("pick_scenario", "Scenarios", "Calls with a known right ending, played step by step.")
CLASS = Door("class", "A class", "A folder of agents, each played through every scenario.")
DOORS = (TALK, COURSE, SCENARIOS, CLASS)

HOME = (
    Action(
        "explain",
        "app.help",
        "view",
        "explain",
        "What is behind the doors, and every key.",
        "question_mark,f1",
        "explains",
    ),
    Action("leave", "app.quit", "call", "leave", "Leaves the lab.", "q,ctrl+q", "leaves"),
)


@dataclass
class Graded(Message):
    """The agent has been played through every scenario; `source` is the text it had."""

    result: AgentResult
    source: bytes


class HomeScreen(ActionScreen):
    """The doors, with how far one is behind each."""

    ACTIONS = (*HOME, *(action for action in APP if action.id == "theme"))
    ABOUT = (
        "An agent answers a clinic's phone: it books an opening for you, once, after you said yes. "
        "What it says is cheap; here you see what it does, and can break the clinic under it. "
        "Then you write that agent yourself."
    )
    SHORT = "What an agent says is cheap; what it does is checked."
    KEYS_HERE = (("Up, Down", "choose a door"), ("Enter", "opens it"))
    BINDINGS: ClassVar[list[BindingType]] = bindings(ACTIONS)
    AUTO_FOCUS = "OptionList"

    def __init__(self, arrangement: Arrangement) -> None:
        super().__init__()
        self._arranged = arrangement
        self._played: bytes | None = None

    def compose(self) -> ComposeResult:
        with Vertical(id="house"):
            yield Static(Content.styled("Readback", f"{draw.ACCENT} bold"), id="name")
            yield Static(self.ABOUT, markup=False, id="about")
            yield OptionList(*(Option(_drawn(door), door.action) for door in DOORS))
        yield KeyBar(self.ACTIONS)

    def on_screen_resume(self) -> None:
        if not self.is_current:  # another screen was opened over it at once
            return
        begun, so_far = how_far(self._arranged.language)
        self.query_one("#about", Static).update(self.SHORT if begun else self.ABOUT)
        self._write(COURSE, so_far)
        agent, source = self._agent()
        self._write(TALK, agent)
        if source != self._played:
            self._played = source
            self._write(SCENARIOS, "playing…")
            self.run_worker(lambda: self._grade(source), thread=True, exclusive=True)

    def on_graded(self, message: Graded) -> None:
        if message.source == self._played:
            result = message.result
            self._write(SCENARIOS, result.problem or f"{result.passed} of {len(result.scenarios)}")

    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        await self.app.run_action(str(event.option.id))

    def _agent(self) -> tuple[str, bytes]:
        """What the agent is called, and its text; nothing where it has none that we could read."""
        if self._arranged.command:
            return " ".join(self._arranged.command), b""
        try:
            path = which_agent(self._arranged.agent)
            return "the finished agent" if path == shipped("agent.py") else path.name, path.read_bytes()
        except (NoSuchAgent, OSError):
            return str(self._arranged.agent), b""

    def _grade(self, source: bytes) -> None:
        subject = Subject("", self._arranged.agent, self._arranged.command, understanding=self._arranged.understanding)
        pack = load_pack().spoken_in(self._arranged.language or "en")
        self.post_message(Graded(grade(subject, pack), source))

    def _write(self, door: Door, so_far: str) -> None:
        self.query_one(OptionList).replace_option_prompt(door.action, _drawn(door, so_far))


def _drawn(door: Door, so_far: str = "") -> Content:
    gap = "" if door is DOORS[0] else "\n"
    figure = draw.styled(f" ({so_far})" if so_far else "")
    return Content.assemble(gap, (door.title, draw.STRONG), figure, "\n", draw.styled(door.about))
