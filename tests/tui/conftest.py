"""The terminal of whoever runs the tests must not change a verdict."""

from pathlib import Path

import pytest

from lab.course.course import load_course
from lab.course.progress import Progress
from lab.course.workspace import make_workspace

SMALL = Path(__file__).with_name("small_course")
NAME = "[bold]/[@click=app.quit] course"


@pytest.fixture(autouse=True)
def no_terminal_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the surrounding terminal reaches the app."""
    for name in ("NO_COLOR", "COLUMNS", "LINES", "COLORTERM", "FORCE_COLOR", "TEXTUAL_THEME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder as `lab init` makes it, in which we are; its name is none of our markup."""
    folder = tmp_path / NAME
    make_workspace(folder, load_course(), Progress())
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def small_course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for a course of two exercises in our own words, in which we are; the first has been given up."""
    progress = Progress(course=str(SMALL)).changed("01_listen", gave_up=True)
    make_workspace(tmp_path, load_course(SMALL), progress)
    monkeypatch.chdir(tmp_path)
    return tmp_path
