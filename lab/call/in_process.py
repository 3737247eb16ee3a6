"""An agent in our own process, for debugging: `breakpoint()` works, and nothing protects the bench from it."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from lab.call.child.plain import AgentFailed
from lab.call.child.seat import INVALID, REJECTED, TIMEOUT, RequestFailed, Seat
from lab.call.process import InvalidRequest, Serve
from lab.call.program import AgentFault
from lab.protocol import ToolError, ToolTimeout


class InProcessAgent:
    """Answers like an AgentProcess, without a process and without limits of time."""

    printed = ""
    left: Mapping[str, Any] = MappingProxyType({})

    def __init__(self, path: Path) -> None:
        self._serve: Serve | None = None
        self._seat = Seat(str(path), self._request)

    def ask(self, method: str, params: dict[str, Any], serve: Serve) -> Any:
        """As AgentProcess.ask. Raises AgentFault."""
        self._serve = serve
        try:
            return getattr(self._seat, method)(params)
        except AgentFailed as failed:
            raise AgentFault(failed.kind, failed.detail, failed.trace) from None

    def goodbye(self, reason: str) -> None:
        """Nothing to hear of it."""

    def close(self, reason: str = "") -> None:
        """Nothing to end: the agent goes with the call."""

    def _request(self, method: str, params: dict[str, Any]) -> Any:
        assert self._serve
        try:
            return self._serve(method, params)
        except ToolTimeout:
            raise RequestFailed(TIMEOUT, "timeout", {}) from None
        except ToolError as error:
            raise RequestFailed(REJECTED, error.reason, {"reason": error.reason}) from None
        except InvalidRequest as error:
            raise RequestFailed(INVALID, str(error), {"reason": "invalid"}) from None
