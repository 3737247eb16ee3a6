"""A nursery forks a fresh process for each call of one agent, which is much cheaper than starting it (POSIX).

It holds Python, the words and the agent's compiled source. It never holds a record, an expectation or another
submission, and never runs the agent itself.
"""

import contextlib
import json
import os
import socket
import subprocess
import threading
import time
from pathlib import Path
from typing import IO

from lab.call.program import AgentFault, host_command, host_environment

AVAILABLE = hasattr(os, "fork") and hasattr(socket, "send_fds")


class Nursery:
    """Gives birth to processes of one agent; close it when the last of them is done."""

    def __init__(self, path: Path) -> None:
        """Raises AgentFault."""
        ours, its = socket.socketpair()
        self._line = ours
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

    def start(self) -> "Forked":
        """A fresh process of the agent. Raises AgentFault."""
        (its_in, stdin), (stdout, its_out), (stderr, its_err) = os.pipe(), os.pipe(), os.pipe()
        theirs = [its_in, its_out, its_err]
        try:
            pid = self._ask({"fork": True}, theirs)
        finally:
            for descriptor in theirs:
                os.close(descriptor)
        return Forked(self, pid, os.fdopen(stdin, "wb"), os.fdopen(stdout, "rb"), os.fdopen(stderr, "rb"))

    def exit_code(self, pid: int) -> int | None:
        """How a process of ours ended, negative for a signal; None while it runs. Raises AgentFault."""
        code = self._ask({"ended": pid})
        return None if code == RUNNING else code

    def close(self) -> None:
        """End the nursery; its children are ended by those who have them."""
        self._line.close()
        self._process.kill()
        self._process.wait()

    def __enter__(self) -> "Nursery":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _ask(self, question: dict[str, object], descriptors: list[int] | None = None) -> int:
        try:
            with self._lock:
                socket.send_fds(self._line, [json.dumps(question).encode()], descriptors or [])
                return int(self._line.recv(64))
        except (OSError, ValueError):
            raise AgentFault("crashed", "the process that starts agents has ended") from None


RUNNING = 1 << 20
"""What a nursery answers for a child that has not ended."""


class Forked:
    """A child of the nursery, with the pipes and the manners of a Popen."""

    def __init__(self, nursery: Nursery, pid: int, stdin: IO[bytes], stdout: IO[bytes], stderr: IO[bytes]) -> None:
        self._nursery = nursery
        self._code: int | None = None
        self.pid = pid
        self.stdin: IO[bytes] | None = stdin
        self.stdout: IO[bytes] | None = stdout
        self.stderr: IO[bytes] | None = stderr

    def poll(self) -> int | None:
        """Its exit code, or None while it runs."""
        if self._code is None:
            with contextlib.suppress(AgentFault):
                self._code = self._nursery.exit_code(self.pid)
        return self._code

    def wait(self, timeout: float | None = None) -> int:
        """Its exit code once it has ended. Raises subprocess.TimeoutExpired after `timeout` seconds."""
        deadline = time.monotonic() + (5.0 if timeout is None else timeout)
        while (code := self.poll()) is None:
            if time.monotonic() >= deadline:
                raise subprocess.TimeoutExpired("agent", timeout or 0)
            time.sleep(0.0005)
        return code
