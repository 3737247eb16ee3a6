"""The clinic as an agent meets it: on the line, and failing as planned."""

import datetime as dt
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any, Literal, NamedTuple

from fake_api import expressions
from fake_api.clock import Clock
from fake_api.expressions import Facts
from fake_api.plan import OUTCOMES, Failure, FailurePlan, load_plan
from fake_api.tools import TOOLS, Clinic, Ledger
from fake_api.words import Reservation, ToolError

__all__ = ["OUTCOMES", "TOOLS", "FailingClinic", "Failure", "FailurePlan", "Outcome", "load_plan"]


@dataclass(frozen=True)
class Outcome:
    """What came of one call of a tool.

    `status` is `ok`, `timeout` or `rejected`, the last with a `reason`. `seconds` passed on the clock if the plan made
    it slow. `answer` is there when it went ok. `rule` is the number of the entry that fired. `committed` says whether
    the clinic wrote a reservation, whatever the agent got to know of it.
    """

    status: Literal["ok", "timeout", "rejected"]
    reason: str | None = None
    seconds: float = 0.0
    answer: list[dt.time] | Reservation | None = None
    rule: int | None = None
    committed: bool = False


class Progress(NamedTuple):
    """How far a call has come: calls by tool, what was armed on the way, and which entries have fired."""

    attempts: tuple[int, ...] = (0,) * len(TOOLS)
    armed: tuple[Failure, ...] = ()
    fired: frozenset[int] = frozenset()


class FailingClinic:
    """A clinic, a plan of failures and what was armed by hand; entries are numbered on from the plan's, from 1."""

    def __init__(self, clinic: Clinic, plan: FailurePlan, clock: Clock) -> None:
        self.clinic, self.plan = clinic, plan
        self._clock = clock
        self._progress = Progress()
        self._lock = Lock()

    def call(self, tool: str, arguments: Mapping[str, Any], *, turn: int, state: str) -> Outcome:
        """Call a tool with its typed arguments; what fails, planned or not, is an outcome and never raised.

        Only an expression that can't be worked out for this very call raises, and that is a DataError.
        """
        with self._lock:
            rule, failure = self._strike({**self._count(tool, arguments), "turn": turn, "state": str(state)})
        if failure is None:
            return self._answer(tool, arguments)
        if failure.outcome == "changed":
            self.clinic.change(arguments["day"], failure.open)
            return replace(self._answer(tool, arguments), rule=rule)
        if failure.outcome == "slow":
            self._clock.sleep(failure.seconds)
            return replace(self._answer(tool, arguments), seconds=failure.seconds, rule=rule)
        if failure.outcome == "timeout":
            done = failure.committed and self._answer(tool, arguments).committed
            return Outcome("timeout", rule=rule, committed=done)
        if tool == "book" and failure.refusal == "opening_taken":
            self.clinic.take(arguments["day"], arguments["time"])
        return Outcome("rejected", failure.refusal, rule=rule)

    def arm(self, failure: Failure) -> None:
        """Let a failure strike once, ahead of the plan's: `Failure("book", outcome="timeout", committed=True)`."""
        with self._lock:
            self._progress = self._progress._replace(armed=(*self._progress.armed, failure))

    def entries(self) -> tuple[tuple[int, str, str], ...]:
        """Every entry for a panel: its number, what it does in words, and `armed`, `used` or `waiting`."""
        progress, planned = self._progress, len(self.plan.failures)
        return tuple(
            (
                number,
                str(failure) if number <= planned else f"next {failure}",
                "used" if number in progress.fired else "armed" if number > planned else "waiting",
            )
            for number, failure in enumerate((*self.plan.failures, *progress.armed), 1)
        )

    def snapshot(self) -> tuple[Progress, Ledger]:
        """Everything that can change, but for the clock; hand it to `restore` to stand there again."""
        return self._progress, self.clinic.snapshot()

    def restore(self, snapshot: tuple[Progress, Ledger]) -> None:
        with self._lock:
            self._progress, ledger = snapshot
            self.clinic.restore(ledger)

    def fingerprint(self) -> tuple[object, ...]:
        """Hashable; with equal fingerprints (and clocks) all that follows is equal too."""
        pending = tuple(failure for _, failure in self._pending())
        return self._counts_that_matter(), pending, self.clinic.snapshot()

    def _answer(self, tool: str, arguments: Mapping[str, Any]) -> Outcome:
        try:
            answer = getattr(self.clinic, tool)(**arguments)
        except ToolError as refusal:
            return Outcome("rejected", refusal.reason)
        return Outcome("ok", answer=answer, committed=tool == "book")

    def _strike(self, facts: Facts) -> tuple[int, Failure] | tuple[None, None]:
        """The first entry that fits a call, with its number; from now on it has fired."""
        for number, failure in (*self._pending(), *enumerate(self.plan.failures, 1)):
            if self._fits(number, failure, facts):
                self._progress = self._progress._replace(fired=self._progress.fired | {number})
                return number, failure
        return None, None

    def _count(self, tool: str, arguments: Mapping[str, Any]) -> Facts:
        counts = dict(zip(TOOLS, self._progress.attempts, strict=True))
        counts[tool] += 1
        self._progress = self._progress._replace(attempts=tuple(counts.values()))
        day, time, name = (arguments.get(slot) for slot in ("day", "time", "name"))
        return {
            "tool": tool,
            "attempt": counts[tool],
            "call": sum(counts.values()),
            "day": day.isoformat() if day else "",
            "time": time.strftime("%H:%M") if time else "",
            "name": name or "",
        }

    def _pending(self) -> Iterator[tuple[int, Failure]]:
        armed = enumerate(self._progress.armed, len(self.plan.failures) + 1)
        return ((number, failure) for number, failure in armed if number not in self._progress.fired)

    def _fits(self, number: int, failure: Failure, facts: Facts) -> bool:
        return (
            failure.tool in (None, facts["tool"])
            and (not failure.attempts or facts["attempt"] in failure.attempts)
            and (failure.chance is None or self._draw(number, facts) < failure.chance)
            and (failure.when is None or expressions.holds(failure.when, facts))
        )

    def _draw(self, number: int, facts: Facts) -> float:
        # each entry, tool and attempt has dice of its own, so that no other call can shift them
        return random.Random(f"{self.plan.seed} {number} {facts['tool']} {facts['attempt']}").random()

    def _counts_that_matter(self) -> tuple[int, ...]:
        entries = [*self.plan.failures, *(failure for _, failure in self._pending())]
        if any(entry.when or entry.chance is not None for entry in entries):
            return self._progress.attempts
        past_all = 1 + max((attempt for entry in entries for attempt in entry.attempts), default=0)
        return tuple(min(count, past_all) for count in self._progress.attempts)
