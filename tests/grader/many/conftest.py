"""Little classes on disk."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.grader.conftest import AGENT

ROOT = Path(__file__).parents[3]
COMMAND = "import sys; from lab.cli import main; sys.exit(main())"
RIGHT = AGENT + '        self.state = "ASK_DAY" if line == "one" else "DONE"\n        return "Yes."\n'
WRONG = RIGHT.replace('"DONE"', '"CONFIRM"')

HandIn = Callable[..., Path]


@pytest.fixture
def hand_in(tmp_path: Path) -> HandIn:
    """Writes submissions by name: text, or None for one that is to be right."""

    def write(**submissions: str | None) -> Path:
        folder = tmp_path / "submissions"
        folder.mkdir(exist_ok=True)
        for name, text in submissions.items():
            (folder / f"{name}.py").write_text(RIGHT if text is None else text, encoding="utf-8")
        return folder

    return write


def command(*words: object) -> list[str]:
    """`lab` with these words, as a process of its own."""
    return [sys.executable, "-c", COMMAND, *map(str, words)]


def lab(*words: object, cwd: Path) -> "subprocess.CompletedProcess[str]":
    """Run it to its end."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.run(command(*words), cwd=cwd, env=environment, capture_output=True, text=True, encoding="utf-8")
