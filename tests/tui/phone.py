"""How these tests hold a call: the app without a terminal, an agent on strings, and the screen as plain text."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from lab.call.place import Arrangement
from lab.tui import make_app
from lab.tui.prompt import Prompt
from lab.tui.rows import Rows
from lab.tui.scene import Scene

PUPPET = Arrangement(agent=Path(__file__).with_name("puppet.py"), in_process=True)
WIDE, COMPACT = (120, 30), (80, 24)


def run(test: Coroutine[Any, Any, None]) -> None:
    """Run a test that awaits."""
    asyncio.run(test)


@asynccontextmanager
async def calling(
    arrangement: Arrangement = PUPPET, size: tuple[int, int] = WIDE, **options: Any
) -> AsyncIterator[Pilot[None]]:
    """The app with a call that is open, or with the screen it starts with."""
    app = make_app(arrangement, quiet=True, **options)
    async with app.run_test(size=size, notifications=True) as pilot:
        await settled(pilot)
        yield pilot


async def settled(pilot: Pilot[None]) -> None:
    """Wait until no thread works and every message has been handled."""
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    """Wait for what a thread brings about while another one is held up on purpose."""
    for _ in range(500):
        if holds():
            return
        await pilot.pause(0.01)
    raise AssertionError("it never came")


async def say(pilot: Pilot[None], *lines: str) -> None:
    """Say lines as the caller, each after the agent's answer to the one before."""
    for line in lines:
        pilot.app.screen.query_one(Prompt).value = line
        await pilot.press("enter")
        await settled(pilot)


def scene(pilot: Pilot[None]) -> Scene:
    """What the call screen shows."""
    shown: Scene = pilot.app.screen.scene
    return shown


def screen_text(pilot: Pilot[None]) -> str:
    """The screen as it stands, letter for letter, without colours."""
    rows = pilot.app.screen._compositor.render_strips()
    return "\n".join(row.text.rstrip() for row in rows)


def on_the_line(pilot: Pilot[None]) -> list[str]:
    """What stands on the phone line, row by row, however it wraps."""
    return [row.text.plain for row in pilot.app.screen.query_one("#line", Rows)._rows]


def under(plan: str) -> Arrangement:
    """The puppet under a failure plan."""
    return replace(PUPPET, plan=plan)
