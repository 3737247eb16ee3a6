"""The app: a table of contents over its screens."""

from collections.abc import Callable, Iterable
from itertools import count
from pathlib import Path
from typing import ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from fake_api.data_error import DataError
from grader.scenario import Pack, load_pack
from lab.call.place import Arrangement
from lab.course.bench import Bench
from lab.terminal import UsageError, explain
from lab.tui import Start, student, theme
from lab.tui.line import Step
from lab.tui.machine import Known
from lab.tui.screens.ask import Ask
from lab.tui.screens.base import ActionScreen
from lab.tui.screens.call import CallScreen
from lab.tui.screens.class_ import ClassScreen
from lab.tui.screens.course import CourseScreen
from lab.tui.screens.help import Help
from lab.tui.screens.home import HomeScreen
from lab.tui.screens.pick import Choice, Pick
from lab.tui.screens.replay import ReplayScreen


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
        self.machines: Known = {}
        if quiet:
            self.animation_level = "none"
        for ours in (theme.DARK, theme.LIGHT):
            self.register_theme(ours)
        self.theme = (theme.LIGHT if light else theme.DARK).name

    def on_mount(self) -> None:
        if self.start == "call" or self._steps:
            self.push_screen(self.call_screen(self.arrangement, self._steps))
            return
        self.push_screen(HomeScreen(self.arrangement))
        if self.start == "course":
            self.action_course()

    def call_screen(self, arrangement: Arrangement, steps: tuple[Step, ...] = (), panel: str = "") -> CallScreen:
        """A new call in which these steps are done already, with a panel open."""
        blink = not self.quiet
        return CallScreen(arrangement, steps, numbers=self._numbers, save=self.save, blink=blink, panel=panel)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        if isinstance(screen, ActionScreen):
            yield from screen.palette()

    def complain(self, error: Exception) -> None:
        """Say what went wrong, and stay where we are."""
        self.notify(str(explain(error)), severity="error", markup=False)

    # The doors

    def action_talk(self) -> None:
        self.push_screen(self.call_screen(self.arrangement))

    def action_course(self) -> None:
        folder = student.find_course()
        if folder:
            self._open_course(lambda: student.open_course(folder, self.arrangement.language))
        else:
            make = Choice(
                "make", f"Make the folder {student.FOLDER} here", "As `lab init` does; nothing is overwritten."
            )
            self.push_screen(Pick("There is no course here yet", [make]), self._begin_course)

    def _begin_course(self, chosen: str | None) -> None:
        if chosen:
            self._open_course(lambda: student.begin_course(self.arrangement.language))

    def _open_course(self, open_bench: Callable[[], Bench]) -> None:
        try:
            self.push_screen(CourseScreen(open_bench()))
        except student.CAN_NOT_OPEN as error:
            self.complain(error)

    def action_class(self) -> None:
        about = "Which folder, or zip? A submission is a .py file in it, or a folder with agent.py."
        self.push_screen(Ask("A class", about, blink=not self.quiet), self._open_class)

    def _open_class(self, folder: str | None) -> None:
        if not folder:
            return
        try:
            self.push_screen(ClassScreen(Path(folder).expanduser(), self.arrangement.language or "en"))
        except (OSError, DataError, UsageError) as error:
            self.complain(error)

    def action_pick_scenario(self) -> None:
        try:
            pack = load_pack().spoken_in(self.arrangement.language or "en")
        except DataError as error:
            self.complain(error)
            return
        choices = [Choice(name, item.title, item.why) for name, item in pack.scenarios.items() if not item.hidden]
        self.push_screen(Pick("Replay a scenario", choices), lambda name: self._replay(pack, name))

    def _replay(self, pack: Pack, name: str | None) -> None:
        if name:
            screen = ReplayScreen(self.arrangement, name, pack.scenarios[name])
            self.switch_screen(screen) if isinstance(self.screen, ReplayScreen) else self.push_screen(screen)

    # The ways between them

    def take_over(self, arrangement: Arrangement, steps: tuple[Step, ...]) -> None:
        """Go on in a call where these steps are done already, in the place of the replay and of the call below it."""
        self.pop_screen()
        screen = self.call_screen(arrangement, steps)
        self.switch_screen(screen) if isinstance(self.screen, CallScreen) else self.push_screen(screen)

    def action_leave_screen(self) -> None:
        if len(self.screen_stack) > 2:  # the first is Textual's own
            self.pop_screen()
        elif not isinstance(self.screen, HomeScreen):
            self.switch_screen(HomeScreen(self.arrangement))

    def action_help(self) -> None:
        if isinstance(self.screen, ActionScreen):
            self.push_screen(Help(self.screen))

    def action_toggle_light(self) -> None:
        self.theme = (theme.LIGHT if self.current_theme.dark else theme.DARK).name
