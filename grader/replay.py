"""Plays scenarios with an agent, each in a call and a process of its own, and lets the judge look on."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from os import cpu_count
from pathlib import Path

from grader.judge import judge
from grader.kinds import verdict_of
from grader.result import AgentResult, Failure, ScenarioResult
from grader.scenario import Pack, Scenario
from lab.call.call import Call
from lab.call.nursery import AVAILABLE, Nursery
from lab.call.place import Arrangement, NoSuchAgent, place_call, which_agent
from lab.call.process import PATIENT, Limits
from lab.call.program import AgentFault
from lab.record import UNHEARD
from lab.understanding.context import Understanding


@dataclass(frozen=True, slots=True)
class Subject:
    """Who is graded: a file, or a program that speaks the protocol; `name` is what the report calls it.

    `understanding` stands in for our grammar in every call.
    """

    name: str
    agent: Path | None = None
    command: tuple[str, ...] = ()
    limits: Limits = PATIENT
    understanding: Understanding | None = None


def grade(
    subject: Subject, pack: Pack, names: Sequence[str] = (), jobs: int | None = None, nest: Nursery | None = None
) -> AgentResult:
    """Play the scenarios of a pack (or those named), and judge them; never raises for what an agent does.

    `nest` is the subject's nursery if there is one already.
    """
    chosen = {name: pack.scenarios[name] for name in names or pack.scenarios}
    try:
        with nullcontext(nest) if nest else nursery(subject) as nest, ThreadPoolExecutor(jobs or cpu_count()) as pool:
            results = list(pool.map(lambda item: play(subject, item[0], item[1], nest), chosen.items()))
    except (NoSuchAgent, AgentFault) as error:
        return AgentResult(subject.name, problem=error.detail if isinstance(error, AgentFault) else str(error))
    return AgentResult(subject.name, tuple(results if names else block(results, pack)))


def nursery(subject: Subject) -> AbstractContextManager[Nursery | None]:
    """What the subject's processes come from; nothing for a program, or where processes can't be forked."""
    if subject.command:
        return nullcontext()
    path = which_agent(subject.agent)
    return Nursery(path) if AVAILABLE else nullcontext()


def nursery_ahead(subject: Subject) -> AbstractContextManager[Nursery | None]:
    """The same, to get ready while a pack is read; nothing where there is nobody to call, which `grade` will tell."""
    try:
        return nursery(subject)
    except (NoSuchAgent, AgentFault):
        return nullcontext()


def play(subject: Subject, name: str, scenario: Scenario, nest: Nursery | None = None) -> ScenarioResult:
    """One scenario in a call of its own. Raises NoSuchAgent or AgentFault if there is nobody to call."""
    began = time.monotonic()
    result = ScenarioResult(
        name,
        scenario.title,
        scenario.capability,
        scenario.points,
        hidden=scenario.hidden,
        of_turns=len(scenario.turn),
        partial=bool(scenario.partial),
    )
    try:
        with place_call(arranged(subject, scenario, nest)) as call:
            failure = _talk(call, scenario)
    except (NoSuchAgent, AgentFault):
        raise
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
        seconds=time.monotonic() - began,
    )


def block(results: Sequence[ScenarioResult], pack: Pack) -> list[ScenarioResult]:
    """What needs a capability that fails is blocked by it, whatever became of it: one fault is told once."""
    failing: set[str] = set()
    told = {result.name: result for result in results}
    for name in sorted(told, key=lambda name: pack.capabilities.index(told[name].capability)):
        result = told[name]
        needed = next((need for need in pack.scenarios[name].needs if need in failing), "")
        if needed:
            told[name] = replace(result, verdict="blocked", blocked_by=needed)
        if needed or result.failure:
            failing.add(result.capability)
    return list(told.values())


def _talk(call: Call, scenario: Scenario) -> Failure | None:
    call.open()
    failure = judge(scenario, call.record)
    for turn in scenario.turn:
        if failure or call.ended:
            break
        call.hear(turn.caller)
        failure = judge(scenario, call.record)
    call.finish()
    return failure


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
        nursery=nest,
    )
