"""What every screen shares: a table of actions, from which keys, bar, palette and help are made."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual.app import SystemCommand
from textual.screen import Screen

from lab.tui.actions import Action, commands

if TYPE_CHECKING:
    from lab.tui.app import ReadbackApp

COLUMNS = [(0, "-compact"), (110, "-wide"), (180, "-huge")]
LINES = [(0, "-low"), (22, "-tall")]


class ActionScreen(Screen[None]):
    """A screen whose `ACTIONS` say all that can be done on it, and `ABOUT` what it is for."""

    ACTIONS: ClassVar[tuple[Action, ...]] = ()
    ABOUT: ClassVar[str] = ""
    KEYS_HERE: ClassVar[tuple[tuple[str, str], ...]] = ()

    HORIZONTAL_BREAKPOINTS = COLUMNS
    VERTICAL_BREAKPOINTS = LINES

    @property
    def readback(self) -> "ReadbackApp":
        """The app, with what it has beyond any other app."""
        return cast("ReadbackApp", self.app)

    def palette(self) -> Iterable[SystemCommand]:
        """Everything that can be done here."""
        return commands(self.ACTIONS, self.do)

    async def do(self, action: str) -> Any:
        """Run an action of the table."""
        return await self.run_action(action)
