"""The record system's client: reads are tried twice, writes once, and an answer is read for what it says.

```
EmrFault
├── Refused       it said no: nothing was written, and the same request gets the same answer
├── Busy          too many requests: nothing was written, the same request may be sent again
├── Unclear       a write of which nobody knows whether it happened
└── Unreachable   a read that was not answered, twice
```
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from fake_api.clock import Clock
from fake_api.practice.endpoints import ENDPOINTS
from fake_api.practice.wire import Answer, NoAnswer, Request, Transport

LONGEST_WAIT = 2.0
"""Seconds: no server's Retry-After makes a caller on the line wait longer."""
_USUAL_WAIT = 0.5

Kind = TypeVar("Kind")


class EmrFault(Exception):
    """The record system did not do what it was asked; see the module for the tree."""


class Refused(EmrFault):
    """It said no: `code` is its reason, `status` the HTTP status."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(f"{status} {code}")
        self.status, self.code = status, code


class Busy(EmrFault):
    """Too many requests: nothing was written."""


class Unclear(EmrFault):
    """A write of which nobody knows whether it happened."""


class Unreachable(EmrFault):
    """A read that was not answered, twice."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request as it went over the line, and what came of it (`ok`, a refusal's code, or how it failed)."""

    endpoint: str
    arguments: dict[str, Any] = field(hash=False)
    outcome: str


class Emr:
    """The record system as one caller's middleware sees it; `exchanges` keeps every request in order."""

    def __init__(self, transport: Transport, clock: Clock, caller: str = "") -> None:
        self._transport, self._clock, self._caller = transport, clock, caller
        self.exchanges: list[Exchange] = []

    def read(self, endpoint: str, parse: Callable[[Any], Kind], **arguments: Any) -> Kind:
        """Look something up and parse its body; a parser's KeyError, TypeError or ValueError means unreadable."""
        for waits_for_another in (True, False):
            answer = self._ask(endpoint, arguments)
            outcome, found = _read_body(answer, parse)
            self._note(endpoint, arguments, outcome)
            if found:
                return found[0]
            if answer and 400 <= answer.status < 500 and answer.status != 429:
                raise Refused(answer.status, outcome)
            if waits_for_another:
                self._clock.sleep(wait_of(answer.retry_after if answer else None))
        raise Unreachable(endpoint)

    def write(self, endpoint: str, **arguments: Any) -> dict[str, Any]:
        """Write once, whatever happens; the visit as it stands then."""
        answer = self._ask(endpoint, arguments)
        outcome, found = _read_body(answer, _written)
        self._note(endpoint, arguments, outcome)
        if found:
            return found[0]
        if answer and answer.status == 429:
            raise Busy(outcome)
        if answer and (400 <= answer.status < 500 or (answer.status == 200 and _says_no(answer.body))):
            raise Refused(answer.status, outcome)
        raise Unclear(outcome)

    def _ask(self, endpoint: str, arguments: dict[str, Any]) -> Answer | None:
        if endpoint not in ENDPOINTS:
            raise ValueError(f"the record system has no endpoint {endpoint!r}")
        try:
            return self._transport(Request(endpoint, arguments, self._caller))
        except NoAnswer:
            return None

    def _note(self, endpoint: str, arguments: dict[str, Any], outcome: str) -> None:
        self.exchanges.append(Exchange(endpoint, dict(arguments), outcome))


def wait_of(retry_after: str | None) -> float:
    """How long to wait before the one other try, in seconds: what the server names, within 0 and the longest wait."""
    try:
        seconds = float(retry_after) if retry_after is not None else _USUAL_WAIT
    except ValueError:
        return _USUAL_WAIT
    return min(max(seconds, 0.0), LONGEST_WAIT) if seconds == seconds else _USUAL_WAIT


def _read_body(answer: Answer | None, parse: Callable[[Any], Kind]) -> tuple[str, tuple[Kind, ...]]:
    """`ok` and the parsed body, or in a word what is wrong with the answer and nothing."""
    if answer is None:
        return "no_answer", ()
    if answer.status != 200 or _says_no(answer.body):
        return _code(answer), ()
    try:
        return "ok", (parse(answer.body),)
    except (KeyError, TypeError, ValueError):
        return "unreadable", ()


def _says_no(body: Any) -> bool:
    return isinstance(body, dict) and body.get("status") == "rejected"


def _code(answer: Answer) -> str:
    body = answer.body if isinstance(answer.body, dict) else {}
    error = body.get("error")
    code = error.get("code") if isinstance(error, dict) else body.get("code")
    return str(code or f"http_{answer.status}")


def _written(body: Any) -> dict[str, Any]:
    """A visit as the record system writes it; raises KeyError or TypeError for anything else."""
    if not isinstance(body, dict):
        raise TypeError
    for key in ("appointmentId", "patientId", "columnId", "startDatetime", "status", "version"):
        body[key]
    return body
