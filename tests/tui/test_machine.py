"""The agent's machine beside the call: searched while one looks, lit as the call goes on."""

from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from textual.widgets import Static

from lab.explore.search import Search
from lab.tui import machine
from tests.tui.phone import COMPACT, PUPPET, WIDE, calling, run, say, screen_text, settled, under, until

NODDING = replace(PUPPET, agent=Path(__file__).with_name("nodding.py"))


@pytest.mark.parametrize("size", [COMPACT, WIDE])
def test_the_present_state_is_lit_in_the_real_machine(size: tuple[int, int]) -> None:
    """Every state with its ways; while the caller speaks the light moves, and the last arrow stands in the title."""

    async def test() -> None:
        async with calling(NODDING, size=size) as pilot:
            await pilot.press("f8")
            await settled(pilot)
            text = screen_text(pilot)
            assert "▐LISTEN▌" in text
            assert "→ CONFIRM  " in text
            assert "any open state" in text
            assert "→ DONE     goodbye" in text
            await say(pilot, "Tuesday")
            text = screen_text(pilot)
            assert "Machine · LISTEN → CONFIRM: day" in text
            assert "▐CONFIRM▌" in text
            assert len(pilot.app.machines) == 1
            await pilot.press("escape", "f8")
            await settled(pilot)
            assert "searching" not in screen_text(pilot)

    run(test())


def test_a_search_shows_how_far_it_is_and_stops_when_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Escape closes the panel and ends the search; what was not searched to the end is not taken for known."""
    pressed, stopped = Event(), Event()

    def endless(driver: object, bounds: object, watch: object) -> Search:
        try:
            watch(Search(waiting=7))  # type: ignore[operator]
            pressed.wait(20)
            watch(Search(waiting=8))  # type: ignore[operator]
        except KeyboardInterrupt:
            stopped.set()
        return Search(stopped_by="Ctrl-C")

    monkeypatch.setattr(machine, "explore", endless)

    async def test() -> None:
        async with calling(NODDING) as pilot:
            await pilot.press("f8")
            await until(pilot, lambda: "7 waiting" in screen_text(pilot))
            await pilot.press("escape")
            pressed.set()
            await settled(pilot)
            assert stopped.is_set()
            assert pilot.app.machines == {}

    run(test())


def test_what_can_not_be_searched_is_told(tmp_path: Path) -> None:
    """An agent that does not start, in words and literally; the call goes on."""
    agent = tmp_path / "[red]agent.py"
    agent.write_text("raise ValueError('[/]')", encoding="utf-8")

    async def test() -> None:
        async with calling(replace(under("calm"), agent=agent, in_process=False)) as pilot:
            await pilot.press("f8")
            await settled(pilot)
            told = str(pilot.app.screen.query_one("#machine Static", Static).render())
            assert "ValueError: [/]" in told

    run(test())
