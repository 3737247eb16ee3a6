"""A page over the screen: Markdown of ours, and where there are several, the one before and the next."""

from collections.abc import Callable
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from lab.tui import draw
from lab.tui.pages import PageText


class Sheet(NamedTuple):
    """What stands on the page: a title, the text, a word below it, and which of how many it is."""

    title: str
    markdown: str
    foot: str = ""
    number: int = 1
    of: int = 1


class Page(ModalScreen[None]):
    """Shows a sheet; `turn(n)` answers the n-th."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss", "close", show=False),
        Binding("right,h,n,space", "turn(1)", "the next", show=False),
        Binding("left,p", "turn(-1)", "the one before", show=False),
    ]

    def __init__(self, sheet: Sheet, turn: Callable[[int], Sheet] | None = None) -> None:
        super().__init__()
        self.sheet, self._turn = sheet, turn

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="sheet page"):
            yield PageText()
            yield Static(markup=False, classes="hints")

    async def on_mount(self) -> None:
        await self._show()

    async def action_turn(self, by: int) -> None:
        number = self.sheet.number + by
        if self._turn and 1 <= number <= self.sheet.of:
            self.sheet = self._turn(number)
            await self._show()

    async def _show(self) -> None:
        sheet = self.sheet
        self.query_one(".sheet").border_title = draw.styled(sheet.title)
        keys = [("←", "before")] if sheet.number > 1 else []
        keys += [("→", "next")] if sheet.number < sheet.of else []
        foot = [draw.styled(sheet.foot), draw.hints([*keys, ("Esc", "closes")])]
        self.query_one(".hints", Static).update(draw.joined(filter(None, foot)))
        await self.query_one(PageText).update(sheet.markdown)
