"""Whether a line is a whole yes, a no, or neither."""

from collections.abc import Container, Iterable
from typing import NamedTuple

from lab.understanding.phrases import SIGN, Phrase
from lab.understanding.spoken import Spoken

_ASSENT = frozenset({"yes", "assent", "go"})


class Answer(NamedTuple):
    """What a line answers to a yes-or-no question.

    `yes` and `no` are the phrases that say so; a yes is whole if all else in the line is politeness, and a line that
    holds both, or a "maybe", is `mixed`: no answer at all. `beside` are the places of the words that may stand
    beside anything: answers and politeness.
    """

    yes: tuple[Phrase, ...]
    no: tuple[Phrase, ...]
    whole_yes: bool
    mixed: bool
    beside: frozenset[int]


NO_ANSWER = Answer((), (), whole_yes=False, mixed=False, beside=frozenset())


def read_answer(line: Spoken, read_back: bool) -> Answer:
    """Read a line as an answer; where a read-back stands, "book it" is a yes on its own, and "great, thanks" is one.

    A line that asks something is never a whole yes, nor one that trails off ("yes, hmm").
    """
    phrases = line.found["consent"]
    if not phrases:
        return NO_ANSWER
    kinds = {phrase.kind for phrase in phrases}
    yes = tuple(phrase for phrase in phrases if phrase.kind in _ASSENT)
    opened = {phrase.end for phrase in phrases if phrase.kind != "echo"}
    no = tuple(phrase for phrase in phrases if phrase.kind == "no" or _opens_with_no(phrase, line, opened))
    known = _places(phrases)
    beside = _places(phrase for phrase in phrases if phrase.kind not in ("neither", "echo"))
    refused = line.asks or line.trails_off or not kinds.isdisjoint({"no", "no_first", "neither"})
    whole = (
        not refused
        and _says_yes(kinds, read_back)
        and all(at in known or word == SIGN for at, word in enumerate(line.words))
    )
    return Answer(yes, no, whole, bool(yes) or "neither" in kinds, beside)


def _places(phrases: Iterable[Phrase]) -> frozenset[int]:
    return frozenset(at for phrase in phrases for at in range(phrase.start, phrase.end))


def _says_yes(kinds: set[str], read_back: bool) -> bool:
    """Which assent is enough: with a goodbye only a plain yes, with thanks an approval only to a read-back."""
    if "yes" in kinds:
        return True
    if "parting" in kinds or ("thanks" in kinds and not read_back):
        return False
    return "assent" in kinds or (read_back and "go" in kinds)


def _opens_with_no(phrase: Phrase, line: Spoken, opened: Container[int]) -> bool:
    """A bare "no" counts where a clause begins, not in "there is no time"."""
    if phrase.kind != "no_first":
        return False
    before = phrase.start - 1
    return before < 0 or line.words[before] == SIGN or phrase.start in opened
