"""Understanding bound to one call: its clock, its language, its opening hours."""

from dataclasses import replace

from fake_api.clock import Clock
from lab.protocol import Heard, Intent
from lab.understanding import Context, Mentions, birth_date, mentions, understand
from lab.understanding.context import Hours, Understanding
from lab.understanding.whole_yes import only_a_whole_yes

ASKS_BIRTH = "ASK_BIRTH"
"""The state in which a day is a date of birth, and nothing else is."""


class CallHearing:
    """Hears with the grammar; where a model is in its place, the agent is told what the model heard."""

    def __init__(self, clock: Clock, language: str, hours: Hours, model: Understanding | None = None) -> None:
        self._clock, self._language, self._hours = clock, language, hours
        self._model = model
        self._last: tuple[object, Heard] | None = None

    def grammar(self, line: str, state: str) -> Heard:
        """As our own grammar hears the line in that state."""
        context = self._context()
        asked = (line, state, context.now)
        if self._last is None or self._last[0] != asked:
            self._last = asked, _hear(line, state, context)
        return self._last[1]

    def understand(self, line: str, state: str) -> Heard:
        """What the agent is told. Raises UnderstandingUnavailable where a model is in place and can't be asked."""
        if self._model is None:
            return self.grammar(line, state)
        context = self._context()
        return only_a_whole_yes(self._model(line, state, context), line, state, context)

    def mentions(self, text: str) -> Mentions:
        """The days and times in what the agent said."""
        return mentions(text, self._context())

    def _context(self) -> Context:
        return Context(self._clock.now(), self._language, self._hours)


def _hear(line: str, state: str, context: Context) -> Heard:
    heard = understand(line, state, context)
    if state != ASKS_BIRTH:
        return heard
    born = birth_date(line, context.now.date(), context.language)
    if born is None or not born.sure:
        return replace(heard, day=None, unclear={})
    return Heard(Intent.INFORM, born=born.candidates[0])
