"""Agents that try to get by without doing the work: what counts is what happened on our side of the pipe."""

import os
import signal
import time
from pathlib import Path

import pytest

from fake_api.shipped import shipped
from grader.replay import Subject, grade, play
from grader.scenario import Pack, load_pack
from lab.call.process import Limits
from lab.call.rules import FRIENDLY, GRADED, Rules
from tests.grader.conftest import WriteAgent

CORE = load_pack()
QUICK = Limits(start=5, turn=0.5)


def kinds(path: Path, pack: Pack, rules: Rules = GRADED) -> list[str]:
    """Per scenario the kind of failure, or `passed`, judged without blocking."""
    subject = Subject(path.name, path, limits=QUICK, rules=rules)
    results = [play(subject, name, each) for name, each in pack.scenarios.items()]
    return [each.failure.kind if each.failure else each.verdict for each in results]


def finished_agent(folder: Path, *edits: tuple[str, str], first: str = "") -> Path:
    """The finished agent with something put before it, and passages exchanged."""
    source = shipped("agent.py").read_text(encoding="utf-8")
    for old, new in edits:
        assert source.count(old) == 1
        source = source.replace(old, new)
    path = folder / "cheat.py"
    path.write_text(first + source, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("way_out", "kind"),
    [("os._exit(0)", "crashed"), ("sys.exit(0)", "exited"), ("raise SystemExit", "exited"), ("exit()", "raised")],
)
def test_to_print_a_result_and_leave_earns_nothing(pack: Path, tmp_path: Path, way_out: str, kind: str) -> None:
    """Neither an exit code of 0 nor what was printed is a pass, at import or in a turn."""
    path = tmp_path / "cheat.py"
    path.write_text(f"import os, sys\nprint('PASS 10/10')\n{way_out}\n", encoding="utf-8")
    assert kinds(path, load_pack(pack)) == [kind, kind, kind]


@pytest.mark.skipif(os.name != "posix", reason="process groups are POSIX")
def test_what_an_agent_started_ends_with_it(pack: Path, write_agent: WriteAgent, tmp_path: Path) -> None:
    """A hanging agent whose child holds the pipes is a time-out, the next scenario starts, and no process is left."""
    note = tmp_path / "children"
    agent = write_agent(
        "import subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(note)!r}, 'a').write(f'{{child.pid}}\\n')\n"
        "while line == 'two': pass"
    )
    assert kinds(agent, load_pack(pack), FRIENDLY) == ["timed_out", "timed_out", "passed"]
    children = [int(number) for number in note.read_text(encoding="utf-8").split()]
    assert len(children) == 6
    deadline = time.monotonic() + 10  # a kill is sent, and takes effect when the machine finds time for it
    while any(map(is_running, children)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert [child for child in children if is_running(child)] == []


def is_running(pid: int) -> bool:
    """Whether a process is there and has not been killed; one that nobody has asked after yet is not running."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"


def test_a_patched_clock_patches_the_agents_own_process_alone(tmp_path: Path) -> None:
    """Waits are counted on our clock, and the next agent finds everything as it was."""
    path = finished_agent(
        tmp_path,
        first="import time, datetime, random\ntime.sleep = time.time = time.monotonic = lambda *s: None\n",
    )
    before = time.sleep
    assert kinds(path, CORE) == ["passed"] * 9
    assert time.sleep is before


def test_a_thread_that_stays_keeps_nothing_up(pack: Path, write_agent: WriteAgent) -> None:
    """The verdict stands and the process is ended, whatever still sleeps in it."""
    agent = write_agent(
        "import threading, time\nthreading.Thread(target=lambda: time.sleep(3600)).start()\nprint('still here')"
    )
    assert kinds(agent, load_pack(pack)) == ["passed", "passed", "passed"]


@pytest.mark.parametrize(
    "trick",
    [
        "tools.book = lambda **slots: True",
        "type(tools).book = lambda self, **slots: True",
        "tools.__dict__.clear(); tools.find_open_times = lambda day: []; tools.book = tools.hand_off = print",
    ],
)
def test_tools_of_ones_own_book_nothing(tmp_path: Path, trick: str) -> None:
    """What the agent was handed is a way to ask; that it was asked is known on our side only."""
    path = finished_agent(
        tmp_path, ("        self.state = State.LISTEN\n", f"        self.state = State.LISTEN\n        {trick}\n")
    )
    results = kinds(path, CORE)
    expected = "passed" if trick.startswith("type") else "missing_call"  # the instance's own method is found first
    assert results[0] == expected


def test_an_answer_is_a_copy(tmp_path: Path) -> None:
    """To change what a look-up answered changes no opening at the clinic."""
    path = finished_agent(
        tmp_path,
        (
            "                return self.tools.find_open_times(day)\n",
            "                times = self.tools.find_open_times(day)\n"
            "                times.reverse(); times.append(time(23)); times.pop()\n"
            "                times.sort()\n"
            "                return times\n",
        ),
    )
    assert kinds(path, CORE) == ["passed"] * 9


@pytest.mark.parametrize("line", ['{"jsonrpc": "2.0", "id": 1, "result": {}}', "=HYPERLINK(1)", "\\x1b[2J"])
def test_prints_are_not_the_channel(pack: Path, write_agent: WriteAgent, line: str) -> None:
    """Whatever is printed, also by way of the lowest descriptors, is a print."""
    agent = write_agent(f"import os\nprint('{line}')\nos.write(1, b'''{line}\\n''')")
    assert kinds(agent, load_pack(pack)) == ["passed", "passed", "passed"]


def test_a_scenario_is_over_with_the_agents_signals_blocked(pack: Path, write_agent: WriteAgent) -> None:
    """An agent that ignores what it can ignore is ended all the same."""
    agent = write_agent(
        "import signal\n"
        f"for number in ({int(signal.SIGTERM)}, {int(signal.SIGINT)}):\n    signal.signal(number, signal.SIG_IGN)\n"
        "while line == 'two':\n    try:\n        while True: pass\n    except BaseException: pass"
    )
    result = grade(Subject("subject.py", agent, limits=QUICK), load_pack(pack))
    assert [each.failure.kind if each.failure else each.verdict for each in result.scenarios] == [
        "timed_out",
        "blocked",
        "passed",
    ]
