"""What passes between a client and the practice: a request, an answer, or none."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from fake_api.words import ToolTimeout


@dataclass(frozen=True, slots=True)
class Request:
    """One call of the API: an endpoint's name and its raw arguments, as JSON values; `caller` tells clients apart."""

    endpoint: str
    arguments: Mapping[str, Any] = field(hash=False)
    caller: str = ""


class Json(str):
    """Values that are written as JSON already."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An HTTP status and a body: JSON values (or those written already), or the text itself where it is no JSON."""

    status: int
    body: Any = field(hash=False)
    retry_after: str | None = None


class NoAnswer(ToolTimeout):
    """Nothing came back: too late, or the connection broke. What was asked may have happened."""


class Transport(Protocol):
    """Carries one request to the practice; raises NoAnswer."""

    def __call__(self, request: Request) -> Answer: ...


def refusal(status: int, code: str, key: str | None = None, why: str = "") -> Answer:
    """An answer that says no: nothing was written."""
    error = {"code": code, "key": key, "message": why}
    return Answer(status, {"error": {name: value for name, value in error.items() if value}})


class Refused(Exception):
    """The practice says no; nothing was written."""

    def __init__(self, status: int, code: str, key: str | None = None, why: str = "") -> None:
        super().__init__(code)
        self.status, self.code, self.key, self.why = status, code, key, why

    @property
    def answer(self) -> Answer:
        return refusal(self.status, self.code, self.key, self.why)


def require(key: str, row: tuple[Any, ...]) -> Any:
    """The first value of a row that must be there; raises Refused, naming the key that led nowhere."""
    if not row:
        raise Refused(400, "BAD_INPUT", key, "there is no such one")
    return row[0]
