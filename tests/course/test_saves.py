"""A save is noticed, whichever way an editor writes."""

import queue
from collections.abc import Callable
from pathlib import Path

import pytest

from lab.course.saves import Saves

AGENT = "agent.py"
PATIENCE = 10  # seconds; a notice comes in a few hundredths of one


def in_place(path: Path, text: str) -> None:
    """As nano does: the same file, written over."""
    path.write_text(text, encoding="utf-8")


def by_renaming(path: Path, text: str) -> None:
    """As vim, PyCharm and VS Code (atomic) do: a new file beside it takes its name."""
    new = path.with_name(f".{path.name}.swp~")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


def by_backup(path: Path, text: str) -> None:
    """As Emacs does: the old file gets another name, and a new one is made."""
    path.replace(path.with_name(f"{path.name}~"))
    path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("save", [in_place, by_renaming, by_backup])
def test_three_ways_of_saving(tmp_path: Path, save: Callable[[Path, str], None]) -> None:
    """Each is noticed, and a second time too, when the file is another one."""
    path = tmp_path / AGENT
    path.write_text("before", encoding="utf-8")
    told: queue.SimpleQueue[str] = queue.SimpleQueue()
    with Saves(tmp_path, [AGENT], told.put):
        for text in ("once", "and again"):
            save(path, text)
            while told.get(timeout=PATIENCE) and path.read_text(encoding="utf-8") != text:
                pass


def test_a_save_that_changes_nothing_is_none(tmp_path: Path) -> None:
    """Nor is another file's, nor the moment in which the file is gone."""
    path = tmp_path / AGENT
    path.write_text("the same", encoding="utf-8")
    told: list[str] = []
    saves = Saves(tmp_path, [AGENT], told.append)
    path.write_text("the same", encoding="utf-8")
    (tmp_path / "notes.txt").write_text("other", encoding="utf-8")
    saves.look()
    path.unlink()
    saves.look()
    assert told == []
    path.write_text("new", encoding="utf-8")
    saves.look()
    saves.look()
    assert told == [AGENT]


def test_a_file_that_comes_later_is_a_save(tmp_path: Path) -> None:
    """A student may write a file that was not there when the watching began."""
    told: list[str] = []
    saves = Saves(tmp_path, [AGENT], told.append)
    (tmp_path / AGENT).write_text("new", encoding="utf-8")
    saves.look()
    assert told == [AGENT]
