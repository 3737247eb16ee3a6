"""Agents written on the spot, and calls placed with them."""

import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from lab.call.call import Call
from lab.call.place import Arrangement, place_call
from lab.call.process import Limits

Place = Callable[..., Call]

HEAD = """
from lab.protocol import State, ToolError, ToolTimeout
class ReservationAgent:
    greeting = "Hello."
    state = "LISTEN"
    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.understand, self.sleep, self.setting = tools, understand, sleep, setting
    def hear(self, line):
"""


@pytest.fixture
def write_agent(tmp_path: Path) -> Callable[[str], Path]:
    """Writes a file with an agent whose `hear` has this body, or a whole file if the text holds a class."""

    def write(body: str) -> Path:
        path = tmp_path / "agent.py"
        body = textwrap.dedent(body)
        path.write_text(body if "ReservationAgent" in body else HEAD + textwrap.indent(body, " " * 8), encoding="utf-8")
        return path

    return write


@pytest.fixture
def place(write_agent: Callable[[str], Path]) -> Iterator[Place]:
    """Places a call with such an agent, opens it, and ends it after the test."""
    calls: list[Call] = []

    def place_with(body: str, **arranged: Any) -> Call:
        arranged.setdefault("limits", Limits(start=10, turn=5))
        call = place_call(Arrangement(agent=write_agent(body), **arranged))
        calls.append(call)
        call.open()
        return call

    yield place_with
    for call in calls:
        call.end("bench", "interrupted")
