"""A nursery forks a fresh process for each call of one agent, which is much cheaper than starting it (POSIX).

It holds Python, the words and the agent's compiled source. It never holds a record, an expectation or another
submission, and never runs the agent itself.
"""

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

PATIENCE = 10.0  # seconds for the nursery to get ready, and to answer
AVAILABLE = hasattr(os, "fork") and hasattr(socket, "send_fds")


class Nursery:
    """Gives birth to processes of one agent; close it when the last of them is done."""

    def __init__(self, path: Path) -> None:
        """Raises AgentFault."""
        self._path = path
        self._lock = threading.Lock()
        self._mother = Mother(path)
        self._closed = False

    def start(self) -> "Forked":
        """A fresh process of the agent. Raises AgentFault."""
        mother = self._mother
        try:
            return mother.fork()
        except AgentFault:
            # an agent may have killed the process that it came from, and the next call is to start all the same
            return self._next_mother(mother).fork()

    def close(self) -> None:
        """End the nursery; its children are ended by those who have them."""
        self._closed = True
        self._mother.close()

    def __enter__(self) -> "Nursery":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _next_mother(self, gone: "Mother") -> "Mother":
        with self._lock:
            if self._mother is gone and not self._closed:
                gone.close()
                self._mother = Mother(self._path)
            return self._mother


class Mother:
    """The process that forks: asked one thing at a time, over a socket that takes descriptors along."""

    def __init__(self, path: Path) -> None:
        """Raises AgentFault."""
        ours, its = socket.socketpair()
        self._line = ours
        self._line.settimeout(PATIENCE)
        self._lock = threading.Lock()
        with its:
            command = host_command("--nursery", str(its.fileno()), str(path.resolve()))
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
                ours.close()
                raise AgentFault("crashed", f"{command[0]} can't be started: {error.strerror}") from None

    def fork(self) -> "Forked":
        """A child with pipes to it. Raises AgentFault."""
        (its_in, stdin), (stdout, its_out), (stderr, its_err) = os.pipe(), os.pipe(), os.pipe()
        try:
            pid = self._ask({"fork": True}, [its_in, its_out, its_err])
        except AgentFault:
            for descriptor in (stdin, stdout, stderr):
                os.close(descriptor)
            raise
        finally:
            for descriptor in (its_in, its_out, its_err):
                os.close(descriptor)
        return Forked(self, pid, os.fdopen(stdin, "wb"), os.fdopen(stdout, "rb"), os.fdopen(stderr, "rb"))

    def exit_code(self, pid: int) -> int | None:
        """How a child ended, negative for a signal; None while it runs. Raises AgentFault."""
        code = self._ask({"ended": pid})
        return None if code == RUNNING else code

    def close(self) -> None:
        """End the process; safe more than once."""
        self._line.close()
        self._process.kill()
        self._process.wait()

    def _ask(self, question: dict[str, object], descriptors: list[int] | None = None) -> int:
        try:
            with self._lock:
                socket.send_fds(self._line, [json.dumps(question).encode()], descriptors or [])
                return int(self._line.recv(64))
        except (OSError, ValueError):
            self._line.close()  # an answer that comes late must not be taken for that to another question
            raise AgentFault("crashed", "the process that starts agents has ended") from None


RUNNING = 1 << 20
"""What a nursery answers for a child that has not ended."""


class Forked:
    """A child of the nursery, with the pipes and the manners of a Popen."""

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
                self._code = self._mother.exit_code(self.pid)
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
