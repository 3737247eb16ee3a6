"""A phone number, however it is said or written: its digits, and an extension apart from them."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lab.call_layer.tables import by_word, read_tables
from lab.understanding.tokens import fold, tokenise

_DIGITS = 10
_COUNTRY = "1"


class Phone(NamedTuple):
    """`NNN-NNN-NNNN`, and the digits of an extension, if there is one."""

    number: str
    extension: str = ""


class _Words:
    """What the words of a number stand for, in either language."""

    def __init__(self) -> None:
        tables = read_tables("normalise")["phone"]
        self.extension = frozenset(map(fold, tables["extension"]))
        self.times = {word: int(times) for word, times in by_word(tables["times"]).items()}
        self.digits = by_word(tables["digits"])
        self.numbers = by_word(tables["numbers"])
        self.tens = by_word(tables["tens"])
        self.zeros = by_word(tables["zeros"])


_WORDS = _Words()


def read_phone(text: str) -> Phone | None:
    """The one number in a text; none where its digits are not those of one: nothing is padded, nothing cut."""
    words = tokenise(text).words
    at = next((at for at, word in enumerate(words) if word in _WORDS.extension and at), len(words))
    digits = "".join(_runs(words[:at]))
    if len(digits) == _DIGITS + 1 and digits.startswith(_COUNTRY):
        digits = digits[1:]
    if len(digits) != _DIGITS:
        return None
    return Phone(f"{digits[:3]}-{digits[3:6]}-{digits[6:]}", "".join(_runs(words[at:])))


def digits_said(line: str) -> str:
    """Every digit in a line, in order, whether written or said."""
    return "".join(_runs(tokenise(line).words))


def _runs(words: Sequence[str]) -> Iterator[str]:
    """The digits that each word, or each pair of words, stands for."""
    at = 0
    while at < len(words):
        said, at = _digits(words, at)
        yield said


def _digits(words: Sequence[str], at: int) -> tuple[str, int]:
    word, after = words[at], words[at + 1] if at + 1 < len(words) else ""
    if word.isdecimal():
        return "".join(str(int(digit)) for digit in word), at + 1
    if word in _WORDS.times and (digit := _one(after)):
        return digit * _WORDS.times[word], at + 2
    if word in _WORDS.tens:
        return _after_tens(words, at)
    if word in _WORDS.zeros:
        return _WORDS.zeros[word], at + 1
    return _WORDS.digits.get(word, _WORDS.numbers.get(word, "")), at + 1


def _after_tens(words: Sequence[str], at: int) -> tuple[str, int]:
    """ "Fifty five" is 55, "fifty" alone 50; "cincuenta y cinco" has a word between."""
    tens = _WORDS.tens[words[at]]
    following = at + 2 if words[at + 1 : at + 2] in (["y"], ["-"]) else at + 1
    unit = _WORDS.digits.get(words[following], "") if following < len(words) else ""
    return (tens[0] + unit, following + 1) if unit not in ("", "0") else (tens, at + 1)


def _one(word: str) -> str:
    return word if word.isdecimal() and len(word) == 1 else _WORDS.digits.get(word, "")
