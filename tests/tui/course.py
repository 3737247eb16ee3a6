"""How these tests hold a course: a workspace of their own, solutions that are saved, and the app at it."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from lab.call.place import Arrangement
from lab.course.bench import Bench, open_bench
from lab.course.course import Exercise
from lab.tui.screens.course import CourseScreen
from tests.tui.phone import COMPACT, calling

HERE = Arrangement()


@asynccontextmanager
async def at_the_course(size: tuple[int, int] = COMPACT, **options: Any) -> AsyncIterator[Pilot[None]]:
    """The app at the course, its first check done."""
    async with calling(HERE, size=size, start="course", **options) as pilot:
        assert isinstance(pilot.app.screen, CourseScreen)
        yield pilot


def course(pilot: Pilot[None]) -> CourseScreen:
    """The course screen, wherever it lies in the stack."""
    return next(screen for screen in pilot.app.screen_stack if isinstance(screen, CourseScreen))


def solve(bench: Bench, *exercises: Exercise) -> None:
    """The solutions of these exercises, as the student's own files."""
    for exercise in exercises:
        for name in exercise.sheet.files:
            shutil.copyfile(exercise.solution / name, bench.workspace / name)


def skip_to(folder: Path, number: int) -> Bench:
    """A bench on which all exercises before this one have been given up, their solutions written."""
    bench = open_bench(folder)
    for exercise in bench.course.exercises[: number - 1]:
        solve(bench, exercise)
        bench.give_up(exercise)
    return bench
