"""Placing a call: from what a person names (an agent, a clinic, a plan, a time) to a call that can be opened."""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple
from zoneinfo import ZoneInfo

from fake_api.clinic import load_clinic
from fake_api.clock import START, Clock, FakeClock, RealTimeClock
from fake_api.failures import FailingClinic, FailurePlan, load_plan
from fake_api.shipped import names, shipped
from fake_api.tools import Clinic
from lab.call.call import Agent, Call, Listener, Toolset
from lab.call.clinic_tools import ClinicTools
from lab.call.hearing import CallHearing
from lab.call.in_process import InProcessAgent
from lab.call.invariants import front_desk_claims
from lab.call.nursery import Nursery
from lab.call.process import PATIENT, AgentProcess, Limits
from lab.call.program import start, start_host
from lab.call.rules import FRIENDLY, Rules
from lab.protocol import Setting
from lab.record import Event, Head
from lab.understanding.context import Hours, Understanding

if TYPE_CHECKING:
    from fake_api.practice.trouble import TroublePlan
    from fake_api.practice.world import World
    from lab.call_layer.configuration import Configuration
    from lab.front_desk.model import Model


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What a call is placed with; every face builds one of these and nothing else.

    `agent` is a file, `command` a program that speaks the protocol (it wins). `plan` is a name, a path or a plan.
    `toolset` says what the agent has to work with: the two tools of a `clinic`, or a desk over the `world` of a
    `practice`, whose plans are those of its record system.
    `language` is `en` or `es`, the clinic's own unless told otherwise. `now` is wall-clock time in the clinic's zone,
    or `real` for the machine's own. `rules` say what the agent's process may do; `nursery` makes such processes where
    many calls are placed; `seated` is an agent that has one already, from the call before.
    At the `front-desk` a `model` sits, made anew for each call (our own policy, unless told otherwise), behind the call
    layer as its `configuration` has it; `caller_phone` is the number that the line shows, and a log that can't be
    delivered is kept in `log_folder`.
    """

    agent: Path | None = None
    command: tuple[str, ...] = ()
    clinic: str = "maple-street"
    plan: "str | FailurePlan | TroublePlan" = "calm"
    language: str | None = None
    now: dt.datetime | str | None = None
    real_time: bool = False
    in_process: bool = False
    understanding: Understanding | None = None
    limits: Limits = PATIENT
    rules: Rules = FRIENDLY
    seated: Agent | None = None
    nursery: Nursery | None = None
    toolset: "Toolsets" = "clinic"
    world: str = "maple"
    model: "Callable[[], Model] | None" = None
    configuration: "Configuration | None" = None
    caller_phone: str | None = None
    log_folder: Path | None = None


Toolsets = Literal["clinic", "practice", "front-desk"]


class NoSuchAgent(Exception):
    """There is no file to load an agent from."""


def which_agent(named: Path | None, toolset: str = "clinic") -> Path:
    """The file named, else `agent.py` here, else the finished one that ships; for a practice that one at once.

    Raises NoSuchAgent.
    """
    if named is not None:
        if not named.is_file():
            raise NoSuchAgent(f"{named} is {'a folder' if named.is_dir() else 'not there'}; name an agent's .py file")
        return named
    if toolset == "practice":
        return shipped("grader/packs/practice/agent.py")
    here = Path("agent.py")
    return here if here.is_file() else shipped("agent.py")


def place_call(arranged: Arrangement, listen: Listener = lambda event: None) -> Call:
    """A call that waits for `open()`. Raises DataError, ValueError, NoSuchAgent or AgentFault."""
    place = _PLACES[arranged.toolset](arranged, listen)
    zone, now, language = place.zone, place.now, place.language
    hearing = CallHearing(place.clock, language, place.hours, arranged.understanding, tasks=place.tasks)
    agent, name = place.seat or _agent(arranged)
    head = Head(name, place.named, place.plan, language, now, zone, place.toolset.tools)
    setting = Setting(language, now.date(), zone, place.name)
    claims = front_desk_claims(language) if place.seat else None
    return Call(agent, place.toolset, hearing, place.clock, head, setting, place.listen, claims)


class _Place(NamedTuple):
    """Where a call is placed; `named` is what a person calls it by, `listen` has all who follow the call.

    `seat` is the agent that comes with the place, and its name; `tasks` is what can be asked for beside booking.
    """

    toolset: Toolset
    clock: Clock
    now: dt.datetime
    zone: str
    hours: Hours
    language: str
    name: str
    named: str
    plan: str
    listen: Listener
    seat: tuple[Agent, str] | None = None
    tasks: frozenset[str] = frozenset()


def _at_clinic(arranged: Arrangement, listen: Listener) -> _Place:
    data = load_clinic(arranged.clinic)
    plan = load_plan(arranged.plan) if isinstance(arranged.plan, str) else arranged.plan
    assert isinstance(plan, FailurePlan)
    clock, now = _clock(arranged, data.zone)
    toolset = ClinicTools(FailingClinic(Clinic(data, clock), plan, clock))
    language = arranged.language or data.language
    return _Place(toolset, clock, now, data.zone, data.week, language, data.name, arranged.clinic, plan.name, listen)


def _at_practice(arranged: Arrangement, listen: Listener) -> _Place:
    # most calls are a clinic's, and need neither SQLite nor the middleware
    from lab.call.practice_tools import PracticeTools

    world, plan, zone, language = _practice(arranged)
    clock, now = _clock(arranged, zone)
    toolset = PracticeTools(world, plan, clock, language)
    both = _both(toolset.see, listen)
    return _Place(toolset, clock, now, zone, toolset.hours, language, world.name, arranged.world, plan.name, both)


def _at_front_desk(arranged: Arrangement, listen: Listener) -> _Place:
    from lab.call.front_desk_tools import FrontDeskTools
    from lab.call.front_desk_words import STATES, TASKS
    from lab.front_desk.desk import FrontDesk
    from lab.front_desk.model import Talk
    from lab.front_desk.policy import Policy

    world, plan, zone, language = _practice(arranged)
    clock, now = _clock(arranged, zone)
    toolset = FrontDeskTools(
        world,
        plan,
        clock,
        language,
        configuration=arranged.configuration,
        caller_phone=arranged.caller_phone,
        log_folder=arranged.log_folder,
    )
    model = toolset.seated = (arranged.model or Policy)()
    seat = FrontDesk(model, toolset, Talk(language, now.date(), world.name), STATES), f"front-desk ({model.name})"
    both, hours = _both(toolset.see, listen), toolset.hours
    return _Place(toolset, clock, now, zone, hours, language, world.name, arranged.world, plan.name, both, seat, TASKS)


_PLACES: Mapping[str, Callable[[Arrangement, Listener], _Place]] = {
    "clinic": _at_clinic,
    "practice": _at_practice,
    "front-desk": _at_front_desk,
}


def _practice(arranged: Arrangement) -> "tuple[World, TroublePlan, str, str]":
    """A practice's world, its plan, its zone and the call's language."""
    from fake_api.practice.trouble import TroublePlan, load_trouble
    from fake_api.practice.world import load_world

    world = load_world(arranged.world)
    plan = load_trouble(arranged.plan) if isinstance(arranged.plan, str) else arranged.plan
    assert isinstance(plan, TroublePlan)
    return world, plan, world.office[0].zone, arranged.language or "en"


def plans_at(toolset: str) -> list[tuple[str, str]]:
    """The plans that a call with these tools may be placed under, by name, and what each is about."""
    if toolset == "clinic":
        return [(name, load_plan(name).about) for name in names("plan")]
    from fake_api.practice.endpoints import ENDPOINTS
    from fake_api.practice.inbound.endpoints import INBOUND
    from fake_api.practice.trouble import load_trouble, trouble_names

    asked = {None, *(ENDPOINTS if toolset == "practice" else INBOUND)}
    plans = map(load_trouble, trouble_names())
    return [
        (plan.name, plan.about)
        for plan in plans
        if not plan.troubles or any(trouble.tool in asked for trouble in plan.troubles)
    ]


def _both(see: Listener, listen: Listener) -> Listener:
    def both(event: Event) -> None:
        see(event)
        listen(event)

    return both


def _clock(arranged: Arrangement, zone: str) -> tuple[Clock, dt.datetime]:
    now = start_time(arranged.now, ZoneInfo(zone))
    return RealTimeClock(now) if arranged.real_time else FakeClock(now), now


def start_time(now: dt.datetime | str | None, zone: ZoneInfo) -> dt.datetime:
    """When a call starts, aware, in the clinic's zone; `real` is the machine's time. Raises ValueError."""
    if now == "real":
        return dt.datetime.now(zone)
    if isinstance(now, str):
        now = dt.datetime.fromisoformat(now)
    now = now or START
    return now.astimezone(zone) if now.tzinfo else now.replace(tzinfo=zone)


def _agent(arranged: Arrangement) -> tuple[Agent, str]:
    if arranged.command:
        if arranged.seated:
            return arranged.seated, " ".join(arranged.command)
        return AgentProcess(start(arranged.command), arranged.limits), " ".join(arranged.command)
    path = which_agent(arranged.agent, arranged.toolset)
    if arranged.seated:
        return arranged.seated, path.name
    if arranged.in_process:
        return InProcessAgent(path), path.name
    program = arranged.nursery.start() if arranged.nursery else start_host(path, arranged.rules)
    return AgentProcess(program, arranged.limits, private=True), path.name
