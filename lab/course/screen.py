"""What watching is drawn on: a terminal's other screen, which leaves no trace, or plain lines one after another."""

import contextlib
import shutil
import sys
from collections.abc import Iterator, Sequence
from types import TracebackType

from grader.paper import Paper, paper_for
from lab import terminal

OTHER_SCREEN, FIRST_SCREEN = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"


class Screen:
    """The terminal, while it is entered: a head, a body of which as much is shown as fits, and a foot."""

    def __init__(self) -> None:
        self.first = 0  # line of the body at the top
        self._body: Sequence[str] = ()

    def __enter__(self) -> "Screen":
        terminal.write(OTHER_SCREEN)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        terminal.write(FIRST_SCREEN)

    @contextlib.contextmanager
    def left(self) -> Iterator[None]:
        """Somebody else has the terminal for a while."""
        self.__exit__(None, None, None)
        try:
            yield
        finally:
            self.__enter__()

    @property
    def paper(self) -> Paper:
        return paper_for(sys.stdout)

    @property
    def room(self) -> int:
        """Lines of the body that fit."""
        return max(1, shutil.get_terminal_size().lines - 4)

    def draw(self, head: str, body: Sequence[str], foot: str, last: bool = False) -> None:
        """Draw all anew, from the body's first line on, or so that its last line is seen."""
        if body is not self._body:
            self._body, self.first = body, max(0, len(body) - self.room) if last else 0
        shown = body[self.first : self.first + self.room]
        more = self.paper.paint("… space" if self.first + self.room < len(body) else "", "dim")
        filled = [*shown, *[""] * (self.room - len(shown)), more]
        terminal.write("\x1b[H\x1b[2J" + "\n".join([head, "", *filled, foot]))

    def page(self) -> None:
        """Show the next piece of the body, from its end the first again."""
        self.first = self.first + self.room if self.first + self.room < len(self._body) else 0


class PlainScreen(Screen):
    """Lines one after another, for a pipe, a simple terminal or a screen reader."""

    def __enter__(self) -> "PlainScreen":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Nothing was changed."""

    def draw(self, head: str, body: Sequence[str], foot: str, last: bool = False) -> None:
        terminal.say("\n".join([head, *body, foot, ""]))
