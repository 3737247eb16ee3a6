"""Mistakes as data: what each looks like in a record, what it does to a caller, and what to do next."""

from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from fnmatch import fnmatchcase

from fake_api.data_error import DataError, require_one_of
from fake_api.reading import STRICT
from grader.kinds import KINDS
from grader.mutant import Edit, Mutant
from grader.result import Failure, ScenarioResult
from lab.protocol import Intent, State
from lab.record import AgentReplied, CallEnded, CallerSaid, Event, InvariantBroken, Slept, ToolCalled, notation


@dataclass(frozen=True)
class Sign:
    """How a mistake shows; what is left out fits everything. Patterns are as for file names: * is anything.

    `heard` is what our grammar makes of the caller's line; `lines` stand in this order among the record lines of the
    failing turn; `detail` is what the process said of its own fault. Of what the agent said nothing is looked at.
    """

    __pydantic_config__ = STRICT

    kind: str = ""
    scenario: str = ""
    turn: int | None = None
    heard: str = ""
    expected: str = ""
    state: str = ""
    detail: str = ""
    lines: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for key, known in (("kind", tuple(KINDS)), ("heard", tuple(Intent)), ("expected", tuple(State))):
            if word := getattr(self, key):
                require_one_of(key, word, known)
        if not any(value or value == 0 for value in astuple(self)):
            raise DataError("says nothing, and so would fit every failure")

    def fits(self, result: ScenarioResult, failure: Failure) -> bool:
        """The failing turn of a scenario looks like this."""
        events = [event for event in result.record if event.turn == failure.turn]
        said = next((event.heard.intent for event in events if isinstance(event, CallerSaid)), "")
        detail = next((event.detail for event in events if isinstance(event, CallEnded)), "")
        return (
            self.turn in (None, failure.turn)
            and all(
                wanted in ("", real)
                for wanted, real in (
                    (self.kind, failure.kind),
                    (self.scenario, result.name),
                    (self.heard, said),
                    (self.expected, failure.expected_state),
                    (self.state, failure.state),
                )
            )
            and fnmatchcase(detail, self.detail or "*")
            and in_order(self.lines, deeds(events))
        )


@dataclass(frozen=True)
class Mistake:
    """One mistake; `edit` makes it in a right agent, so that a test can see that it is recognised."""

    __pydantic_config__ = STRICT

    name: str
    effect: str
    next: str
    seen: tuple[Sign, ...]
    edit: tuple[Edit, ...] = ()

    def __post_init__(self) -> None:
        if not self.seen:
            raise DataError("needs at least one way in which it shows", key="seen")

    def commit(self, source: str) -> str:
        """A right agent's text with this mistake in it. Raises DataError."""
        return Mutant(self.name, self.edit).apply(source)


@dataclass(frozen=True)
class Mistakes:
    """The file of all mistakes."""

    __pydantic_config__ = STRICT

    mistake: tuple[Mistake, ...] = ()


def recognise(result: ScenarioResult, failure: Failure, known: Iterable[Mistake]) -> Mistake | None:
    """The first mistake that this failure looks like."""
    return next((each for each in known if any(sign.fits(result, failure) for sign in each.seen)), None)


def deeds(events: Iterable[Event]) -> list[str]:
    """What an agent did, in the notation, without a word that it said."""
    kept = (event for event in events if isinstance(event, ToolCalled | Slept | InvariantBroken | AgentReplied))
    return [f"=> {event.state}" if isinstance(event, AgentReplied) else notation(event) for event in kept]


def in_order(patterns: Sequence[str], lines: Iterable[str]) -> bool:
    """Every pattern fits a line, each one further down than the one before."""
    left = iter(lines)
    return all(any(fnmatchcase(line, pattern) for line in left) for pattern in patterns)
