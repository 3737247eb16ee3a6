"""How long a class takes, as ratios in one run: `python benchmarks/class.py [submissions] [jobs]`.

The floor is the least that isolation costs (see floor.py). The two are measured in turns, part by part of the class, so
that what else a machine does falls on both. Beside it other graders over the same class (see peers.py), where they are
installed.

`class.py memory [submissions]` grades copies and tells how large the parent grew; `class.py fence [rounds]` what the
fence costs; `class.py hang [submissions]` what one that hangs adds, and `class.py hangers [submissions]` what many do.
"""

import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from peers import PEERS

from fake_api.shipped import shipped
from grader.class_run import ClassRun, processes
from grader.journal import Journal
from grader.one_of_many import Conditions
from grader.replay import Subject, grade
from grader.scenario import load_pack
from grader.submissions import handed_in
from lab.call.nursery import Stem
from lab.call.rules import CLASS
from lab.terminal import say

SCENARIOS = 9
PARTS = 4
FOREVER = "\n\ndef hear(self, line):\n    while True:\n        pass\n\n\nReservationAgent.hear = hear\n"


def main(submissions: int = 1000, jobs: int = 2) -> None:
    """Print the floor, the class, the ratio that counts, and what others take."""
    agent = shipped("agent.py")
    seconds_to_fork(agent, 20, jobs)  # to warm the caches
    floor = taken = 0.0
    for _ in range(PARTS):
        floor += seconds_to_fork(agent, submissions * SCENARIOS // PARTS, jobs)
        with a_class(submissions // PARTS) as folder:
            taken += seconds_to_grade(folder, jobs)
    say(f"{submissions} submissions x {SCENARIOS} scenarios, {jobs} jobs")
    say(f"floor   {floor:8.1f} s  ({floor / submissions / SCENARIOS * 1000:.2f} ms a child)")
    say(f"class   {taken:8.1f} s  ({taken / submissions * 1000:.0f} ms a submission)")
    say(f"ratio   {taken / floor:8.2f}    (to reach: at most 3)")
    for name, seconds in PEERS.items():
        try:
            peer = seconds(agent, SCENARIOS) * submissions
        except RuntimeError as error:
            say(f"{name}: skipped, {error}")
        else:
            say(f"{name} {peer:8.1f} s  ({peer / taken:.1f} times the class, on one processor)")


def memory(submissions: int = 20_000, jobs: int = 2) -> None:
    """Grade so many copies, and print the parent's largest size."""
    with a_class(submissions) as folder:
        taken = seconds_to_grade(folder, jobs)
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    largest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
    say(f"{submissions} submissions in {taken:.0f} s, the parent at most {largest:.0f} MB")


def fence(rounds: int = 40) -> None:
    """Grade one agent with the fence and without it, in turns: the quickest of each, and the middle one."""
    pack, agent = load_pack(), shipped("agent.py")
    taken: dict[bool, list[float]] = {True: [], False: []}
    with Stem() as stem:
        for stands in (True, False) * rounds:
            began = time.perf_counter()
            grade(Subject("agent", agent, rules=replace(CLASS, fence=stands)), pack, jobs=1, stem=stem)
            taken[stands].append(1000 * (time.perf_counter() - began))
    for what, of in (("quickest", min), ("median", statistics.median)):
        without, with_it = of(taken[False]), of(taken[True])
        say(f"{what}: {without:.1f} ms without the fence, {with_it:.1f} with it: {100 * (with_it / without - 1):.1f} %")


def hang(submissions: int = 100, jobs: int = 2) -> None:
    """What one that hangs at import adds to a class, beside its own limit."""
    with a_class(submissions) as folder:
        without = seconds_to_grade(folder, jobs)
        next(iter(folder.iterdir())).write_text("while True: pass\n", encoding="utf-8")
        with_it = seconds_to_grade(folder, jobs, expect=submissions - 1)
    limit = CLASS.cpu_start + 1  # the system counts whole seconds
    say(f"{submissions} submissions {without:.1f} s, with one that hangs {with_it:.1f} s (its limit is {limit:g} s)")


def hangers(submissions: int = 20, jobs: int = 2) -> None:
    """A class of which everybody hangs, in the first turn."""
    with a_class(submissions) as folder:
        for path in folder.iterdir():
            path.write_text(path.read_text(encoding="utf-8") + FOREVER, encoding="utf-8")
        taken = seconds_to_grade(folder, jobs, expect=0)
    say(f"{submissions} that hang: {taken:.1f} s, {taken * jobs / submissions:.1f} s each of a processor")


@contextmanager
def a_class(number: int) -> Iterator[Path]:
    """So many copies of the finished agent."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name) / "submissions"
        place.mkdir()
        for n in range(number):
            shutil.copy(shipped("agent.py"), place / f"{n:06}.py")
        yield place


def seconds_to_fork(agent: Path, children: int, jobs: int) -> float:
    """The floor, in a process that holds no more than the words."""
    command = [sys.executable, str(Path(__file__).with_name("floor.py")), str(agent), str(children), str(jobs)]
    return float(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


def seconds_to_grade(folder: Path, jobs: int, expect: int | None = None) -> float:
    """The whole run: workers started, everything graded and kept; so many pass it all, or everybody."""
    began = time.perf_counter()
    journal = Journal(folder.with_name("graded.jsonl"), "benchmark")
    with handed_in([folder]) as handed:
        run = ClassRun(Conditions(), handed, journal, processes(jobs))
        passed = sum(submission.result.passed == SCENARIOS for submission in run.run())
        expect = len(handed) if expect is None else expect
    journal.close()
    if passed != expect:
        sys.exit(f"{passed} submissions passed in place of {expect}: nothing was measured")
    return time.perf_counter() - began


MEASURES: dict[str, Callable[..., None]] = {"memory": memory, "fence": fence, "hang": hang, "hangers": hangers}

if __name__ == "__main__":
    named = MEASURES.get(sys.argv[1]) if len(sys.argv) > 1 else None
    (named or main)(*map(int, sys.argv[2 if named else 1 :]))
