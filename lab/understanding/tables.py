"""The phrases of one language, as its tables in `words` have them."""

import functools
import tomllib
from collections.abc import Iterable
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
    books = _books(f"{language}_answers", _ANSWERS)
    fillers = frozenset(map(fold, read_tables(f"{language}_answers")["fillers"]))
    known = fillers.union(*(book.known for book in books.values()))
    return Tables(fillers, Shelf(books | _books(f"{language}_names", _NAMES)), known)


@functools.cache
def read_tables(name: str) -> dict[str, Any]:
    """The tables of one file in `words`; raises ValueError where it is no TOML."""
    path = Path(__file__).parent / "words" / f"{name}.toml"
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path.name}: {error}") from error


def _books(file: str, names: Iterable[str]) -> dict[str, PhraseBook]:
    source = read_tables(file)
    books = {}
    for name in names:
        try:
            books[name] = PhraseBook(source[name], source["classes"])
        except ValueError as error:
            raise ValueError(f"{file}.toml, [{name}]: {error}") from error
    return books
