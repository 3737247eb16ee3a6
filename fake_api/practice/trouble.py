"""How a practice's API fails, as data: which of its requests, and in which of the ways that servers know."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fake_api import expressions
from fake_api.data_error import DataError, near_miss, require_one_of
from fake_api.practice.endpoints import ENDPOINTS
from fake_api.practice.inbound.endpoints import INBOUND
from fake_api.practice.inbound.envelope import BUSY, refuse
from fake_api.practice.wire import Answer, refusal
from fake_api.reading import STRICT, read

PLANS = Path(__file__).with_name("plans")

_LOST = ("timeout", "dropped", "server_error", "empty", "html", "unreadable", "no_envelope")
_SAYS_NO = ("conflict", "rejected", "refused", "busy")
OUTCOMES = (*_LOST, "slow", "too_many", *_SAYS_NO)
_ONLY = {
    "seconds": ("slow",),
    "retry_after": ("too_many",),
    "status": ("server_error",),
    "committed": _LOST,
    "reason": _SAYS_NO,
    "field": ("refused",),
}
_IN_AN_ENVELOPE = ("refused", "busy", "no_envelope")
_LONGEST = 3600.0
_BROKEN = '{"ok": true, "result": {"kind": "bo'
_PAGE = "<!doctype html><title>Sign in</title><p>Your session has ended."


@dataclass(frozen=True)
class Trouble:
    """One way to fail; whatever is left out fits every request.

    `tool` is an endpoint, `attempts` counts its requests from 1, `when` is an expression over the request, `chance`
    lies between 0 and 1. `committed`: the practice did it, and only the answer was lost or spoilt. `seconds` pass
    before a slow answer, `status` is 500 to 599, `retry_after` is sent as it stands, `reason` is the code of a
    refusal, `field` the key that it blames. What has to do with envelopes is for the front desk's API alone.
    Raises DataError.
    """

    __pydantic_config__ = STRICT

    tool: str | None = None
    attempts: tuple[int, ...] = ()
    when: str | None = None
    outcome: str = ""
    committed: bool = False
    reason: str | None = None
    field: str | None = None
    seconds: float = 0.0
    status: int | None = None
    retry_after: str | None = None
    chance: float | None = None

    def __post_init__(self) -> None:
        require_one_of("outcome", self.outcome, OUTCOMES)
        if self.tool is not None:
            require_one_of("tool", self.tool, (*ENDPOINTS, *INBOUND))
            if self.outcome in _IN_AN_ENVELOPE and self.tool not in INBOUND:
                raise DataError(f"{self.tool} answers without an envelope", key="outcome")
        if self.outcome == "busy":
            require_one_of("reason", self.code, BUSY)
        for key, outcomes in _ONLY.items():
            if getattr(self, key) and self.outcome not in outcomes:
                raise DataError(f"belongs to the outcome {' or '.join(outcomes)} only", key=key)
        if any(attempt < 1 for attempt in self.attempts):
            raise DataError("counts from 1", key="attempts")
        if self.chance is not None and not 0 <= self.chance <= 1:
            raise DataError(f"must lie between 0 and 1, not {self.chance}", key="chance")
        if self.outcome == "slow" and not 0 < self.seconds <= _LONGEST:
            raise DataError(f"must be more than 0 and at most {_LONGEST:g}, not {self.seconds:g}", key="seconds")
        if not 500 <= (self.status or 503) <= 599:
            raise DataError(f"must be a server's fault, 500 to 599, not {self.status}", key="status")
        if self.when is not None:
            expressions.check(self.when)

    def __str__(self) -> str:
        """In words, for a panel: `create, attempt 1: timeout, done`."""
        parts = [
            self.tool or "any request",
            self.attempts and f"attempt {', '.join(map(str, self.attempts))}",
            self.when and f"when {self.when}",
            self.chance is not None and f"chance {self.chance:g}",
        ]
        return f"{', '.join(part for part in parts if part)}: {self.effect}"

    @property
    def effect(self) -> str:
        """What happens, in words: `timeout, not done`, `conflict SLOT_TAKEN`, `slow 2.5s`."""
        if self.outcome in _LOST:
            status = f" {self.status}" if self.status else ""
            return f"{self.outcome}{status}, {'done' if self.committed else 'not done'}"
        if self.outcome == "slow":
            return f"slow {self.seconds:g}s"
        detail = self.retry_after if self.outcome == "too_many" else self.code
        return " ".join(filter(None, (self.outcome, detail, self.field)))

    @property
    def code(self) -> str:
        """The reason that a refusal gives."""
        return self.reason or ("BUSY" if self.outcome == "busy" else "SLOT_TAKEN")

    @property
    def reaches(self) -> bool:
        """Whether the practice gets to see the request, whatever comes of the answer."""
        return self.committed or self.outcome == "slow"

    def spoil(self, answer: Answer | None) -> Answer | None:
        """The answer that the client gets in place of the real one; none: it gets no answer."""
        match self.outcome:
            case "timeout" | "dropped":
                return None
            case "conflict":
                return refusal(409, self.code)
            case "too_many":
                return Answer(429, {"error": {"code": "TOO_MANY_REQUESTS"}}, self.retry_after)
            case "server_error":
                return Answer(self.status or 503, "upstream is not available")
            case "empty":
                return Answer(200, "")
            case "html":
                return Answer(200, _PAGE)
            case "unreadable":
                return Answer(200, _BROKEN)
            case "no_envelope":
                return Answer(200, _unwrapped(answer))
            case "rejected":
                return Answer(200, {"status": "rejected", "code": self.code})
            case "refused":
                return refuse(409, self.code, self.field)
            case "busy":
                return refuse(503, self.code, why="the practice is busy; nothing was written")
        return answer


def _unwrapped(answer: Answer | None) -> Any:
    """What an answer holds, without what says whether it went well."""
    body = answer.body if answer else {}
    return body.get("result", body) if isinstance(body, dict) else body


@dataclass(frozen=True)
class TroublePlan:
    """Troubles in the order in which they are tried: the first that fits wins. `seed` settles every chance."""

    name: str = "calm"
    seed: int = 0
    troubles: tuple[Trouble, ...] = ()
    about: str = ""


@dataclass(frozen=True)
class _PlanFile:
    __pydantic_config__ = STRICT

    about: str = ""
    seed: int = 0
    failure: tuple[Trouble, ...] = ()


def load_trouble(name_or_path: str | Path = "calm") -> TroublePlan:
    """A plan that ships, by its name, or the TOML file at a path; raises DataError."""
    path = Path(name_or_path)
    if path.suffix != ".toml":
        known = trouble_names()
        if str(name_or_path) not in known:
            problem = f'no plan is called "{name_or_path}" (there are {", ".join(known)})'
            raise DataError(problem, suggestion=near_miss(name_or_path, known))
        path = PLANS / f"{name_or_path}.toml"
    written = read(path, _PlanFile)
    return TroublePlan(path.stem, written.seed, written.failure, written.about)


def trouble_names() -> list[str]:
    """The plans that ship."""
    return sorted(path.stem for path in PLANS.glob("*.toml"))
