"""The desk of a call: phone line, panels and prompt in one grid, where one panel may lie over the line."""

from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.widget import Widget

from lab.tui import draw
from lab.tui.actions import CALL, spell_key
from lab.tui.machine import MachinePanel
from lab.tui.panels import Facts, Strip
from lab.tui.prompt import Prompt
from lab.tui.rows import Rows
from lab.tui.scene import Scene

FIRST = "Try: I'd like to come in on Tuesday at ten"
FACTS = ("state", "heard", "failures")
PANELS = (*FACTS, "record", "printed", "machine")
KEYS = {action.id: spell_key(action.key) for action in CALL}


class Desk(Container):
    """Draws the scene it is handed."""

    def __init__(self, *, blink: bool) -> None:
        super().__init__(id="desk")
        self._blink = blink
        self._opened = ""

    def compose(self) -> ComposeResult:
        yield Rows("line", "Phone line", "", draw.spoken)
        with Container(id="side"):
            with Vertical(id="facts"):
                yield Facts("state", "State", KEYS["state"], draw.flow)
                yield Facts("heard", "Heard", KEYS["heard"], draw.slots, draw.why)
                yield Facts("failures", "Failure plan", KEYS["failures"], draw.failures)
            yield Rows("record", "Record", KEYS["record"], draw.row)
            yield Facts("printed", "Printed by the agent", KEYS["printed"], draw.printed)
            yield MachinePanel(KEYS["machine"])
        yield Strip(id="strip")
        yield Prompt(blink=self._blink)

    def on_resize(self) -> None:
        folded = self.query_one("#strip").display
        keys = draw.hints((KEYS[name], name) for name in ("state", "heard", "record", "failures"))
        self.query_one("#line").border_subtitle = keys if folded else ""

    def draw(self, scene: Scene) -> None:
        """Show a scene everywhere, and say in the prompt what Enter would do."""
        for panel in self.query("Strip, Facts, Rows, MachinePanel"):
            panel.draw(scene)  # type: ignore[attr-defined]
        prompt = self.query_one(Prompt)
        prompt.busy = scene.busy and not scene.over
        prompt.border_subtitle = "agent is speaking…" if prompt.busy else ""
        prompt.placeholder = "F5 reloads the agent, Enter calls again" if scene.over else _first_line(scene)

    def open(self, name: str) -> None:
        """Lay a panel over the phone line; an empty name, or the same again, takes it away."""
        self._opened = "" if name == self._opened else name
        self.set_class(bool(self._opened), "opened")
        for panel in PANELS:
            self.query_one(f"#{panel}").set_class(panel == self._opened, "open")
        self.set_class(self._opened == "machine", "beside")
        self.query_one("#facts").set_class(self._opened in FACTS, "open")

    @property
    def opened(self) -> str:
        """The panel that lies over the line, or beside it; empty if none does."""
        return self._opened

    @property
    def front(self) -> Widget:
        """What is read: the panel over the line, or the line."""
        return self.query_one(f"#{self._opened or 'line'}")


def _first_line(scene: Scene) -> str:
    return "" if scene.view.line else FIRST
