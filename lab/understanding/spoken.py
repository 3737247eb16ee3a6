"""A line as its speaker meant it: in which language, and without what means nothing."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass

from lab.understanding.answers import LANGUAGES, answers
from lab.understanding.lexicon import lexicon
from lab.understanding.phrases import SIGN
from lab.understanding.tokens import Token

_SIGNS = frozenset('.,;!?…()¡¿"“”«»')
_UNHEARD = frozenset(":-–—'’\u200d\ufe0e\ufe0f🏻🏼🏽🏾🏿")


@dataclass(frozen=True, slots=True)
class Spoken:
    """A line's tokens, its language, and its words: `SIGN` for signs, no fillers, hyphens, colons, no word twice.

    `call` is the call's language, `places` tells which token each word was, `asks` whether there is a question mark.
    """

    tokens: Sequence[Token]
    language: str
    call: str
    words: list[str]
    places: list[int]
    asks: bool

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Which tokens, from the first to before the last, `words[start:end]` were."""
        return self.places[start], self.places[end - 1] + 1


def spoken(tokens: Sequence[Token], language: str) -> Spoken:
    """Take a line as spoken, on a call in this language (`en`, `es`).

    A line is in the other language if more than half of its words are known there, and either less than half in the
    call's language or no word that is not known there too.
    """
    heard = _language(tokens, language)
    fillers = answers(heard).fillers
    words: list[str] = []
    places: list[int] = []
    last = ""
    for place, token in enumerate(tokens):
        word = token.word
        if word in _SIGNS:
            word = SIGN
        elif word == last or word in fillers or word in _UNHEARD:
            continue
        last = word
        words.append(word)
        places.append(place)
    return Spoken(tokens, heard, language, words, places, any(token.word in "?¿" for token in tokens))


def _language(tokens: Sequence[Token], language: str) -> str:
    words = {token.word for token in tokens if token.word.isalpha() and len(token.word) > 1}  # letters may spell a name
    own = words & _known(language)
    if own == words:
        return language
    for other in LANGUAGES:
        there = words & _known(other)
        if 2 * len(there) > len(words) and (2 * len(own) < len(words) or own < there):
            return other
    return language


@functools.cache
def _known(language: str) -> frozenset[str]:
    return answers(language).known.union(lexicon(language).single)
