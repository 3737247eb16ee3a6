"""A scene as text: what each panel says. Pure functions."""

from lab.tui.draw.bars import header, strip
from lab.tui.draw.heard import slots, slots_short, why
from lab.tui.draw.ink import ACCENT, ALARM, MUTED, STRONG, hints, joined, labelled, styled
from lab.tui.draw.line import spoken
from lab.tui.draw.record import failures, printed, row
from lab.tui.draw.state import flow

__all__ = [
    "ACCENT",
    "ALARM",
    "MUTED",
    "STRONG",
    "failures",
    "flow",
    "header",
    "hints",
    "joined",
    "labelled",
    "printed",
    "row",
    "slots",
    "slots_short",
    "spoken",
    "strip",
    "styled",
    "why",
]
