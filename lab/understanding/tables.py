"""The phrases of one language, as its tables in `words` have them."""

import functools
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lab.understanding.phrases import PhraseBook, Shelf
from lab.understanding.tokens import fold

LANGUAGES = ("en", "es")

_ANSWERS = ("consent", "people", "topics", "choice", "ordinal", "denial")
_NAMES = ("before", "after")


@dataclass(frozen=True, slots=True)
class Tables:
    """The phrase books of one language by their name, the fillers that mean nothing, and every word of an answer."""

    fillers: frozenset[str]
    shelf: Shelf
    known: frozenset[str]


@functools.cache
def tables(language: str) -> Tables:
    """The tables of a language (`en`, `es`), compiled at the first use."""
    answers, names = read_tables(f"{language}_answers"), read_tables(f"{language}_names")
    books = {name: _book(answers, name) for name in _ANSWERS}
    fillers = frozenset(map(fold, answers["fillers"]))
    known = fillers.union(*(book.known for book in books.values()))
    return Tables(fillers, Shelf(books | {name: _book(names, name) for name in _NAMES}), known)


@functools.cache
def read_tables(name: str) -> dict[str, Any]:
    """The tables of one file in `words`."""
    return tomllib.loads((Path(__file__).parent / "words" / f"{name}.toml").read_text(encoding="utf-8"))


def _book(source: Mapping[str, Mapping[str, Iterable[str]]], name: str) -> PhraseBook:
    try:
        return PhraseBook(source[name], source["classes"])
    except ValueError as error:
        raise ValueError(f"[{name}] {error}") from error
