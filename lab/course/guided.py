"""Checks a student's flows: calls are placed to a desk that is guided by them, with a model that tries everything."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

from fake_api.clock import FakeClock
from fake_api.reading import STRICT, read
from lab.course.course import CASES, Exercise
from lab.course.told import Tried, told
from lab.course.verdict import CheckResult

FILE = "desk.toml"
TASKS = frozenset({"cancel", "reschedule", "message"})
"""What callers of a desk may ask for beside a booking, each an intent of its own."""


@dataclass(frozen=True)
class Does:
    """A tool that the model calls, what must come of it (`ok`, `refused NOT_NOW`), and the step it leads to."""

    __pydantic_config__ = STRICT

    tool: str
    comes: str
    step: str
    arguments: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Turn:
    """What the caller says, what the model does then, and the step that the call is at in the end."""

    __pydantic_config__ = STRICT

    says: str
    step: str
    does: tuple[Does, ...] = ()


@dataclass(frozen=True)
class Call:
    """One call, with what goes wrong at the practice."""

    __pydantic_config__ = STRICT

    name: str
    title: str
    why: str
    next: str
    turn: tuple[Turn, ...]
    plan: str = "calm"


@dataclass(frozen=True)
class Calls:
    """The exercise's own pack."""

    __pydantic_config__ = STRICT

    call: tuple[Call, ...]


def check_flows(exercise: Exercise, folder: Path) -> CheckResult:
    """Every call of the exercise's pack. Raises DataError if a file can't be read, or a guard can't be."""
    from fake_api.expressions import holds
    from lab.call_layer.flows import KNOWN, Flows

    began = monotonic()
    flows = read(folder / FILE, Flows)
    for guard in flows.guards():
        holds(guard, dict(KNOWN), KNOWN)
    tried = [_tried(call, flows) for call in read(exercise.folder / CASES, Calls).call]
    return told(exercise, tried, monotonic() - began)


def _tried(call: Call, flows: Any) -> Tried:
    """The call up to the first line that is not as it should be, or all of it."""
    wanted, came = "all of the call", "all of the call"
    for expected, happened in _lines(call, flows):
        if expected != happened:
            wanted, came = expected, happened
            break
    return Tried(call.name, call.title, wanted, came, call.why, call.next)


def _lines(call: Call, flows: Any) -> Iterator[tuple[str, str]]:
    """Line by line what should be and what is."""
    from lab.call.hearing import CallHearing

    layer, clock = _desk(call, flows)
    hearing = CallHearing(clock, "en", {}, tasks=TASKS)
    for number, turn in enumerate(call.turn, 1):
        layer.caller_said(turn.says, hearing.grammar(turn.says, layer.hears))
        for does in turn.does:
            handled = layer.call(does.tool, dict(does.arguments))
            came = handled.outcome if handled.reason is None else f"{handled.outcome} {handled.reason}"
            line = f"turn {number}: {does.tool} -> "
            yield f"{line}{does.comes}, at {does.step}", f"{line}{came}, at {layer.step}"
        yield f"turn {number} ends at {turn.step}", f"turn {number} ends at {layer.step}"
        layer.agent_said(layer.finish("").text)


def _desk(call: Call, flows: Any) -> tuple[Any, FakeClock]:
    """A desk before a practice of its own, on a Monday morning."""
    from zoneinfo import ZoneInfo

    from fake_api.practice.emr import open_practice
    from fake_api.practice.failing import Failing
    from fake_api.practice.inbound.api import open_inbound
    from fake_api.practice.trouble import load_trouble
    from fake_api.practice.world import load_world
    from lab.call.place import start_time
    from lab.call_layer.layer import CallLayer

    clock = FakeClock(start_time(None, ZoneInfo("America/New_York")))
    api = open_inbound(open_practice(load_world("maple"), clock), clock)
    return CallLayer(Failing(api, load_trouble(call.plan), clock), clock, call_id="call-1", flows=flows), clock
