"""A line as words: whole words, numbers and signs, folded for comparing, with their places in the line."""

import functools
import itertools
import operator
import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

_APOSTROPHES = "'’ʼ`´"

# A word goes on through marks (accents written apart, vowel signs) but not through signs, spaces or emoji.
_NOT_IN_WORD = (
    r"\s\d_\x00-@\[-`{-\xa9\xab-\xb4\xb6-\xb9\xbb-\xbf\xd7\xf7"
    r"\u2000-\u200b\u200e-\u206f\u2190-\u2bff\u3000-\u303f\uff00-\uff0f\uff1a-\uff20\ufe00-\ufe0f\U0001f000-\U0001faff"
)
_WORD = rf"[^\W\d_][^{_NOT_IN_WORD}]*"
_ANY = re.compile(rf"{_WORD}(?:[{_APOSTROPHES}]{_WORD})*|\d+|\S")
_ASCII = re.compile(r"[A-Za-z]+(?:['`][A-Za-z]+)*|\d+|\S")


class Tokens:
    """The words, numbers and single signs of a line, in order: `texts` as written, `words` folded for comparing."""

    def __init__(self, line: str, texts: list[str], words: list[str]) -> None:
        self.texts = texts
        self.words = words
        self._line = line

    def __len__(self) -> int:
        return len(self.words)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """From where to where in the line the tokens from `start` to before `end` stand."""
        return self._starts[start], self._starts[end - 1] + len(self.texts[end - 1])

    def is_tight(self, at: int) -> bool:
        """Whether nothing parts this token from the one before it."""
        return self._starts[at] == self._starts[at - 1] + len(self.texts[at - 1])

    def hiding(self, start: int, end: int) -> "Tokens":
        """These tokens with the words from `start` to before `end` made blank, so that nobody reads anything there."""
        blank = [""] * (end - start)
        return Tokens(self._line, self.texts, [*self.words[:start], *blank, *self.words[end:]])

    @functools.cached_property
    def _starts(self) -> list[int]:
        return list(map(re.Match.start, _pattern(self._line).finditer(self._line)))


class Piece(NamedTuple):
    """Which tokens, `tokens[start:end]`, said `what`: a slot, `part_of_day`, `intent` or `choice`.

    `denied` is true where the words refuse the value ("not Tuesday").
    """

    what: str
    start: int
    end: int
    denied: bool = False


def tokenise(line: str) -> Tokens:
    """Split a line into words, numbers and single signs, in order; "o'clock" and "don't" are one word."""
    texts = _pattern(line).findall(line)
    return Tokens(line, texts, list(map(str.lower if line.isascii() else fold, texts)))


def _pattern(line: str) -> re.Pattern[str]:
    return _ASCII if line.isascii() else _ANY


def stutters(words: Sequence[str]) -> bool:
    """Whether a word stands there twice in a row."""
    return any(map(operator.eq, words, itertools.islice(words, 1, None)))


def fold(text: str) -> str:
    """Fold away case, accents, width and the shape of apostrophes: what compares equal is one word."""
    if text.isascii():
        return text.lower()
    for sign in _APOSTROPHES:
        text = text.replace(sign, "'")
    spread = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in spread if not unicodedata.combining(sign)) or text
