"""Half-finished agents, each with one mistake: what is told names its effect and the next step."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from fake_api.reading import STRICT, read
from grader.mutant import Edit, Mutant
from lab.course.bench import run_check
from lab.course.course import AGENT, Course

HERE = Path(__file__).parent
RIGHT = (HERE / "beginner.py").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Beginner:
    """A mistake in the beginner's agent, and what must be told of it."""

    __pydantic_config__ = STRICT

    name: str
    exercise: int
    told: str
    effect: str
    next: str
    edit: tuple[Edit, ...]
    what: str = ""
    where: str = ""


@dataclass(frozen=True)
class Beginners:
    """The file of them all."""

    __pydantic_config__ = STRICT

    beginner: tuple[Beginner, ...]


BEGINNERS = read(HERE / "beginners.toml", Beginners).beginner


@pytest.mark.parametrize("number", [3, 4, 5, 6, 7])
def test_without_a_mistake_the_beginner_passes(course: Course, tmp_path: Path, number: int) -> None:
    """An agent in a style of its own, with phrases of its own, is as right as ours."""
    (tmp_path / AGENT).write_text(RIGHT, encoding="utf-8")
    assert run_check(course.exercises[number - 1], course, tmp_path).next_thing is None


@pytest.mark.parametrize("beginner", BEGINNERS, ids=[each.name for each in BEGINNERS])
def test_a_mistake_is_told_with_its_effect_and_the_next_step(
    course: Course, tmp_path: Path, beginner: Beginner
) -> None:
    """The mistake is recognised by what the agent did, and not called something else."""
    source = Mutant(beginner.name, beginner.edit).apply(RIGHT)
    (tmp_path / AGENT).write_text(source, encoding="utf-8")
    told = run_check(course.exercises[beginner.exercise - 1], course, tmp_path).next_thing
    assert told
    assert told.mistake == beginner.told, told
    assert beginner.effect in told.why
    assert beginner.next in told.next
    assert beginner.what in told.what
    assert beginner.where in "\n".join(told.where)
