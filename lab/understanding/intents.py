"""What a line is about, and which of several offers it picks."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from lab.protocol import Intent, State
from lab.understanding.answers import Answers, answers
from lab.understanding.consent import Answer, read_answer
from lab.understanding.phrases import SIGN, Phrase
from lab.understanding.spoken import Spoken
from lab.understanding.tokens import Piece

_HUMAN = ("person", "person_alone", "cancel", "move")
_LATER = {
    "goodbye": Intent.GOODBYE,
    "open": Intent.REPEAT,
    "repeat": Intent.REPEAT,
    "repeat_alone": Intent.REPEAT,
    "book": Intent.BOOK,
}


class IntentReading(NamedTuple):
    """The intent, the n-th of what was offered (-1 is the last), and the tokens that gave them."""

    intent: str = Intent.UNKNOWN
    choice: int | None = None
    pieces: tuple[Piece, ...] = ()


def read_intent(line: Spoken, values: Sequence[Piece], state: str) -> IntentReading:
    """Read the intent of a line; `values` are the days, times, parts of the day and names heard in it, in order."""
    table = answers(line.language)
    answer = read_answer(line, read_back=state == State.CONFIRM)
    choice = _choice(line, values, table)
    topics = _topics(line, table, answer)
    denied = _denied(line, values, table)
    heard = choice is not None or any(not piece.denied for piece in values)
    refused = bool(denied) or any(piece.denied for piece in values)
    intent, phrases = _decide(topics, answer, _Said(heard, refused), state)
    pieces = [Piece("intent", *line.span(phrases[0].start, phrases[-1].end))] if phrases else []
    if choice:
        pieces.append(Piece("choice", *line.span(choice.start, choice.end)))
    return IntentReading(intent, int(choice.kind) if choice else None, (*pieces, *denied))


def asks_for_person(line: Spoken) -> bool:
    """Whether a line asks for a person in so many words, rather than for something only a person can do."""
    topics = _topics(line, answers(line.language), read_answer(line, read_back=False))
    return bool(topics.keys() & {"person", "person_alone"})


class _Said(NamedTuple):
    """Whether a line holds a value or a choice, and whether it refuses one."""

    value: bool
    refusal: bool


def _decide(topics: Mapping[str, Phrase], answer: Answer, said: _Said, state: str) -> tuple[Intent, Sequence[Phrase]]:
    """The strongest of what was found, and its words: a person, a value with or without a no, an answer, a question."""
    for kind in _HUMAN:
        # while a booking is under way, "change the appointment to Friday" is about that booking
        if kind in topics and not (kind == "move" and said.value and state != State.LISTEN):
            return Intent.HUMAN, [topics[kind]]
    if said.value or said.refusal:
        if answer.no or not said.value:
            return Intent.NO, answer.no
        return (Intent.BOOK, [topics["book"]]) if "book" in topics and state == State.LISTEN else (Intent.INFORM, [])
    if answer.whole_yes:
        return Intent.YES, answer.yes
    if answer.no and "goodbye" not in topics:
        return (Intent.UNKNOWN, []) if answer.mixed else (Intent.NO, answer.no)
    for kind, intent in _LATER.items():
        if kind in topics:
            return intent, [topics[kind]]
    return Intent.UNKNOWN, []


def _topics(line: Spoken, table: Answers, answer: Answer) -> dict[str, Phrase]:
    found: dict[str, Phrase] = {}
    for phrase in (*table.people.find(line.words), *table.topics.find(line.words)):
        if not phrase.kind.endswith("_alone") or _stands_alone(phrase, line, answer):
            found.setdefault(phrase.kind, phrase)
    return found


def _stands_alone(phrase: Phrase, line: Spoken, answer: Answer) -> bool:
    beside = (at for at, word in enumerate(line.words) if word != SIGN and not phrase.start <= at < phrase.end)
    return all(at in answer.beside for at in beside)


def _choice(line: Spoken, values: Sequence[Piece], table: Answers) -> Phrase | None:
    """The pick of an offer, never out of words that are part of a date or a time ("October second")."""
    for phrase in table.choice.find(line.words):
        start, end = line.span(phrase.start, phrase.end)
        if all(end <= value.start or value.end <= start for value in values):
            return phrase
    return None


def _denied(line: Spoken, values: Sequence[Piece], table: Answers) -> list[Piece]:
    """Slots refused without their value ("that's the wrong day"), where the line gives no new one."""
    given = {piece.what for piece in values if not piece.denied}
    found = {phrase.kind: phrase for phrase in table.denial.find(line.words) if phrase.kind not in given}
    return [Piece(slot, *line.span(phrase.start, phrase.end), True) for slot, phrase in found.items()]
