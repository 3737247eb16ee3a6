"""One line of text, asked for over the screen."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from lab.tui import draw


class Ask(ModalScreen[str]):
    """Answers with what was typed, or with nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "close", show=False)]

    def __init__(self, title: str, about: str, blink: bool) -> None:
        super().__init__()
        self._title, self._about, self._blink = title, about, blink

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet") as sheet:
            sheet.border_title = draw.styled(self._title)
            yield Static(draw.styled(self._about))
            answer = Input()
            answer.cursor_blink = self._blink
            yield answer
            yield Static(draw.hints([("Enter", "goes on"), ("Esc", "closes")]), classes="hints")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())
