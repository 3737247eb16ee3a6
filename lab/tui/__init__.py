"""The Textual app."""

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from lab.call.place import Arrangement

if TYPE_CHECKING:
    from lab.tui.app import ReadbackApp

__all__ = ["Start", "make_app"]

Start = Literal["home", "course", "call"]
"""What the app can open with."""


def make_app(
    arrangement: Arrangement,
    *,
    start: Start = "call",
    steps: tuple[str, ...] = (),
    save: Path | None = None,
    light: bool = False,
    quiet: bool = False,
) -> "ReadbackApp":
    """The app for calls placed this way.

    `steps` are said by the caller once the first call is open. `save` is where the record is written while the call
    goes on. `quiet` switches off all that moves by itself.
    """
    from lab.tui.app import ReadbackApp

    return ReadbackApp(arrangement, start=start, steps=steps, save=save, light=light, quiet=quiet)
