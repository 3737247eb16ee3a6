"""The tables of actions: from them come keys, bar, palette and help, so they must be true."""

import pytest

from lab.tui.actions import Action, spell_key
from lab.tui.app import ReadbackApp
from lab.tui.desk import Desk
from lab.tui.screens.base import ActionScreen
from lab.tui.screens.call import CallScreen
from lab.tui.screens.class_ import ClassScreen
from lab.tui.screens.course import CourseScreen
from lab.tui.screens.home import HomeScreen
from lab.tui.screens.replay import ReplayScreen
from tests.tui.phone import COMPACT, calling, run, scene, screen_text, settled

SCREENS = (CallScreen, ClassScreen, CourseScreen, HomeScreen, ReplayScreen)


@pytest.mark.parametrize("screen", SCREENS)
def test_every_action_exists_and_is_reached_one_way(screen: type[ActionScreen]) -> None:
    """Each entry runs something that is there; ids and keys are given once; all of them are explained."""
    keys = [key for action in screen.ACTIONS for key in action.key.split(",") if key]
    assert len(keys) == len(set(keys))
    assert len({(action.space, action.id) for action in screen.ACTIONS}) == len(screen.ACTIONS)
    for action in screen.ACTIONS:
        owner = ReadbackApp if action.run.startswith("app.") else screen
        assert hasattr(owner, f"action_{action.run.removeprefix('app.').partition('(')[0]}"), action.id
        assert action.help.endswith(".")
        assert action.space in ("call", "break", "view", "replay", "course", "class")


def test_copying_stays_copying() -> None:
    """No screen takes ctrl+c, and everywhere ctrl+q leaves."""
    for screen in SCREENS:
        keys = [key for action in screen.ACTIONS for key in action.key.split(",")]
        assert "ctrl+c" not in keys
        assert "ctrl+q" in keys


def test_keys_are_spelt_for_people() -> None:
    """As they stand on a keyboard."""
    assert [spell_key(key) for key in ("f1", "ctrl+r", "question_mark,f1", "escape", "q")] == [
        "F1",
        "^r",
        "?",
        "Esc",
        "q",
    ]


def test_the_palette_does_what_it_says() -> None:
    """Every action of the call is an entry with its namespace, and the entries' callbacks work."""

    async def test() -> None:
        async with calling() as pilot:
            entries = {entry.title: entry for entry in pilot.app.get_system_commands(pilot.app.screen)}
            assert set(entries) == {action.title for action in CallScreen.ACTIONS}
            for title in ("break: next look-up times out", "break: next booking times out, done"):
                await entries[title].callback()
            assert [state for _, _, state in scene(pilot).entries] == ["armed", "armed"]
            await entries["view: the record"].callback()
            assert pilot.app.screen.query_one(Desk).front.id == "record"
            await entries["call: hang up and call again"].callback()
            await settled(pilot)
            assert scene(pilot).number == 2
            await entries["view: light or dark"].callback()
            assert not pilot.app.current_theme.dark

    run(test())


def test_bar_and_help_come_from_the_table() -> None:
    """At 80 columns the bar ends with the way to everything else; F1 lists every action with its key."""

    async def test() -> None:
        async with calling(size=COMPACT) as pilot:
            bar = screen_text(pilot).splitlines()[-1]
            assert bar.startswith(" F1 help  F2 break")
            assert bar.endswith("^p everything else")
            await pilot.press("f1")
            await pilot.pause()
            text = "\n".join(str(part.render()) for part in pilot.app.screen.query("Static").results())
            missing = [action.title for action in CallScreen.ACTIONS if not told(action, text)]
            assert missing == []
            assert "says the line" in text

    run(test())


def told(action: Action, text: str) -> bool:
    """Whether the help has an action's key, label and sentence in one line."""
    return any(
        line.startswith(spell_key(action.key)) and action.label in line and action.help in line
        for line in text.splitlines()
    )
