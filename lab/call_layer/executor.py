"""Sends what the layer decided: in time, once more only where nothing was written, and never believing half an answer.

```
NotDone
├── Rejected   the practice said no: nothing was written, and the same request gets the same answer
├── Busy       no room just now, twice: nothing was written
└── Unclear    nobody knows: no answer, too late, or none that can be read
```
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from fake_api.clock import Clock
from fake_api.practice.wire import Answer, NoAnswer, Request, Transport
from lab.call_layer.configuration import Configuration
from lab.call_layer.shapes import Exchange
from lab.call_layer.tools import COMMIT_SECONDS, READ_SECONDS
from lab.toolset import to_wire

BUSY = frozenset({"BUSY", "SLOT_BUSY", "PATIENT_BUSY", "CREATE_BUSY", "KEY_BUSY"})
"""The five codes after which the same request may be sent once more."""
WAIT = 0.5
COMMIT = "inbound/commit"

Kind = TypeVar("Kind")


class NotDone(Exception):
    """A request did not bring what it asked for; see the module for the tree. `code` is a word for it."""

    def __init__(self, code: str, field: str | None = None) -> None:
        super().__init__(code)
        self.code, self.field = code, field


class Rejected(NotDone):
    """The practice said no; `field` is the key that it objects to, if it named one."""


class Busy(NotDone):
    """No room just now, at the second try as well; nothing was written."""


class Unclear(NotDone):
    """No answer, too late, or none that can be read: what was asked may have happened."""


class Executor:
    """One call's line to the practice; `sent` keeps every request since it was last taken."""

    def __init__(self, api: Transport, clock: Clock, call_id: str, configuration: Configuration) -> None:
        self._api, self._clock, self._call_id = api, clock, call_id
        self._retries, self._limited = configuration.has("executor.retry"), configuration.has("executor.limit")
        self._sent: list[Exchange] = []

    def take(self) -> tuple[Exchange, ...]:
        """What was sent since the last time."""
        taken, self._sent = tuple(self._sent), []
        return taken

    def ask(self, endpoint: str, parse: Callable[[Any], Kind], **arguments: Any) -> Kind:
        """The answer to a request, parsed; raises NotDone."""
        try:
            return self.once(endpoint, parse, **arguments)
        except Busy:
            if not self._retries:
                raise
        self._clock.sleep(WAIT)
        return self.once(endpoint, parse, **arguments)

    def once(self, endpoint: str, parse: Callable[[Any], Kind], **arguments: Any) -> Kind:
        """The same, in one try."""
        return self.send(endpoint, parse, {key: value for key, value in arguments.items() if value is not None})

    def send(self, endpoint: str, parse: Callable[[Any], Kind], body: Mapping[str, Any]) -> Kind:
        """The answer to a body that stands; only where it does not say which call it is of, that is added."""
        body = to_wire(body)
        if endpoint.startswith("inbound/"):
            body = {"call_id": self._call_id, **body}
        try:
            found = parse(self._result(endpoint, body))
        except NotDone as fault:
            self._note(endpoint, body, fault.code)
            raise
        except (KeyError, TypeError, ValueError, AttributeError):
            self._note(endpoint, body, "unreadable")
            raise Unclear("unreadable") from None
        self._note(endpoint, body, "ok")
        return found

    def _result(self, endpoint: str, body: Mapping[str, Any]) -> Any:
        began = self._clock.now()
        try:
            answer = self._api(Request(endpoint, dict(body), self._call_id))
        except NoAnswer:
            raise Unclear("timeout") from None
        limit = COMMIT_SECONDS if endpoint == COMMIT else READ_SECONDS
        if self._limited and (self._clock.now() - began).total_seconds() > limit:
            raise Unclear("too late")
        return _open(answer)

    def _note(self, endpoint: str, body: Mapping[str, Any], outcome: str) -> None:
        self._sent.append(Exchange(endpoint, dict(body), outcome, endpoint == COMMIT))


def _open(answer: Answer) -> Any:
    """What is in the envelope; raises NotDone, and ValueError where there is none."""
    body = answer.body
    if not isinstance(body, Mapping) or not isinstance(body.get("ok"), bool):
        raise Unclear(f"http {answer.status}" if answer.status != 200 else "no envelope")
    if body["ok"]:
        if answer.status != 200:
            raise Unclear(f"http {answer.status}")
        return body["result"]
    code, field = body["error"]["code"], body["error"].get("field")
    if not isinstance(code, str):
        raise ValueError("a code that is no text")
    if code in BUSY:
        raise Busy(code)
    if 400 <= answer.status < 500 or answer.status == 200:
        raise Rejected(code, field if isinstance(field, str) else None)
    raise Unclear(code)
