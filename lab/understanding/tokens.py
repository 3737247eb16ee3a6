"""A line as words: whole words, numbers and signs, folded for comparing, with their places in the line."""

import re
import unicodedata
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


class Token(NamedTuple):
    """One word, number or sign: as written, folded, and `line[start:end]`."""

    text: str
    word: str
    start: int
    end: int


class Piece(NamedTuple):
    """Which tokens, `tokens[start:end]`, said `what`: a slot, `part_of_day`, `intent` or `choice`.

    `denied` is true where the words refuse the value ("not Tuesday").
    """

    what: str
    start: int
    end: int
    denied: bool = False


def tokenise(line: str) -> list[Token]:
    """Split a line into words, numbers and single signs, in order; "o'clock" and "don't" are one word."""
    if line.isascii():
        return [Token(found[0], found[0].lower(), *found.span()) for found in _ASCII.finditer(line)]
    return [Token(found[0], fold(found[0]), *found.span()) for found in _ANY.finditer(line)]


def fold(text: str) -> str:
    """Fold away case, accents, width and the shape of apostrophes: what compares equal is one word."""
    if text.isascii():
        return text.lower()
    for sign in _APOSTROPHES:
        text = text.replace(sign, "'")
    spread = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in spread if not unicodedata.combining(sign)) or text
