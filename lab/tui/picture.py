"""The picture of a call for the README, taken by the app of itself: `python -m lab.tui.picture docs/call.svg`."""

import asyncio
import re
import sys
from pathlib import Path

from fake_api.shipped import shipped
from lab.call.place import Arrangement
from lab.tui import make_app
from lab.tui.prompt import Prompt

SIZE = (120, 30)
LINES = ("I'd like to come in on Tuesday at ten", "Jamie Reyes", "No, make it two thirty")
NEXT = "yes"


async def picture() -> str:
    """A call in the middle, as SVG: a flaky clinic, a booking about to be lost, and a yes not yet said."""
    app = make_app(Arrangement(agent=shipped("agent.py"), plan="read-flaky"), quiet=True)
    async with app.run_test(size=SIZE) as pilot:
        prompt = app.screen.query_one(Prompt)
        for line in LINES:
            await app.workers.wait_for_complete()
            await pilot.pause()
            prompt.value = line
            await pilot.press("enter")
        await app.workers.wait_for_complete()
        await pilot.press("f2", "1", *NEXT)
        await pilot.pause()
        return plain(app.export_screenshot(title="lab call"))


def plain(svg: str) -> str:
    """The same without fonts from afar, which a page that shows it would not load."""
    return re.sub(r"@font-face\s*{[^}]*}", "", svg).replace("Fira Code", "ui-monospace, Menlo, Consolas")


def main(words: list[str]) -> None:
    """Write the picture to the file named, or to docs/call.svg."""
    file = Path(words[0] if words else "docs/call.svg")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(asyncio.run(picture()), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
