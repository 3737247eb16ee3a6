"""An agent in a process of its own: started, asked one thing at a time, and ended with everything it started."""

import contextlib
import json
import math
import os
import queue
import subprocess
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from lab.call.program import OUT_OF_TIME, AgentFault, Program, how_it_ended
from lab.protocol import ToolError, ToolTimeout

LONGEST_MESSAGE = 1_000_000
MOST_REQUESTS = 500
CUT = 71  # as in lab.call.child.wire
DEEPEST = 20  # levels in a message
KEPT_OUTPUT = 8_000
NO_ANSWER = "no answer within its time"
FORGED = "wrote to the line between the grader and its process, or closed it"
GOODBYE = 2.0  # seconds an agent has to take note that the call is over
CODES = {"parse": -32700, "request": -32600, "invalid": -32602, "failed": -32000, "timeout": -32001, "rejected": -32002}

Serve = Callable[[str, dict[str, Any]], Any]
"""What the bench answers an agent's request with; raises ToolTimeout, ToolError or InvalidRequest."""


class InvalidRequest(Exception):
    """A request whose arguments do not fit; the agent is told, and the call goes on."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long (seconds of the machine's time) an agent may think: to start, in one turn, and in a call as a whole."""

    start: float = 10.0
    turn: float = 5.0
    call: float = math.inf


PATIENT = Limits()


class AgentProcess:
    """Speaks the protocol with a program over its stdin and stdout; its prints are drained from stderr.

    With `private` the other end is our own host, which makes no mistakes: whatever does not fit is tampering.
    """

    def __init__(self, program: Program, limits: Limits = PATIENT, private: bool = False) -> None:
        self._limits, self._private = limits, private
        self.left: Mapping[str, Any] = {}
        self._left_in_call = limits.call
        self._sent = self._received = 0
        self._printed = bytearray()
        self._dropped = 0
        self._failed = False
        self._lock = threading.Lock()
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._process = program
        self._readers = [_thread(self._read_lines), _thread(self._drain)]

    @property
    def printed(self) -> str:
        """What the agent printed: the first few thousand characters, and how much was left out."""
        text = self._printed.decode("utf-8", "replace")
        return f"{text}\n[{self._dropped} more bytes not kept]" if self._dropped else text

    def ask(self, method: str, params: dict[str, Any], serve: Serve) -> Any:
        """Send a request, serve what the agent asks meanwhile, and return its answer. Raises AgentFault."""
        with self._lock:
            self._failed = True  # until it has answered
            if method == "start":
                self._left_in_call = self._limits.call
            answer = self._conversation(
                method, params, serve, self._limits.start if method == "start" else self._limits.turn
            )
            self._failed = False
            return answer

    def _conversation(self, method: str, params: dict[str, Any], serve: Serve, left: float) -> Any:
        # on our own line no number can be foreseen, and so no answer be written beforehand
        self._sent = int.from_bytes(os.urandom(6)) if self._private else self._sent + 1
        self._send({"id": self._sent, "method": method, "params": params})
        for _ in range(MOST_REQUESTS):
            began = time.monotonic()
            message = self._receive(min(left, self._left_in_call))
            taken = time.monotonic() - began  # what the bench itself takes to serve is not the agent's time
            left, self._left_in_call = left - taken, self._left_in_call - taken
            if "method" not in message:
                return self._answer(message)
            self._serve(message, serve)
        raise AgentFault("too_many_calls", f"more than {MOST_REQUESTS} requests in one turn")

    def goodbye(self, reason: str) -> None:
        """Say that the call is over, and hear what is left of it. Raises AgentFault, but only for tampering."""
        with self._lock:
            self._say_goodbye(reason)

    def close(self, reason: str = "") -> None:
        """Say goodbye if the agent is listening, then end the process and whatever it started; from any thread."""
        if self._lock.acquire(blocking=False):
            try:
                with contextlib.suppress(AgentFault):
                    self._say_goodbye(reason)
            finally:
                self._lock.release()
        self._process.end()
        for reader in self._readers:
            reader.join(timeout=0.2)  # something that got away may still hold the other end of the pipe
        with contextlib.suppress(OSError, ValueError):
            if self._process.stdin:
                self._process.stdin.close()

    def _say_goodbye(self, reason: str) -> None:
        if self._failed or self._process.poll() is not None:
            return
        self._failed = True  # it is listening no more
        try:
            left = self._conversation("end", {"reason": reason}, _refuse, GOODBYE)
        except AgentFault as fault:
            if fault.kind == "tampering":
                raise
        else:
            self.left = left if isinstance(left, dict) else {}

    def _serve(self, message: dict[str, Any], serve: Serve) -> None:
        if self._private and message["method"] == "denied":
            raise AgentFault("tampering", f"tried to {message.get('params', {}).get('tried', 'do what it may not')}")
        self._received += 1
        number = message.get("id")
        if number != self._received or isinstance(number, bool):
            raise self._misfit(f"sent request number {number!r:.40} where {self._received} comes next")
        method, params = message["method"], message.get("params")
        if not isinstance(method, str) or not isinstance(params, dict):
            raise self._misfit("sent a request without a method and its params")
        try:
            self._send({"id": number, "result": serve(method, params)})
        except ToolTimeout:
            self._send_error(number, "timeout", "timeout", {})
        except ToolError as error:
            self._send_error(number, "rejected", error.reason, {"reason": error.reason})
        except InvalidRequest as error:
            self._send_error(number, "invalid", str(error), {"reason": "invalid"})

    def _answer(self, message: dict[str, Any]) -> Any:
        if message.get("id") != self._sent:
            raise self._misfit(f"answered number {message.get('id')!r:.40} where {self._sent} was asked")
        if "error" in message:
            raise _told(message["error"])
        if "result" not in message:
            raise self._misfit("sent a message that is neither a request nor an answer")
        return message["result"]

    def _send_error(self, number: Any, code: str, text: str, data: dict[str, Any]) -> None:
        self._send({"id": number, "error": {"code": CODES[code], "message": text, "data": data}})

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin
        # a dead process can't be written to; what it said before it died, and how it died, is read next
        with contextlib.suppress(OSError, ValueError):
            self._process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
            self._process.stdin.flush()

    def _receive(self, seconds: float) -> dict[str, Any]:
        try:
            line = self._lines.get(timeout=max(seconds, 0))
        except queue.Empty:
            raise AgentFault("timed_out", NO_ANSWER) from None
        if line is None:
            raise self._crash()
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):  # also a UnicodeDecodeError
            raise self._misfit(f"sent a line that is no message: {line[:80]!r}") from None
        if not isinstance(message, dict):
            raise self._misfit(f"sent a line that is no message: {line[:80]!r}")
        if line.count(b"[") + line.count(b"{") > DEEPEST and _deeper(message, DEEPEST):
            raise self._misfit(f"sent a message nested more than {DEEPEST} deep")
        return message

    def _crash(self) -> AgentFault:
        try:
            code = self._process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            return self._misfit("closed the line without hanging up")
        if code == CUT and self._private:
            return AgentFault("tampering", FORGED)
        if code == OUT_OF_TIME:
            return AgentFault("timed_out", NO_ANSWER)
        return AgentFault("crashed", how_it_ended(code))

    def _misfit(self, what: str) -> AgentFault:
        return AgentFault("tampering", FORGED) if self._private else AgentFault("bad_answer", what)

    def _read_lines(self) -> None:
        assert self._process.stdout
        with contextlib.suppress(OSError, ValueError), self._process.stdout:
            while line := self._process.stdout.readline(LONGEST_MESSAGE):
                self._lines.put(line)
        self._lines.put(None)

    def _drain(self) -> None:
        assert self._process.stderr
        with contextlib.suppress(OSError, ValueError), self._process.stderr:
            while chunk := os.read(self._process.stderr.fileno(), 65536):
                kept = chunk[: KEPT_OUTPUT - len(self._printed)]
                self._printed += kept
                self._dropped += len(chunk) - len(kept)


def _deeper(value: Any, levels: int) -> bool:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return levels < 0 or any(_deeper(item, levels - 1) for item in inside)


def _refuse(method: str, params: dict[str, Any]) -> Any:
    raise InvalidRequest("the call is over")


def _told(error: Any) -> AgentFault:
    error = error if isinstance(error, dict) else {}
    data = error["data"] if isinstance(error.get("data"), dict) else {}
    kind = data.get("kind") if data.get("kind") in ("exited", "bad_answer") else "raised"
    return AgentFault(str(kind), str(error.get("message", "an error")), str(data.get("trace", "")))


def _thread(work: Callable[[], None]) -> threading.Thread:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread
