"""The grammar behind the call that a scorer of parsers makes: best candidates, plain strings."""

import datetime as dt
import functools

from lab.protocol import Heard, Intent, State, spell
from lab.understanding.births import birth_date
from lab.understanding.context import Context
from lab.understanding.grammar import understand
from lab.understanding.intents import asks_for_person
from lab.understanding.spoken import spoken
from lab.understanding.tokens import tokenise

_HOURS = {weekday: ((dt.time(7), dt.time(19)),) for weekday in range(7)}
_STATES = {
    "date": State.ASK_DAY,
    "time": State.ASK_TIME,
    "name": State.ASK_NAME,
    "confirm": State.CONFIRM,
    "offer": State.CONFIRM,
}
_INTENTS = {"yes": "affirm", "no": "deny", "book": "book", "inform": "inform", "human": "human"}


def parse(utterance: str, today: str, lang: str, expecting: str | None = None) -> dict[str, str | None]:
    """Hear one line as a scorer asks: `today` is ISO 8601, `expecting` what was asked for; unclear gives its best."""
    if expecting == "dob":
        born = birth_date(utterance, dt.date.fromisoformat(today), lang, order="dmy")
        return {"intent": "inform", "date": spell(born.candidates[0]) if born else None, "time": None, "name": None}
    heard = understand(utterance, _STATES.get(expecting or "", State.LISTEN), _context(today, lang))
    return {
        "intent": _intent(heard, utterance, lang),
        "date": _best(heard, "day"),
        "time": _best(heard, "time"),
        "name": _best(heard, "name"),
    }


def _intent(heard: Heard, utterance: str, lang: str) -> str:
    """The label of the rows: there a visit to be cancelled or moved is no wish to speak to a person."""
    if heard.intent == Intent.HUMAN and not asks_for_person(spoken(tokenise(utterance), lang)):
        return "inform" if heard.values() or heard.unclear else "other"
    return _INTENTS.get(heard.intent, "other")


def _best(heard: Heard, slot: str) -> str | None:
    return spell(heard.unclear[slot][0] if slot in heard.unclear else getattr(heard, slot))


@functools.lru_cache(maxsize=64)
def _context(today: str, lang: str) -> Context:
    return Context(dt.datetime.fromisoformat(today).replace(hour=9, tzinfo=dt.UTC), lang, _HOURS)
