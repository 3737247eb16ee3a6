"""The phrases of one language, as its tables in `words` have them."""

import functools
import itertools
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from lab.understanding.notation import words_in
from lab.understanding.phrases import PhraseBook, Shelf
from lab.understanding.tokens import fold

LANGUAGES = ("en", "es")

_ANSWERS = ("consent", "people", "topics", "choice", "ordinal", "denial")
_TASKS = ("tasks",)
_NAMES = ("before", "after", "aside")


class Tables:
    """The phrases of one language: `fillers` mean nothing, `known` are all words of its answers.

    `doubts` are the fillers that leave a line open where they end it.
    """

    def __init__(self, language: str) -> None:
        self._language = language
        answers = read_tables(f"{language}_answers")
        self.fillers = frozenset(map(fold, answers["fillers"]))
        self.doubts = frozenset(map(fold, answers["doubts"]))
        kinds = (answers[name].values() for name in ("classes", *_ANSWERS))
        self.known = self.fillers | words_in(itertools.chain.from_iterable(itertools.chain.from_iterable(kinds)))

    @functools.cached_property
    def shelf(self) -> Shelf:
        """The phrase books by their name, compiled when a line is first read in this language."""
        answers = _books(f"{self._language}_answers", (*_ANSWERS, *_TASKS))
        return Shelf([*answers, *_books(f"{self._language}_names", _NAMES)])


@functools.cache
def tables(language: str) -> Tables:
    """The tables of a language (`en`, `es`), read at the first use."""
    return Tables(language)


@functools.cache
def read_tables(name: str) -> dict[str, Any]:
    """The tables of one file in `words`; raises ValueError where it is no TOML."""
    path = Path(__file__).parent / "words" / f"{name}.toml"
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path.name}: {error}") from error


def _books(file: str, names: Iterable[str]) -> list[PhraseBook]:
    source = read_tables(file)
    books = []
    for name in names:
        try:
            books.append(PhraseBook(source[name], source["classes"], name))
        except ValueError as error:
            raise ValueError(f"{file}.toml, [{name}]: {error}") from error
    return books
