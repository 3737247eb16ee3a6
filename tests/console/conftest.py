"""How the tests of the console run the command: as a process of its own, in an empty folder."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PUPPET = Path(__file__).with_name("puppet.py")

Lab = Callable[..., subprocess.CompletedProcess[str]]


def environment(**more: str) -> dict[str, str]:
    """Ours, without what would change the output."""
    kept = {key: value for key, value in os.environ.items() if key not in ("READBACK_DEBUG", "PYTHONIOENCODING")}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", **more}


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    """Run `lab WORDS` with some stdin, and answer the finished process."""

    def run(*words: str | Path, stdin: str = "", **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "lab", *map(str, words)],
            input=stdin,
            cwd=tmp_path,
            env=environment(**more),
            capture_output=True,
            encoding="utf-8",
            timeout=30,
        )

    return run
