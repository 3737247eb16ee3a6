"""What the tests of the course share: the course that ships, and a workspace made of it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from lab.cli import main
from lab.course.course import Course, load_course

Lab = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="session")
def course() -> Course:
    """The course that ships."""
    return load_course()


@pytest.fixture
def lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Lab:
    """Run `lab WORDS` in an empty folder, or below it; answers its code, its stdout and its stderr."""

    def run(*words: str, folder: str = ".") -> tuple[int, str, str]:
        monkeypatch.chdir(tmp_path / folder)
        code = main(words)
        return code, *capfd.readouterr()

    return run
