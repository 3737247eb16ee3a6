"""What a line is about."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from lab.protocol import Intent, State
from lab.understanding.consent import Answer, read_answer
from lab.understanding.phrases import Phrase, covers, strays
from lab.understanding.spoken import Spoken
from lab.understanding.tokens import Piece

_HUMAN = ("person", "person_alone", "reschedule", "cancel", "late", "move", "existing")
_TASKS = {"cancel": "cancel", "reschedule": "reschedule", "move": "reschedule", "message": "message"}
_NOT_A_NO = frozenset({"goodbye", "repeat"})  # "no, thanks, bye", "no, say that again"
_NOTHING_YET = frozenset({State.LISTEN, State.ASK_NAME, "ASK_BIRTH"})  # a desk asks who calls before anything else
_LATER = {
    "goodbye": Intent.GOODBYE,
    "open": Intent.REPEAT,
    "repeat": Intent.REPEAT,
    "repeat_alone": Intent.REPEAT,
    "book": Intent.BOOK,
    "book_alone": Intent.BOOK,
}


class IntentReading(NamedTuple):
    """The intent, and the tokens that gave it; slots refused without a value are pieces with `denied`."""

    intent: str = Intent.UNKNOWN
    pieces: tuple[Piece, ...] = ()


def read_intent(
    line: Spoken, values: Sequence[Piece], state: str, tasks: Collection[str] = frozenset()
) -> IntentReading:
    """Read the intent of a line; `values` are the days, times, names, parts of the day and choices heard in it.

    `tasks` are what the desk can do beside booking: each is an intent of its own.
    """
    answer = read_answer(line, read_back=state == State.CONFIRM)
    topics = _topics(line, answer, values)
    if tasks:
        topics |= _tasks(line, state, tasks)
    denied = _denied(line, values)
    said = _Said(any(not piece.denied for piece in values), bool(denied) or any(piece.denied for piece in values))
    if "cancel" in tasks and state == State.CONFIRM and not answer.no and _cancels(line):
        return IntentReading(pieces=tuple(denied))
    intent, phrases = _decide(topics, answer, said, state, tasks)
    pieces = [Piece("intent", *line.span(phrases[0].start, phrases[-1].end))] if phrases else []
    return IntentReading(intent, (*pieces, *denied))


def asks_for_person(line: Spoken) -> bool:
    """Whether a line asks for a person in so many words, rather than for something only a person can do."""
    topics = _topics(line, read_answer(line, read_back=False), ())
    return bool(topics.keys() & {"person", "person_alone"})


class _Said(NamedTuple):
    """Whether a line holds a value or a choice, and whether it refuses one."""

    value: bool
    refusal: bool


def _decide(
    topics: Mapping[str, Phrase], answer: Answer, said: _Said, state: str, tasks: Collection[str]
) -> tuple[str, Sequence[Phrase]]:
    """The strongest of what was found, and its words: a person, a value with or without a no, an answer, a question."""
    for kind in _HUMAN:
        # while a booking is under way, "change the appointment to Friday" is about that booking
        if kind not in topics:
            continue
        under_way = kind == "existing" or (kind == "move" and said.value)
        if state == State.LISTEN or not under_way:
            return (_TASKS[kind] if _TASKS.get(kind) in tasks else Intent.HUMAN), [topics[kind]]
    if "message" in topics:
        return _TASKS["message"], [topics["message"]]
    if said.value or said.refusal:
        if answer.no or not said.value:
            return Intent.NO, answer.no
        return (Intent.BOOK, [topics["book"]]) if "book" in topics and state == State.LISTEN else (Intent.INFORM, [])
    if answer.whole_yes:
        return Intent.YES, answer.yes
    if answer.no and topics.keys().isdisjoint(_NOT_A_NO):
        return (Intent.UNKNOWN, []) if answer.mixed else (Intent.NO, answer.no)
    for kind, intent in _LATER.items():
        if kind in topics:
            return intent, [topics[kind]]
    return Intent.UNKNOWN, []


def _topics(line: Spoken, answer: Answer, values: Sequence[Piece]) -> dict[str, Phrase]:
    found: dict[str, Phrase] = {}
    phrases = [*line.found["people"], *line.found["topics"]]
    if not phrases:
        return found
    rest = strays(line.words, _beside(line, answer, values))
    for phrase in phrases:
        if not phrase.kind.endswith("_alone") or covers(phrase, rest):
            found.setdefault(phrase.kind, phrase)
    return found


def _tasks(line: Spoken, state: str, tasks: Collection[str]) -> dict[str, Phrase]:
    """What the desk is asked to do; a bare "cancel it" is about a visit only where nothing is under way."""
    meant = tasks if state in _NOTHING_YET else {"message"}.intersection(tasks)
    return {phrase.kind: phrase for phrase in line.found["tasks"] if phrase.kind in meant}


def _cancels(line: Spoken) -> bool:
    """Whether a line says "cancel it": to a read-back, that may agree to a cancelling or call off a booking."""
    return any(phrase.kind == "cancel" for book in ("people", "tasks") for phrase in line.found[book])


def _beside(line: Spoken, answer: Answer, values: Sequence[Piece]) -> frozenset[int]:
    """The places of answers, politeness and values: what may stand beside a line's topic."""
    valued = {place for piece in values for place in range(piece.start, piece.end)}
    return answer.beside.union(at for at, place in enumerate(line.places) if place in valued)


def _denied(line: Spoken, values: Sequence[Piece]) -> list[Piece]:
    """Slots refused without their value ("that's the wrong day"), where the line gives no new one."""
    if not line.found["denial"]:
        return []
    given = {piece.what for piece in values if not piece.denied}
    found = {phrase.kind: phrase for phrase in line.found["denial"] if phrase.kind not in given}
    return [Piece(slot, *line.span(phrase.start, phrase.end), True) for slot, phrase in found.items()]
