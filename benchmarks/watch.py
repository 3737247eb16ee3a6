"""How fast `lab watch` answers a save, as a ratio to a bare `python agent.py` in the same run.

From the moment in which the file is changed until the whole answer is written. The first exercise that is played has
three scenarios, the last one fifteen; both play one call twice besides. Half of the saves write in place, half rename.
"""

import os
import queue
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from lab.course.course import AGENT, Exercise, load_course
from lab.course.progress import Progress
from lab.course.workspace import make_workspace
from lab.terminal import say

ROOT = Path(__file__).resolve().parents[1]
# as when it is installed: importable from anywhere, its bytecode kept
ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"} | {
    "PYTHONPATH": str(ROOT),
    "PYTHONUTF8": "1",
}
LAB = [sys.executable, "-m", "lab"]
ENOUGH = 0.3  # seconds from a save to its answer, at the median


def main(saves: int = 15) -> None:
    """Save so many times, and print the figures."""
    course = load_course()
    with tempfile.TemporaryDirectory() as folder:
        make_workspace(Path(folder), course, Progress())
        answers = {number: watch(Path(folder), course.exercises[number - 1], saves) for number in (3, 7)}
        bare = [seconds([sys.executable, AGENT], folder) for _ in range(saves)]
    python = statistics.median(bare)
    say(f"python {AGENT}     {_figures(bare)}")
    for number, taken in answers.items():
        say(f"save, exercise {number}  {_figures(taken)}  ratio {statistics.median(taken) / python:.1f}")
    say(f"to reach: {ENOUGH * 1000:.0f} ms at the median, on two cores that have nothing else to do")


def _figures(taken: list[float]) -> str:
    return f"{statistics.median(taken) * 1000:6.0f} ms at the median  (best {min(taken) * 1000:.0f})"


def watch(folder: Path, exercise: Exercise, saves: int) -> list[float]:
    """Seconds from each save of a right agent to its answer."""
    source = (exercise.solution / AGENT).read_text(encoding="utf-8")
    (folder / AGENT).write_text(source, encoding="utf-8")
    command = [*LAB, "watch", str(exercise.number)]
    running = subprocess.Popen(
        command, cwd=folder, env=ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    )
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(running.stdout, lines), daemon=True).start()
    try:
        _wait_for_answer(lines)
        return [_save(folder / AGENT, f"{source}# save {n}\n", n % 2 == 0, lines) for n in range(saves)]
    finally:
        running.kill()
        running.wait()


def seconds(command: list[str], folder: str) -> float:
    """How long a whole process takes."""
    began = time.perf_counter()
    subprocess.run(command, cwd=folder, env=ENVIRONMENT, check=True)
    return time.perf_counter() - began


def _save(path: Path, text: str, rename: bool, lines: "queue.SimpleQueue[str]") -> float:
    began = time.perf_counter()
    target = path.with_name(".new") if rename else path
    target.write_text(text, encoding="utf-8")
    if rename:
        target.replace(path)
    _wait_for_answer(lines)
    return time.perf_counter() - began


def _wait_for_answer(lines: "queue.SimpleQueue[str]") -> None:
    while not lines.get(timeout=60).startswith("h hint"):
        pass


def _read(stream: object, lines: "queue.SimpleQueue[str]") -> None:
    for line in stream:  # type: ignore[attr-defined]
        lines.put(line)


if __name__ == "__main__":
    main()
