"""A failure plan as data: which calls of the clinic's tools fail, and how."""

import datetime as dt
from dataclasses import dataclass, field
from pathlib import Path

from fake_api import expressions
from fake_api.data_error import DataError, quote, require_one_of
from fake_api.reading import STRICT, read
from fake_api.shipped import find_named
from fake_api.tools import TOOLS

OUTCOMES = ("timeout", "rejected", "slow", "changed")
_ONLY = {"committed": "timeout", "reason": "rejected", "seconds": "slow", "open": "changed"}
_LONGEST = 3600.0


@dataclass(frozen=True)
class Failure:
    """One way to fail; whatever is left out fits every call.

    `attempts` counts the calls of this tool from 1. `when` is an expression over the call. `chance` lies between 0
    and 1. A timeout with `committed` comes after the clinic did it. `reason` is a word; a `book` rejected with
    `opening_taken` really loses its opening. `seconds` pass on the call's clock before a slow answer. A day that has
    `changed` while the caller talked has just `open` left of its openings from then on. Raises DataError.
    """

    __pydantic_config__ = STRICT

    tool: str | None = None
    attempts: tuple[int, ...] = ()
    when: str | None = None
    outcome: str = field(kw_only=True)
    committed: bool = False
    reason: str | None = None
    seconds: float = 0.0
    chance: float | None = None
    open: tuple[dt.time, ...] = ()

    def __post_init__(self) -> None:
        require_one_of("outcome", self.outcome, OUTCOMES)
        if self.tool is not None:
            require_one_of("tool", self.tool, TOOLS)
        for key, outcome in _ONLY.items():
            if getattr(self, key) and self.outcome != outcome:
                raise DataError(f'belongs to the outcome "{outcome}" only', key=key)
        self._check_values()
        if self.when is not None:
            expressions.check(self.when)

    def _check_values(self) -> None:
        if any(attempt < 1 for attempt in self.attempts):
            raise DataError("counts from 1", key="attempts")
        if self.committed and self.tool == "find_open_times":
            raise DataError("a look-up commits nothing", key="committed")
        if self.outcome == "changed" and self.tool != "find_open_times":
            raise DataError('needs tool = "find_open_times": a day has changed when it is looked up', key="outcome")
        if self.chance is not None and not 0 <= self.chance <= 1:
            raise DataError(f"must lie between 0 and 1, not {self.chance}", key="chance")
        if self.outcome == "slow" and not 0 < self.seconds <= _LONGEST:
            raise DataError(f"must be more than 0 and at most {_LONGEST:g}, not {self.seconds:g}", key="seconds")
        if self.reason is not None and not self.reason.isidentifier():
            raise DataError(f"must be one word, such as opening_taken, not {quote(self.reason)}", key="reason")

    def __str__(self) -> str:
        """In words, for a panel: `book, attempt 1: timeout, done`."""
        numbers = ", ".join(str(attempt) for attempt in self.attempts)
        parts = [
            self.tool or "any tool",
            numbers and f"attempt {numbers}",
            self.when and f"when {self.when}",
            self.chance is not None and f"chance {self.chance:g}",
        ]
        return f"{', '.join(part for part in parts if part)}: {self.effect}"

    @property
    def effect(self) -> str:
        """What happens, in words: `timeout, not done`, `rejected opening_taken`, `slow 2.5s`."""
        if self.outcome == "slow":
            return f"slow {self.seconds:g}s"
        if self.outcome == "rejected":
            return f"rejected {self.refusal}"
        if self.outcome == "changed":
            return f"open now {', '.join(f'{start:%H:%M}' for start in self.open) or 'nothing'}"
        if self.tool == "find_open_times":
            return "timeout"
        return "timeout, done" if self.committed else "timeout, not done"

    @property
    def refusal(self) -> str:
        """The reason that a rejection gives."""
        return self.reason or "refused"


@dataclass(frozen=True)
class FailurePlan:
    """Failures in the order in which they are tried: the first that fits a call wins. `seed` settles every chance."""

    name: str = "calm"
    seed: int = 0
    failures: tuple[Failure, ...] = ()
    about: str = ""


@dataclass(frozen=True)
class _PlanFile:
    __pydantic_config__ = STRICT

    about: str = ""
    seed: int = 0
    failure: tuple[Failure, ...] = ()


def load_plan(name_or_path: str | Path = "calm") -> FailurePlan:
    """A plan that ships, by its name, or the TOML file at a path; raises DataError."""
    path = find_named("plan", name_or_path)
    written = read(path, _PlanFile)
    return FailurePlan(path.stem, written.seed, written.failure, written.about)
