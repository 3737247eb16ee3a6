"""How the screens look: a few quiet pictures as text, contrast, and terminals of every size."""

import asyncio
import datetime as dt
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from rich.color import Color as RichColor
from textual.color import Color
from textual.pilot import Pilot

from lab.protocol import Heard, Span
from lab.tui import theme
from lab.tui.picture import picture
from lab.tui.screens.home import HomeScreen
from tests.tui.course import at_the_course
from tests.tui.phone import COMPACT, PUPPET, WIDE, calling, run, say, scene, screen_text, settled

SHOTS = Path(__file__).with_name("shots")
LINE = "hear Tuesday at 10 a.m., the name is Jamie"
SIZES = {"wide": WIDE, "compact": COMPACT, "huge": (200, 50)}


def as_planned(line: str, state: str, context: object) -> Heard:
    """What the puppet is told of the one line in the pictures, whatever our grammar learns."""
    day, time, name = (line.index(word) for word in ("Tuesday", "10 a.m.", "the name"))
    spans = (Span("day", day, day + 7), Span("time", time, time + 7), Span("name", name, len(line)))
    return Heard("inform", dt.date(2026, 9, 15), dt.time(10), "Jamie", spans=spans)


PICTURED = replace(PUPPET, plan="read-flaky", understanding=as_planned, now="2026-09-14T09:00")


async def pictures(*, all_of_them: bool = True) -> dict[str, str]:
    """The pictures by name, out of one sitting; the first few are the call at every size."""
    shots = {}
    async with calling(PICTURED) as pilot:
        await say(pilot, LINE, "look", "go CONFIRM")
        await pilot.app.screen.run_action("arm('booking-lost-done')")
        for name, size in SIZES.items():
            await resized(pilot, size)
            shots[f"call-{name}"] = screen_text(pilot)
        if all_of_them:
            shots |= await more_pictures(pilot)
    return shots


async def course_pictures() -> dict[str, str]:
    """The course at its second exercise, the watch view, the failing call and home, at both sizes."""
    shots = {}
    async with at_the_course() as pilot:
        for name, key in (("course", ""), ("watch", "w"), ("course-replay", "r"), ("course-home", "escape,escape,f9")):
            await pilot.press(*filter(None, key.split(",")))
            await settled(pilot)
            for size in ("compact", "wide"):
                await resized(pilot, SIZES[size])
                shots[f"{name}-{size}"] = screen_text(pilot)
    return shots


def test_the_screens_of_the_course_look_as_they_did(small_course: Path) -> None:
    """Course, watch, the failing call as a replay and home, narrow and wide."""

    async def test() -> None:
        compare(await course_pictures())

    run(test())


async def resized(pilot: Pilot[None], size: tuple[int, int]) -> None:
    """Another size, and everything drawn for it."""
    await pilot.resize_terminal(*size)
    await settled(pilot)


async def more_pictures(pilot: Pilot[None]) -> dict[str, str]:
    """A panel over the line, a menu, a replay and home."""
    shots = {}
    await resized(pilot, COMPACT)
    for name, keys in (("heard", ["ctrl+y"]), ("break", ["escape", "f2"]), ("replay", ["escape", "f4", "2"])):
        await pilot.press(*keys)
        await settled(pilot)
        shots[f"{name}-compact"] = screen_text(pilot)
    await resized(pilot, WIDE)
    shots["replay-wide"] = screen_text(pilot)
    await resized(pilot, COMPACT)
    await pilot.press("escape", "f9")
    await settled(pilot)
    shots["home-compact"] = screen_text(pilot)
    return shots


def compare(shots: dict[str, str]) -> None:
    """Fail at the first picture that is not, letter for letter, the one in `shots/`; UPDATE_SHOTS=1 takes them anew."""
    for name, shot in shots.items():
        file = SHOTS / f"{name}.txt"
        if os.environ.get("UPDATE_SHOTS"):
            file.parent.mkdir(exist_ok=True)
            file.write_text(shot + "\n", encoding="utf-8")
        assert shot + "\n" == file.read_text(encoding="utf-8"), name


def test_the_screens_look_as_they_did(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The call at three sizes, a panel over it, the menus, home and a replay."""
    monkeypatch.chdir(tmp_path)

    async def test() -> None:
        compare(await pictures())

    run(test())


def test_the_terminal_of_whoever_runs_this_changes_nothing() -> None:
    """Without colour, on a dumb terminal, in 40 columns: the same letters."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.tui.test_screens"],
        env={**os.environ, "PYTHONUTF8": "1", "NO_COLOR": "1", "TERM": "dumb", "COLUMNS": "40", "LINES": "9"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=50,
    )
    assert done.returncode == 0, done.stderr
    compare(json.loads(done.stdout))


def contrast(one: Color, other: Color) -> float:
    """The contrast of WCAG 2: 1 to 21."""

    def light(color: Color) -> float:
        parts = [value / 255 for value in color.rgb]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    darker, lighter = sorted((light(one), light(other)))
    return (lighter + 0.05) / (darker + 0.05)


def faint(pilot: Pilot[None], sheet: str = "") -> list[tuple[str, str, str]]:
    """Every text on the screen (or on the sheet over it) that is too faint: the text, its colour, its ground."""
    found = []
    region = pilot.app.screen.query(sheet).first().region if sheet else pilot.app.screen.region
    for row in pilot.app.screen._compositor.render_strips()[region.y : region.bottom]:
        for part in row.crop(region.x, region.right):
            if part.style and part.style.color and part.style.bgcolor and any(c.isalnum() for c in part.text):
                ink, ground = (shown(color) for color in (part.style.color, part.style.bgcolor))
                if part.style.reverse:
                    ink, ground = ground, ink
                if contrast(ink, ground) < 4.5:
                    found.append((part.text.strip(), ink.hex, ground.hex))
    return found


def shown(color: RichColor) -> Color:
    """A colour as it is shown."""
    return Color.from_rich_color(color)


@pytest.mark.parametrize("ours", [theme.DARK, theme.LIGHT], ids=lambda ours: ours.name)
def test_the_colours_of_a_theme_can_be_read(ours: theme.Theme) -> None:
    """Every colour of text has 4.5 to 1 or more on every ground it may stand on."""
    colors = ours.to_color_system().generate()
    for ink, paper in theme.TEXT_PAIRS:
        assert contrast(Color.parse(colors[ink]), Color.parse(colors[paper])) >= 4.5, (ink, paper)


def test_every_screen_can_be_read() -> None:
    """No text of any screen is fainter than 4.5 to 1, dark or light."""

    async def test() -> None:
        async with calling(PICTURED) as pilot:
            await say(pilot, LINE, "look", "book it")
            assert await faint_in_both(pilot) == []
            for key, sheet in (("f1", ".sheet"), ("f2", ".sheet"), ("ctrl+p", "CommandInput")):
                await pilot.press(key)
                await pilot.pause()
                assert faint(pilot, sheet) == [], key
                await pilot.press("escape")
            await pilot.press("f4", "2")
            await settled(pilot)
            assert await faint_in_both(pilot) == []
            await pilot.press("escape", "f9")
            assert await faint_in_both(pilot) == []

    run(test())


def test_the_course_can_be_read(small_course: Path) -> None:
    """No text of the course, of a page with code in it or of a hint is fainter than 4.5 to 1, dark or light."""

    async def test() -> None:
        async with at_the_course(WIDE) as pilot:
            for key in ("pagedown", "h"):
                await pilot.press(key)
                await settled(pilot)
                assert await faint_in_both(pilot, ".sheet" if key == "h" else "") == [], key

    run(test())


async def faint_in_both(pilot: Pilot[None], sheet: str = "") -> list[tuple[str, str, str]]:
    """What is too faint in the one theme or in the other."""
    found = []
    for _ in range(2):
        pilot.app.action_toggle_light()
        await pilot.pause()
        found += faint(pilot, sheet)
    return found


def test_home_has_a_door_to_the_agent() -> None:
    """Enter opens the first door; F9 leads back, and hangs up on the way."""

    async def test() -> None:
        async with calling(start="home") as pilot:
            assert isinstance(pilot.app.screen, HomeScreen)
            await pilot.press("enter")
            await settled(pilot)
            call = pilot.app.screen.line.call
            assert scene(pilot).view.spoken == (("agent", "Puppet here."),)
            await pilot.press("f9")
            assert isinstance(pilot.app.screen, HomeScreen)
            assert call.ended.why == "hung up"

    run(test())


def without_bars(text: str) -> str:
    """The same without scroll bars: where a bar's thumb stands depends on where one comes from."""
    return re.sub("[▁▂▃▄▅▆▇█▔]", " ", text)


def test_any_size_is_survived() -> None:
    """Down to 3 by 2 and back the screen is the same as before; nothing typed is lost."""

    async def test() -> None:
        async with calling(PICTURED) as pilot:
            await say(pilot, LINE, "say 王小明 👩‍⚕️ José", "say " + "long " * 1000)
            before = without_bars(screen_text(pilot))
            await pilot.press("x")
            for size in ((3, 2), (1, 1), (300, 3), WIDE):
                await pilot.resize_terminal(*size)
                await settled(pilot)
            await pilot.press("backspace")
            await pilot.pause()
            assert without_bars(screen_text(pilot)) == before

    run(test())


def test_the_app_takes_its_own_picture() -> None:
    """The picture of the README shows a call in the middle, and loads nothing from anywhere."""
    svg = asyncio.run(picture())
    assert "CONFIRM" in svg
    assert "armed" in svg
    assert "url(" not in re.sub(r"url\(#[\w-]+\)", "", svg)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(pictures(all_of_them=False))))
