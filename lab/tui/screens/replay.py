"""A scenario, turn by turn: what was expected on the left, what came on the right."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from grader.judge import side_by_side
from grader.replay import Subject, play
from grader.result import Row, ScenarioResult
from grader.scenario import Scenario
from lab import terminal
from lab.call.place import Arrangement, NoSuchAgent
from lab.call.program import AgentFault
from lab.call.rules import GRADED, Rules
from lab.record import AgentReplied, quote
from lab.tui import draw
from lab.tui.actions import APP, REPLAY, bindings
from lab.tui.panels import KeyBar
from lab.tui.screens.base import ActionScreen


@dataclass
class Played(Message):
    """The scenario has been played with the agent; or nobody could be called, and `problem` says why."""

    result: ScenarioResult | None
    problem: str = ""


class ReplayScreen(ActionScreen):
    """One scenario with one agent. `step` is how many turns are shown."""

    ACTIONS = (*REPLAY, *(action for action in APP if action.id in ("theme", "quit")))
    ABOUT = (
        "A scenario is a call whose right record is known. Left is what was expected in each turn, right what the "
        "agent did; what it says is never compared. The first difference ends the scenario."
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(ACTIONS)
    step: reactive[int] = reactive(0, init=False)

    def __init__(
        self, arrangement: Arrangement, name: str, scenario: Scenario, step: int = 1, rules: Rules = GRADED
    ) -> None:
        """`rules` are those of the agent's process; in a class as in the course it should meet the ones it knows."""
        super().__init__()
        self._file, self._scenario, self._rules = name, scenario, rules
        self._arranged = arranged_for(scenario, arrangement)
        self.set_reactive(ReplayScreen.step, step)
        self.result: ScenarioResult | None = None

    def compose(self) -> ComposeResult:
        yield Static(markup=False, id="header")
        with Horizontal(classes="row headings"):
            yield Static("", classes="mark")
            yield Static("expected", classes="expected")
            yield Static("what happened", classes="real")
        with VerticalScroll(id="turns", classes="panel", can_focus=False) as turns:
            turns.border_title = draw.styled(self._scenario.title)
        with Vertical(id="verdict", classes="panel"):
            yield Static("playing…", markup=False)
        yield KeyBar(self.ACTIONS)

    def on_mount(self) -> None:
        self.action_rerun()

    def action_rerun(self) -> None:
        self.run_worker(self._play, thread=True, exclusive=True)

    def _play(self) -> None:
        arranged = self._arranged
        subject = Subject(self._file, arranged.agent, arranged.command, arranged.limits, rules=self._rules)
        try:
            self.post_message(Played(play(subject, self._file, self._scenario)))
        except (NoSuchAgent, AgentFault) as error:
            self.post_message(Played(None, str(terminal.explain(error))))

    def on_played(self, message: Played) -> None:
        self.result = message.result
        if message.result:
            self.set_reactive(ReplayScreen.step, min(max(self.step, 1), self.turns))
            self.watch_step()
        else:
            self._say(draw.styled(message.problem, draw.ALARM))

    @property
    def turns(self) -> int:
        """How many turns there are to be seen."""
        return self.result.turns if self.result else 0

    def validate_step(self, step: int) -> int:
        return min(max(step, 0), self.turns)

    def watch_step(self) -> None:
        turns = self.query_one("#turns")
        turns.remove_children()
        turns.mount_all(self._turns())
        turns.scroll_end(animate=False)
        self._say(self._verdict())
        title = f" {self._file} · {self._scenario.capability} · turn {self.step} of {len(self._scenario.turn)}"
        self.query_one("#header", Static).update(draw.styled(title))

    # What is done

    def action_step(self, by: int) -> None:
        self.step += by

    def action_difference(self) -> None:
        if self.result and self.result.failure:
            self.step = self.result.failure.turn
        else:
            self.step = self.turns

    def action_hint(self) -> None:
        self._say(draw.joined([self._verdict(), draw.labelled("hint", self._scenario.hint or "none")]))

    def action_take_over(self) -> None:
        said = tuple(turn.caller for turn in self._scenario.turn[: self.step])
        self.readback.take_over(self._arranged, said)

    def action_leave(self) -> None:
        self.dismiss()

    # What is shown

    def _turns(self) -> Iterator[Widget]:
        events = self.result.record if self.result else ()
        replies = {event.turn: event.reply for event in events if isinstance(event, AgentReplied)}
        for number, rows in side_by_side(self._scenario, events):
            if number <= self.step and (number or any(row.kind for row in rows)):
                caller = quote(self._scenario.turn[number - 1].caller) if number else "the call opens"
                first = next((place for place, row in enumerate(rows) if row.kind), None)
                yield Static(draw.labelled(f"turn {number}", caller, draw.STRONG), markup=False, classes="turn")
                yield from (_row(row, lit=place == first) for place, row in enumerate(rows))
                yield _beside("", draw.styled(""), draw.styled(quote(replies.get(number, "")), draw.MUTED))

    def _verdict(self) -> Content:
        result = self.result
        if result is None:
            return draw.styled("playing…", draw.MUTED)
        failure = result.failure
        if failure and self.step >= failure.turn:
            what = draw.labelled("✗ what", failure.what, f"{draw.ALARM} bold")
            trace = [draw.styled(failure.trace)] if failure.trace else []
            return draw.joined([what, *trace, draw.labelled("why", failure.why)])
        if not failure and self.step == self.turns:
            return draw.styled(f"✓ {result.verdict}: every turn as it should be.", f"{draw.ACCENT} bold")
        return draw.styled("As it should be, so far.", draw.MUTED)

    def _say(self, text: Content) -> None:
        self.query_one("#verdict Static", Static).update(text)


def arranged_for(scenario: Scenario, arrangement: Arrangement) -> Arrangement:
    """The same agent, in the scenario's clinic, plan, language and time."""
    return replace(
        arrangement,
        clinic=scenario.clinic,
        plan=scenario.failure_plan,
        language=scenario.language,
        now=scenario.now,
        real_time=False,
    )


def _row(row: Row, lit: bool) -> Widget:
    """An expected line and the real one; the first that differs is lit."""
    look = f"{draw.ALARM} bold" if lit else draw.ALARM if row.kind else ""
    mark = "✗" if lit else "·" if row.kind else ""
    return _beside(mark, draw.styled(row.expected, look), draw.styled(row.real, look))


def _beside(mark: str, expected: Content, real: Content) -> Widget:
    return Horizontal(
        Static(mark, markup=False, classes="mark"),
        Static(expected, markup=False, classes="expected"),
        Static(real, markup=False, classes="real"),
        classes="row",
    )
