"""What callers answer and what they call about, as one language's tables have it."""

import functools
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lab.understanding.phrases import PhraseBook
from lab.understanding.tokens import fold

LANGUAGES = ("en", "es")


@dataclass(frozen=True, slots=True)
class Answers:
    """The phrase books of one language, the fillers that mean nothing, and every word known."""

    fillers: frozenset[str]
    consent: PhraseBook
    people: PhraseBook
    topics: PhraseBook
    choice: PhraseBook
    ordinal: PhraseBook
    denial: PhraseBook
    known: frozenset[str]


@functools.cache
def answers(language: str) -> Answers:
    """The tables of a language (`en`, `es`), compiled at the first use."""
    tables = read_tables(f"{language}_answers")
    fillers = frozenset(map(fold, tables["fillers"]))
    books = {name: _book(tables, name) for name in ("consent", "people", "topics", "choice", "ordinal", "denial")}
    return Answers(fillers, known=fillers.union(*(book.known for book in books.values())), **books)


def read_tables(name: str) -> dict[str, Any]:
    """The tables of one file in `words`."""
    return tomllib.loads((Path(__file__).parent / "words" / f"{name}.toml").read_text(encoding="utf-8"))


def _book(tables: Mapping[str, Mapping[str, Iterable[str]]], name: str) -> PhraseBook:
    try:
        return PhraseBook(tables[name], tables["classes"])
    except ValueError as error:
        raise ValueError(f"[{name}] {error}") from error
