"""Where the caller's line is typed: whole signs, whole pastes, and no waiting for the agent."""

from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widgets import Input
from textual.widgets.input import Selection

from lab.tui.signs import graphemes, sign_at, typed

KEYS = (
    ("Enter", "says the line"),
    ("Up, Down", "bring back earlier lines"),
    ("^u, ^k", "clear to the left, to the right"),
    ("^c, ^x, ^v", "copy, cut, paste; several pasted lines become one"),
)
"""What the prompt itself understands, for the help."""


class Prompt(Input):
    """One line of text. Enter posts it as `Said`; while `busy` it stays where it is."""

    HELP = "Type as a caller would speak."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "recall(-1)", "an earlier line", show=False),
        Binding("down", "recall(1)", "a later line", show=False),
    ]

    class Said(Message):
        """The caller has said a line; it is never blank."""

        def __init__(self, line: str) -> None:
            super().__init__()
            self.line = line

    class Nothing(Message):
        """Enter on an empty line."""

    def __init__(self, *, blink: bool = True) -> None:
        super().__init__(id="prompt", select_on_focus=False)
        self.cursor_blink = blink
        self.busy = False
        self._lines: list[str] = []
        self._place = 0

    async def action_submit(self) -> None:
        if self.busy:
            return
        if not self.value.strip():
            self.post_message(self.Nothing())
            return
        self._lines.append(self.value)
        self._place = len(self._lines)
        self.post_message(self.Said(self.value))

    def action_recall(self, step: int) -> None:
        """An earlier or later line of this sitting; past the last one the line is empty."""
        self._place = min(max(self._place + step, 0), len(self._lines))
        self.value = self._lines[self._place] if self._place < len(self._lines) else ""
        self.cursor_position = len(self.value)

    # Whole pastes

    def replace(self, text: str, start: int, end: int) -> None:
        super().replace(typed(text), start, end)

    def _on_paste(self, event: events.Paste) -> None:
        self.replace(event.text, *self.selection)
        event.stop()
        event.prevent_default()  # else Input adds the first line of the paste once more

    # Whole signs

    def validate_selection(self, selection: Selection) -> Selection:
        return Selection(*map(self._whole, super().validate_selection(selection)))

    def _whole(self, place: int) -> int:
        """A place inside a sign becomes its end when the cursor comes from the left, else its start."""
        start, end = sign_at(self.value, place)
        return end if start < place and self.cursor_position < place else start

    def action_delete_left(self) -> None:
        if self.selection.is_empty and self.cursor_position:
            self.delete(sign_at(self.value, self.cursor_position - 1)[0], self.cursor_position)
        else:
            self.delete_selection()

    def action_delete_right(self) -> None:
        if self.selection.is_empty:
            self.delete(self.cursor_position, sign_at(self.value, self.cursor_position)[1])
        else:
            self.delete_selection()

    def _cell_offset_to_index(self, offset: int) -> int:
        left = offset + self.scroll_offset[0]
        for start, end in graphemes(self.value):
            left -= cell_len(self.value[start:end])
            if left < 0:
                return start
        return len(self.value)

    # Drawing: what steers a terminal is shown, and the cursor never splits a sign

    def render_line(self, y: int) -> Strip:
        if y or not self.value or not self.has_focus:
            return super().render_line(y)
        text = Text(self.value + " ", no_wrap=True, overflow="ignore", end="")
        start, end = sorted(self.selection)
        text.stylize(self.get_component_rich_style("input--selection"), start, end)
        if self._cursor_visible:
            place = self.cursor_position
            text.stylize(
                self.get_component_rich_style("input--cursor"), place, max(sign_at(self.value, place)[1], place + 1)
            )
        console = self.app.console
        strip = Strip(console.render(text, self.app.console_options.update_width(self.content_width + 1)))
        width = self.scrollable_content_region.width + 1
        left = round(self.scroll_offset[0])
        return strip.crop(left, left + width).extend_cell_length(width).apply_style(self.rich_style)
