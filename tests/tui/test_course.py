"""The course by keyboard and mouse: pages, hints, the one next thing, a failing call, and saves as they come."""

from pathlib import Path

import pytest
from textual.widgets import OptionList

from lab.call.place import Arrangement
from lab.course.bench import open_bench
from lab.course.progress import FILE, FOLDER
from lab.tui.screens.call import CallScreen
from lab.tui.screens.course import CourseScreen
from lab.tui.screens.home import HomeScreen
from lab.tui.screens.page import Page
from lab.tui.screens.replay import ReplayScreen
from tests.tui.conftest import NAME
from tests.tui.course import HERE, at_the_course, course, skip_to, solve
from tests.tui.phone import COMPACT, WIDE, calling, run, scene, screen_text, settled, until


def test_the_whole_course_is_walked_by_keyboard_alone(workspace: Path) -> None:
    """From home to the last page: each exercise fails, its solution is saved, and it is done."""

    async def test() -> None:
        async with calling(HERE, size=COMPACT, start="home") as pilot:
            await pilot.press("down", "enter")
            await settled(pilot)
            screen = course(pilot)
            for exercise in screen.bench.course.exercises:
                await pilot.press("c")
                await settled(pilot)
                assert screen.exercise.name == exercise.name
                assert not screen.results[exercise.name].passed
                solve(screen.bench, exercise)
                await until(pilot, lambda name=exercise.name: screen.results[name].passed)  # type: ignore[misc]
                await settled(pilot)
                if not isinstance(pilot.app.screen, Page):
                    await pilot.press("n")
            assert exercise.number == 7
            assert "What you built" in screen_text(pilot)
            await pilot.press("escape", "escape")
            await settled(pilot)
            assert isinstance(pilot.app.screen, HomeScreen)
            assert "7 of 7 done" in screen_text(pilot)
            assert "9 of 9" in screen_text(pilot)

    run(test())


def test_a_failing_scenario_is_replayed_and_its_call_taken_over(workspace: Path) -> None:
    """r shows expected beside real at the difference; o calls, with all said that came before it; F9 leads back."""
    skip_to(workspace, 4)

    async def test() -> None:
        async with at_the_course() as pilot:
            told = course(pilot).results["04_the_no"].next_thing
            assert told and told.turn == 4
            assert told.title in screen_text(pilot)
            await pilot.press("r")
            await settled(pilot)
            assert isinstance(pilot.app.screen, ReplayScreen)
            assert pilot.app.screen.step == told.turn
            assert told.what in " ".join(screen_text(pilot).replace("│", " ").split())
            await pilot.press("escape", "o")
            await settled(pilot)
            turns = course(pilot).bench.course.exercises[3].scenarios[told.part].turn
            said = [line for who, line in scene(pilot).view.spoken if who == "caller"]
            assert said == [turn.caller for turn in turns[:3]]
            await pilot.press("f9")
            await settled(pilot)
            assert pilot.app.screen is course(pilot)

    run(test())


def test_hints_come_one_at_a_time(workspace: Path) -> None:
    """h shows the first; the arrows turn, and only what was shown is noted."""
    bench = open_bench(workspace)

    async def test() -> None:
        async with at_the_course() as pilot:
            await pilot.press("h")
            await pilot.pause()
            assert "Hint 1 of 3" in screen_text(pilot)
            assert bench.progress.of("01_the_nature_of_tools").hints == 1
            await pilot.press("right", "left", "left")
            await pilot.pause()
            assert "Hint 1 of 3" in screen_text(pilot)
            assert bench.progress.of("01_the_nature_of_tools").hints == 2
            await pilot.press("escape")
            await pilot.pause()
            assert "hints: 2" in screen_text(pilot)

    run(test())


def test_each_save_is_checked_while_one_watches(workspace: Path) -> None:
    """The verdict beside the page is that of the file as it was saved, also by an editor that renames."""
    bench = skip_to(workspace, 3)
    agent = workspace / "agent.py"

    async def test() -> None:
        async with at_the_course(WIDE) as pilot:
            await pilot.press("w")
            await settled(pilot)
            assert "expected  => ASK_DAY" in screen_text(pilot)
            agent.with_suffix(".new").write_text("class ReservationAgent(\n", encoding="utf-8")
            agent.with_suffix(".new").replace(agent)
            await until(pilot, lambda: "SyntaxError" in screen_text(pilot))
            solve(bench, bench.course.exercises[2])
            await until(pilot, lambda: "Exercise 3 is done" in screen_text(pilot))
            text = screen_text(pilot)
            assert "saved" in text
            assert "Next: 4" in text
            await pilot.press("escape")
            await settled(pilot)
            assert pilot.app.screen is course(pilot)
            assert "✓ 3 The happy flow" in screen_text(pilot)

    run(test())


def test_text_of_a_student_stays_literal(workspace: Path) -> None:
    """What their file prints, raises or is called is shown letter for letter, in the verdict as on the line."""
    skip_to(workspace, 3)
    words = "[/] [red]no[/red] [@click=app.quit]x[/]"
    source = f"class ReservationAgent:\n    print({words!r})\n    raise ValueError({words!r})\n"
    (workspace / "agent.py").write_text(source, encoding="utf-8")

    async def test() -> None:
        async with at_the_course(WIDE) as pilot:
            assert words in screen_text(pilot)
            await pilot.press("w")
            await settled(pilot)
            assert screen_text(pilot).count("[@click=app.quit]") > 0
            (workspace / FOLDER / FILE).write_text("[/", encoding="utf-8")
            await pilot.press("c")
            await settled(pilot)
            assert NAME.partition(" ")[0] in screen_text(pilot)
            assert "is no progress file" in " ".join(screen_text(pilot).replace("│", " ").split())

    run(test())


def test_doors_and_exercises_are_opened_by_mouse(workspace: Path) -> None:
    """A click on a door opens it; a click on an exercise shows its page; one on the bar does what its key does."""

    async def test() -> None:
        async with calling(HERE, size=COMPACT, start="home") as pilot:
            assert await pilot.click(OptionList, offset=(6, 4))
            await settled(pilot)
            screen = course(pilot)
            assert await pilot.click("Exercises", offset=(6, 5))
            await settled(pilot)
            assert screen.exercise.number == 3
            assert "Shall I book that?" in screen_text(pilot)
            await pilot.press("escape")
            await pilot.click("KeyBar", offset=(10, 0))
            await pilot.pause()
            assert "Hint 1" in screen_text(pilot)

    run(test())


def test_a_course_is_begun_from_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is none its door makes the folder, and the next time it opens that one."""
    monkeypatch.chdir(tmp_path)

    async def test() -> None:
        async with calling(HERE, size=COMPACT, start="home") as pilot:
            assert "not begun" in screen_text(pilot)
            await pilot.press("down", "enter", "enter")
            await settled(pilot)
            assert course(pilot).bench.workspace == tmp_path / "course"
            await pilot.press("escape")
            await settled(pilot)
            await pilot.press("enter")
            await settled(pilot)
            assert isinstance(pilot.app.screen, CourseScreen)

    run(test())


def test_the_course_speaks_spanish_too(workspace: Path) -> None:
    """With --lang es titles, states and keys are Spanish, and so are the callers."""
    skip_to(workspace, 4)

    async def test() -> None:
        async with calling(Arrangement(language="es"), size=COMPACT, start="course") as pilot:
            text = screen_text(pilot)
            for words in ("De cero a nueve de nueve", "h pista", "c comprobar", "turno "):
                assert words in text
            await pilot.press("o")
            await settled(pilot)
            assert isinstance(pilot.app.screen, CallScreen)
            assert scene(pilot).head and scene(pilot).head.language == "es"

    run(test())
