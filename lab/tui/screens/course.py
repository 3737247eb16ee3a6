"""The course: exercises, the page of the chosen one, and the one next thing, checked anew on each save."""

from typing import ClassVar, Literal

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.content import Content
from textual.widgets import OptionList, Static

from grader.scenario import Scenario
from lab.call.place import Arrangement
from lab.course.bench import Bench, Row
from lab.course.commands.check import what_now
from lab.course.course import AGENT, Exercise
from lab.course.play import OWN
from lab.course.verdict import CheckResult
from lab.course.verdict import NextThing as Told
from lab.course.words import Words
from lab.tui import draw
from lab.tui.actions import APP, COURSE, bindings, in_words
from lab.tui.checker import Checked, Checker, Saved
from lab.tui.course_panels import Exercises, NextThing, ReadMe
from lab.tui.panels import KeyBar
from lab.tui.screens.base import ActionScreen
from lab.tui.screens.page import Page, Sheet
from lab.tui.screens.replay import ReplayScreen, arranged_for
from lab.tui.student import CAN_NOT_OPEN

View = Literal["", "reading", "watching"]


class CourseScreen(ActionScreen):
    """One student's course. `exercise` is the chosen one, `results` has the last check of each in this sitting."""

    ACTIONS = (*COURSE, *(action for action in APP if action.id in ("help", "theme", "quit")))
    ABOUT = (
        "You write the agent: read a page, change the file in your editor and save it. Each save is checked here, and "
        "below the page stands the one next thing to do. In the watch view it stands beside the page, with everything "
        "that is known about it."
    )
    KEYS_HERE = (("Up, Down", "choose an exercise"), ("Enter", "reads its page: arrows scroll, Esc goes back"))
    BINDINGS: ClassVar[list[BindingType]] = bindings(ACTIONS)
    AUTO_FOCUS = "Exercises"

    def __init__(self, bench: Bench) -> None:
        """Raises BadProgress or OSError."""
        super().__init__()
        self.bench, self.words = bench, Words(bench.course.language)
        self.results: dict[str, CheckResult] = {}
        self.exercise = bench.choose(None)
        self.view: View = ""
        self._rows: tuple[Row, ...] = bench.rows()
        self._checker = Checker(self, bench, self.words)
        self._arranged = Arrangement(agent=bench.workspace / AGENT, rules=OWN)
        self._saved = self._problem = ""

    def compose(self) -> ComposeResult:
        yield Static(markup=False, id="header")
        with Container(id="course"):
            yield Exercises(classes="panel")
            yield ReadMe(classes="panel")
            yield NextThing(classes="panel")
        yield KeyBar(in_words(self.ACTIONS, self.words))

    def on_mount(self) -> None:
        self._checker.start()
        self._check(self.exercise)
        self._choose(self.exercise)

    def on_unmount(self) -> None:
        self._checker.stop()

    def on_resize(self) -> None:
        self.call_after_refresh(self._show)

    # What happens

    def on_saved(self, message: Saved) -> None:
        try:
            self._check(self._meant(message.file), message.file)
        except CAN_NOT_OPEN as error:
            self.readback.complain(error)

    def on_checked(self, message: Checked) -> None:
        self._checker.rested()
        self._problem, self._saved = message.problem, message.saved
        if message.result:
            self.results[message.exercise.name] = message.result
        self._choose(message.exercise)
        if message.result and message.result.passed and self._all_done:
            self.app.push_screen(Page(Sheet(self.bench.course.title, self.bench.course.after)))

    async def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self.exercise = self._rows[event.option_index].exercise
        self._show()
        await self.query_one(ReadMe).show(self.exercise.page.text)

    def on_option_list_option_selected(self) -> None:
        self.action_read()

    # What is done

    def action_read(self) -> None:
        self._view("reading")

    def action_watch(self) -> None:
        self._view("" if self.view == "watching" else "watching")

    def action_back(self) -> None:
        if self.view:
            self._view("")
        else:
            self.readback.action_leave_screen()

    def action_check(self) -> None:
        self._check(self.exercise)

    def action_choose(self, by: int) -> None:
        exercises = self.bench.course.exercises
        self._choose(exercises[(self.exercise.number - 1 + by) % len(exercises)])

    def action_turn_page(self, direction: int) -> None:
        self.query_one(ReadMe).turn(direction)

    def action_hint(self) -> None:
        if not self.exercise.page.hints:
            self.notify(self.words("no_hint"), markup=False)
            return
        try:
            self.app.push_screen(Page(self._hint(None), self._hint), lambda _: self._show())
        except CAN_NOT_OPEN as error:
            self.readback.complain(error)

    def action_replay(self) -> None:
        if failing := self._failing():
            told, scenario = failing
            self.app.push_screen(ReplayScreen(self._arranged, told.part, scenario, told.turn, OWN))

    def action_open_call(self) -> None:
        if failing := self._failing():
            told, scenario = failing
            said = tuple(turn.caller for turn in scenario.turn[: max(told.turn - 1, 0)])
            self.app.push_screen(self.readback.call_screen(arranged_for(scenario, self._arranged), said))

    def action_machine(self) -> None:
        self.app.push_screen(self.readback.call_screen(self._arranged, panel="machine"))

    def _check(self, exercise: Exercise, file: str = "") -> None:
        self._checker.check(exercise, file)
        self._show()

    def _choose(self, exercise: Exercise) -> None:
        self.exercise = exercise
        self._show()
        self.query_one(Exercises).highlighted = exercise.number - 1

    def _view(self, view: View) -> None:
        self.view = view
        for name in ("reading", "watching"):
            self.set_class(name == view, name)
        self.query_one(ReadMe if view else Exercises).focus()
        self.call_after_refresh(self._show)

    # What is known

    @property
    def _row(self) -> Row:
        return self._rows[self.exercise.number - 1]

    @property
    def _all_done(self) -> bool:
        return all(row.state in ("done", "given up") for row in self._rows)

    def _meant(self, file: str) -> Exercise:
        """The chosen exercise if the file is one of its own; but when that is done, rather one that is still open."""
        chosen, meant = self.exercise, self.bench.meant_by(file)
        if file not in chosen.sheet.files:
            return meant
        return meant if self._row.state == "done" and file in meant.sheet.files else chosen

    def _failing(self) -> tuple[Told, Scenario] | None:
        """What failed last in the chosen exercise, with its scenario; if there is none it says so."""
        result = self.results.get(self.exercise.name)
        told = result.next_thing if result else None
        scenario = self.bench.course.scenarios_up_to(self.exercise).get(told.part) if told else None
        if told and scenario:
            return told, scenario
        self.notify(self.words("no_record"), markup=False)
        return None

    def _hint(self, number: int | None) -> Sheet:
        hint = self.bench.hint(self.exercise, number)
        assert hint
        foot = self.words("hint_last", exercise=self.exercise.number) if hint.number == hint.of else ""
        title = self.words("hint", number=hint.number, of=hint.of)
        return Sheet(title, hint.text, foot, hint.number, hint.of)

    # What is shown

    def _show(self) -> None:
        try:
            self._rows = self.bench.rows()
            told = self._told(self.results.get(self.exercise.name))
        except CAN_NOT_OPEN as error:
            told = draw.styled(str(error), draw.ALARM)
        header = draw.course_header(self._rows, self.bench.course, self.words, self.size.width)
        self.query_one("#header", Static).update(header)
        self.query_one(Exercises).draw(self._rows, self.words)
        result = self.results.get(self.exercise.name)
        facts = (draw.sum_of(result, self.words) if result else "", self._saved)
        self.query_one(NextThing).draw(draw.standing_of(self._row, self.words), told, facts)

    def _told(self, result: CheckResult | None) -> Content:
        if self._problem:
            return draw.styled(self._problem, draw.ALARM)
        if result is None:
            return draw.styled(self.words("checking" if self._checker.busy else "not_checked"), draw.MUTED)
        if self.view == "watching":
            width = self.query_one(NextThing).scrollable_content_region.width
            text = draw.verdict(result, self.bench.course, self.words, width)
        else:
            text = draw.next_thing(result, self.words)
        after = map(draw.styled, what_now(self.bench, self.words)) if result.passed else ()
        return draw.joined([text, *after])
