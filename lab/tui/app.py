"""The app: a table of contents over its screens."""

from collections.abc import Iterable
from itertools import count
from pathlib import Path
from typing import ClassVar, Literal

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from fake_api.data_error import DataError
from grader.scenario import load_pack
from lab.call.place import Arrangement
from lab.terminal import explain
from lab.tui import theme
from lab.tui.line import Step
from lab.tui.screens.base import ActionScreen
from lab.tui.screens.call import CallScreen
from lab.tui.screens.help import Help
from lab.tui.screens.home import HomeScreen
from lab.tui.screens.pick import Choice, Pick
from lab.tui.screens.replay import ReplayScreen

Start = Literal["home", "call"]
"""What the app can open with."""


class ReadbackApp(App[None]):
    """Talk to an agent, and see what it does."""

    TITLE = "Readback"
    CSS_PATH = "readback.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q", "quit", "quit", show=False, priority=True)]

    def __init__(
        self,
        arrangement: Arrangement,
        *,
        start: Start = "call",
        steps: tuple[Step, ...] = (),
        save: Path | None = None,
        light: bool = False,
        quiet: bool = False,
    ) -> None:
        super().__init__()
        self.arrangement, self.start, self.save, self.quiet = arrangement, start, save, quiet
        self._numbers = count(1)
        self._steps = steps
        if quiet:
            self.animation_level = "none"
        for ours in (theme.DARK, theme.LIGHT):
            self.register_theme(ours)
        self.theme = (theme.LIGHT if light else theme.DARK).name

    def on_mount(self) -> None:
        first = self.call_screen(self.arrangement, self._steps) if self._steps else self.screen_named(self.start)
        self.push_screen(first)

    def screen_named(self, name: Start) -> ActionScreen:
        """A new screen of the table of contents."""
        match name:
            case "home":
                return HomeScreen()
            case "call":
                return self.call_screen(self.arrangement)

    def call_screen(self, arrangement: Arrangement, steps: tuple[Step, ...] = ()) -> CallScreen:
        """A new call in which these steps are done already."""
        return CallScreen(arrangement, steps, numbers=self._numbers, save=self.save, blink=not self.quiet)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        if isinstance(screen, ActionScreen):
            yield from screen.palette()

    def action_pick_scenario(self) -> None:
        try:
            scenarios = load_pack().scenarios.items()
        except DataError as error:
            self.notify(str(explain(error)), severity="error", markup=False)
            return
        choices = [Choice(name, item.title, item.why) for name, item in scenarios if not item.hidden]
        self.push_screen(Pick("Replay a scenario", choices), self._replay)

    def take_over(self, arrangement: Arrangement, steps: tuple[Step, ...]) -> None:
        """Close the replay, and go on in a call where these steps are done already."""
        self.pop_screen()
        self.switch_screen(self.call_screen(arrangement, steps))

    def _replay(self, name: str | None) -> None:
        if not name:
            return
        if isinstance(self.screen, ReplayScreen):
            self.pop_screen()
        self.push_screen(ReplayScreen(self.arrangement, name))

    def action_help(self) -> None:
        if isinstance(self.screen, ActionScreen):
            self.push_screen(Help(self.screen))

    def action_home(self) -> None:
        self.switch_screen(self.screen_named("home"))

    def action_talk(self) -> None:
        self.switch_screen(self.screen_named("call"))

    def action_toggle_light(self) -> None:
        self.theme = (theme.LIGHT if self.current_theme.dark else theme.DARK).name
