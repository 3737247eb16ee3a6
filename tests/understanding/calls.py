"""A call as the tests of understanding hear it: a clinic that is open on weekdays, on a Monday morning."""

import datetime as dt

from lab.protocol import Heard
from lab.understanding import Context, understand

HOURS = {weekday: ((dt.time(8), dt.time(17)),) for weekday in range(5)}
MONDAY = dt.datetime(2026, 9, 14, 9, tzinfo=dt.UTC)


def hear(line: str, state: str = "LISTEN", language: str = "en") -> Heard:
    """What is heard in a line on that Monday."""
    return understand(line, state, Context(MONDAY, language, HOURS))


def intent(line: str, state: str = "LISTEN", language: str = "en") -> str:
    """The intent of a line on that Monday, as a plain string."""
    return str(hear(line, state, language).intent)


def said(lines: str) -> list[str]:
    """Caller lines out of a text that has a `|` between any two."""
    return [" ".join(line.split()) for line in lines.split("|")]
