"""A name said letter by letter."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from lab.understanding.tokens import Tokens, fold, tokenise

_HYPHENS = frozenset("-–—")
_JOINERS = _HYPHENS | {","}
_VOWELS = frozenset("aeiouy")
_FEWEST = 2
_FEWEST_NAMED = 3
_ALIKE = 0.5


class Letters(NamedTuple):
    """How one language says letters: names of letters, the words for a doubled one and for "N as in Nancy".

    `heard` tells whether the names of letters are read as letters, or are only known to be no name; `openers` are the
    words, beside single letters, with which a run of letters can begin.
    """

    heard: bool
    names: Mapping[tuple[str, ...], str]
    double: frozenset[str]
    as_in: tuple[tuple[str, ...], ...]
    openers: frozenset[str]

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> "Letters":
        """The letters of a language, as its table has them."""
        names = {_words(name): letter for letter, named in table["names"].items() for name in named}
        examples = sorted((_words(phrase) for phrase in table["as_in"]), key=len, reverse=True)
        double = frozenset(table["double"])
        openers = double.union(name[0] for name in names) if table["heard"] else double
        return cls(table["heard"], names, double, tuple(examples), openers)


class Spelled(NamedTuple):
    """Letters in a row, `tokens[start:end]`; `sure` if a hyphen, a comma or an example shows that they spell a word."""

    word: str
    start: int
    end: int
    sure: bool

    @property
    def name(self) -> str:
        """As a name: "Jamie"; letters that make no word stay capitals: "JP"."""
        return self.word.capitalize() if _VOWELS & set(self.word.casefold()) else self.word.upper()


def read_spelled(tokens: Tokens, letters: Letters) -> list[Spelled]:
    """Every run of two or more letters that spell something, in order."""
    runs: list[Spelled] = []
    words = enumerate(tokens.words)
    openers = [at for at, word in words if (len(word) == 1 and word.isalpha()) or word in letters.openers]
    if len(openers) < _FEWEST:
        return runs
    end = 0
    for at in openers:
        if at >= end and (run := _run(tokens, at, letters)):
            runs.append(run)
            end = run.end
    return runs


def names_letters(words: Sequence[str], letters: Letters) -> bool:
    """Whether these words are names of letters ("jay ay em"), so that they are no name, nor sure letters."""
    single = {name[0] for name in letters.names if len(name) == 1}
    return len(words) >= _FEWEST_NAMED and all(word in single for word in words)


def _run(tokens: Tokens, start: int, letters: Letters) -> Spelled | None:
    found, sure, hyphens, joined = "", False, False, False
    at = end = start
    while at < len(tokens) and (letter := _letter(tokens, at, letters)):
        if hyphens and not joined:  # in "J-A-M-I-E R-E-Y-E-S" the space parts two words
            break
        said, after = letter
        end = _example_end(tokens, after, letters)
        sure = sure or joined or end > after
        found += said
        at = _past_joiners(tokens, end)
        joined = at > end
        hyphens = hyphens or not _HYPHENS.isdisjoint(tokens.words[end:at])
    return Spelled(found, start, end, sure) if len(found) > 1 else None


def _past_joiners(tokens: Tokens, at: int) -> int:
    while at < len(tokens) and tokens.words[at] in _JOINERS:
        at += 1
    return at


def _letter(tokens: Tokens, at: int, letters: Letters) -> tuple[str, int] | None:
    """The letter at this token and the token after it; "double t" is two letters, "double u" is w."""
    if tokens.words[at] not in letters.double or at + 1 == len(tokens):
        return _single(tokens, at, letters)
    pair = letters.names.get(tuple(tokens.words[at : at + 2]))
    if pair:
        return pair, at + 2
    after = _single(tokens, at + 1, letters)
    return (after[0] * 2, after[1]) if after else None


def _single(tokens: Tokens, at: int, letters: Letters) -> tuple[str, int] | None:
    word = tokens.words[at]
    if len(word) == 1 and word.isalpha():
        return tokens.texts[at], at + 1
    if letters.heard:
        for length in (2, 1):
            name = tuple(tokens.words[at : at + length])
            if name in letters.names:
                return letters.names[name], at + len(name)
    return None


def _example_end(tokens: Tokens, at: int, letters: Letters) -> int:
    """Where "as in Nancy" ends, if it stands here."""
    for phrase in letters.as_in:
        end = at + len(phrase)
        if end < len(tokens) and len(tokens.words[end]) > 1 and tuple(tokens.words[at:end]) == phrase:
            return end + 1
    return at


def _words(phrase: str) -> tuple[str, ...]:
    return tuple(tokenise(phrase).words)


def respell(words: Sequence[str], names: Sequence[str]) -> list[str]:
    """Put each spelled name in the place of the said word that it spells, or after what was said."""
    written, said = list(words), set(range(len(words)))
    for name in names:
        likeness = {at: _likeness(fold(words[at].strip()), fold(name)) for at in said}
        best = max(likeness, key=likeness.__getitem__, default=-1)
        if best < 0 or likeness[best] < _ALIKE:
            written.append(f" {name}")
        else:
            written[best] = f"{' ' if words[best].startswith(' ') else ''}{name}"
            said.discard(best)
    return written


def _likeness(word: str, other: str) -> float:
    """The share of letters that two words have in common."""
    return (Counter(word) & Counter(other)).total() / max(len(word), len(other))
