"""The least that isolation costs: `floor.py AGENT CHILDREN JOBS` forks children that load the file and exit.

A process of its own, as small as it can be: the bigger a process is the longer it takes to fork. Prints the seconds.
"""

import os
import sys
import time
import types
from pathlib import Path

import lab.protocol  # noqa: F401  # as the parent of our agents has it


def load(agent: str) -> None:
    """What an agent's process has to do at the very least."""
    module = types.ModuleType("agent")
    sys.modules["agent"] = module
    exec(compile(Path(agent).read_bytes(), agent, "exec"), module.__dict__)
    os._exit(0)


def main(agent: str, children: int, jobs: int) -> None:
    """As many at once as there are jobs."""
    began = time.perf_counter()
    running = 0
    for _ in range(children):
        if os.fork() == 0:
            load(agent)
        running += 1
        if running == jobs:
            os.wait()
            running -= 1
    while running:
        os.wait()
        running -= 1
    sys.stdout.write(f"{time.perf_counter() - began}\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
