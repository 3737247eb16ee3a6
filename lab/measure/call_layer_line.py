"""The line of the call-layer experiment: one simulated call from the greeting to the log, with the layer or without."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from fake_api.clock import FakeClock
from fake_api.practice.emr import Practice, open_practice
from fake_api.practice.failing import Failing
from fake_api.practice.inbound.api import open_inbound
from fake_api.practice.trouble import TroublePlan
from fake_api.practice.wire import Request, Transport
from fake_api.practice.world import World
from lab.call.hearing import CallHearing
from lab.call_layer.call_log import send_kept
from lab.call_layer.configuration import Configuration
from lab.call_layer.layer import CallLayer
from lab.call_layer.practice import Directory, read_doctors, read_offices
from lab.call_layer.shapes import Handled, Refusal
from lab.front_desk.loop import Loop, fixed_words
from lab.front_desk.model import Asked, Model, Said, Talk
from lab.front_desk.policy import Policy
from lab.measure.call_layer_account import Run, Stands, Tap, log_of, stands
from lab.measure.call_layer_bare import Bare, Meaning, Outspoken
from lab.measure.call_layer_caller import Caller
from lab.measure.call_layer_callers import Wish, world_of
from lab.measure.choices import NOW

PRACTICE = "Maple Street Medical"
OVER = ("DONE", "HANDOFF")
TASKS = frozenset({"cancel", "reschedule", "message"})
HOURS = {day: ((NOW.time().replace(hour=8), NOW.time().replace(hour=17)),) for day in range(6)}


@dataclass(frozen=True, slots=True)
class Setting:
    """Who sits at the desk (made anew for each call, of its number and of what it means to do), whether the layer
    stands, and what fails.
    """

    name: str
    model: Callable[[int, Model], Model]
    configuration: Configuration
    plan: TroublePlan
    plan_name: str = ""


def place_call(wish: Wish, seed: int, setting: Setting, practice: World, log_folder: Path | None = None) -> Run:
    """One call over a practice of its own; a log that was kept on the disk is sent at the next start."""
    clock = FakeClock(NOW)
    opened = open_practice(world_of(wish, practice), clock)
    before = stands(opened)
    call = Call(wish, seed, setting, opened, open_inbound(opened, clock), log_folder)
    call.talk()
    if log_folder:
        send_kept(log_folder, open_inbound(opened, clock), clock)
    return call.over(before, stands(opened))


class Call:
    """A call while it goes on: the caller at one end, the desk and the layer at the other; its clock is its own."""

    def __init__(
        self,
        wish: Wish,
        seed: int,
        setting: Setting,
        practice: Practice,
        api: Transport,
        log_folder: Path | None = None,
    ) -> None:
        clock = FakeClock(NOW)
        self.caller = Caller(wish, seed)
        self.call_id = f"CALL-{seed}-{wish.number}"
        self.practice = practice
        self.tap = Tap(api)
        plan = replace(setting.plan, seed=setting.plan.seed + 1000 * seed + wish.number)
        self.layer = CallLayer(
            Failing(self.tap, plan, clock),
            clock,
            call_id=self.call_id,
            language=wish.language,
            caller_phone=wish.rings_from,
            configuration=setting.configuration,
            log_folder=log_folder,
        )
        self.hearing = CallHearing(clock, wish.language, HOURS, None, TASKS)
        self.said: list[tuple[int, str, int]] = []
        self.transcript: list[str] = []
        self.tool_calls = 0
        self.refusals: Counter[str] = Counter()
        self.handed_over_at: int | None = None
        talk = Talk(wish.language, NOW.date(), PRACTICE)
        meaning = Meaning(Policy())
        model = setting.model(wish.number, meaning)
        self.bare: Bare | None = None
        if setting.configuration.is_null:
            self.bare = Bare(meaning, self, talk, _directory(api), self.call_id, wish.rings_from)
            model = Outspoken(model, self.bare)
        self.loop = Loop(model, self.bare or self.layer, talk)

    def talk(self) -> None:
        """From the greeting until somebody hangs up, and the log."""
        words = fixed_words(self.caller.wish.language)
        reply = words["greeting"].format(practice=PRACTICE)
        self.loop.talk = replace(self.loop.talk, entries=(Said(reply),))
        self._said(reply)
        while self.loop.state not in OVER and (line := self.caller.answer(reply)) is not None:
            self.tap.line = self.caller.lines
            self.transcript.append(f"caller: {line}")
            heard = self.hearing.grammar(line, (self.bare or self.layer).hears)
            urgent = self.layer.caller_said(line, heard)
            if self.bare:
                self.bare.caller_said(line, heard)
            reply = self.loop.turn(line, heard, urgent, self.bare or self)
            self._said(reply)
        self.layer.hang_up("caller", "hung up", self.transcript)

    def over(self, before: Stands, after: Stands) -> Run:
        """The call from all sides, between what stood before it and what stands after it."""
        return Run(
            caller=self.caller,
            before=before,
            after=after,
            writes=tuple(self.tap.writes),
            strange=frozenset(self.tap.strange),
            said=tuple(self.said),
            step=self.loop.state,
            handed_over_at=self.handed_over_at,
            log=log_of(self.practice, self.call_id),
            requests=self.tap.asked.total(),
            tool_calls=self.tool_calls,
            refusals=dict(self.refusals),
            transcript=tuple(self.transcript),
        )

    def handle(self, asked: Asked) -> Handled:
        self.tool_calls += 1
        handled = self.layer.call(asked.name, asked.arguments)
        if handled.refusal:
            self.refusals[handled.refusal.code] += 1
        if handled.tool == "transfer" and handled.outcome == "ok":
            self.handed_over_at = self.caller.lines
        return handled

    def refuse(self, asked: Asked, refusal: Refusal) -> None:
        self.tool_calls += 1
        self.refusals[refusal.code] += 1

    def hand_over(self, reason: str, emergency: bool) -> None:
        self.handed_over_at = self.caller.lines

    def _said(self, reply: str) -> None:
        self.layer.agent_said(reply)
        self.transcript.append(f"agent: {reply}")
        self.said.append((self.caller.lines, reply, len(self.tap.writes)))


def _directory(api: Transport) -> Directory:
    """Offices and doctors, as anyone at the desk knows them."""
    offices, office_rows = read_offices(api(Request("hub/offices", {}, "")).body["result"])
    doctors, doctor_rows = read_doctors(api(Request("hub/providers", {}, "")).body["result"])
    return Directory(offices, doctors, office_rows, doctor_rows)
