"""A plan on its way through one call, and a transport that fails by it on the call's clock."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from threading import Lock
from typing import Any

from fake_api import expressions
from fake_api.clock import Clock
from fake_api.practice.trouble import Trouble, TroublePlan
from fake_api.practice.wire import Answer, NoAnswer, Request, Transport

PATIENCE = 10.0
"""Seconds that a client waits for an answer."""


class PlanRun:
    """A plan on its way through one call: it counts the requests, and tells what is to go wrong with each.

    What was armed by hand strikes once, ahead of the plan; its entries are numbered on from the plan's, from 1.
    """

    def __init__(self, plan: TroublePlan) -> None:
        self.plan = plan
        self._armed: tuple[Trouble, ...] = ()
        self._used: set[int] = set()
        self._attempts: Counter[str] = Counter()
        self._lock = Lock()

    def arm(self, trouble: Trouble) -> None:
        """Let a trouble strike the next request that it fits."""
        with self._lock:
            self._armed = (*self._armed, trouble)

    def entries(self) -> tuple[tuple[int, str, str], ...]:
        """Every entry for a panel: its number, what it does in words, and `armed`, `used` or `waiting`."""
        planned = len(self.plan.troubles)
        return tuple(
            (
                number,
                str(trouble) if number <= planned else f"next {trouble}",
                "used" if number in self._used else "armed" if number > planned else "waiting",
            )
            for number, trouble in enumerate((*self.plan.troubles, *self._armed), 1)
        )

    def next(self, request: Request, turn: int = 0, state: str = "") -> Trouble | None:
        """Count one request; the trouble it meets."""
        with self._lock:
            self._attempts[request.endpoint] += 1
            counts = {"attempt": self._attempts[request.endpoint], "call": self._attempts.total(), "turn": turn}
            facts = {**counts, "tool": request.endpoint, "state": state, **_said(request.arguments)}
            planned = enumerate(self.plan.troubles, 1)
            for number, trouble in (*self._pending(), *planned):
                if self._fits(number, trouble, facts):
                    self._used.add(number)
                    return trouble
        return None

    def _pending(self) -> Iterator[tuple[int, Trouble]]:
        armed = enumerate(self._armed, len(self.plan.troubles) + 1)
        return ((number, trouble) for number, trouble in armed if number not in self._used)

    def _fits(self, number: int, trouble: Trouble, facts: Mapping[str, str | int]) -> bool:
        return (
            trouble.tool in (None, facts["tool"])
            and (not trouble.attempts or facts["attempt"] in trouble.attempts)
            and (trouble.chance is None or self._draw(number, facts) < trouble.chance)
            and (trouble.when is None or expressions.holds(trouble.when, facts))
        )

    def _draw(self, number: int, facts: Mapping[str, str | int]) -> float:
        # each entry, endpoint and attempt has dice of its own, so that no other request can shift them
        return random.Random(f"{self.plan.seed} {number} {facts['tool']} {facts['attempt']}").random()


def _said(arguments: Mapping[str, Any]) -> dict[str, str]:
    """Day, time and name of a request, as text; empty where it has none."""
    starts = str(arguments.get("startDatetime", ""))
    day = starts[:10] or str(arguments.get("date") or arguments.get("from_date") or "")
    return {"day": day, "time": starts[11:16], "name": str(arguments.get("name") or "")}


class Failing:
    """Carries requests to a transport in process, except where the plan has other ideas."""

    def __init__(self, transport: Transport, plan: TroublePlan, clock: Clock, patience: float = PATIENCE) -> None:
        self._transport, self._clock, self._patience = transport, clock, patience
        self.run = PlanRun(plan)

    def __call__(self, request: Request) -> Answer:
        trouble = self.run.next(request)
        if trouble is None:
            return self._transport(request)
        answer = self._transport(request) if trouble.reaches else None
        waited = {"slow": trouble.seconds, "timeout": self._patience}.get(trouble.outcome, 0.0)
        self._clock.sleep(min(waited, self._patience))
        spoilt = trouble.spoil(answer)
        if spoilt is None or waited > self._patience:
            raise NoAnswer(trouble.outcome)
        return spoilt
