"""The call: the phone line on the left, what the agent does on the right."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Vertical
from textual.reactive import reactive

from fake_api.failures import load_plan
from fake_api.shipped import names
from lab.call.place import Arrangement
from lab.record import Record
from lab.record_file import save
from lab.tui import draw
from lab.tui.actions import APP, CALL, bindings, spell_key
from lab.tui.breaks import ARMING, BREAKS
from lab.tui.line import PhoneLine, Step, with_plan
from lab.tui.panels import Facts, Header, KeyBar, Strip
from lab.tui.prompt import KEYS, Prompt
from lab.tui.rows import Rows
from lab.tui.scene import Happened, Listening, NoCall, Placed, Scene, happen
from lab.tui.screens.base import ActionScreen
from lab.tui.screens.pick import Choice, Pick

FIRST = "Try: I'd like to come in on Tuesday at ten"
FACTS = ("state", "heard", "failures")
PANEL_KEYS = [
    (spell_key(action.key), action.id) for action in CALL if action.id in ("state", "heard", "failures", "record")
]
PANELS = (*FACTS, "record", "printed")


class CallScreen(ActionScreen):
    """A call with an agent. All that it shows is `scene`; messages fold into it, and panels draw it."""

    ACTIONS = (*APP, *CALL, *ARMING)
    ABOUT = (
        "You are the caller: type as you would speak. On the right is what the agent does: where it is, what it heard, "
        "every tool call and wait. Break the clinic under it and see whether it still does the right thing."
    )
    KEYS_HERE = KEYS
    BINDINGS: ClassVar[list[BindingType]] = bindings(ACTIONS)
    AUTO_FOCUS = "Prompt"
    scene: reactive[Scene] = reactive(Scene())
    opened: reactive[str] = reactive("")

    def __init__(
        self, arrangement: Arrangement, steps: tuple[Step, ...] = (), *, save: Path | None = None, blink: bool = True
    ) -> None:
        """`steps` are done again once the call is open."""
        super().__init__()
        self.line = PhoneLine(self, arrangement, save)
        self._first_steps = steps
        self._blink = blink

    def compose(self) -> ComposeResult:
        yield Header(id="header")
        with Container(id="desk"):
            yield Rows("line", "Phone line", "", draw.spoken)
            with Container(id="side"):
                with Vertical(id="facts"):
                    yield Facts("state", "State", "^t", draw.flow)
                    yield Facts("heard", "Heard", "^y", draw.slots, draw.why)
                    yield Facts("failures", "Failure plan", "^f", draw.failures)
                yield Rows("record", "Record", "^r", draw.row)
                yield Facts("printed", "Printed by the agent", "^o", draw.printed)
            yield Strip(id="strip")
            yield Prompt(blink=self._blink)
        yield KeyBar(self.ACTIONS)

    def on_mount(self) -> None:
        self._place(self.line.arrangement, self._first_steps)
        if self.line.arrangement.real_time:
            self.set_interval(1, self._tick)

    def on_unmount(self) -> None:
        if self.line.call:
            self.line.call.hang_up()

    def on_resize(self) -> None:
        folded = self.query_one("#strip").display
        self.query_one("#line").border_subtitle = draw.hints(PANEL_KEYS) if folded else ""

    # What happens on the line

    def on_placed(self, message: Placed) -> None:
        if message.number != self.line.number:
            self.run_worker(message.call.hang_up, thread=True)
            return
        self.line.call = message.call
        self._show(head=message.call.head, agent=message.call.head.agent)

    def on_happened(self, message: Happened) -> None:
        if message.number == self.line.number:
            self.scene = happen(self.scene, [message.event])
            self._show()

    def on_listening(self, message: Listening) -> None:
        if message.number == self.line.number and self.line.call:
            self._show(busy=False, states=self.line.call.states, printed=self.line.call.agent.printed)

    def on_no_call(self, message: NoCall) -> None:
        if message.number == self.line.number:
            self._show(busy=False, no_call=message)

    def watch_scene(self, scene: Scene) -> None:
        for panel in self.query("Header, Strip, Facts, Rows"):
            panel.draw(scene)  # type: ignore[attr-defined]
        prompt = self.query_one(Prompt)
        prompt.busy = scene.busy
        prompt.border_subtitle = "agent is speaking…" if scene.busy else ""
        prompt.placeholder = self._invitation(scene)

    def _show(self, **changes: Any) -> None:
        self.scene = replace(self.scene, entries=self.line.entries(), now=self.line.now(), **changes)

    def _tick(self) -> None:
        if not self.scene.over:
            self._show()

    @staticmethod
    def _invitation(scene: Scene) -> str:
        if scene.over:
            return "F5 reloads the agent, Enter calls again"
        return FIRST if not scene.view.line else ""

    # What the caller does

    def on_prompt_said(self, message: Prompt.Said) -> None:
        if self.scene.over:
            self.action_call_again()
            return
        self.query_one(Prompt).clear()
        self._show(busy=True)
        self.line.say(message.line)

    def on_prompt_nothing(self) -> None:
        if self.scene.over:
            self.action_call_again()

    def action_call_again(self) -> None:
        self._place(self.line.arrangement)

    def action_reload(self) -> None:
        self._place(self.line.arrangement, tuple(self.line.steps))
        self.notify("Loaded from disk; the same lines are said again.", title=self.scene.agent, markup=False)

    def action_hang_up(self) -> None:
        self.line.hang_up()

    def action_arm(self, name: str) -> None:
        failure = next(item.failure for item in BREAKS if item.id == name)
        if self.scene.over or not self.line.arm(failure):
            self.notify("No call is open. F6 calls again; then it can be broken.", severity="warning", markup=False)
            return
        self._show()

    def action_break_next(self) -> None:
        choices = [Choice(item.id, item.title, item.about) for item in BREAKS]
        self._pick("Break the next call", choices, self.action_arm)

    def action_pick_plan(self) -> None:
        choices = [Choice(name, name, load_plan(name).about) for name in names("plan")]
        self._pick("Call again under a failure plan", choices, self._call_under)

    def action_save_record(self) -> None:
        if not self.scene.head:
            self.notify("There is no call to write down yet.", severity="warning", markup=False)
            return
        path = next(path for n in range(1, 10_000) if not (path := Path(f"call-{n}.jsonl")).exists())
        try:
            save(path, Record(self.scene.head, self.scene.view.events))
        except OSError as error:
            reason = f"{path.resolve()} can't be written: {error.strerror}. Start the lab in a folder of your own."
            self.notify(reason, severity="error", markup=False)
        else:
            self.notify(f"Saved as {path}. Show it again with: lab show {path}", markup=False)

    def _call_under(self, plan: str) -> None:
        self._place(with_plan(self.line.arrangement, plan))

    def _pick(self, title: str, choices: list[Choice], then: Callable[[str], None]) -> None:
        self.app.push_screen(Pick(title, choices), lambda chosen: then(chosen) if chosen else None)

    def _place(self, arrangement: Arrangement, steps: tuple[Step, ...] = ()) -> None:
        self.line.place(arrangement, steps)
        plan = arrangement.plan if isinstance(arrangement.plan, str) else arrangement.plan.name
        agent = " ".join(arrangement.command) or (arrangement.agent.name if arrangement.agent else "agent.py")
        self.scene = Scene(self.line.number, agent, arrangement.clinic, plan)

    # What is looked at

    def action_open_panel(self, name: str) -> None:
        self._show(printed=self.line.call.agent.printed if self.line.call else "")
        self.opened = "" if name == self.opened else name

    def watch_opened(self, name: str) -> None:
        self.set_class(bool(name), "opened")
        for panel in PANELS:
            self.query_one(f"#{panel}").set_class(panel == name, "open")
        self.query_one("#facts").set_class(name in FACTS, "open")

    def action_scroll_page(self, direction: int) -> None:
        panel = self.query_one(f"#{self.opened or 'line'}")
        panel.scroll_relative(y=direction * max(panel.size.height - 1, 1), animate=False)
