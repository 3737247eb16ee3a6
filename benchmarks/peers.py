"""What other graders take for one submission, where they are installed: checks that import the agent, and no more.

Seconds are the mean of a few runs. The agent finds `lab.protocol` on PYTHONPATH, as students would have it installed.
"""

import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

RUNS = 3
ROOT = Path(__file__).parents[1]
CHECK = "\n@check50.check()\ndef scenario_{n}():\n    check50.py.import_('agent.py')\n"
OTTER = """OK_FORMAT = True
test = {{"name": "q{n}", "points": 1, "suites": [{{"cases": [{{"code": r'''>>> import agent
>>> callable(agent.ReservationAgent)
True
'''}}], "scored": True, "setup": "", "teardown": "", "type": "doctest"}}]}}
"""


def check50(agent: Path, checks: int) -> float:
    """Raises RuntimeError where it is not installed, or does not pass."""
    with _workplace("check50", agent) as name:
        problem = Path(name) / "problem"
        problem.mkdir()
        (problem / ".cs50.yml").write_text("check50: true\n", encoding="utf-8")
        source = "import check50, check50.py\n" + "".join(CHECK.format(n=n) for n in range(checks))
        (problem / "__init__.py").write_text(source, encoding="utf-8")
        return _timed(
            ["check50", "--dev", "problem", "-o", "json"], name, lambda told: told.count('"passed": true') == checks
        )


def otter(agent: Path, checks: int) -> float:
    """Raises RuntimeError where it is not installed, or does not pass."""
    with _workplace("otter", agent) as name:
        tests, out = Path(name) / "tests", Path(name) / "out"
        tests.mkdir()
        out.mkdir()
        for n in range(checks):
            (tests / f"q{n}.py").write_text(OTTER.format(n=n), encoding="utf-8")
        _run(["otter", "generate", "-t", "tests", "-o", "autograder.zip"], name)
        command = ["otter", "run", "-a", "autograder.zip", "--no-logo", "agent.py", "-o", "out"]
        return _timed(command, name, lambda told: _all_scored(out / "results.json"))


PEERS: dict[str, Callable[[Path, int], float]] = {"check50": check50, "otter-grader": otter}


def _workplace(command: str, agent: Path) -> "tempfile.TemporaryDirectory[str]":
    if not shutil.which(command):
        raise RuntimeError("it is not installed")
    place = tempfile.TemporaryDirectory()
    shutil.copy(agent, Path(place.name) / "agent.py")
    return place


def _timed(command: Sequence[str], place: str, passed: Callable[[str], bool]) -> float:
    began = time.perf_counter()
    told = [_run(command, place) for _ in range(RUNS)]
    seconds = (time.perf_counter() - began) / RUNS
    if not all(map(passed, told)):
        raise RuntimeError(f"it did not pass the agent: {told[-1][-200:]!r}")
    return seconds


def _run(command: Sequence[str], place: str) -> str:
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, encoding="utf-8")
    if done.returncode:
        raise RuntimeError(f"it ended with {done.returncode}: {(done.stderr or done.stdout)[-200:]!r}")
    return done.stdout


def _all_scored(results: Path) -> bool:
    tests = json.loads(results.read_text(encoding="utf-8"))["tests"]
    return all(test.get("score", 0) == test.get("max_score", 0) for test in tests)
