"""Placing a call: from what a person names (an agent, a clinic, a plan, a time) to a call that can be opened."""

import datetime as dt
from dataclasses import dataclass
from pathlib import Path
from zoneinfo import ZoneInfo

from fake_api.clinic import load_clinic
from fake_api.clock import START, Clock, FakeClock, RealTimeClock
from fake_api.failures import FailingClinic, FailurePlan, load_plan
from fake_api.shipped import shipped
from fake_api.tools import Clinic
from lab.call.call import Agent, Call, Listener
from lab.call.clinic_tools import ClinicTools
from lab.call.hearing import CallHearing
from lab.call.in_process import InProcessAgent
from lab.call.nursery import Nursery
from lab.call.process import PATIENT, AgentProcess, Limits
from lab.call.program import start, start_host
from lab.call.rules import FRIENDLY, Rules
from lab.protocol import Setting
from lab.record import Head
from lab.understanding.context import Understanding


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What a call is placed with; every face builds one of these and nothing else.

    `agent` is a file, `command` a program that speaks the protocol (it wins). `plan` is a name, a path or a plan.
    `language` is `en` or `es`, the clinic's own unless told otherwise. `now` is wall-clock time in the clinic's zone,
    or `real` for the machine's own. `rules` say what the agent's process may do; `nursery` makes such processes where
    many calls are placed; `seated` is an agent that has one already, from the call before.
    """

    agent: Path | None = None
    command: tuple[str, ...] = ()
    clinic: str = "maple-street"
    plan: str | FailurePlan = "calm"
    language: str | None = None
    now: dt.datetime | str | None = None
    real_time: bool = False
    in_process: bool = False
    understanding: Understanding | None = None
    limits: Limits = PATIENT
    rules: Rules = FRIENDLY
    seated: Agent | None = None
    nursery: Nursery | None = None


class NoSuchAgent(Exception):
    """There is no file to load an agent from."""


def which_agent(named: Path | None) -> Path:
    """The file named, else `agent.py` here, else the finished one that ships. Raises NoSuchAgent."""
    if named is not None:
        if not named.is_file():
            raise NoSuchAgent(f"{named} is {'a folder' if named.is_dir() else 'not there'}; name an agent's .py file")
        return named
    here = Path("agent.py")
    return here if here.is_file() else shipped("agent.py")


def place_call(arranged: Arrangement, listen: Listener = lambda event: None) -> Call:
    """A call that waits for `open()`. Raises DataError, ValueError, NoSuchAgent or AgentFault."""
    data = load_clinic(arranged.clinic)
    plan = load_plan(arranged.plan) if isinstance(arranged.plan, str) else arranged.plan
    zone = ZoneInfo(data.zone)
    now = start_time(arranged.now, zone)
    clock: Clock = RealTimeClock(now) if arranged.real_time else FakeClock(now)
    toolset = ClinicTools(FailingClinic(Clinic(data, clock), plan, clock))
    language = arranged.language or data.language
    hearing = CallHearing(clock, language, data.week, arranged.understanding)
    agent, name = _agent(arranged)
    head = Head(name, arranged.clinic, plan.name, language, now, data.zone, toolset.tools)
    setting = Setting(language, now.date(), data.zone, data.name)
    return Call(agent, toolset, hearing, clock, head, setting, listen)


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
    path = which_agent(arranged.agent)
    if arranged.seated:
        return arranged.seated, path.name
    if arranged.in_process:
        return InProcessAgent(path), path.name
    program = arranged.nursery.start() if arranged.nursery else start_host(path, arranged.rules)
    return AgentProcess(program, arranged.limits, private=True), path.name
