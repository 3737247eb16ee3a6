"""One of several: a list over the screen, by arrows, by number or by mouse."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from lab.tui import draw


@dataclass(frozen=True, slots=True)
class Choice:
    """What can be chosen: its id, a title, and a sentence about it."""

    id: str
    title: str
    about: str = ""


class Pick(ModalScreen[str]):
    """Answers with the id of what was chosen, or with nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "close", show=False),
        *(Binding(str(number), f"take({number})", show=False) for number in range(1, 10)),
    ]

    def __init__(self, title: str, choices: Sequence[Choice]) -> None:
        super().__init__()
        self._title, self._choices = title, choices

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet") as sheet:
            sheet.border_title = draw.styled(self._title)
            yield OptionList(*(Option(self._text(n, item), item.id) for n, item in enumerate(self._choices, 1)))
            yield Static(markup=False, classes="gist")
            yield Static(draw.hints([("Enter", "takes it"), ("1-9", "at once"), ("Esc", "closes")]), classes="hints")

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        about = self._choices[event.option_index].about
        self.query_one(".gist", Static).update(draw.styled(about, draw.MUTED))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option.id)

    def action_take(self, number: int) -> None:
        if number <= len(self._choices):
            self.dismiss(self._choices[number - 1].id)

    @staticmethod
    def _text(number: int, choice: Choice) -> Content:
        return draw.styled(f"{number}  {choice.title}")
