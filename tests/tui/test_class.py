"""A folder of agents: rows as they come, what failed first, and its replay."""

import shutil
from pathlib import Path

from fake_api.shipped import shipped
from lab.call.place import Arrangement
from lab.tui.screens.class_ import ClassScreen
from lab.tui.screens.home import HomeScreen
from lab.tui.screens.replay import ReplayScreen
from tests.tui.phone import COMPACT, calling, run, screen_text, settled


def test_a_class_is_graded_and_what_failed_is_replayed(tmp_path: Path) -> None:
    """A row for each, whatever it is called; Enter replays the first failure, and Esc leads home."""
    hostile = tmp_path / "[red][@click=app.quit]x"
    hostile.mkdir()
    shutil.copyfile(Path(__file__).with_name("forgetful.py"), hostile / "agent.py")
    shutil.copyfile(shipped("agent.py"), tmp_path / "ana.py")
    (tmp_path / "notes.txt").write_text("no submission", encoding="utf-8")

    async def test() -> None:
        async with calling(Arrangement(), size=COMPACT, start="home") as pilot:
            await pilot.press("end", "enter", *str(tmp_path), "enter")
            await settled(pilot)
            assert isinstance(pilot.app.screen, ClassScreen)
            text = screen_text(pilot)
            assert [each.id for each in pilot.app.screen.graded] == [hostile.name, "ana"]
            assert f"{hostile.name} " in text
            assert "✓✓✓✓✓✓✓✓✓  9 of 9" in text
            assert "2 of 2 graded" in text
            await pilot.press("home", "enter")
            await settled(pilot)
            assert isinstance(pilot.app.screen, ReplayScreen)
            assert "✗" in screen_text(pilot)
            await pilot.press("escape", "escape")
            await settled(pilot)
            assert isinstance(pilot.app.screen, HomeScreen)

    run(test())


def test_a_folder_that_is_none_is_told() -> None:
    """A name that leads nowhere leaves one where one was, with the reason."""

    async def test() -> None:
        async with calling(Arrangement(), size=COMPACT, start="home") as pilot:
            await pilot.press("end", "enter", *"nowhere[/]", "enter")
            await settled(pilot)
            assert isinstance(pilot.app.screen, HomeScreen)
            assert "nowhere[/]" in screen_text(pilot)

    run(test())
