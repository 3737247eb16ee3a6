"""Understanding bound to one call: its clock, its language, its opening hours."""

import datetime as dt
from dataclasses import replace
from functools import lru_cache

from fake_api.clock import Clock
from lab.protocol import Heard, Intent
from lab.understanding import Context, Mentions, birth_date, mentions, understand
from lab.understanding.context import Hours, Understanding
from lab.understanding.whole_yes import only_a_whole_yes

ASKS_BIRTH = "ASK_BIRTH"
"""The state in which a day is a date of birth, and nothing else is."""

Frozen = tuple[tuple[int, tuple[tuple[dt.time, dt.time], ...]], ...]
"""Opening hours that can be looked up by."""


class CallHearing:
    """Hears with the grammar; where a model is in its place, the agent is told what the model heard."""

    def __init__(
        self,
        clock: Clock,
        language: str,
        hours: Hours,
        model: Understanding | None = None,
        tasks: frozenset[str] = frozenset(),
    ) -> None:
        """`tasks` are what the call's tools can do beside booking: `cancel`, `reschedule`, `message`."""
        self._clock, self._language, self._hours = clock, language, hours
        self._model = model
        self._tasks = tasks
        self._frozen = tuple(hours.items())

    def grammar(self, line: str, state: str) -> Heard:
        """As our own grammar hears the line in that state."""
        return _heard(line, state, *self._place(), self._tasks)

    def understand(self, line: str, state: str) -> Heard:
        """What the agent is told. Raises UnderstandingUnavailable where a model is in place and can't be asked."""
        if self._model is None:
            return self.grammar(line, state)
        context = self._context()
        return only_a_whole_yes(self._model(line, state, context), line, state, context)

    def mentions(self, text: str) -> Mentions:
        """The days and times in what the agent said."""
        return _mentioned(text, *self._place())

    def _place(self) -> tuple[dt.datetime, str, Frozen]:
        return self._clock.now(), self._language, self._frozen

    def _context(self) -> Context:
        return Context(self._clock.now(), self._language, self._hours, self._tasks)


def _hear(line: str, state: str, context: Context) -> Heard:
    heard = understand(line, state, context)
    if state != ASKS_BIRTH:
        return heard
    born = birth_date(line, context.now.date(), context.language)
    if born is None or not born.sure:
        return replace(heard, day=None, unclear={})
    return Heard(Intent.INFORM, born=born.candidates[0])


# a class says the same lines at the same minute, again and again
@lru_cache(maxsize=4096)
def _heard(line: str, state: str, now: dt.datetime, language: str, hours: Frozen, tasks: frozenset[str]) -> Heard:
    return _hear(line, state, Context(now, language, dict(hours), tasks))


@lru_cache(maxsize=4096)
def _mentioned(text: str, now: dt.datetime, language: str, hours: Frozen) -> Mentions:
    return mentions(text, Context(now, language, dict(hours)))
