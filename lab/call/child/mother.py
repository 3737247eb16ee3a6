"""The processes between the bench and an agent's (POSIX): a stem that forks mothers, a mother that forks children.

The stem holds Python and the words. A mother holds one submission besides, compiled once, and never runs it. Neither
ever holds a record, an expectation or another submission.
"""

import contextlib
import gc
import json
import os
import signal
import socket
import sys
from typing import Any

from lab.call.child.bounds import held
from lab.call.child.seat import read_source
from lab.call.child.walls import Walls

RUNNING = 1 << 20
"""What a mother answers for a child that has not ended."""


class Stem:
    """Forks a mother for each submission."""

    def __init__(self, descriptor: int) -> None:
        self._line = socket.socket(fileno=descriptor)
        self._walls = Walls()

    def run(self) -> tuple[socket.socket, dict[str, Any]]:
        """Serve the bench until it hangs up; return only in a mother, with her own line and the rules."""
        while True:
            message, descriptors = _receive(self._line)
            _reap()
            if self._walls.fork() == 0:
                self._line.close()
                self._walls.settle()
                line = socket.socket(fileno=descriptors[0])
                line.send(json.dumps(self._walls.standing).encode())
                return line, message
            os.close(descriptors[0])


class Mother:
    """Forks a child for each call of one submission, and ends it with all that it started."""

    def __init__(self, line: socket.socket, rules: dict[str, Any]) -> None:
        self._line, self._rules = line, rules
        self._ended: dict[int, int] = {}
        self._children: set[int] = set()

    def run(self) -> None:
        """Serve the bench until it hangs up; return only in a child."""
        with contextlib.suppress(OSError):
            os.chdir(os.path.dirname(self._rules["path"]))
        gc.freeze()  # what is here stays, so no child need look through it, which would copy it
        while True:
            message, descriptors = _receive(self._line, self._end_all)
            if "fork" in message:
                if not self._fork(descriptors):
                    return
            elif "ended" in message:
                self._answer(self._exit_code(message["ended"]))
            else:
                self._answer(self._end(message["end"]))

    def _fork(self, descriptors: list[int]) -> int:
        pid = os.fork()
        if pid == 0:
            os.setpgid(0, 0)
            self._line.close()
            for standard, descriptor in enumerate(descriptors):
                os.dup2(descriptor, standard)
                os.close(descriptor)
            return 0
        with contextlib.suppress(OSError):  # the child may have been faster
            os.setpgid(pid, pid)
        for descriptor in descriptors:
            os.close(descriptor)
        self._children.add(pid)
        self._answer(pid)
        return pid

    def _exit_code(self, pid: int, how: int = os.WNOHANG) -> int:
        """How a child ended, negative for a signal; RUNNING while it has not."""
        if pid not in self._ended:
            found, status = os.waitpid(pid, how)
            if not found:
                return RUNNING
            self._ended[pid] = os.waitstatus_to_exitcode(status)
            self._children.discard(pid)
        return self._ended[pid]

    def _end(self, pid: int) -> int:
        if pid not in self._ended:
            _kill(pid)
        code = self._exit_code(pid, 0)
        with contextlib.suppress(OSError):
            os.killpg(pid, signal.SIGKILL)  # what the child started may have outlived it
        if not self._children:
            self._end_strays()
        self._ended.pop(pid, None)
        return code

    def _end_strays(self) -> None:
        """What left its process group in time: everything but us, where we are the first process of our own world."""
        if os.getpid() == 1:
            with contextlib.suppress(OSError):
                os.kill(-1, signal.SIGKILL)
        _reap()

    def _end_all(self) -> None:
        for pid in self._children:
            _kill(pid)
        self._end_strays()

    def _answer(self, number: int) -> None:
        self._line.send(str(number).encode())

    def compiled(self) -> Any:
        """The code ahead of its calls; None if it does not compile, which each call then tells in its own way.

        Source can be written so that this never ends: a mother that is ended by it is asked no second time.
        """
        if not self._rules["ahead"]:
            return None
        try:
            with held(self._rules["memory"], self._rules["cpu_start"]):
                return compile(read_source(self._rules["path"]), self._rules["path"], "exec")
        except Exception:
            return None


def _receive(line: socket.socket, before_leaving: Any = lambda: None) -> tuple[dict[str, Any], list[int]]:
    message, descriptors, _, _ = socket.recv_fds(line, 1 << 16, 3)
    if not message:
        before_leaving()
        sys.stdout.flush()
        os._exit(0)
    return json.loads(message), list(descriptors)


def _kill(pid: int) -> None:
    """A child and its group, which it may have left for another."""
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(OSError):
            kill(pid, signal.SIGKILL)


def _reap() -> None:
    with contextlib.suppress(OSError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
