"""A line as its speaker meant it: in which language, and without what means nothing."""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lab.understanding.lexicon import lexicon
from lab.understanding.phrases import SIGN, Phrase
from lab.understanding.tables import LANGUAGES, tables
from lab.understanding.tokens import Token

_SIGNS = frozenset('.,;!?…()¡¿"“”«»')
_QUESTION = frozenset("?¿")
_UNHEARD = frozenset(":-–—'’\u200d\ufe0e\ufe0f🏻🏼🏽🏾🏿")


@dataclass(frozen=True, slots=True)
class Spoken:
    """A line's tokens, its language, and its words: `SIGN` for signs, no fillers, hyphens, colons, no word twice.

    `call` is the call's language, `places` tells which token each word was, `asks` whether there is a question mark,
    and `found` has the phrases of each phrase book.
    """

    tokens: Sequence[Token]
    language: str
    call: str
    words: list[str]
    places: list[int]
    asks: bool
    found: Mapping[str, Sequence[Phrase]]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Which tokens, from the first to before the last, `words[start:end]` were."""
        return self.places[start], self.places[end - 1] + 1


def spoken(tokens: Sequence[Token], language: str) -> Spoken:
    """Take a line as spoken, on a call in this language (`en`, `es`).

    A line is in the other language if more than half of its words are known there, and either less than half in the
    call's language or no word that is not known there too.
    """
    heard = _language(tokens, language)
    known = tables(heard)
    fillers = known.fillers
    words: list[str] = []
    places: list[int] = []
    last, asks = "", False
    for place, token in enumerate(tokens):
        word = token.word
        if word in _SIGNS:
            asks = asks or word in _QUESTION
            word = SIGN
        elif word == last or word in fillers or word in _UNHEARD:
            continue
        last = word
        words.append(word)
        places.append(place)
    return Spoken(tokens, heard, language, words, places, asks, known.shelf.find(words))


def _language(tokens: Sequence[Token], language: str) -> str:
    words = {token.word for token in tokens}
    strange = words - _known(language)
    if not any(map(_tells, strange)):
        return language
    words = set(filter(_tells, words))
    own = words - strange
    for other in LANGUAGES:
        there = words & _known(other)
        if 2 * len(there) > len(words) and (2 * len(own) < len(words) or own < there):
            return other
    return language


def _tells(word: str) -> bool:
    """Whether a word can tell a language: single letters may spell a name."""
    return len(word) > 1 and word.isalpha()


@functools.cache
def _known(language: str) -> frozenset[str]:
    return tables(language).known.union(lexicon(language).single)
