"""Help: what this screen is for, what the focused widget understands, and every key."""

from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from lab.tui import draw
from lab.tui.actions import spell_key
from lab.tui.screens.base import ActionScreen


class Help(ModalScreen[None]):
    """Made from the table of actions of the screen below."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f1,q", "dismiss", "close", show=False)]

    def __init__(self, about: ActionScreen) -> None:
        super().__init__()
        self._about = about

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="sheet") as sheet:
            sheet.border_title = "Help"
            yield Static(draw.styled(self._about.ABOUT), classes="about")
            if self._about.KEYS_HERE:
                yield Static(table("Where you type", self._about.KEYS_HERE))
            for space in dict.fromkeys(action.space for action in self._about.ACTIONS):
                rows = [(spell_key(a.key), f"{a.label}. {a.help}") for a in self._about.ACTIONS if a.space == space]
                yield Static(table(f"{space}:", rows))
            yield Static(draw.hints([("^p", "finds all of it by name"), ("Esc", "closes")]), classes="hints")


def table(title: str, rows: Iterable[tuple[str, str]]) -> Content:
    """Keys on the left, what they do on the right."""
    lines = (Content.assemble((f"{key:<12}", draw.ACCENT), draw.styled(what)) for key, what in rows)
    return draw.joined([draw.styled(title, draw.STRONG), *lines])
