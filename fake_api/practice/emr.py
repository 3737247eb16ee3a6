"""The practice's record system: it answers what it is asked, and books whatever row it is told to if there is room."""

import json
from collections import Counter
from collections.abc import Callable, Hashable
from contextlib import nullcontext
from dataclasses import replace
from threading import Lock
from typing import Any

from fake_api.clock import Clock
from fake_api.practice import directory, patients, schedule, visits
from fake_api.practice.endpoints import ENDPOINTS
from fake_api.practice.kinds import BadInput
from fake_api.practice.store import Store
from fake_api.practice.wire import Answer, Json, Refused, Request, refusal
from fake_api.practice.world import World

_HANDLERS: dict[str, Callable[..., Any]] = {
    "offices": directory.offices,
    "providers": directory.providers,
    "types": directory.types,
    "day": schedule.day,
    "month": schedule.month,
    "find_patient": patients.find_patient,
    "appointments": patients.appointments,
    "create": visits.create,
    "reschedule": visits.reschedule,
    "cancel": visits.cancel,
}
_CALLERS_COUNTED = 10_000
_READS_KNOWN = 256


class Practice:
    """The API over the rows of a store; any thread may ask. `requests` counts what was asked, by endpoint."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store = store
        self.requests: Counter[str] = Counter()
        self.name, self._limit = store.one("SELECT name, requests_per_second FROM practice")
        self._clock = clock
        self._lock = Lock()
        self._latest: dict[str, tuple[int, int]] = {}
        self._known: tuple[tuple[int, int], dict[Hashable, Answer]] = ((0, 0), {})

    def __call__(self, request: Request) -> Answer:
        """Answer one request in process: a transport."""
        answer = self._refusal(request) or self._answer(request)
        return replace(answer, body=json.loads(answer.body)) if isinstance(answer.body, Json) else answer

    def in_writing(self, request: Request) -> Answer:
        """The same as text, for the wire; what was read once is known until anything is written, whoever writes."""
        if refused := self._refusal(request):
            return refused
        if ENDPOINTS[request.endpoint].writes:
            return self._answer(request)
        edition = self.store.edition
        if edition != self._known[0] or len(self._known[1]) == _READS_KNOWN:
            self._known = edition, {}
        _, known = self._known
        key = request.endpoint, *request.arguments.items()
        if key not in known:
            answer = self._answer(request)
            if answer.status != 200:
                return answer
            known[key] = answer if isinstance(answer.body, Json) else Answer(200, Json(json.dumps(answer.body)))
        return known[key]

    def _answer(self, request: Request) -> Answer:
        endpoint = ENDPOINTS[request.endpoint]
        try:
            arguments = endpoint.check(request.arguments)
            with nullcontext() if endpoint.writes else self.store.reading():
                return Answer(200, _HANDLERS[endpoint.name](self.store, **arguments))
        except BadInput as fault:
            return refusal(400, "BAD_INPUT", fault.key, str(fault))
        except Refused as refused:
            return refused.answer

    def _refusal(self, request: Request) -> Answer | None:
        """Why a request is not even looked at."""
        if request.endpoint not in ENDPOINTS:
            return refusal(404, "NOT_FOUND", why=f"there is no {request.endpoint!r}")
        if not self.admits(request):
            return Answer(429, {"error": {"code": "TOO_MANY_REQUESTS"}}, retry_after="1")
        return None

    def admits(self, request: Request) -> bool:
        """Counts a request; false when its caller asks for more than the practice answers in one second."""
        with self._lock:
            self.requests[request.endpoint] += 1
            if self._limit is None:
                return True
            second = int(self._clock.now().timestamp())
            latest, asked = self._latest.get(request.caller, (second, 0))
            asked = asked + 1 if latest == second else 1
            if len(self._latest) >= _CALLERS_COUNTED:
                self._latest.clear()
            self._latest[request.caller] = (second, asked)
            return asked <= int(self._limit)


def open_practice(world: World, clock: Clock) -> Practice:
    """A practice in memory, for a call."""
    store = Store()
    store.fill(world)
    return Practice(store, clock)
