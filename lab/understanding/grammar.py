"""A line to what was heard in it: values first, then a name from what is left, then what the line is about."""

import datetime as dt
from operator import attrgetter

from lab.protocol import SLOTS, Heard, Span, State, Value
from lab.understanding.choices import Choice, read_choice
from lab.understanding.context import Context, Mentions
from lab.understanding.dates import Day, Today
from lab.understanding.intents import read_intent
from lab.understanding.items import read_items
from lab.understanding.lexicon import lexicon
from lab.understanding.names import NameReading, read_name
from lab.understanding.readers import find
from lab.understanding.spoken import Spoken, language_of, spoken
from lab.understanding.times import Clock, both_halves, each_hour
from lab.understanding.tokens import tokenise
from lab.understanding.values import NOTHING, Values, weigh


def understand(line: str, state: str, context: Context) -> Heard:
    """Hear one caller line in the light of the state that asked; never raises on any text."""
    tokens = tokenise(line)
    words = spoken(tokens, context.language)
    choice, values = _choice_and_values(words, state, context)
    named = read_name(words, values.pieces, state)
    chosen = (choice.piece,) if choice else ()
    pieces = sorted((*values.pieces, *named.pieces, *chosen), key=attrgetter("start"))
    about = read_intent(words, pieces, state, context.tasks)
    pieces += about.pieces
    return Heard(
        intent=about.intent,
        day=values.day,
        time=values.time,
        name=named.name,
        part_of_day=values.part,
        choice=choice.number if choice else None,
        denied=frozenset([piece.what for piece in pieces if piece.denied and piece.what in SLOTS]),
        unclear=_unclear(values, named),
        spans=tuple([Span(piece.what, *tokens.span(piece.start, piece.end)) for piece in pieces]),
    )


def _unclear(values: Values, named: NameReading) -> dict[str, tuple[Value, ...]]:
    said: dict[str, tuple[Value, ...]] = {"day": values.days, "time": values.times, "name": named.candidates}
    return {slot: candidates for slot, candidates in said.items() if candidates}


def mentions(text: str, context: Context) -> Mentions:
    """Find every day and every time in a text, whatever the wording, in the call's language or its own."""
    tokens = tokenise(text)
    days: set[dt.date] = set()
    times: set[dt.time] = set()
    for language in {context.language, language_of(set(tokens.words), context.language)}:
        words = lexicon(language)
        for found in find(read_items(tokens, words), words, "ASK_TIME", Today.at(context.now, words.day_first)):
            if isinstance(found.reading, Day):
                days.update(found.reading.candidates)
            elif isinstance(found.reading, Clock):
                times.update(time for clock in each_hour(found.reading) for time in both_halves(clock))
    return Mentions(frozenset(days), frozenset(times))


def _choice_and_values(line: Spoken, state: str, context: Context) -> tuple[Choice | None, Values]:
    """A choice hides its words from days and times, unless it is only part of one: "the last Friday in October"."""
    choice = read_choice(line, state)
    values = _values(line, None, state, context)
    if choice is None:
        return None, values
    start, end = choice.piece.start, choice.piece.end
    if any(each.start <= start and end <= each.end and each.end - each.start > end - start for each in values.pieces):
        return None, values
    return choice, _values(line, choice, state, context)


def _values(line: Spoken, choice: Choice | None, state: str, context: Context) -> Values:
    words = lexicon(line.call if _may_be_name(line, state) else line.language)
    tokens = choice.hidden_in(line.tokens) if choice else line.tokens
    if words.is_silent(tokens.words):
        return NOTHING
    items = read_items(tokens, words)
    return weigh(find(items, words, state, Today.at(context.now, words.day_first)), items, context.hours)


def _may_be_name(line: Spoken, state: str) -> bool:
    """A lone word where a name was asked tells nothing of the language: Domingo, Abril."""
    return state == State.ASK_NAME and len(line.words) == 1
