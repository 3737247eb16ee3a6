"""Agents that keep what they know in odd places: no two of their states may be taken for one."""

import textwrap
from pathlib import Path

import pytest

from lab.call.process import Limits
from lab.explore.driver import Driver
from lab.explore.report import report
from lab.explore.search import UNREPEATABLE, Bounds, Search, explore
from tests.explore.conftest import alphabet

TRIED = alphabet("noise", "a person", failure=())
AGENT = """
{beside}

class ReservationAgent:
    greeting, state = "Hello.", "LISTEN"
{within}
    def __init__(self, tools, understand, sleep, setting):
        self.tools = tools
        {start}

    def hear(self, line):
        if "person" in line:
            self.tools.hand_off("caller_asked")
            self.state = "HANDOFF"
        elif self.state == "LISTEN" and {second}:
            self.tools.book("2026-09-15", "09:00", "Jamie Lee")
        return "Yes?"
"""
COUNTER = """
def counter():
    n = 0
    def more():
        nonlocal n
        n += 1
        return n
    return more
"""
CACHE = "import functools\n@functools.lru_cache\ndef box(key):\n    return []"
ALIAS = """
    def said(self):
        same = self.a is self.b
        self.b = self.a
        return same
"""
ORDER = """
    def said(self):
        last = list(self.order)[-1]
        self.order = dict(b=1, a=1)
        return last
"""
DATABASE = "import sqlite3\ndata = sqlite3.connect(':memory:')\ndata.execute('create table said (n)')"
HANG = "import threading\ndef hang():\n    threading.Event().wait()"
SHORT = Limits(turn=0.3)
THREAD = """
import queue, threading
asked, told = queue.Queue(), queue.Queue()
def count():
    n = 0
    while True:
        asked.get()
        n += 1
        told.put(n)
"""
ODD_PLACES = {
    "a module's number": {"beside": "said = []", "second": "(said.append(line) or len(said)) == 2"},
    "a closure": {"beside": f"{COUNTER}\nmore = counter()", "second": "more() == 2"},
    "an attribute's closure": {"beside": COUNTER, "start": "self.more = counter()", "second": "self.more() == 2"},
    "a default": {
        "beside": "def said(line, all=[]):\n    all.append(line)\n    return all",
        "second": "len(said(line)) == 2",
    },
    "one list under two names": {"start": "self.a, self.b = [0], [0]", "within": ALIAS, "second": "self.said()"},
    "a class": {"beside": "class Memory:\n    said = []", "second": "(Memory.said.append(1) or len(Memory.said)) == 2"},
    "a class in a class": {
        "within": "    class Memory:\n        n = 0",
        "second": "setattr(self.Memory, 'n', self.Memory.n + 1) or self.Memory.n == 2",
    },
    "a function's attribute": {
        "beside": "def said(): pass\nsaid.n = 0",
        "second": "setattr(said, 'n', said.n + 1) or said.n == 2",
    },
    "a cache": {"beside": CACHE, "second": "(box('a').append(1) or len(box('a'))) == 2"},
    "an iterator": {"start": "self.more = iter([0, 1, 0])", "second": "next(self.more)"},
    "a generator": {"start": "self.more = (n for n in [0, 1, 0])", "second": "next(self.more)"},
    "the order of a dict": {"start": "self.order = dict(a=1, b=1)", "within": ORDER, "second": "self.said() == 'a'"},
    "a counter without an attribute": {
        "beside": "import itertools\nmore = itertools.count(1).__next__",
        "second": "more() == 2",
    },
}


def agent_with(tmp_path: Path, place: dict[str, str]) -> Path:
    parts = {"beside": "", "within": "", "start": "pass", **place}
    path = tmp_path / "agent.py"
    path.write_text(textwrap.dedent(AGENT.format(**parts)), encoding="utf-8")
    return path


def search(agent: Path, bounds: Bounds) -> Search:
    with Driver(agent, TRIED) as driver:
        return explore(driver, bounds)


@pytest.mark.parametrize("place", ODD_PLACES)
def test_what_is_kept_in_an_odd_place_is_seen(tmp_path: Path, place: str) -> None:
    """The second line of noise books: a search that took the states before it for one would not find it."""
    result = search(agent_with(tmp_path, ODD_PLACES[place]), Bounds(limit=20, first=True))
    assert "no_consent" in result.findings, result.stopped_by
    assert len(result.findings["no_consent"].turns) - 1 == 2


def test_what_nobody_can_see_is_told_from_what_is_checked(tmp_path: Path) -> None:
    """A variable of the environment is no part of a state; that two dialogues then go another way is noticed."""
    kept = {"beside": "import os", "second": "os.environ.get('SAID') or os.environ.update(SAID='x')"}
    result = search(agent_with(tmp_path, kept), Bounds(limit=20))
    assert (result.stopped_by, result.complete) == (UNREPEATABLE, False)


@pytest.mark.parametrize(
    ("place", "way", "held"),
    [
        (
            {"beside": DATABASE, "second": "not data.execute('insert into said values (1)')"},
            "branched",
            "sqlite3.C",
        ),
        (
            {
                "beside": THREAD,
                "start": "threading.Thread(target=count, daemon=True).start()",
                "second": "(asked.put(1), told.get())[1] == 2",
            },
            "replayed",
            "threads",
        ),
    ],
)
def test_where_nobody_can_look_no_two_states_are_taken_for_one(
    tmp_path: Path, place: dict[str, str], way: str, held: str
) -> None:
    """Every dialogue is a state of its own then, which ends at a bound, and the report says why."""
    with Driver(agent_with(tmp_path, place), TRIED) as driver:
        result = explore(driver, Bounds(limit=9))
        lines = list(report(result, driver))
    assert (driver.agent.way, result.stopped_by) == (way, "--limit 9")
    assert any(f"what can't be looked into ({held}" in line for line in lines)


def test_an_agent_that_does_not_answer_ends_the_search_after_a_few_times(tmp_path: Path) -> None:
    """One that waits for ever in many states would take for ever to search."""
    endless = {"start": "self.n = 0", "second": "(setattr(self, 'n', self.n + 1) if line else hang())", "beside": HANG}
    with Driver(agent_with(tmp_path, endless), alphabet("noise", "silence"), limits=SHORT) as driver:
        result = explore(driver, Bounds())
    assert result.stopped_by == "an agent that did not answer, 3 times"
    assert [len(found.turns) - 1 for found in result.findings.values()] == [1]


def test_an_agent_that_takes_more_and_more_memory_is_a_finding(tmp_path: Path) -> None:
    """It meets its limit before the machine does."""
    result = search(agent_with(tmp_path, {"second": "bytearray(5 << 30)"}), Bounds(first=True))
    assert "MemoryError" in result.findings["raised"].text


def test_a_counter_without_end_ends_at_a_bound(tmp_path: Path) -> None:
    """The search is not complete, and says what ended it."""
    counting = {"start": "self.n = 0", "second": "setattr(self, 'n', self.n + 1)"}
    result = search(agent_with(tmp_path, counting), Bounds(limit=12))
    assert (result.stopped_by, result.complete) == ("--limit 12", False)
