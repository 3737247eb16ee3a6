"""A process that forks before a line, so that a search can go back to before it: whatever the agent holds is kept."""

import gc
import os
import signal
import struct
from json import dumps, loads
from mmap import mmap
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lab.call.child.wire import Wire

_HEAD = struct.Struct("iii")  # how many processes to go back, requests sent so far, bytes of the message
_LARGEST = 2_000_000


class Branches:
    """Hears the bench in a row of processes, each waiting for the one that it forked.

    A message with `branch` is answered by a new process, which then goes on listening. One with `back` ends that many
    processes, and the one before them takes the message.
    """

    def __init__(self, wire: "Wire") -> None:
        self._wire = wire
        self._left = mmap(-1, _LARGEST)  # what a child leaves to its parent

    def listen(self) -> dict[str, Any]:
        """The message that this process is to answer; returns in a child, and again in its parent later."""
        message = self._wire.listen()
        while True:
            steps = message["params"].pop("back", 0)
            if steps:
                self._go_back(steps, message)
            if not message["params"].pop("branch", False):
                return message
            gc.freeze()  # what is here already need not be looked through, and so not be copied, by a child
            child = os.fork()
            if not child:
                return message
            message = self._after(child)

    def _go_back(self, steps: int, message: dict[str, Any]) -> None:
        text = dumps(message).encode()
        self._left[: _HEAD.size + len(text)] = _HEAD.pack(steps, self._wire.number, len(text)) + text
        os._exit(0)

    def _after(self, child: int) -> dict[str, Any]:
        """What the child has left to do. If it died, this process does so in the same way."""
        _, status = os.waitpid(child, 0)
        steps, number, length = _HEAD.unpack_from(self._left)
        if not steps:
            _end_as(os.waitstatus_to_exitcode(status))
        message: dict[str, Any] = loads(self._left[_HEAD.size : _HEAD.size + length])
        _HEAD.pack_into(self._left, 0, 0, 0, 0)
        self._wire.number = number
        if steps > 1:
            self._go_back(steps - 1, message)
        return message


def _end_as(code: int) -> None:
    if code < 0:
        signal.signal(-code, signal.SIG_DFL) if -code != signal.SIGKILL else None
        os.kill(os.getpid(), -code)
    os._exit(code if code >= 0 else 1)
