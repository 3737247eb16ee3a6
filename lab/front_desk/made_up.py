"""Times in a model's reply that nobody said and no tool listed: an opening that it made up."""

import datetime as dt
from collections.abc import Iterator, Mapping
from functools import lru_cache

from lab.front_desk.model import Caller, Done, Said, Talk
from lab.understanding import Context, mentions

Clock = tuple[int, int]
"""An hour of either half of the day, and a minute."""


def made_up(reply: str, talk: Talk) -> str:
    """The first such time, as 9:30; empty where every time of the reply comes from the call."""
    spoken = _clocks(reply, talk.language, talk.today)
    if not spoken:
        return ""
    strange = sorted(spoken.difference(*map(frozenset, _known(talk))))
    return f"{strange[0][0] or 12}:{strange[0][1]:02}" if strange else ""


def _known(talk: Talk) -> Iterator[frozenset[Clock]]:
    for entry in talk.entries:
        match entry:
            case Caller(line=text) | Said(text=text):
                yield _clocks(text, talk.language, talk.today)
            case Done(result=result):
                yield frozenset(_listed(result))


def _listed(result: Mapping[str, object]) -> Iterator[Clock]:
    """The times of the openings or visits that a tool has answered."""
    for key in ("openings", "visits"):
        rows = result.get(key)
        for row in rows if isinstance(rows, list) else ():
            hour, _, minute = str(row["time"]).partition(":")
            yield int(hour) % 12, int(minute)


@lru_cache(maxsize=1024)
def _clocks(text: str, language: str, today: dt.date) -> frozenset[Clock]:
    now = dt.datetime.combine(today, dt.time(9), dt.UTC)
    return frozenset((time.hour % 12, time.minute) for time in mentions(text, Context(now, language, {})).times)
