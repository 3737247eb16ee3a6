"""An agent in a process of its own: started, asked one thing at a time, and ended with everything it started."""

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lab.protocol import ToolError, ToolTimeout

HOST = Path(__file__).with_name("host.py")
LONGEST_MESSAGE = 1_000_000
MOST_REQUESTS = 500
DEEPEST = 20  # levels in a message
KEPT_OUTPUT = 8_000
GOODBYE = 0.5  # seconds an agent has to take note that the call is over
CODES = {"parse": -32700, "request": -32600, "invalid": -32602, "failed": -32000, "timeout": -32001, "rejected": -32002}

NEEDED = ("PATH", "LANG", "LC_ALL", "TZ", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")

Serve = Callable[[str, dict[str, Any]], Any]
"""What the bench answers an agent's request with; raises ToolTimeout, ToolError or InvalidRequest."""


class AgentFault(Exception):
    """The agent's process or its answers failed: a kind (one of `record.FAULTS`), words, and its own frames."""

    def __init__(self, kind: str, detail: str, trace: str = "") -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind, self.detail, self.trace = kind, detail, trace


class InvalidRequest(Exception):
    """A request whose arguments do not fit; the agent is told, and the call goes on."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long (seconds of the machine's time) an agent may think: to start, and in one turn."""

    start: float = 10.0
    turn: float = 5.0


PATIENT = Limits()


def host_command(path: Path) -> list[str]:
    """How a Python agent's process is started: without site, its own folder last."""
    packages = [entry for entry in sys.path if Path(entry).name in ("site-packages", "dist-packages")]
    return [sys.executable, "-s", "-S", "-P", "-B", str(HOST), str(path.resolve()), *packages]


class AgentProcess:
    """Speaks the protocol with a program over its stdin and stdout; its prints are drained from stderr."""

    def __init__(self, command: Sequence[str], limits: Limits = PATIENT) -> None:
        """Raises AgentFault if the program can't be started."""
        self._limits = limits
        self._sent = self._received = 0
        self._printed = bytearray()
        self._dropped = 0
        self._failed = False
        self._lock = threading.Lock()
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._process = _start(command)
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
            answer = self._conversation(
                method, params, serve, getattr(self._limits, "start" if method == "start" else "turn")
            )
            self._failed = False
            return answer

    def _conversation(self, method: str, params: dict[str, Any], serve: Serve, left: float) -> Any:
        self._sent += 1
        self._send({"id": self._sent, "method": method, "params": params})
        for _ in range(MOST_REQUESTS):
            began = time.monotonic()
            message = self._receive(left)
            left -= time.monotonic() - began  # what the bench itself takes to serve is not the agent's time
            if "method" not in message:
                return self._answer(message)
            self._serve(message, serve)
        raise AgentFault("bad_answer", f"made {MOST_REQUESTS} requests in one turn")

    def close(self, reason: str = "") -> None:
        """Say goodbye if the agent is listening, then end the process and whatever it started; from any thread."""
        if self._lock.acquire(blocking=False):
            try:
                self._say_end(reason)
            finally:
                self._lock.release()
        kill_group(self._process)
        self._process.wait()
        for reader in self._readers:
            reader.join(timeout=0.2)  # something that got away may still hold the other end of the pipe
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            with contextlib.suppress(OSError, ValueError):
                if pipe and not any(reader.is_alive() for reader in self._readers):
                    pipe.close()

    def _say_end(self, reason: str) -> None:
        if self._process.poll() is None and not self._failed:
            with contextlib.suppress(AgentFault):
                self._conversation("end", {"reason": reason}, _refuse, GOODBYE)

    def _serve(self, message: dict[str, Any], serve: Serve) -> None:
        self._received += 1
        number = message.get("id")
        if number != self._received or isinstance(number, bool):
            raise AgentFault("bad_answer", f"sent request number {number!r:.40} where {self._received} comes next")
        method, params = message["method"], message.get("params")
        if not isinstance(method, str) or not isinstance(params, dict):
            raise AgentFault("bad_answer", "sent a request without a method and its params")
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
            raise AgentFault("bad_answer", f"answered number {message.get('id')!r:.40} where {self._sent} was asked")
        if "error" in message:
            raise _told(message["error"])
        if "result" not in message:
            raise AgentFault("bad_answer", "sent a message that is neither a request nor an answer")
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
            raise AgentFault("timed_out", "no answer within its time") from None
        if line is None:
            raise self._crash()
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):  # also a UnicodeDecodeError
            raise AgentFault("bad_answer", f"sent a line that is no message: {line[:80]!r}") from None
        if not isinstance(message, dict):
            raise AgentFault("bad_answer", f"sent a line that is no message: {line[:80]!r}")
        if _deeper(message, DEEPEST):
            raise AgentFault("bad_answer", f"sent a message nested more than {DEEPEST} deep")
        return message

    def _crash(self) -> AgentFault:
        try:
            code = self._process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            return AgentFault("bad_answer", "closed the line without hanging up")
        if code < 0:
            return AgentFault("crashed", f"its process was ended by {signal.Signals(-code).name}")
        return AgentFault("crashed", f"its process ended by itself with code {code}")

    def _read_lines(self) -> None:
        assert self._process.stdout
        with contextlib.suppress(OSError, ValueError):
            while line := self._process.stdout.readline(LONGEST_MESSAGE):
                self._lines.put(line)
        self._lines.put(None)

    def _drain(self) -> None:
        assert self._process.stderr
        with contextlib.suppress(OSError, ValueError):
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


def _start(command: Sequence[str]) -> "subprocess.Popen[bytes]":
    try:
        return subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=_environment(command),
            start_new_session=os.name == "posix",
        )
    except OSError as error:
        raise AgentFault("crashed", f"{command[0]} can't be started: {error.strerror}") from None


def _environment(command: Sequence[str]) -> dict[str, str]:
    """What a program needs to start; a submission of ours gets no more than that, so no key or token of the user's."""
    hosted = str(HOST) in command
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "READBACK"))}
    if hosted:
        kept = {key: value for key, value in kept.items() if key in NEEDED}
    return kept | {"PYTHONHASHSEED": "0", "PYTHONUTF8": "1"}


def kill_group(process: "subprocess.Popen[bytes]") -> None:
    """End a process and, where there are process groups, all that it started."""
    if os.name == "posix":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def _thread(work: Callable[[], None]) -> threading.Thread:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread
