"""Grades one submission of a class, in whatever process it is asked to: all that it needs comes with the question."""

import atexit
import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from grader.likeness import given, sketch_of
from grader.replay import GRADING, Subject, grade, unplayed
from grader.result import AgentResult, Failure, Submission, agent_to_wire
from grader.scenario import Pack, Scenario, load_pack
from grader.submissions import Handed
from lab.call.nursery import AVAILABLE, Stem
from lab.call.rules import CLASS
from lab.understanding.context import Understanding
from lab.understanding.named import understanding_named

NOTHING = "nothing_submitted"
LIMITS = replace(GRADING, call=20.0)
"""An agent of many may be slow, but not slow in every turn of every call."""


@dataclass(frozen=True)
class Conditions:
    """How a class is graded, alike for all of it. `hearing` is what stands in for our grammar, by its options."""

    pack: str = "core"
    language: str = "en"
    allow: tuple[str, ...] = ()
    twice: bool = False
    variants: int = 0
    seed: int = 0
    hearing: Mapping[str, Any] = field(default_factory=dict)


def grade_one(conditions: Conditions, handed: Handed) -> Submission:
    """One submission, graded; never raises for what is in it."""
    pack = _pack(conditions.pack, conditions.language)
    if handed.path and not handed.problem and not handed.path.exists():
        raise FileNotFoundError(
            f"{handed.path} is not to be seen from this worker: a cluster needs a disk that all share"
        )
    came = dt.datetime.fromisoformat(handed.handed_in) if handed.handed_in else None
    result = _graded(conditions, handed, pack)
    result = replace(result, notes=(*result.notes, *([handed.note] if handed.note else [])))
    sketch = sketch_of(handed.path, given()) if handed.path and not handed.problem else b""
    return Submission(handed.id, handed.name, lighter(result), sketch, came, pack.kept(came))


def _graded(conditions: Conditions, handed: Handed, pack: Pack) -> AgentResult:
    if handed.problem or handed.path is None:
        return nothing_submitted(handed.id, handed.problem, pack)
    rules = replace(CLASS, allow=conditions.allow, siblings=handed.folder, folder=handed.folder)
    subject = Subject(handed.id, handed.path, limits=LIMITS, rules=rules, understanding=_hearing(conditions))
    otherwise = _in_other_words(conditions.pack, conditions.language, conditions.variants, conditions.seed)
    result = (twice if conditions.twice else grade)(subject, pack, jobs=1, stem=_stem(), variants=otherwise)
    return our_fault(handed.id, result.problem, pack) if result.problem else result


def twice(subject: Subject, pack: Pack, **how: Any) -> AgentResult:
    """Grade it, and grade it again: where the two differ the submission itself is not deterministic."""
    first, second = grade(subject, pack, **how), grade(subject, pack, **how)
    if agent_to_wire(first) == agent_to_wire(second):
        return first
    pairs = zip(first.scenarios, second.scenarios, strict=False)
    differing = [f"{a.name} {a.verdict}, then {b.verdict}" for a, b in pairs if a.verdict != b.verdict]
    told = ", ".join(differing) or "the same verdicts for other reasons"
    return replace(first, notes=(*first.notes, f"graded twice, it is not the same: {told}"))


def nothing_submitted(name: str, problem: str, pack: Pack) -> AgentResult:
    """Every scenario is an error, and brings nothing."""
    what = f"nothing submitted: {problem}"
    failure = Failure(NOTHING, 0, "", what, "Without an agent no call can be taken.", "", "", "", "")
    scenarios = (unplayed(each, scenario) for each, scenario in pack.scenarios.items())
    return AgentResult(name, tuple(replace(each, verdict="error", failure=failure) for each in scenarios))


def our_fault(name: str, problem: str, pack: Pack) -> AgentResult:
    """Nothing could be graded, and no scenario counts against anybody."""
    scenarios = (unplayed(each, scenario) for each, scenario in pack.scenarios.items())
    return AgentResult(name, tuple(replace(each, verdict="grader's fault", problem=problem) for each in scenarios))


def lighter(result: AgentResult) -> AgentResult:
    """Without the records, which a class has no use for, and of what was printed only what helps."""
    scenarios = [
        replace(each, record=(), printed=each.printed if each.failure and not each.blocked_by else "")
        for each in result.scenarios
    ]
    second = result.second_call and replace(result.second_call, record=(), printed="")
    varied = tuple(replace(each, record=(), printed="") for each in result.varied)
    return replace(result, scenarios=tuple(scenarios), second_call=second, varied=varied)


@cache
def _pack(name: str, language: str) -> Pack:
    return load_pack(name).spoken_in(language)


@cache
def _in_other_words(name: str, language: str, number: int, seed: int) -> Mapping[str, Sequence[Scenario]]:
    from grader.variants import variants

    return variants(_pack(name, language), number, seed) if number else {}


@cache
def _stem() -> Stem | None:
    if not AVAILABLE:
        return None
    stem = Stem()
    atexit.register(stem.close)
    return stem


def _hearing(conditions: Conditions) -> Understanding | None:
    return understanding_named(**conditions.hearing) if conditions.hearing else None
