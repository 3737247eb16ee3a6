"""Rows of text that grow at the end: wrapped anew at every width, drawn line by line, however many there are."""

from collections.abc import Callable
from typing import NamedTuple

from textual.content import Content
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip
from textual.style import Style
from textual.visual import Visual

from lab.record import Event
from lab.tui.scene import NoCall, Scene

NARROWEST = 8  # cells of text; where there are fewer, what stands before and behind it goes
NOTHING = Content("")


class Row(NamedTuple):
    """A text, what stands before its first line, what stands at the right edge, and whether a blank line goes first."""

    text: Content
    lead: Content = NOTHING
    mark: Content = NOTHING
    gap: bool = False


def wrapped(row: Row, width: int) -> list[Content]:
    """A row as lines of at most that many cells; the second and later ones are indented like the first."""
    before, behind = row.lead.cell_length, row.mark.cell_length
    room = width - before - (behind + 2 if behind else 0)
    if room < NARROWEST:
        return row.text.wrap(max(width, 1))
    lines = row.text.wrap(room) or [NOTHING]
    first = row.lead + lines[0]
    if behind:
        first = first.pad_right(width - first.cell_length - behind) + row.mark
    return [NOTHING] * row.gap + [first, *(line.pad_left(before) for line in lines[1:])]


class Rows(ScrollView, can_focus=False):
    """Draws the rows that `row` makes of what there is to tell; the oldest are dropped when there are too many."""

    MOST = 2000

    def __init__(self, name: str, title: str, key: str, row: Callable[[Event | NoCall], Row | None]) -> None:
        super().__init__(id=name, classes="panel")
        self.border_title, self.border_subtitle = title, key
        self._row = row
        self._number, self._seen, self._width = -1, 0, 0
        self._rows: list[Row] = []
        self._lines: list[Content] = []
        self._follows = True

    def draw(self, scene: Scene) -> None:
        """Add what is new, and stay at the end unless someone reads further up; another call begins with nothing."""
        if scene.number != self._number:
            self._number, self._seen, self._follows = scene.number, 0, True
            self._rows, self._lines = [], []
        told = scene.told
        self._add([row for item in told[self._seen :] if (row := self._row(item))])
        self._seen = len(told)

    def on_resize(self) -> None:
        if self._width != self.scrollable_content_region.width:
            self._width = self.scrollable_content_region.width
            self._wrap()
        self._resize()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        self._follows = new_value >= self.max_scroll_y - 1

    def render_line(self, y: int) -> Strip:
        number, width = y + round(self.scroll_y), self.scrollable_content_region.width
        if number >= len(self._lines):
            return Strip.blank(width, self.rich_style)
        line = self._lines[number]
        if (selection := self.text_selection) and (span := selection.get_span(number)):
            style = Style.from_styles(self.screen.get_component_styles("screen--selection"))
            line = line.stylize(style, span[0], None if span[1] == -1 else span[1])
        strips = Visual.to_strips(self, line, width, 1, self.visual_style, apply_selection=False, pad=True)
        return strips[0].apply_offsets(0, number) if strips else Strip.blank(width, self.rich_style)

    def get_selection(self, selection: Selection) -> tuple[str, str]:
        """What a mouse has marked, for copying."""
        return selection.extract(self.text), "\n"

    def selection_updated(self, selection: Selection | None) -> None:
        self.refresh()

    @property
    def text(self) -> str:
        """Every line as it stands, letter for letter."""
        return "\n".join(line.plain for line in self._lines)

    def _add(self, rows: list[Row]) -> None:
        self._rows += rows
        if len(self._rows) > self.MOST:
            del self._rows[: -self.MOST // 2]
            self._wrap()
        else:
            self._lines += [line for row in rows for line in wrapped(row, self._width)]
        self._resize()

    def _wrap(self) -> None:
        self._lines = [line for row in self._rows for line in wrapped(row, self._width)]

    def _resize(self) -> None:
        self.virtual_size = Size(self._width, len(self._lines))
        if self._follows:
            self.scroll_end(animate=False, immediate=True, force=True)  # a flood of rows comes before any layout
        self.refresh()
