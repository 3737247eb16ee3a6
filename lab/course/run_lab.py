"""Runs `lab` itself in a process of its own, the way it was started here."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def run_lab(words: list[str], folder: Path, stdin: str | None = None) -> "subprocess.CompletedProcess[str]":
    """Run it in a folder: with the terminal as it is, or, if there is some `stdin`, with its output kept."""
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    piped = stdin is not None
    return subprocess.run(
        [sys.executable, "-m", "lab", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), **({"PYTHONUTF8": "1"} if piped else {})},
        input=stdin,
        capture_output=piped,
        encoding="utf-8",
        timeout=120 if piped else None,
        check=False,
    )
