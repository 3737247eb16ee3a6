"""How a check of data tells what it found: each case a part, and the first that went wrong in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from lab.course.course import Exercise
from lab.course.verdict import CheckResult, NextThing, Part


@dataclass(frozen=True, slots=True)
class Tried:
    """One case: what should have come of it and what did, a line each; why it matters, and what to do next."""

    name: str
    title: str
    expected: str
    happened: str
    why: str
    next: str

    @property
    def right(self) -> bool:
        return self.expected == self.happened


def told(exercise: Exercise, tried: Sequence[Tried], seconds: float) -> CheckResult:
    """The result of all cases; a trap of the exercise that shows in the first wrong one is told by its name."""
    parts = tuple(Part(each.name, each.title, "passed" if each.right else "failed") for each in tried)
    wrong = next((each for each in tried if not each.right), None)
    return CheckResult(exercise, parts, _next_thing(exercise, wrong) if wrong else None, seconds=seconds)


def _next_thing(exercise: Exercise, wrong: Tried) -> NextThing:
    signs = ((trap, sign) for trap in exercise.sheet.trap for sign in trap.seen if sign.scenario == wrong.name)
    trap = next((trap for trap, sign in signs if fnmatchcase(wrong.happened, sign.detail or "*")), None)
    return NextThing(
        part=wrong.name,
        title=wrong.title,
        what=f"this should come of it: {wrong.expected}",
        why=trap.effect.strip() if trap else wrong.why,
        next=trap.next.strip() if trap else wrong.next,
        expected=(wrong.expected,),
        happened=(wrong.happened,),
        mistake=trap.name if trap else "",
    )
