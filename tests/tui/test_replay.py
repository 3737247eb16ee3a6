"""A scenario played step by step: to the difference, back, and on into a live call."""

from dataclasses import replace
from pathlib import Path

from textual.pilot import Pilot

from lab.tui.screens.call import CallScreen
from lab.tui.screens.replay import ReplayScreen
from tests.tui.phone import COMPACT, PUPPET, calling, run, scene, screen_text, settled

FORGETFUL = replace(PUPPET, agent=Path(__file__).with_name("forgetful.py"))


async def replaying(pilot: Pilot[None], number: str = "2") -> ReplayScreen:
    """Choose a scenario by its number, and wait until it has been played."""
    await pilot.press("f4", number)
    await settled(pilot)
    screen = pilot.app.screen
    assert isinstance(screen, ReplayScreen)
    return screen


def test_a_scenario_is_played_step_by_step_to_its_difference() -> None:
    """Turn by turn, expected beside real; at the difference it says what and why, and on request a hint."""

    async def test() -> None:
        async with calling(FORGETFUL, size=COMPACT) as pilot:
            screen = await replaying(pilot)
            text = screen_text(pilot)
            assert screen.step == 1
            assert text.count("=> CONFIRM") == 2
            assert "As it should be, so far." in text
            await pilot.press("right", "right", "right")
            await pilot.pause()
            text = screen_text(pilot)
            assert screen.step == 2
            assert "after this line the agent is in ASK_DAY; CONFIRM is right" in text
            assert "✗ => CONFIRM" in text
            assert "hint" not in text.replace("? hint", "")
            await pilot.press("left", "d", "question_mark")
            await pilot.pause()
            assert screen.step == 2
            assert "Look at what came with the no" in screen_text(pilot)
            await pilot.press("escape")
            await pilot.pause()
            assert isinstance(pilot.app.screen, CallScreen)
            assert scene(pilot).number == 1

    run(test())


def test_a_call_is_taken_over_from_where_the_replay_stands() -> None:
    """The lines played so far are said in a live call under the scenario's plan, and the next one is the caller's."""

    async def test() -> None:
        async with calling(FORGETFUL) as pilot:
            await replaying(pilot, "9")
            await pilot.press("t")
            await settled(pilot)
            assert [who for who, _ in scene(pilot).view.spoken] == ["agent", "caller", "agent"]
            assert scene(pilot).entries[0][1].startswith("book")
            assert not scene(pilot).busy
            assert pilot.app.screen.line.arrangement.agent == FORGETFUL.agent

    run(test())


def test_a_scenario_is_played_anew_with_the_agent_on_disk(tmp_path: Path) -> None:
    """After a change to the file F5 plays it again; nobody to call is told as such."""
    agent = tmp_path / "agent.py"
    source = FORGETFUL.agent.read_text(encoding="utf-8") if FORGETFUL.agent else ""
    agent.write_text("oops(", encoding="utf-8")

    async def test() -> None:
        async with calling(replace(FORGETFUL, agent=agent)) as pilot:
            screen = await replaying(pilot)
            assert screen.result and screen.result.verdict == "error"
            assert "SyntaxError" in screen_text(pilot)
            agent.write_text(source, encoding="utf-8")
            await pilot.press("f5")
            await settled(pilot)
            assert screen.result.verdict == "failed"
            agent.unlink()
            await pilot.press("f5")
            await settled(pilot)
            assert "there is no such agent" in screen_text(pilot)

    run(test())
