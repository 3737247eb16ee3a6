"""A scene as text: what each panel says. Pure functions."""

from lab.tui.draw.bars import header, strip
from lab.tui.draw.course import course_header, exercise_row, next_thing, standing_of, sum_of, verdict
from lab.tui.draw.heard import slots, slots_short, why
from lab.tui.draw.ink import ACCENT, ALARM, MUTED, STRONG, hints, joined, labelled, styled
from lab.tui.draw.line import spoken
from lab.tui.draw.machine import machine
from lab.tui.draw.marks import LEGEND, first_failure, marks, submission_row
from lab.tui.draw.record import failures, printed, row
from lab.tui.draw.state import flow

__all__ = [
    "ACCENT",
    "ALARM",
    "LEGEND",
    "MUTED",
    "STRONG",
    "course_header",
    "exercise_row",
    "failures",
    "first_failure",
    "flow",
    "header",
    "hints",
    "joined",
    "labelled",
    "machine",
    "marks",
    "next_thing",
    "printed",
    "row",
    "slots",
    "slots_short",
    "spoken",
    "standing_of",
    "strip",
    "styled",
    "submission_row",
    "sum_of",
    "verdict",
    "why",
]
