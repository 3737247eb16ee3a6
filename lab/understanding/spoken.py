"""A line as its speaker meant it: in which language, and without what means nothing."""

import functools
from collections.abc import Container, Mapping, Sequence
from typing import NamedTuple

from lab.understanding.lexicon import source
from lab.understanding.phrases import SIGN, Phrase
from lab.understanding.tables import LANGUAGES, tables
from lab.understanding.tokens import Tokens, stutters

_SIGNS = frozenset('.,;!?…()¡¿"“”«»')
_QUESTION = frozenset("?¿")
_UNHEARD = frozenset(":-–—'’\u200d\ufe0e\ufe0f🏻🏼🏽🏾🏿")


class Spoken(NamedTuple):
    """A line's tokens, its language, and its words: `SIGN` for signs, no fillers, hyphens, colons, no word twice.

    `call` is the call's language, `places` tells which token each word was, `asks` whether there is a question mark,
    `trails_off` whether it ends in doubt ("yes, hmm"), and `found` has the phrases of each phrase book.
    """

    tokens: Tokens
    language: str
    call: str
    words: list[str]
    places: Sequence[int]
    asks: bool
    trails_off: bool
    found: Mapping[str, Sequence[Phrase]]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Which tokens, from the first to before the last, `words[start:end]` were."""
        return self.places[start], self.places[end - 1] + 1


def spoken(tokens: Tokens, language: str) -> Spoken:
    """Take a line as spoken, on a call in this language (`en`, `es`)."""
    heard = language_of(set(tokens.words), language)
    words, places = _meant(tokens.words, _unheard(heard))
    asks = not _QUESTION.isdisjoint(tokens.words)
    trails_off = _trails_off(tokens.words, tables(heard).doubts)
    return Spoken(tokens, heard, language, words, places, asks, trails_off, tables(heard).shelf.find(words))


def _trails_off(words: Sequence[str], doubts: Container[str]) -> bool:
    return next((word for word in reversed(words) if word not in _SIGNS), "") in doubts


def _meant(words: list[str], unheard: frozenset[str]) -> tuple[list[str], Sequence[int]]:
    """The words that are heard, or are signs, and their places; no word twice in a row."""
    if unheard.isdisjoint(words) and not stutters(words):
        return words, range(len(words))
    meant, places, last = [], [], ""
    for place, word in enumerate(words):
        if word in unheard:
            if word not in _SIGNS:
                continue
            word = SIGN
        if word != last:
            meant.append(word)
            places.append(place)
            last = word
    return meant, places


def language_of(words: set[str], language: str) -> str:
    """The language of a line of these words, on a call in this one.

    It is the other if more than half of the words are known there, and either less than half in the call's language or
    no word that is not known there too.
    """
    own = words & _known(language)
    strange = [word for word in words - own if _tells(word)]
    if not strange:
        return language
    count = len(own) + len(strange)
    for other in LANGUAGES:
        there = words & _known(other)
        if 2 * len(there) > count and (2 * len(own) < count or own < there):
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
    """The words of a language that can tell it."""
    single = (words[0] for words in source(language).words if len(words) == 1)
    return frozenset(filter(_tells, tables(language).known.union(single)))
