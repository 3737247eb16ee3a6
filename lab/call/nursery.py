"""A nursery forks a fresh process for each call of one agent, which is much cheaper than starting it (POSIX).

`lab.call.child.mother` is the other side: a stem for many submissions, a mother for each.
"""

import contextlib
import json
import os
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path
from typing import IO

from lab.call.program import AgentFault, host_command, host_environment
from lab.call.rules import FRIENDLY, Rules

PATIENCE = 10.0  # seconds for a mother to get ready, and to answer
RUNNING = 1 << 20  # as in lab.call.child.mother
OWN_PROCESSES = "own processes"
AVAILABLE = hasattr(os, "fork") and hasattr(socket, "send_fds")


class Stem:
    """The clean process that mothers come from; one will do for any number of agents, from any thread."""

    def __init__(self) -> None:
        """Raises AgentFault."""
        self._lock = threading.Lock()
        self._start()

    def mother(self, path: Path, rules: Rules, ahead: bool = True) -> "Mother":
        """A process that forks those of one agent, which it compiles `ahead` of them. Raises AgentFault."""
        question = rules.for_agent(path, ahead)
        with self._lock:
            try:
                return self._ask(question)
            except OSError:
                self._end()
                self._start()
            try:
                return self._ask(question)
            except OSError:
                raise AgentFault("crashed", "the process that starts agents has ended") from None

    def close(self) -> None:
        """End it; the mothers are ended by those who have them."""
        with self._lock:
            self._end()

    def __enter__(self) -> "Stem":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _ask(self, question: str) -> "Mother":
        ours, its = socket.socketpair()
        ours.settimeout(PATIENCE)
        with its:
            try:
                socket.send_fds(self._line, [question.encode()], [its.fileno()])
                return Mother(ours, json.loads(ours.recv(4096)))
            except (OSError, ValueError) as error:
                ours.close()
                raise OSError(str(error)) from None

    def _start(self) -> None:
        self._line, its = socket.socketpair()
        with its:
            command = host_command("--stem", str(its.fileno()))
            try:
                self._process = subprocess.Popen(
                    command,
                    pass_fds=[its.fileno()],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    env=host_environment(),
                    start_new_session=True,
                )
            except OSError as error:
                self._line.close()
                raise AgentFault("crashed", f"{command[0]} can't be started: {error.strerror}") from None

    def _end(self) -> None:
        self._line.close()
        self._process.kill()
        self._process.wait()


class Nursery:
    """Gives birth to processes of one agent; close it when the last of them is done."""

    def __init__(self, path: Path, rules: Rules = FRIENDLY, stem: Stem | None = None) -> None:
        """With a stem of its own unless it is given one. Raises AgentFault."""
        self._path, self._rules = path, rules
        self._lock = threading.Lock()
        self._own = None if stem else Stem()
        self._stem = stem or self._own
        self._mother: Mother | None = None
        self._closed = False

    @property
    def walls(self) -> tuple[str, ...]:
        """What the system has put around its processes. Raises AgentFault."""
        return self._mother_after(None).walls

    def start(self) -> "Forked":
        """A fresh process of the agent. Raises AgentFault."""
        mother = self._mother_after(None)
        try:
            return mother.fork()
        except AgentFault:
            # an agent, or its source, may have ended the process that it comes from; its next call starts all the same
            return self._mother_after(mother).fork()

    def close(self) -> None:
        """End the nursery, and whatever is left of its children."""
        with self._lock:
            self._closed = True
            if self._mother:
                self._mother.close()
        if self._own:
            self._own.close()

    def __enter__(self) -> "Nursery":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _mother_after(self, gone: "Mother | None") -> "Mother":
        with self._lock:
            if self._closed or not self._stem:
                raise AgentFault("crashed", "the process that starts agents has ended")
            if self._mother is gone:
                if gone:
                    gone.close()
                self._mother = self._stem.mother(self._path, self._rules, ahead=gone is None)
            assert self._mother
            return self._mother


class Mother:
    """The process that forks: asked one thing at a time, over a socket that takes descriptors along."""

    def __init__(self, line: socket.socket, walls: list[str]) -> None:
        self._line = line
        self._lock = threading.Lock()
        self.walls = tuple(walls)

    def fork(self) -> "Forked":
        """A child with pipes to it. Raises AgentFault."""
        (its_in, stdin), (stdout, its_out), (stderr, its_err) = os.pipe(), os.pipe(), os.pipe()
        try:
            pid = self.ask({"fork": True}, [its_in, its_out, its_err])
        except AgentFault:
            for descriptor in (stdin, stdout, stderr):
                os.close(descriptor)
            raise
        finally:
            for descriptor in (its_in, its_out, its_err):
                os.close(descriptor)
        return Forked(self, pid, os.fdopen(stdin, "wb"), os.fdopen(stdout, "rb"), os.fdopen(stderr, "rb"))

    def close(self) -> None:
        """Hang up: it ends its children, then itself. Safe more than once."""
        self._line.close()

    def ask(self, question: dict[str, object], descriptors: list[int] | None = None) -> int:
        """One question, its number as the answer. Raises AgentFault."""
        try:
            with self._lock:
                socket.send_fds(self._line, [json.dumps(question).encode()], descriptors or [])
                return int(self._line.recv(64))
        except (OSError, ValueError):
            self._line.close()  # an answer that comes late must not be taken for that to another question
            raise AgentFault("crashed", "the process that starts agents has ended") from None


class Forked:
    """A child of the nursery, with the pipes and the manners of a Popen; its number is that in its own world."""

    def __init__(self, mother: Mother, pid: int, stdin: IO[bytes], stdout: IO[bytes], stderr: IO[bytes]) -> None:
        self._mother = mother
        self._code: int | None = None
        self.pid = pid
        self.stdin: IO[bytes] | None = stdin
        self.stdout: IO[bytes] | None = stdout
        self.stderr: IO[bytes] | None = stderr

    def poll(self) -> int | None:
        """Its exit code, or None while it runs."""
        if self._code is None:
            try:
                code = self._mother.ask({"ended": self.pid})
                self._code = None if code == RUNNING else code
            except AgentFault:
                self._code = -int(signal.SIGKILL)  # with its mother gone nobody can tell
        return self._code

    def wait(self, timeout: float | None = None) -> int:
        """Its exit code once it has ended. Raises subprocess.TimeoutExpired after `timeout` seconds."""
        deadline = time.monotonic() + (5.0 if timeout is None else timeout)
        while (code := self.poll()) is None:
            if time.monotonic() >= deadline:
                raise subprocess.TimeoutExpired("agent", timeout or 0)
            time.sleep(0.0005)
        return code

    def end(self) -> None:
        """End it and all that it started."""
        try:
            code = self._mother.ask({"end": self.pid})
            self._code = code if self._code is None else self._code
        except AgentFault:
            self._code = self._code or -int(signal.SIGKILL)
            if OWN_PROCESSES not in self._mother.walls:  # else it went with its mother, and the number means another
                with contextlib.suppress(OSError):
                    os.killpg(self.pid, signal.SIGKILL)
