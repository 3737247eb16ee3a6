"""What is told of an agent besides its scenarios."""

import os
from pathlib import Path

import pytest

from grader.paper import Paper
from grader.replay import Subject, grade
from grader.scenario import load_pack
from grader.show import whole
from lab.call.process import Limits

HOSTILE = Path(__file__).parents[1] / "hostile"


def shown(name: str) -> str:
    """The report on a hostile file, on one line."""
    result = grade(Subject(name, HOSTILE / name, limits=Limits(5, 5)), load_pack(HOSTILE / "quiet"))
    return " ".join(" ".join(whole(result, "pack quiet", Paper(unicode=False))).split())


def test_a_second_call_that_fails_is_told() -> None:
    """Everything has passed and the exit code is 1 all the same, so the report says why."""
    told = shown("37-keeps-what-it-heard.py")
    assert "3 of 3 passed one call leaks into the next: 1-alone fails when it is played again in the same" in told
    assert "[leak] turn 1" in told


@pytest.mark.skipif(os.name != "posix", reason="the file is told for POSIX")
def test_threads_that_stay_are_named() -> None:
    """They cost nothing here, and would keep a program of their owner's up for ever; those of a daemon would not."""
    told = shown("24-leaves-threads.py")
    assert "would keep its process up: Thread-1 (chatter), Thread-3 (chatter)" in told
    assert "Thread-2" not in told
    assert "keep its process up" not in shown("13-swallows-everything.py")
