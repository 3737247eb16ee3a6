"""What an agent's process may and may not do, as its host is told."""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OURS = ("lab", "grader", "fake_api", "exercises", "tests", "benchmarks")


@dataclass(frozen=True, slots=True)
class Rules:
    """Unless told otherwise those of a friendly agent, at its owner's keyboard.

    `allow` are packages by name, None for all that are installed. `siblings` are the modules beside the agent;
    `folder` says that all which lies there is its own. `secret` are folders that it may never read.
    `cpu_start` and `cpu_turn` are seconds of the processor's time, `memory` bytes; 0 is no limit.
    `branches` says that the process forks before a line when the bench asks for it, and can go back there.
    """

    allow: tuple[str, ...] | None = None
    siblings: bool = True
    folder: bool = False
    fence: bool = False
    secret: tuple[str, ...] = ()
    cpu_start: float = 0
    cpu_turn: float = 0
    memory: int = 0
    branches: bool = False

    def for_agent(self, path: Path, ahead: bool = True) -> str:
        """As JSON, for the host of that file; `ahead` says that it may be compiled before the first call."""
        told = {name: getattr(self, name) for name in self.__slots__}
        secret = [*self.secret, *(str(ROOT / name) for name in OURS)]
        more = {"path": str(path.resolve()), "packages": _packages(), "secret": secret, "ahead": ahead}
        return json.dumps(told | more)


FRIENDLY = Rules()
GRADED = Rules(fence=True, cpu_start=5, cpu_turn=3, memory=512 << 20)
"""A friendly agent that is graded: all that is installed may be imported."""

CLASS = Rules(fence=True, cpu_start=5, cpu_turn=3, memory=512 << 20, allow=(), siblings=False)
"""An agent of many: the standard library, the words, and what is allowed by name."""

SEARCHED = Rules(cpu_start=10, cpu_turn=5, memory=2 << 30)
"""An agent of which every dialogue is searched, so that one that runs wild does not take the machine along."""


def _packages() -> Sequence[str]:
    return [entry for entry in sys.path if Path(entry).name in ("site-packages", "dist-packages")]
