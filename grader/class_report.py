"""What a class as a whole shows: the marks, what fails for how many, who fails alike, who wrote alike, who is slow."""

import statistics
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from grader.exports.words import HIDDEN
from grader.likeness import copies, groups
from grader.result import ClassResult, ScenarioResult, Submission

SLOWEST = 5


@dataclass(frozen=True, slots=True)
class Marks:
    """The spread of the points; all 0 where nobody was graded."""

    of_points: float = 0.0
    mean: float = 0.0
    median: float = 0.0
    least: float = 0.0
    most: float = 0.0
    tenths: tuple[int, ...] = (0,) * 10
    """How many have up to a tenth of the points, up to two tenths, and so on."""


@dataclass(slots=True)
class Outcome:
    """A scenario over the whole class: how many passed, and how many did not for which reason."""

    title: str
    passed: int = 0
    kinds: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class SameFailure:
    """Submissions whose first failure is one and the same."""

    scenario: str
    kind: str
    turn: int
    what: str
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClassReport:
    """`alike` are groups by id, `copies` name what ships beside an id; both are places to look and no verdict."""

    students: int
    marks: Marks
    scenarios: Mapping[str, Outcome]
    same_failure: tuple[SameFailure, ...]
    alike: tuple[tuple[str, ...], ...]
    copies: Mapping[str, str]
    overfit: tuple[str, ...]
    tampering: tuple[str, ...]
    not_graded: tuple[str, ...]
    slowest: tuple[tuple[str, float], ...]

    def looks_like(self) -> Mapping[str, str]:
        """For each id that looks like others: whom, in words."""
        told = {name: [title] for name, title in self.copies.items()}
        for group in self.alike:
            for name in group:
                told.setdefault(name, []).extend(_others(name, group))
        return {name: f"like {', '.join(others)}" for name, others in told.items()}


def class_report(result: ClassResult, originals: Mapping[str, bytes]) -> ClassReport:
    """Walk the submissions once and sum them up; `originals` are the sketches of what ships, by title."""
    outcomes: dict[str, Outcome] = {}
    failures: dict[tuple[str, str, int, str], list[str]] = {}
    seen = []
    for each in result.submissions:
        _count(each, outcomes)
        _file(each, failures)
        seen.append(_seen(each))
    sketches = [(each.id, each.sketch) for each in seen]
    return ClassReport(
        students=len(seen),
        marks=_marks(seen),
        scenarios=outcomes,
        same_failure=_same_failure(failures),
        alike=tuple(map(tuple, groups(sketches))),
        copies=copies(sketches, originals),
        overfit=tuple(each.id for each in seen if each.overfit),
        tampering=tuple(each.id for each in seen if each.tampered),
        not_graded=tuple(each.id for each in seen if not each.gradable),
        slowest=tuple((each.id, each.seconds) for each in sorted(seen, key=lambda each: -each.seconds)[:SLOWEST]),
    )


class _Seen(NamedTuple):
    """All that the report needs of one submission; a big class is walked once, and not kept in memory."""

    id: str
    sketch: bytes
    points: float
    of_points: float
    seconds: float
    gradable: bool
    overfit: bool
    tampered: bool


def _seen(each: Submission) -> _Seen:
    result = each.result
    tampered = any(scenario.verdict == "tampering" for scenario in result.scenarios)
    how = (result.gradable, result.overfit, tampered)
    return _Seen(each.id, each.sketch, each.points, result.of_points, result.seconds, *how)


def _others(name: str, group: tuple[str, ...], most: int = 3) -> list[str]:
    first = [other for other in group[: most + 1] if other != name][:most]
    more = len(group) - 1 - len(first)
    return [*first, f"{more} more"] if more else first


def _marks(everyone: Iterable[_Seen]) -> Marks:
    graded = [(each.points, each.of_points) for each in everyone if each.gradable]
    if not graded:
        return Marks()
    points = [mark for mark, _ in graded]
    tenths = Counter(min(9, int(10 * mark / of)) if of else 0 for mark, of in graded)
    return Marks(
        of_points=max(of for _, of in graded),
        mean=round(statistics.fmean(points), 2),
        median=round(statistics.median(points), 2),
        least=min(points),
        most=max(points),
        tenths=tuple(tenths[tenth] for tenth in range(10)),
    )


def _count(submission: Submission, outcomes: dict[str, Outcome]) -> None:
    for each in submission.result.scenarios:
        outcome = outcomes.setdefault(each.name, Outcome(each.title))
        if each.verdict == "passed":
            outcome.passed += 1
        else:
            outcome.kinds[reason(each)] += 1


def reason(each: ScenarioResult) -> str:
    """Why it did not pass, in a word: the kind of failure, or the verdict where there is none."""
    return each.failure.kind if each.failure and not each.blocked_by else each.verdict


def _file(submission: Submission, failures: dict[tuple[str, str, int, str], list[str]]) -> None:
    first = submission.result.first_failure
    if first and first.failure:
        what = HIDDEN if first.hidden else first.failure.what
        told = (first.name, first.failure.kind, first.failure.turn, what)
        failures.setdefault(told, []).append(submission.id)


def _same_failure(failures: Mapping[tuple[str, str, int, str], list[str]]) -> tuple[SameFailure, ...]:
    together = [SameFailure(*told, ids=tuple(ids)) for told, ids in failures.items() if len(ids) > 1]
    return tuple(sorted(together, key=lambda group: -len(group.ids)))
