"""An agent's process that can be sent back to where the agent has been."""

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from lab.call.process import CODES, AgentProcess, InvalidRequest, Limits, Serve
from lab.call.program import AgentFault, start_host
from lab.call.rules import SEARCHED
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


class CannotBeCopied(Exception):
    """The agent has come to a state of which no copy can be made; it has to be led back in another way."""


class Traveller:
    """An agent's process, started when it is needed; a line is said to it from wherever it has been.

    There are three ways back. `copied`: its state is put back in its place. `branched`: the process forks before each
    line. `replayed`: all is said again from the start, in a process of its own.
    """

    printed = ""
    left: Mapping[str, Any] = MappingProxyType({})

    def __init__(self, path: Path, ignored: tuple[str, ...], limits: Limits, way: str = "copied") -> None:
        self._path, self._ignored, self._limits = path, list(ignored), limits
        self._process: AgentProcess | None = None
        self._kept: set[str] = set()
        self._row: list[str] = []  # where the processes wait that the present one came from, and where it is itself
        self._talk: list[Said] = []
        self.way = way if way != "branched" or hasattr(os, "fork") else "replayed"
        self.opaque: set[str] = set()
        self.mark = ""
        self.leave_from = ""
        self.leave_at: int | None = None  # a place in the row, where equal states are not to be taken for each other
        self.foreseen: Talk = ()

    @property
    def talk(self) -> Talk:
        """What the agent asked since the last line."""
        return tuple(self._talk)

    def reaches(self, mark: str) -> bool:
        """The agent is there, or can be sent there."""
        return mark in self._kept or mark in self._row

    def ask(self, method: str, params: dict[str, Any], serve: Serve) -> Any:
        """As AgentProcess.ask. Raises AgentFault, or CannotBeCopied."""
        if method == "start":
            self.quit()
        if self._process is None:
            rules = replace(SEARCHED, branches=self.way == "branched")
            self._process = AgentProcess(start_host(self._path, rules), self._limits)
        self._talk, foreseen, self.foreseen = [], self.foreseen, ()
        params = params | self._on_the_way(method, foreseen)
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
        self._row.clear()

    def _on_the_way(self, method: str, foreseen: Talk) -> dict[str, Any]:
        """What the host must know to lead the agent to where it leaves from; from then on nobody knows where it is."""
        if method == "start":
            return {"mark": self._ignored, "copies": self.way == "copied"}
        if self.way == "branched":
            there = self._row.index(self.leave_from) if self.leave_at is None else self.leave_at
            back = len(self._row) - 1 - there
            self._row[there + 1 :] = [""]
            return {"foreseen": foreseen, "branch": True, "back": back}
        self._row.clear()
        away = {"from": self.leave_from} if self.way == "copied" and self.leave_from != self.mark else {}
        return {"foreseen": foreseen, **away}

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
        if self.way == "copied" and not answer["kept"]:
            self.quit()
            self.way = "branched" if hasattr(os, "fork") else "replayed"
            raise CannotBeCopied
        opaque = set(answer.get("opaque", ()))
        if "threads" in opaque and self.way == "branched":  # a fork takes no threads along
            self.quit()
            self.way = "replayed"
            raise CannotBeCopied
        self.opaque |= opaque
        self.mark = answer["mark"]
        self._row[-1:] = [self.mark]
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
