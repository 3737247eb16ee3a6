"""The agent's end of the line to the bench: JSON-RPC, one message a line, on descriptors of its own."""

import os
import sys
import threading
from json import dumps, loads
from json.encoder import encode_basestring_ascii as quoted
from os import write
from typing import Any

from lab.call.child.seat import RequestFailed

CUT = 71
"""How the process ends when somebody in it has closed the line."""

LONGEST = 1_000_000
"""Bytes of a request, as much as the bench reads of a line."""

NOT_NOW = "tools, understand and sleep can be used while the agent starts or hears a line"


class Wire:
    """Messages out and in. Only while a `turn` goes on may the agent ask for something, one thing at a time."""

    def __init__(self, incoming: int, outgoing: int) -> None:
        self.number = 0  # of the last request
        self._in = os.fdopen(incoming, "rb")
        self._outgoing = outgoing
        self._out = os.fdopen(outgoing, "wb", buffering=0)
        self._lock = threading.RLock()
        self._turn = False

    def receive(self) -> dict[str, Any]:
        """The next message; the process ends when the bench has hung up."""
        try:
            line = self._in.readline()
        except (OSError, ValueError):
            os._exit(CUT)
        if not line:
            os._exit(0)
        message: dict[str, Any] = loads(line)
        return message

    def listen(self) -> dict[str, Any]:
        """What the bench asks next; from then on the agent may ask too."""
        message = self.receive()
        self._turn = True
        return message

    def answer(self, message: dict[str, Any]) -> None:
        """Answer the bench, when everything that was asked for has come."""
        with self._lock:
            self._turn = False
            self._send(_encoded(message))

    def request(self, method: str, params: dict[str, Any]) -> Any:
        """Ask the bench, from any thread. Raises RequestFailed, or RuntimeError between two turns."""
        with self._lock:
            if not self._turn:
                raise RuntimeError(NOT_NOW)
            data = _encoded({"id": self.number + 1, "method": method, "params": params})
            if len(data) > LONGEST:
                raise ValueError(f"what was handed over has {len(data)} bytes, more than {LONGEST}")
            self.number += 1
            self._send(data)
            answer = self.receive()
        if "error" in answer:
            error = answer["error"]
            raise RequestFailed(error["code"], error["message"], error.get("data") or {})
        return answer["result"]

    def denied(self, tried: str) -> None:
        """Tell the bench at once what the agent tried, by nothing that it can have exchanged, or take back later."""
        message = '{"jsonrpc": "2.0", "method": "denied", "params": {"tried": %s}}\n'
        try:
            write(self._outgoing, (message % quoted(tried)).encode())
        except OSError:
            os._exit(CUT)

    def _send(self, data: bytes) -> None:
        try:
            while data:
                data = data[self._out.write(data) :]
        except BrokenPipeError:
            os._exit(0)  # the bench has hung up
        except (OSError, ValueError):
            os._exit(CUT)


def _encoded(message: dict[str, Any]) -> bytes:
    return dumps({"jsonrpc": "2.0", **message}).encode() + b"\n"


def private_wire() -> Wire:
    """Take stdin and stdout for the protocol: what is printed goes where stderr goes, and the keyboard is empty."""
    wire = Wire(os.dup(0), os.dup(1))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return wire


def replace_streams() -> None:
    """Streams that any text can be written to, on the standard descriptors, whatever they will be."""
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", errors="replace", buffering=1, closefd=False)
    sys.stderr = os.fdopen(2, "w", encoding="utf-8", errors="replace", buffering=1, closefd=False)
