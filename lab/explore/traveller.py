"""An agent's process that can be sent back to where the agent has been."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from lab.call.process import CODES, AgentProcess, InvalidRequest, Limits, Serve
from lab.call.program import AgentFault, start_host
from lab.protocol import ToolError, ToolTimeout

Error = tuple[int, str, dict[str, Any]]


class Said(NamedTuple):
    """What an agent asked, and what it was told: a result, or an error (code, message, data)."""

    method: str
    params: dict[str, Any]
    result: Any = None
    error: Error | None = None

    @property
    def chosen(self) -> bool:
        """A tool call that reached the tool, so that it might have ended otherwise."""
        return self.method == "tool" and not (self.error and self.error[0] == CODES["invalid"])


Talk = tuple[Said, ...]


class Traveller:
    """An agent's process, started when it is needed; a line is said to it from wherever it has been."""

    printed = ""
    left: Mapping[str, Any] = MappingProxyType({})

    def __init__(self, path: Path, ignored: tuple[str, ...], limits: Limits) -> None:
        self._path, self._ignored, self._limits = path, list(ignored), limits
        self._process: AgentProcess | None = None
        self._kept: set[str] = set()
        self._talk: list[Said] = []
        self.mark = ""
        self.leave_from = ""
        self.foreseen: Talk = ()
        self.copied = True

    @property
    def talk(self) -> Talk:
        """What the agent asked since the last line."""
        return tuple(self._talk)

    def reaches(self, mark: str) -> bool:
        """The agent is there, or can be sent there."""
        return mark == self.mark or mark in self._kept

    def ask(self, method: str, params: dict[str, Any], serve: Serve) -> Any:
        """As AgentProcess.ask. Raises AgentFault."""
        if self._process is None:
            self._process = AgentProcess(start_host(self._path), self._limits)
        self._talk, foreseen, self.foreseen = [], self.foreseen, ()
        params = params | {"mark": self._ignored} if method == "start" else self._from_here(params, foreseen)
        self.mark = ""
        try:
            answer = self._process.ask(method, params, lambda asked, given: self._serve(asked, given, foreseen, serve))
        except AgentFault as fault:
            if fault.kind not in ("raised", "exited"):
                self.quit()
            raise
        self._catch_up(answer, foreseen, serve)
        self._arrive(answer)
        return answer

    def goodbye(self, reason: str) -> None:
        """Nothing to hear of it yet."""

    def close(self, reason: str = "") -> None:
        """A call has ended; the next one goes on in the same process."""

    def quit(self) -> None:
        """End the process."""
        if self._process:
            self._process.close()
        self._process, self.mark = None, ""
        self._kept.clear()

    def _from_here(self, params: dict[str, Any], foreseen: Talk) -> dict[str, Any]:
        away = {} if self.leave_from == self.mark else {"from": self.leave_from}
        return {**params, **away, "foreseen": foreseen}

    def _serve(self, method: str, params: dict[str, Any], foreseen: Talk, serve: Serve) -> Any:
        self._catch_up(params, foreseen, serve)
        said = _said(method, params, serve)
        self._talk.append(said)
        if said.error:
            raise _failure(said.error)
        return said.result

    def _catch_up(self, message: dict[str, Any], foreseen: Talk, serve: Serve) -> None:
        """Serve what the agent has asked and been told in its own process already, so that it is recorded."""
        first = len(self._talk)
        for said in foreseen[first : first + message.pop("foreseen", 0)]:
            self._talk.append(_said(said.method, said.params, serve))

    def _arrive(self, answer: dict[str, Any]) -> None:
        self.mark = answer["mark"]
        self.copied = self.copied and answer["kept"]
        if answer["kept"]:
            self._kept.add(self.mark)


def _said(method: str, params: dict[str, Any], serve: Serve) -> Said:
    try:
        return Said(method, params, serve(method, params))
    except ToolTimeout:
        return Said(method, params, error=(CODES["timeout"], "timeout", {}))
    except ToolError as error:
        return Said(method, params, error=(CODES["rejected"], error.reason, {"reason": error.reason}))
    except InvalidRequest as error:
        return Said(method, params, error=(CODES["invalid"], str(error), {"reason": "invalid"}))


def _failure(error: Error) -> Exception:
    code, message, data = error
    if code == CODES["timeout"]:
        return ToolTimeout(message)
    return ToolError(data["reason"]) if code == CODES["rejected"] else InvalidRequest(message)
