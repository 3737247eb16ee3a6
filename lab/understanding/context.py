"""What the grammar may know about a call, and what it answers about a text."""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from lab.protocol import Heard

Hours = Mapping[int, tuple[tuple[dt.time, dt.time], ...]]
"""Weekday (Monday is 0) to its opening spans, each from the first to before the last; empty means unknown."""


@dataclass(frozen=True, slots=True)
class Context:
    """The call's time (aware, in the clinic's zone), its language (`en` or `es`) and the opening hours.

    `tasks` are what a desk can do beside booking (`cancel`, `reschedule`, `message`): each is then an intent of its
    own, where else only a person could do it.
    """

    now: dt.datetime
    language: str
    hours: Hours
    tasks: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Mentions:
    """Every day and every time that a text speaks of, all candidates of an unclear one too."""

    days: frozenset[dt.date] = frozenset()
    times: frozenset[dt.time] = frozenset()


Understanding = Callable[[str, str, Context], Heard]
"""Line, state and context to what was heard: the grammar, or something else in its place."""
