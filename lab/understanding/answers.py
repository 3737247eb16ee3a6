"""What callers answer and what they call about, as one language's tables have it."""

import functools
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lab.understanding.phrases import SIGN, PhraseBook
from lab.understanding.tokens import Token, fold

LANGUAGES = ("en", "es")

_SIGNS = frozenset('.,;:!?…()¡¿"“”«»')
_UNHEARD = frozenset("-–—'’\u200d\ufe0e\ufe0f🏻🏼🏽🏾🏿")


@dataclass(frozen=True, slots=True)
class Answers:
    """The phrase books of one language, the fillers that mean nothing, and every word known."""

    fillers: frozenset[str]
    consent: PhraseBook
    people: PhraseBook
    topics: PhraseBook
    choice: PhraseBook
    denial: PhraseBook
    known: frozenset[str]


@dataclass(frozen=True, slots=True)
class Spoken:
    """The words of a line that can mean something, `SIGN` for signs, and which token each of them was."""

    words: list[str]
    places: list[int]

    def tokens(self, start: int, end: int) -> tuple[int, int]:
        """Which tokens, from the first to before the last, `words[start:end]` were."""
        return self.places[start], self.places[end - 1] + 1


@functools.cache
def answers(language: str) -> Answers:
    """The tables of a language (`en`, `es`), compiled at the first use."""
    tables = read_tables(f"{language}_answers")
    fillers = frozenset(map(fold, tables["fillers"]))
    books = {name: _book(tables, name) for name in ("consent", "people", "topics", "choice", "denial")}
    return Answers(fillers, known=fillers.union(*(book.known for book in books.values())), **books)


def language_of(tokens: Sequence[Token], language: str) -> str:
    """The language of a line: the call's, unless under half of its words are known there, and more in the other."""
    words = {token.word for token in tokens if token.word[0].isalpha()}
    if 2 * len(words & answers(language).known) < len(words):
        for other in LANGUAGES:
            if 2 * len(words & answers(other).known) > len(words):
                return other
    return language


def read_tables(name: str) -> dict[str, Any]:
    """The tables of one file in `words`."""
    return tomllib.loads((Path(__file__).parent / "words" / f"{name}.toml").read_text(encoding="utf-8"))


def spoken(tokens: Sequence[Token], fillers: Collection[str]) -> Spoken:
    """Drop what a caller does not mean: fillers, hyphens, a word said twice in a row."""
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
    return Spoken(words, places)


def _book(tables: Mapping[str, Mapping[str, Iterable[str]]], name: str) -> PhraseBook:
    try:
        return PhraseBook(tables[name], tables["classes"])
    except ValueError as error:
        raise ValueError(f"[{name}] {error}") from error
