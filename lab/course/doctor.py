"""Looks whether this machine has all that the lab needs; each finding says what to do."""

import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from lab.course.course import AGENT

Level = Literal["OK", "WARN", "FAIL"]
PYTHON = (3, 11)
SMALLEST = (80, 24)
ROOM = 100_000_000  # bytes
PACKAGES = ("textual", "prompt_toolkit", "pydantic", "rule-engine", "watchfiles")


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at, what was found, and what to do about it (empty where all is well)."""

    level: Level
    what: str
    found: str
    advice: str = ""


def examine(folder: Path) -> Iterator[Finding]:
    """Every finding, for somebody who works in this folder; none is ever raised."""
    for name, look in LOOKS.items():
        try:
            yield look(folder)
        except Exception as error:  # a look that can't look is a finding too
            yield Finding(
                "WARN", name, f"could not be looked at: {type(error).__name__}: {error}", "please report this"
            )


def python(folder: Path) -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < PYTHON:
        return Finding("FAIL", "Python", version, "install Python 3.11 or later, and the lab into it")
    return Finding("OK", "Python", f"{version}, {sys.platform}")


def packages(folder: Path) -> Finding:
    missing = [name for name in PACKAGES if not _version(name)]
    if missing:
        return Finding("FAIL", "packages", f"missing: {', '.join(missing)}", f"pip install {' '.join(missing)}")
    return Finding("OK", "packages", ", ".join(f"{name} {_version(name)}" for name in PACKAGES))


def terminal_here(folder: Path) -> Finding:
    if not sys.stdout.isatty():
        return Finding("WARN", "terminal", "none here", "run `lab doctor` in the terminal that you will work in")
    if os.environ.get("TERM") in ("dumb", "unknown"):
        return Finding(
            "WARN", "terminal", "a very plain one", "`lab watch` prints plain lines here; the app needs more"
        )
    return Finding("OK", "terminal", os.environ.get("TERM", "a console"))


def colours(folder: Path) -> Finding:
    if os.environ.get("NO_COLOR"):
        return Finding("OK", "colours", "off, as NO_COLOR asks; a sign or a word stands for each")
    return Finding("OK", "colours", os.environ.get("COLORTERM") or "as the terminal has them")


def size(folder: Path) -> Finding:
    columns, lines = shutil.get_terminal_size()
    if columns < SMALLEST[0] or lines < SMALLEST[1]:
        return Finding(
            "WARN", "size", f"{columns} × {lines}", "make the window at least 80 × 24, and nothing is cut off"
        )
    return Finding("OK", "size", f"{columns} × {lines}")


def encoding(folder: Path) -> Finding:
    name = (sys.stdout.encoding or "none").lower()
    if name.replace("-", "") != "utf8":
        return Finding("WARN", "encoding", name, "set PYTHONUTF8=1; until then plainer signs are shown")
    return Finding("OK", "encoding", name)


def zones(folder: Path) -> Finding:
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    try:
        ZoneInfo("America/New_York")
    except ZoneInfoNotFoundError:
        return Finding("FAIL", "time zones", "this system has none", "pip install tzdata")
    return Finding("OK", "time zones", "there")


def disk(folder: Path) -> Finding:
    free = shutil.disk_usage(folder).free
    text = f"{free / 1e9:.1f} GB free"
    if free < ROOM:
        return Finding("WARN", "disk", text, "free some: your progress can't be saved on a full disk")
    return Finding("OK", "disk", text)


def writing(folder: Path) -> Finding:
    if not os.access(folder, os.W_OK):
        return Finding("FAIL", "this folder", "can't be written to", "work in a folder of your own: `lab init course`")
    return Finding("OK", "this folder", "can be written to")


def saves(folder: Path) -> Finding:
    from lab.course.saves import Saves

    seen = threading.Event()
    with tempfile.TemporaryDirectory() as place, Saves(Path(place), [AGENT], lambda name: seen.set()):
        (Path(place) / AGENT).write_text("# saved\n", encoding="utf-8")
        noticed = seen.wait(5)
    if not noticed:
        return Finding("WARN", "watching saves", "a save was not noticed", "use `lab check` in place of `lab watch`")
    return Finding("OK", "watching saves", "a save is noticed")


def calls(folder: Path) -> Finding:
    from fake_api.shipped import shipped
    from grader.replay import Subject, grade
    from grader.scenario import load_pack

    pack = load_pack()
    result = grade(Subject(AGENT, shipped(AGENT)), pack, list(pack.scenarios)[:1])
    if result.passed != 1:
        return Finding("FAIL", "a call", result.problem or "the finished agent fails", "`lab grade` says how")
    return Finding("OK", "a call", "the finished agent books in a process of its own")


def model(folder: Path) -> Finding:
    if find_spec("xllamacpp") is None:
        return Finding("OK", "language model", "none here, and none is needed")
    return Finding("OK", "language model", "can be run here; `lab model` says which there are")


def workspace(folder: Path) -> Finding:
    from lab.course.progress import load_progress
    from lab.course.workspace import find_workspace
    from lab.terminal import UsageError

    try:
        home = find_workspace(folder)
        load_progress(home)
    except UsageError:
        return Finding("WARN", "the course", "not in this folder", "`lab init course`, then `cd course`")
    except ValueError as error:
        return Finding("FAIL", "the course", str(error), "move that file away, and run `lab init .` here")
    return Finding("OK", "the course", str(home))


LOOKS: dict[str, Callable[[Path], Finding]] = {
    "Python": python,
    "packages": packages,
    "terminal": terminal_here,
    "colours": colours,
    "size": size,
    "encoding": encoding,
    "time zones": zones,
    "disk": disk,
    "this folder": writing,
    "watching saves": saves,
    "a call": calls,
    "language model": model,
    "the course": workspace,
}


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""
