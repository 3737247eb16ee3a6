"""Plays scenarios with an agent, each in a call and a process of its own, and lets the judge look on."""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from os import cpu_count
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from grader.judge import Judge, judge
from grader.kept import Kept
from grader.kinds import LEAK, PROCESS, verdict_of
from grader.result import AgentResult, Failure, ScenarioResult
from grader.scenario import Pack, Scenario
from lab.call.call import Call
from lab.call.nursery import AVAILABLE, Nursery, Stem
from lab.call.place import Arrangement, NoSuchAgent, place_call, which_agent
from lab.call.process import Limits
from lab.call.program import AgentFault
from lab.call.rules import GRADED, Rules
from lab.record import UNHEARD
from lab.understanding.context import Understanding

if TYPE_CHECKING:
    from lab.call_layer.configuration import Configuration
    from lab.front_desk.model import Model

STARTING = "a start"
"""What a scenario needs before any capability."""

GRADING = Limits(start=20.0, turn=10.0, call=60.0)
"""Longer than an agent has of the processor's time, so that a busy machine changes no verdict."""

MOST_THREADS = 5
LEAKS = "one call leaks into the next: {} fails when it is played again in the same process"
LEFT_RUNNING = "leaves running when a call is over, and would keep its process up: {}"


@dataclass(frozen=True, slots=True)
class Subject:
    """Who is graded: a file, or a program that speaks the protocol; `name` is what the report calls it.

    `understanding` stands in for our grammar in every call. `rules` are those of its processes. At the
    front desk there are none: a `model` sits in this very process, behind a call layer as its `configuration` has it.
    """

    name: str
    agent: Path | None = None
    command: tuple[str, ...] = ()
    limits: Limits = GRADING
    understanding: Understanding | None = None
    rules: Rules = GRADED
    model: "Callable[[], Model] | None" = None
    configuration: "Configuration | None" = None


def grade(
    subject: Subject,
    pack: Pack,
    names: Sequence[str] = (),
    jobs: int | None = None,
    stem: Stem | None = None,
    variants: Mapping[str, Sequence[Scenario]] = MappingProxyType({}),
) -> AgentResult:
    """Play the scenarios of a pack (or those named), and judge them; never raises for what an agent does.

    `stem` is what its processes come from, if there is one already. `variants` are the scenarios in other words, which
    are played where a scenario has passed, and bring no points.
    """
    subject = replace(subject, rules=_with_pack(subject.rules, pack))
    try:
        with nursery(subject, stem) as nest, ThreadPoolExecutor(jobs or cpu_count()) as pool:
            sitting = Sitting(subject, pack, tuple(names), nest)
            results = list(pool.map(sitting.play, names or pack.scenarios))
            told_otherwise = [each for each in results if each.name in variants]
            varied = list(pool.map(lambda each: vary(subject, each, variants[each.name], nest), told_otherwise))
            walls = nest.walls if nest else ()
    except (NoSuchAgent, AgentFault) as error:
        return AgentResult(subject.name, problem=error.detail if isinstance(error, AgentFault) else str(error))
    return AgentResult(
        subject.name,
        tuple(results if names else block(results, pack)),
        second_call=sitting.second,
        walls=standing(subject, walls),
        notes=sitting.notes,
        varied=tuple(varied),
    )


class Sitting:
    """One subject in front of a pack; what it has shown already decides what is still worth a call."""

    def __init__(self, subject: Subject, pack: Pack, names: tuple[str, ...], nest: Nursery | None) -> None:
        self.second: ScenarioResult | None = None
        self._subject, self._pack, self._names, self._nest = subject, pack, names, nest
        self._first = next(iter(names or pack.scenarios), "")
        self._hopeless: set[str] = set()
        self._packages: set[str] = set()
        self._threads: set[str] = set()

    @property
    def notes(self) -> tuple[str, ...]:
        """What its owner should know besides the verdicts."""
        allowed = " ".join(f"--allow {name}" for name in sorted(self._packages))
        threads = ", ".join(sorted(self._threads)[:MOST_THREADS])
        leaks = self.second and self.second.failure
        return (
            *([LEAKS.format(self._first)] if leaks else []),
            *([f"in a class this needs {allowed}"] if allowed and self._subject.rules.allow is None else []),
            *([LEFT_RUNNING.format(threads)] if threads else []),
        )

    def play(self, name: str) -> ScenarioResult:
        """One scenario; not played where it would be blocked, and is likely to wait for ever as well."""
        scenario = self._pack.scenarios[name]
        if not self._names and self._hopeless.intersection((STARTING, *scenario.needs)):
            self._hopeless.add(scenario.capability)
            return unplayed(name, scenario)
        if name == self._first and not self._names:
            played, self.second = play_twice(self._subject, name, scenario, self._nest)
        else:
            played = play(self._subject, name, scenario, self._nest)
        self._packages.update(played.packages)
        if not scenario.hidden:  # whoever names a thread after a line must not learn of it here
            self._threads.update(played.threads)
        if played.verdict == "timeout":
            self._hopeless.add(scenario.capability)
        if name == self._first and never_started(played):
            self._hopeless.add(STARTING)
        return played


def nursery(subject: Subject, stem: Stem | None = None) -> AbstractContextManager[Nursery | None]:
    """What the subject's processes come from; nothing for a program, or where processes can't be forked."""
    if subject.command or subject.model:
        return nullcontext()
    path = which_agent(subject.agent)
    return Nursery(path, subject.rules, stem) if AVAILABLE else nullcontext()


def stem_ahead(subject: Subject) -> AbstractContextManager[Stem | None]:
    """Where its processes come from, to get ready while a pack is read; nothing where that can't be."""
    try:
        return nullcontext() if subject.command or subject.model or not AVAILABLE else Stem()
    except AgentFault:
        return nullcontext()


def standing(subject: Subject, walls: Sequence[str]) -> tuple[str, ...]:
    """What stood around the processes of a subject, in words."""
    if subject.model:
        return ()
    if subject.command:
        return ("a process of its own", "limits of time and output")
    own = ["a process of its own", "limits of time and output"]
    if os.name == "posix":
        own.append("limits of processor time, memory and files")
    return (*own, *(["a fence of audit events"] if subject.rules.fence else []), *walls)


def unplayed(name: str, scenario: Scenario) -> ScenarioResult:
    """What every scenario is until it has earned something else."""
    return ScenarioResult(
        name,
        scenario.title,
        scenario.capability,
        scenario.points,
        hidden=scenario.hidden,
        of_turns=len(scenario.turn),
        partial=bool(scenario.partial),
    )


def play(subject: Subject, name: str, scenario: Scenario, nest: Nursery | None = None) -> ScenarioResult:
    """One scenario in a call of its own. Raises NoSuchAgent or AgentFault if there is nobody to call."""
    began = time.monotonic()
    call = place_call(arranged(subject, scenario, nest))
    return replace(_played(call, name, scenario), seconds=time.monotonic() - began)


def play_twice(
    subject: Subject, name: str, scenario: Scenario, nest: Nursery | None = None
) -> tuple[ScenarioResult, ScenarioResult | None]:
    """One scenario, and once more in the same process if it has passed: what differs has leaked from the first call.

    Raises NoSuchAgent or AgentFault if there is nobody to call.
    """
    began = time.monotonic()
    call = place_call(arranged(subject, scenario, nest))
    call.agent = kept = Kept(call.agent)
    second = None
    try:
        first = replace(_played(call, name, scenario), seconds=time.monotonic() - began)
        if first.verdict == "passed":
            again = place_call(replace(arranged(subject, scenario, nest), seated=kept))
            second = _leak(_played(again, name, scenario))
    finally:
        kept.release()
    return (first if second else replace(first, printed=kept.printed)), second


def _leak(second: ScenarioResult) -> ScenarioResult:
    """A second call as a check of its own, which brings no points: whatever went wrong in it has leaked."""
    if not second.failure:
        return replace(second, points=0)
    return replace(second, points=0, verdict="failed", failure=replace(second.failure, kind=LEAK))


def vary(
    subject: Subject, result: ScenarioResult, variants: Sequence[Scenario], nest: Nursery | None
) -> ScenarioResult:
    """A scenario that has passed in other words: passed in all of them, or the first in which it does not."""
    varied = result
    for variant in variants:
        if varied.verdict != "passed":
            break
        varied = play(subject, result.name, variant, nest)
    return replace(varied, points=0)


def _played(call: Call, name: str, scenario: Scenario) -> ScenarioResult:
    result = unplayed(name, scenario)
    try:
        with call:
            failure = _talk(call, scenario)
    except Exception as error:
        # whatever it is, it is ours, and no agent may pay for it
        return replace(result, verdict="grader's fault", problem=f"{type(error).__name__}: {error}")
    if call.ended and call.ended.why == UNHEARD:
        return replace(result, verdict="grader's fault", problem=call.ended.detail)
    return replace(
        result,
        verdict=verdict_of(failure.kind) if failure else "passed" if call.turn == len(scenario.turn) else "not run",
        failure=failure,
        turns=call.turn,
        record=tuple(call.events),
        printed=call.agent.printed,
        packages=_left(call, "packages"),
        threads=_left(call, "threads"),
    )


def _left(call: Call, what: str) -> tuple[str, ...]:
    """What the agent's process told of its end, which nobody has to believe."""
    told = call.agent.left.get(what)
    return tuple(str(each)[:80] for each in told) if isinstance(told, list) else ()


def block(results: Sequence[ScenarioResult], pack: Pack) -> list[ScenarioResult]:
    """What needs a capability that fails is blocked by it, whatever became of it: one fault is told once.

    An agent that does not even start in the first scenario is told so there.
    """
    failing = {STARTING} if results and never_started(results[0]) else set()
    hopeless = failing | {result.capability for result in results if result.verdict == "timeout"}
    told = {result.name: result for result in results}
    for name in sorted(told, key=lambda name: pack.capabilities.index(told[name].capability)):
        result = told[name]
        needs = (STARTING, *pack.scenarios[name].needs) if result is not results[0] else ()
        needed = next((need for need in needs if need in failing), "")
        if needed:
            if hopeless.intersection(needs):  # it may have been played, or not: that must make no difference
                hopeless.add(result.capability)
                result = unplayed(name, pack.scenarios[name])
            told[name] = replace(result, verdict="blocked", blocked_by=needed)
        if needed or result.failure:
            failing.add(result.capability)
    return list(told.values())


def never_started(result: ScenarioResult) -> bool:
    """The agent's process failed before the caller had said anything."""
    return bool(result.failure and result.failure.turn == 0 and result.failure.kind in PROCESS)


def _with_pack(rules: Rules, pack: Pack) -> Rules:
    allow = None if rules.allow is None else (*rules.allow, *pack.allow)
    return replace(rules, allow=allow, secret=(*rules.secret, pack.folder) if pack.folder else rules.secret)


def _talk(call: Call, scenario: Scenario) -> Failure | None:
    judging = Judge(scenario)
    failure = judging.see(call.open())
    for turn in scenario.turn:
        if failure or call.ended:
            break
        turn.before(call)
        failure = judging.see(call.hear(turn.caller))
    call.finish()
    # only the end tells that an agent has tampered, and what stands in a record system
    told_at_the_end = call.ended and (
        call.ended.why == "tampering" or (not failure and call.ended.standing is not None)
    )
    return judge(scenario, call.record) if told_at_the_end else failure


def arranged(subject: Subject, scenario: Scenario, nest: Nursery | None) -> Arrangement:
    """A call for this scenario with this subject; every call of one nursery is a process of its own."""
    return Arrangement(
        agent=subject.agent,
        command=subject.command,
        clinic=scenario.clinic,
        plan=scenario.failure_plan,
        language=scenario.language,
        now=scenario.now,
        limits=subject.limits,
        understanding=subject.understanding,
        rules=subject.rules,
        nursery=nest,
        toolset=scenario.toolset,
        world=scenario.world,
        **scenario.seat(subject.model, subject.configuration),
    )
