"""Home: a few doors, and what is behind each."""

from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from lab.tui import draw
from lab.tui.actions import APP, Action, bindings
from lab.tui.panels import KeyBar
from lab.tui.screens.base import ActionScreen


class Door(NamedTuple):
    """A way in: the app's action, its name, and what is behind it."""

    action: str
    title: str
    about: str


DOORS = (
    Door("app.talk", "Talk to the agent", "You are the caller. Try: I'd like to come in on Tuesday at ten"),
    Door("app.pick_scenario", "Scenarios", "Calls with a known right ending, played step by step."),
)

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


class HomeScreen(ActionScreen):
    """The doors."""

    ACTIONS = (*HOME, *(action for action in APP if action.id == "theme"))
    ABOUT = (
        "An agent answers a clinic's phone: it books an opening for you, once, after you said yes. "
        "What it says is cheap; here you see what it does, and can break the clinic under it. "
        "Then you write that agent yourself."
    )
    KEYS_HERE = (("Up, Down", "choose a door"), ("Enter", "opens it"))
    BINDINGS: ClassVar[list[BindingType]] = bindings(ACTIONS)
    AUTO_FOCUS = "OptionList"

    def compose(self) -> ComposeResult:
        with Vertical(id="house"):
            yield Static(Content.styled("Readback", f"{draw.ACCENT} bold"), id="name")
            yield Static(self.ABOUT, markup=False)
            yield OptionList(*(Option(self._door(n, door), door.action) for n, door in enumerate(DOORS)))
        yield KeyBar(self.ACTIONS)

    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        await self.app.run_action(str(event.option.id).removeprefix("app."))

    @staticmethod
    def _door(number: int, door: Door) -> Content:
        gap = "\n" if number else ""
        return Content.assemble(gap, (door.title, draw.STRONG), "\n", draw.styled(door.about))
