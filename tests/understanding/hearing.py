"""What the tests of days and times ask: the clinic is open on weekdays from eight to five; it is Thursday morning."""

import datetime as dt

from lab.protocol import Heard, spell
from lab.understanding import Context, understand

HOURS = {weekday: ((dt.time(8), dt.time(17)),) for weekday in range(5)}
THURSDAY = "2026-09-10 09:00"


def context(now: str = THURSDAY, language: str = "en") -> Context:
    """A call at this moment (`2026-09-10 09:00`) in this language."""
    return Context(dt.datetime.fromisoformat(now).replace(tzinfo=dt.UTC), language, HOURS)


def hear(line: str, state: str = "LISTEN", now: str = THURSDAY, language: str = "en") -> Heard:
    """What is heard in a line."""
    return understand(line, state, context(now, language))


def day(line: str, state: str = "LISTEN", now: str = THURSDAY, language: str = "en") -> str | None:
    """The day heard, as text; the candidates of an unclear one with a ` | ` between them."""
    return _told(hear(line, state, now, language), "day")


def time(line: str, state: str = "LISTEN", now: str = THURSDAY, language: str = "en") -> str | None:
    """The time heard, as text; the candidates of an unclear one with a ` | ` between them."""
    return _told(hear(line, state, now, language), "time")


def _told(heard: Heard, slot: str) -> str | None:
    if slot in heard.unclear:
        return " | ".join(spell(value) or "" for value in heard.unclear[slot])
    return spell(getattr(heard, slot))
