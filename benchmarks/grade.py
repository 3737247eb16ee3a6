"""How long grading takes, as ratios in one run: `python benchmarks/grade.py [runs]`.

Whole process: `lab grade agent.py` against `python -m pytest -q` on a file of nine one-line tests, alternating, in this
environment. In process: one turn of the finished agent, in milliseconds at the median.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from fake_api.shipped import shipped
from grader.scenario import load_pack
from lab.call.place import Arrangement, place_call
from lab.terminal import say

# as when it is installed: importable from anywhere, its bytecode kept
ROOT = str(Path(__file__).resolve().parents[1])
ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"} | {
    "PYTHONPATH": ROOT
}
GRADE = "import sys; from lab.cli import main; sys.exit(main())"


def main(runs: int = 7) -> None:
    """Print both figures."""
    agent = shipped("agent.py")
    with tempfile.TemporaryDirectory() as folder:
        tests = Path(folder) / "test_nine.py"
        tests.write_text("\n\n".join(f"def test_{n}():\n    assert True" for n in range(9)), encoding="utf-8")
        commands = {
            "lab grade agent.py": [sys.executable, "-c", GRADE, "grade", str(agent)],
            "python -m pytest -q": [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tests)],
        }
        times: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(runs + 1):  # the first warms the caches
            for name, command in commands.items():
                times[name].append(seconds(command, folder))
    grade, pytest = (statistics.median(each[1:]) for each in times.values())
    for name, taken in times.items():
        say(f"{name:20} {statistics.median(taken[1:]) * 1000:7.0f} ms  (best {min(taken[1:]) * 1000:.0f})")
    say(f"ratio {grade / pytest:.2f}  (to reach: at most 1)")
    say(f"one turn in process: {median_turn(agent) * 1000:.2f} ms at the median  (to reach: under 1)")


def seconds(command: list[str], folder: str) -> float:
    """How long a whole process takes."""
    began = time.perf_counter()
    done = subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, check=False)
    if done.returncode:
        sys.exit((done.stdout + done.stderr).decode(errors="replace"))
    return time.perf_counter() - began


def median_turn(agent: Path, rounds: int = 30) -> float:
    """The median of all turns of the core pack, the agent in this process."""
    taken = []
    for _ in range(rounds):
        for scenario in load_pack().scenarios.values():
            with place_call(Arrangement(agent=agent, plan=scenario.failure_plan, in_process=True)) as call:
                call.open()
                for turn in scenario.turn:
                    began = time.perf_counter()
                    call.hear(turn.caller)
                    taken.append(time.perf_counter() - began)
    return statistics.median(taken)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
