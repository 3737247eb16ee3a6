"""A line as its speaker meant it: in which language, and without what means nothing."""

import functools
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from lab.understanding.lexicon import lexicon
from lab.understanding.phrases import SIGN, Phrase
from lab.understanding.tables import LANGUAGES, tables
from lab.understanding.tokens import Token

_SIGNS = frozenset('.,;!?…()¡¿"“”«»')
_QUESTION = frozenset("?¿")
_UNHEARD = frozenset(":-–—'’\u200d\ufe0e\ufe0f🏻🏼🏽🏾🏿")


class Spoken(NamedTuple):
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
    """Take a line as spoken, on a call in this language (`en`, `es`)."""
    said = [token.word for token in tokens]
    heard = language_of(set(said), language)
    unheard = _unheard(heard)
    words: list[str] = []
    places: list[int] = []
    last, asks = "", False
    for place, word in enumerate(said):
        if word in unheard:
            if word not in _SIGNS:
                continue
            asks = asks or word in _QUESTION
            word = SIGN
        if word != last:
            words.append(word)
            places.append(place)
            last = word
    return Spoken(tokens, heard, language, words, places, asks, tables(heard).shelf.find(words))


def language_of(words: set[str], language: str) -> str:
    """The language of a line of these words, on a call in this one.

    It is the other if more than half of the words are known there, and either less than half in the call's language or
    no word that is not known there too.
    """
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
def _unheard(language: str) -> frozenset[str]:
    """The signs, and what is dropped with them."""
    return tables(language).fillers | _SIGNS | _UNHEARD


@functools.cache
def _known(language: str) -> frozenset[str]:
    return tables(language).known.union(lexicon(language).single)
