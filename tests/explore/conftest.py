"""Small alphabets, so that a search takes a second, and agents written on the spot."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from fake_api.shipped import shipped
from grader.mutant import load_mutants, write_mutant
from lab.explore.alphabet import Alphabet, load_alphabet

SHIPPED = load_alphabet()


def alphabet(*names: str, **changed: object) -> Alphabet:
    """The shipped alphabet with these acts only."""
    acts = {act.name: act for act in SHIPPED.act}
    changed.setdefault("after_end", ())
    return replace(SHIPPED, act=tuple(acts[name] for name in names), **changed)


@pytest.fixture
def finished() -> Path:
    """The finished agent's file."""
    return shipped("agent.py")


@pytest.fixture
def mutant(tmp_path: Path) -> Callable[[str], Path]:
    """Writes one of the wrong agents that ship."""
    return lambda name: write_mutant(name, load_mutants()[name], tmp_path)


@pytest.fixture
def edited(tmp_path: Path, finished: Path) -> Callable[..., Path]:
    """Writes the finished agent with passages replaced."""

    def write(*edits: tuple[str, str]) -> Path:
        source = finished.read_text(encoding="utf-8")
        for find, put in edits:
            assert source.count(find) == 1, find
            source = source.replace(find, put)
        path = tmp_path / "edited.py"
        path.write_text(source, encoding="utf-8")
        return path

    return write
