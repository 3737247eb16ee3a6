"""What a check finds, typed: its parts one by one, and the one next thing to mend."""

from dataclasses import dataclass
from typing import Literal

from lab.course.course import Exercise
from lab.record import Event

Verdict = Literal["passed", "failed", "not checked"]


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that is checked; `own` when this very exercise brought it in."""

    name: str
    title: str
    verdict: Verdict
    own: bool = True


@dataclass(frozen=True, slots=True)
class NextThing:
    """The first part that failed, told: what happened, why it matters, what to do next.

    `where` is the place in the student's own file, its line of code last. `expected` and `happened` are lines.
    `mistake` is the name of a mistake that was recognised. In a scenario, `turn` is the failing one and
    `caller` its line.
    """

    part: str
    title: str
    what: str
    why: str
    next: str = ""
    expected: tuple[str, ...] = ()
    happened: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    mistake: str = ""
    turn: int = 0
    caller: str = ""
    record: tuple[Event, ...] = ()
    printed: str = ""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One check of one exercise; `problem` says why nothing could be checked. `seconds` is the machine's time."""

    exercise: Exercise
    parts: tuple[Part, ...] = ()
    next_thing: NextThing | None = None
    problem: str = ""
    seconds: float = 0.0
    notes: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        return not self.problem and not self.next_thing

    @property
    def own(self) -> tuple[Part, ...]:
        """The parts that this exercise brought in."""
        return tuple(part for part in self.parts if part.own)

    @property
    def done(self) -> int:
        """How many of its own parts are passed."""
        return sum(part.verdict == "passed" for part in self.own)
