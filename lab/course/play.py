"""Plays an exercise's scenarios, those of all before it, and one call twice in the same process."""

import os
import re
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic

from fake_api.data_error import near_miss
from grader.replay import Subject, nursery, play, play_twice
from grader.result import Failure, Row, ScenarioResult
from grader.scenario import Scenario
from lab.call.nursery import Stem
from lab.call.place import NoSuchAgent
from lab.call.program import AgentFault
from lab.call.rules import Rules
from lab.course.course import AGENT, Course, Exercise
from lab.course.mistakes import Mistake, recognise
from lab.course.verdict import CheckResult, NextThing, Part
from lab.protocol import State

OWN = Rules(cpu_start=2, cpu_turn=0.5)
"""Their own agent, on their own desk; but who has saved should not wait long for an endless loop."""

_FRAME = re.compile(r'  File "(.+?)", line (\d+)(?:, in (\S+))?')


def check_scenarios(exercise: Exercise, course: Course, folder: Path, stem: Stem | None = None) -> CheckResult:
    """Every scenario up to this exercise, with the agent in a folder; `stem` spares the start of a process."""
    began = monotonic()
    subject = Subject(AGENT, folder / AGENT, rules=OWN)
    try:
        results, second = _play_all(subject, course.scenarios_up_to(exercise), stem)
    except (NoSuchAgent, AgentFault) as error:
        return CheckResult(exercise, problem=error.detail if isinstance(error, AgentFault) else str(error))
    parts = tuple(_part(each, own=each.name in exercise.scenarios) for each in results)
    checks = (*results, *([second] if second else []))
    wrong = next((each for each in checks if each.verdict != "passed"), None)
    told = _next_thing(wrong, course) if wrong else None
    return CheckResult(exercise, parts, told, seconds=monotonic() - began)


def _play_all(
    subject: Subject, scenarios: Mapping[str, Scenario], stem: Stem | None
) -> tuple[list[ScenarioResult], ScenarioResult | None]:
    # a call waits for its process about half of the time
    with nursery(subject, stem) as nest, ThreadPoolExecutor(2 * (os.cpu_count() or 1)) as pool:
        first, *others = scenarios.items()
        twice = pool.submit(play_twice, subject, *first, nest)
        results = pool.map(lambda item: play(subject, item[0], item[1], nest), others)
        result, second = twice.result()
        return [result, *results], second


def _part(result: ScenarioResult, own: bool) -> Part:
    return Part(result.name, result.title, "passed" if result.verdict == "passed" else "failed", own)


def _next_thing(result: ScenarioResult, course: Course) -> NextThing:
    failure = result.failure
    if failure is None:
        return NextThing(result.name, result.title, result.problem, "This is a fault of Readback, not of your agent.")
    rows = _from_the_difference(failure)
    mistake = recognise(result, failure, _known(result.name, course))
    return NextThing(
        part=result.name,
        title=result.title,
        what=failure.what + _meant(failure),
        why=mistake.effect.strip() if mistake else failure.why,
        next=mistake.next.strip() if mistake else "",
        expected=tuple(row.expected for row in rows if row.expected),
        happened=tuple(row.real for row in rows if row.real),
        where=where(failure.trace),
        mistake=mistake.name if mistake else "",
        turn=failure.turn,
        caller=failure.caller,
        record=result.record,
        printed=result.printed,
    )


def _from_the_difference(failure: Failure) -> list[Row]:
    """The turn's lines from the last right one on, without the invariants, which are told in words."""
    rows = [row for row in failure.rows if not (row.real.startswith("broken ") and not row.expected)]
    first = next((place for place, row in enumerate(rows) if row.kind), 0)
    return rows[max(0, first - 1) :]


def _known(scenario: str, course: Course) -> Iterable[Mistake]:
    return (*course.owner(scenario).sheet.trap, *course.mistakes)


def where(trace: str) -> tuple[str, ...]:
    """The deepest place in the student's own file, and its line of code; nothing if the trace names none."""
    lines = trace.splitlines()
    places = [(number, found) for number, line in enumerate(lines) if (found := _FRAME.match(line))]
    if not places:
        return ()
    number, found = places[-1]
    inside = f", in {found[3]}" if found[3] else ""
    code = [line[4:] if line.startswith("    ") else line for line in lines[number + 1 : number + 3]]
    return (f"{found[1]}, line {found[2]}{inside}", *code)


def _meant(failure: Failure) -> str:
    """The state that was probably meant by a name that is none."""
    found = re.search(r"(?:state is '|no attribute '|AttributeError: )(\w+)", failure.what)
    meant = found and near_miss(found[1], tuple(State))
    return f"; did you mean {meant}?" if meant else ""
