"""An agent whose process outlives its calls."""

from collections.abc import Mapping
from typing import Any

from lab.call.call import Agent
from lab.call.process import Serve


class Kept:
    """When a call ends the agent is told so, and takes the next one."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent

    @property
    def printed(self) -> str:
        return self._agent.printed

    @property
    def left(self) -> Mapping[str, Any]:
        return self._agent.left

    def ask(self, method: str, params: dict[str, Any], serve: Serve) -> Any:
        return self._agent.ask(method, params, serve)

    def goodbye(self, reason: str) -> None:
        self._agent.goodbye(reason)

    def close(self, reason: str = "") -> None:
        """The call is over, and the process is not."""

    def release(self) -> None:
        """End the process."""
        self._agent.close()
