"""The call: the phone line on the left, what the agent does on the right."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.reactive import reactive

from lab.call.place import Arrangement, plans_at
from lab.record import Record
from lab.record_file import save
from lab.tui.actions import APP, CALL, bindings
from lab.tui.breaks import ARMING, BREAKS, Break
from lab.tui.desk import Desk
from lab.tui.line import PhoneLine, Step
from lab.tui.machine import MachinePanel
from lab.tui.panels import Header, KeyBar
from lab.tui.prompt import KEYS, Prompt
from lab.tui.scene import Happened, Listening, NoCall, Placed, Scene, happen
from lab.tui.screens.base import ActionScreen
from lab.tui.screens.pick import Choice, Pick


class CallScreen(ActionScreen):
    """A call with an agent. All that it shows is `scene`; messages fold into it, and panels draw it."""

    ACTIONS = (*APP[:1], *CALL, *APP[1:], *ARMING)
    ABOUT = (
        "You are the caller: type as you would speak. On the right is what the agent does: where it is, what it heard, "
        "every tool call and wait. Break the clinic under it and see whether it still does the right thing."
    )
    KEYS_HERE = KEYS
    BINDINGS: ClassVar[list[BindingType]] = bindings(ACTIONS)
    AUTO_FOCUS = "Prompt"
    scene: reactive[Scene] = reactive(Scene())

    def __init__(
        self,
        arrangement: Arrangement,
        steps: tuple[Step, ...] = (),
        *,
        numbers: Iterator[int],
        save: Path | None = None,
        blink: bool = True,
        panel: str = "",
    ) -> None:
        """`steps` are done again once the call is open, and `panel` is; `numbers` and `save` are the phone line's."""
        super().__init__()
        self.line = PhoneLine(self, arrangement, numbers, save)
        self._first_steps = steps
        self._blink, self._panel = blink, panel

    def compose(self) -> ComposeResult:
        yield Header(id="header")
        yield Desk(blink=self._blink)
        yield KeyBar(self.ACTIONS)

    def on_mount(self) -> None:
        self._place(self.line.arrangement, self._first_steps)
        if self._panel:
            self.call_after_refresh(self.action_open_panel, self._panel)
        if self.line.arrangement.real_time:
            self.set_interval(1, self._tick)

    def on_unmount(self) -> None:
        if self.line.call:
            self.line.call.hang_up()

    # What happens on the line

    def on_placed(self, message: Placed) -> None:
        if message.number != self.line.number:
            self.run_worker(message.call.hang_up, thread=True)
            return
        self.line.call = message.call
        head = message.call.head
        self._show(head=head, agent=head.agent, clinic=head.clinic)

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
        self.query_one(Header).draw(scene)
        self.query_one(Desk).draw(scene)

    def _show(self, **changes: Any) -> None:
        self.scene = replace(self.scene, entries=self.line.entries(), now=self.line.now(), **changes)

    def _tick(self) -> None:
        if not self.scene.over:
            self._show()

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
        item = next((item for item in self._breaks if item.id == name), None)
        if item is None:
            self.notify("That breaks a clinic. F2 shows what can be broken here.", severity="warning", markup=False)
            return
        if self.scene.over or not self.line.arm(item.failure):
            self.notify("No call is open. F6 calls again; then it can be broken.", severity="warning", markup=False)
            return
        self._show()

    def action_break_next(self) -> None:
        choices = [Choice(item.id, item.title, item.about) for item in self._breaks]
        self._pick("Break the next call", choices, self.action_arm)

    def action_pick_plan(self) -> None:
        choices = [Choice(name, name, about) for name, about in plans_at(self.line.arrangement.toolset)]
        self._pick("Call again under a failure plan", choices, self._call_under)

    def action_save_record(self) -> None:
        if not self.scene.head:
            self.notify("There is no call to write down yet.", severity="warning", markup=False)
            return
        path = free_file(Path())
        try:
            save(path, Record(self.scene.head, self.scene.view.events))
        except OSError as error:
            reason = f"{path.resolve()} can't be written: {error.strerror}. Start the lab in a folder of your own."
            self.notify(reason, severity="error", markup=False)
        else:
            self.notify(f"Saved as {path}. Show it again with: lab show {path}", markup=False)

    @property
    def _breaks(self) -> tuple[Break, ...]:
        return BREAKS[self.line.arrangement.toolset]

    def _call_under(self, plan: str) -> None:
        self._place(replace(self.line.arrangement, plan=plan))

    def _pick(self, title: str, choices: list[Choice], then: Callable[[str], None]) -> None:
        self.app.push_screen(Pick(title, choices), lambda chosen: then(chosen) if chosen else None)

    def _place(self, arrangement: Arrangement, steps: tuple[Step, ...] = ()) -> None:
        self.line.place(arrangement, steps)
        plan = arrangement.plan if isinstance(arrangement.plan, str) else arrangement.plan.name
        agent = " ".join(arrangement.command) or (arrangement.agent.name if arrangement.agent else "agent.py")
        agent = "front-desk" if arrangement.toolset == "front-desk" else agent
        place = arrangement.clinic if arrangement.toolset == "clinic" else arrangement.world
        self.scene = Scene(self.line.number, agent, place, plan)
        self._search()

    # What is looked at

    def action_open_panel(self, name: str) -> None:
        self._show(printed=self.line.call.agent.printed if self.line.call else "")
        self.query_one(Desk).open(name)
        self._search()

    def _search(self) -> None:
        machine = self.query_one(MachinePanel)
        if self.query_one(Desk).opened == machine.id:
            machine.search(self.line.arrangement, self.readback.machines)
        else:
            machine.stop()

    def action_scroll_page(self, direction: int) -> None:
        front = self.query_one(Desk).front
        front.scroll_relative(y=direction * max(front.size.height - 1, 1), animate=False)


def free_file(folder: Path) -> Path:
    """The first name of the kind `call-1.jsonl` that nothing has yet."""
    return next(path for n in count(1) if not (path := folder / f"call-{n}.jsonl").exists())
