"""What stands on the course screen: the list, the page, and the one next thing."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from lab.course.bench import Row
from lab.course.words import Words
from lab.tui import draw
from lab.tui.pages import PageText


class Exercises(OptionList, inherit_bindings=False):
    """The list; keys that turn pages are left to the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "cursor_up", show=False),
        Binding("down", "cursor_down", show=False),
        Binding("enter", "select", show=False),
    ]

    def draw(self, rows: Sequence[Row], words: Words) -> None:
        """Each exercise with its state."""
        drawn = [draw.exercise_row(row, words) for row in rows]
        if not self.option_count:
            self.add_options(Option(text) for text in drawn)
        for number, text in enumerate(drawn):
            self.replace_option_prompt_at_index(number, text)


class ReadMe(VerticalScroll):
    """An exercise's page, without its hints."""

    def compose(self) -> ComposeResult:
        yield PageText()

    async def show(self, markdown: str) -> None:
        """Show a page from its beginning."""
        self.scroll_home(animate=False)
        await self.query_one(PageText).update(markdown)

    def turn(self, direction: int) -> None:
        """A page further, or back."""
        self.scroll_relative(y=direction * max(self.size.height - 2, 1), animate=False)


class NextThing(VerticalScroll):
    """The one next thing, under the exercise's standing."""

    def compose(self) -> ComposeResult:
        yield Static(markup=False)

    def draw(self, title: Content, text: Content, facts: Sequence[str]) -> None:
        self.border_title = title
        self.border_subtitle = draw.styled("  ".join(filter(None, facts)))
        self.query_one(Static).update(text)
