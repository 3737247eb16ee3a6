"""A parser as a beginner writes it: lists of words, and the first list with a word in the line wins.

It misses: "I need to see the doctor on Thursday afternoon" has no word that means reserve, so it is heard as plain
information. It mishears: "yes, but make it three" has a yes in it. Inside the state machine neither does harm: what is
missed is asked for, what is misheard is read back before anything is booked, and a yes books only where the grammar
hears a whole one.
"""

import datetime as dt
import re

from lab.protocol import Heard, Intent
from lab.understanding.context import Context

WORDS = {
    Intent.BOOK: "book reserve reservation appointment",
    Intent.YES: "yes yeah ok sure correct",
    Intent.NO: "no nope not wrong",
    Intent.HUMAN: "human person receptionist",
    Intent.GOODBYE: "bye goodbye",
    Intent.REPEAT: "repeat again",
}
DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
TIME = re.compile(r"\b(\d{1,2})(?::(\d\d))? ?(am|pm)\b")
NAME = re.compile(r"\bname is (\w{1,50})", re.IGNORECASE)


def keywords(line: str, state: str, context: Context) -> Heard:
    """Hear a line of plain English, whatever the state; never raises."""
    words = re.findall(r"\w+", line.lower())
    day, time, name = _day(words, context.now.date()), _time(line.lower()), NAME.search(line)
    found = (intent for intent, listed in WORDS.items() if set(listed.split()) & set(words))
    other = Intent.INFORM if day or time or name else Intent.UNKNOWN
    return Heard(next(found, other), day, time, name[1] if name else None)


def _day(words: list[str], today: dt.date) -> dt.date | None:
    named = next((n for n, day in enumerate(DAYS) if day in words), None)
    return None if named is None else today + dt.timedelta((named - today.weekday()) % 7 or 7)


def _time(line: str) -> dt.time | None:
    said = TIME.search(line)
    if not said or not (0 < int(said[1]) <= 12 and int(said[2] or 0) < 60):
        return None
    return dt.time(int(said[1]) % 12 + 12 * (said[3] == "pm"), int(said[2] or 0))
