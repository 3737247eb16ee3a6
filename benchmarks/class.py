"""How long a class takes, as ratios in one run: `python benchmarks/class.py [submissions] [jobs]`.

The floor is the least that isolation costs: forking a child for each scenario that loads the agent's file and exits, as
many at once as there are jobs. Beside it check50 over the same class, timed on three submissions and multiplied, where
it is installed. `python benchmarks/class.py memory [submissions]` grades copies and tells how large the parent grew.
"""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import types
from pathlib import Path

from fake_api.shipped import shipped
from grader.class_run import ClassRun, processes
from grader.journal import Journal
from grader.one_of_many import Conditions
from grader.submissions import handed_in
from lab.terminal import say

SCENARIOS = 9
PEER_SUBMISSIONS = 3
CHECKS = "import check50, check50.py\n" + "".join(
    f"\n@check50.check()\ndef scenario_{n}():\n    check50.py.import_('agent.py')\n" for n in range(SCENARIOS)
)


def main(submissions: int = 1000, jobs: int = 2) -> None:
    """Print the floor, the class, and the ratio that counts."""
    agent = shipped("agent.py")
    floor = seconds_to_fork(agent, submissions * SCENARIOS, jobs)
    with tempfile.TemporaryDirectory() as name:
        taken = seconds_to_grade(copies(agent, Path(name), submissions), jobs)
        peer = check50(agent, Path(name)) * submissions
    say(f"{submissions} submissions x {SCENARIOS} scenarios, {jobs} jobs")
    say(f"floor   {floor:8.1f} s  ({floor / submissions / SCENARIOS * 1000:.2f} ms a child)")
    say(f"class   {taken:8.1f} s  ({taken / submissions * 1000:.0f} ms a submission)")
    say(f"ratio   {taken / floor:8.2f}    (to reach: at most 3)")
    say(f"check50 {peer:8.1f} s  ({peer / taken:.1f} times the class)" if peer else "check50 is not installed: skipped")


def memory(submissions: int = 20_000, jobs: int = 2) -> None:
    """Grade so many copies, and print the parent's largest size."""
    with tempfile.TemporaryDirectory() as name:
        taken = seconds_to_grade(copies(shipped("agent.py"), Path(name), submissions), jobs)
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    largest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
    say(f"{submissions} submissions in {taken:.0f} s, the parent at most {largest:.0f} MB")


def copies(agent: Path, folder: Path, number: int) -> Path:
    """A class of so many copies."""
    place = folder / "submissions"
    place.mkdir()
    for n in range(number):
        shutil.copy(agent, place / f"{n:06}.py")
    return place


def seconds_to_fork(agent: Path, children: int, jobs: int) -> float:
    """Fork so many, each loading the file as it is on the disk; a few more first, to warm the caches."""
    import lab.protocol  # noqa: F401  # as the parent of our agents has it

    for number in (20, children):
        began = time.perf_counter()
        running = 0
        for _ in range(number):
            if os.fork() == 0:
                load(agent)
            running += 1
            if running == jobs:
                os.wait()
                running -= 1
        while running:
            os.wait()
            running -= 1
    return time.perf_counter() - began


def load(agent: Path) -> None:
    """What an agent's process has to do at the very least."""
    module = types.ModuleType("agent")
    sys.modules["agent"] = module
    exec(compile(agent.read_bytes(), str(agent), "exec"), module.__dict__)
    os._exit(0)


def seconds_to_grade(folder: Path, jobs: int) -> float:
    """The whole run: workers started, everything graded and kept."""
    began = time.perf_counter()
    journal = Journal(folder.with_name("graded.jsonl"), "benchmark")
    with handed_in([folder]) as handed:
        run = ClassRun(Conditions(), handed, journal, processes(jobs), jobs)
        wrong = sum(submission.result.passed != SCENARIOS for submission in run.run())
    journal.close()
    if wrong:
        sys.exit(f"{wrong} submissions did not pass: nothing was measured")
    return time.perf_counter() - began


def check50(agent: Path, folder: Path) -> float:
    """Seconds for one submission of nine checks that import the agent, and no more; 0 where it is not installed."""
    if not shutil.which("check50"):
        return 0
    problem, work = folder / "problem", folder / "work"
    for place in (problem, work):
        place.mkdir()
    (problem / ".cs50.yml").write_text("check50: true\n", encoding="utf-8")
    (problem / "__init__.py").write_text(CHECKS, encoding="utf-8")
    shutil.copy(agent, work / "agent.py")
    command = ["check50", "--dev", str(problem), "-o", "json"]
    began = time.perf_counter()
    for _ in range(PEER_SUBMISSIONS):
        subprocess.run(command, cwd=work, capture_output=True, check=True)
    return (time.perf_counter() - began) / PEER_SUBMISSIONS


if __name__ == "__main__":
    if sys.argv[1:2] == ["memory"]:
        memory(*map(int, sys.argv[2:4]))
    else:
        main(*map(int, sys.argv[1:3]))
