"""The batches of the call-layer experiment: who sits at the desk, with the layer or without, and what came of each."""

import os
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from importlib.resources import as_file, files
from pathlib import Path

from fake_api.clock import FakeClock
from fake_api.practice.emr import open_practice
from fake_api.practice.inbound.api import open_inbound
from fake_api.practice.trouble import TroublePlan, load_trouble
from fake_api.practice.world import load_world
from lab.call_layer.configuration import NULL, Configuration
from lab.front_desk.model import Model
from lab.measure.call_layer_account import LOG, WRONG_WRITES, Run, Stands, faults, only, reached, stands
from lab.measure.call_layer_callers import Wish, apart, draw, world_of
from lab.measure.call_layer_line import Call, Setting, place_call
from lab.measure.choices import NOW

BAD_DAY = "bad-day"
ENDS = ("reached", "passed on", "missed")
"""How a call can end in which nothing was bad."""

WORKERS = 16
"""Calls that are under way at the same moment, where many are made at once."""


@dataclass
class Outcome:
    """What came of a batch: bad runs by kind, and what the rest cost and reached."""

    setting: str
    plan: str
    calls: int = 0
    bad: Counter[str] = field(default_factory=Counter)
    bad_runs: int = 0
    bad_runs_but_log: int = 0
    clean: Counter[str] = field(default_factory=Counter)
    wrong_writes: int = 0
    reached: int = 0
    passed_on: int = 0
    tool_calls: int = 0
    requests: int = 0
    refusals: Counter[str] = field(default_factory=Counter)

    def add(self, run: Run) -> None:
        """One more run."""
        found = faults(run)
        got = reached(run)
        self.calls += 1
        self.bad.update(found)
        self.bad_runs += bool(found)
        is_bad = bool(found - {LOG})
        self.bad_runs_but_log += is_bad
        if not is_bad:
            self.clean[ENDS[0] if got else ENDS[1] if run.is_passed_on else ENDS[2]] += 1
        self.wrong_writes += not found.isdisjoint(WRONG_WRITES)
        self.reached += got
        self.passed_on += not got and run.is_passed_on
        self.tool_calls += run.tool_calls
        self.requests += run.requests
        self.refusals.update(run.refusals)

    @property
    def name(self) -> str:
        return f"{self.setting}, {self.plan}"


@dataclass(frozen=True, slots=True)
class Together:
    """Many calls at once on one practice: wrong writes, and transcripts with a line of somebody else's call."""

    calls: int
    reached: int
    wrong_writes: int
    crossed: int


def batches(models: Iterable[str], plans: Iterable[str], rate: float | None) -> list[Setting]:
    """Every model behind the layer and without it, under each plan. Raises DataError, UnderstandingUnavailable."""
    return [
        Setting(f"{model}{suffix}", seat, configuration, plan, name)
        for name in plans
        for plan in (plan_named(name),)
        for model in models
        for seat in (_seat(model, rate),)
        for suffix, configuration in (("", Configuration()), (" alone", NULL))
    ]


def plan_named(name: str) -> TroublePlan:
    """A plan of the practice's, or the experiment's own."""
    if name != BAD_DAY:
        return load_trouble(name)
    with as_file(files("lab.measure").joinpath("bad_day.toml")) as path:
        return load_trouble(path)


def measure(setting: Setting, calls: int, seed: int, step: Callable[[str], None]) -> Outcome:
    """One batch; a log that was kept on the disk is sent at the next start, as it would be."""
    outcome, practice = Outcome(setting.name, setting.plan_name), load_world("maple")
    for number in range(calls):
        with tempfile.TemporaryDirectory() as folder:
            outcome.add(place_call(draw(seed, number), seed, setting, practice, Path(folder)))
        step(outcome.name)
    return outcome


def at_once(setting: Setting, calls: int, seed: int, step: Callable[[str], None]) -> Together:
    """So many calls in one process, on one practice that holds all their files."""
    wishes = apart(draw(seed, number) for number in range(calls))
    world = load_world("maple")
    for wish in wishes:
        world = world_of(wish, world)
    clock = FakeClock(NOW)
    practice = open_practice(replace(world, requests_per_second=None), clock)
    api, before = open_inbound(practice, clock), stands(practice)

    def one(wish: Wish) -> Call:
        call = Call(wish, seed, setting, practice, api)
        call.talk()
        step("at once")
        return call

    with ThreadPoolExecutor(WORKERS) as pool:
        calls_made = list(pool.map(one, wishes))
    after = stands(practice)
    runs = [call.over(only(before, wish), only(after, wish)) for call, wish in zip(calls_made, wishes, strict=True)]
    return Together(
        calls=len(runs),
        reached=sum(map(reached, runs)),
        wrong_writes=sum(not faults(run).isdisjoint(WRONG_WRITES) for run in runs) + _strangers(before, after, runs),
        crossed=sum(not _is_own(run) for run in runs),
    )


def _strangers(before: Stands, after: Stands, runs: Sequence[Run]) -> int:
    """Changes on files that belong to none of the callers."""
    changed = len(after.visits.items() - before.visits.items()) + len(before.visits.items() - after.visits.items())
    changed += len(after.others["patients"] - before.others["patients"])
    return changed - sum(len(run.came) + len(run.gone) + len(run.new_people) for run in runs)


def _is_own(run: Run) -> bool:
    """Whether the log of a call, if it arrived, holds all of its own lines, and then tasks for the staff alone."""
    if run.log is None:
        return True
    lines = [line or "(silence)" for line in (line.strip() for line in run.transcript)]
    log = list(run.log.lines)
    return log[: len(lines)] == lines and all(line.startswith("for the staff: ") for line in log[len(lines) :])


def _seat(name: str, rate: float | None) -> Callable[[int, Model], Model]:
    """What makes the model of a call; the liar's errors are drawn anew for each."""
    if name == "policy":
        return lambda number, honest: honest
    if name == "liar":
        from lab.front_desk.liar import USUAL, Liar

        return lambda number, honest: Liar(number, USUAL if rate is None else rate, honest=honest)
    from lab.front_desk.models import Choice, model_named

    made = model_named(name, Choice(url=os.environ.get("READBACK_LLM_URL")))
    return lambda number, honest: made()
