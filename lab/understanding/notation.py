"""The notation of phrases, read into places that lead on from word to word.

Words stand one after another; `(a|b c)` is one of several; `x?` may be left out; `<class>` is any phrase of that class;
`..` is up to three words, whichever they are, that no sign parts.
"""

import functools
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from lab.understanding.tokens import fold

SIGN = "."
"""How a line of words writes a sign that parts clauses."""

ANY = "*"
"""How a place writes that any word but a sign leads on."""

_GAP = 3
_NOTATION = re.compile(r"[()|?]|<[^<>]+>|\.\.|[^\s()|?<>]+")


class End(NamedTuple):
    """Where a phrase ends: in which book, of which kind, and how early that kind was named."""

    book: str
    rank: int
    kind: str


class Place:
    """A point inside a phrase: which words lead on to which places, and what kind ends here."""

    __slots__ = ("ends", "words")

    def __init__(self, words: Mapping[str, "Places"], ends: End | None = None) -> None:
        self.words = words
        self.ends = ends


Places = frozenset[Place]


class Reader:
    """Reads the notation of phrases from the end backwards: each part is told what comes after it."""

    def __init__(self, classes: Mapping[str, Iterable[str]]) -> None:
        self.words: set[str] = {SIGN}
        self._classes = {name: _parse("|".join(phrases)) for name, phrases in classes.items()}
        self._made: dict[tuple[str, Places], Places] = {}
        self._open: list[str] = []

    def read(self, phrase: str, then: Places) -> Places:
        """The places where the phrase can begin; `then` is what its end leads to. Raises ValueError on a bad phrase."""
        return self._places(_parse(phrase), then)

    def _places(self, tree: "_Tree", then: Places) -> Places:
        match tree:
            case str():
                return self._word(tree, then)
            case ("?", part):
                return self._places(part, then) | then
            case ("|", *parts):
                words = tuple([part for part in parts if isinstance(part, str) and part[0] not in "<."])
                others = [self._places(part, then) for part in parts if part not in words]
                return self._words(words, then).union(*others)
            case (_, *parts):
                for part in reversed(parts):
                    then = self._places(part, then)
        return then

    def _word(self, word: str, then: Places) -> Places:
        if word == "..":
            inside = then
            for _ in range(_GAP):
                inside = then | {Place({ANY: inside})}
            return inside
        if word.startswith("<"):
            return self._class(word[1:-1], then)
        return self._words((word,), then)

    def _words(self, words: tuple[str, ...], then: Places) -> Places:
        forms = _forms(words)
        self.words |= forms
        return frozenset({Place(dict.fromkeys(forms, then))}) if words else frozenset()

    def _class(self, name: str, then: Places) -> Places:
        if name not in self._classes:
            raise ValueError(f"<{name}> is no class here; there are {', '.join(sorted(self._classes))}")
        if name in self._open:
            raise ValueError(f"<{name}> holds itself")
        if (name, then) not in self._made:
            self._open.append(name)
            self._made[name, then] = self._places(self._classes[name], then)
            self._open.pop()
        return self._made[name, then]


def words_in(phrases: Iterable[str]) -> frozenset[str]:
    """Every word in these phrases, as it is compared; those of the classes that they name are not among them."""
    marks = {mark for phrase in phrases for mark in _NOTATION.findall(phrase)}
    return _forms(tuple(mark for mark in marks if mark[0] not in "()|?<."))


@functools.cache
def _forms(words: tuple[str, ...]) -> frozenset[str]:
    """Words as they are compared, and as a transcript without apostrophes has them."""
    folded = frozenset(map(fold, words))
    return folded.union(word.replace("'", "") for word in folded)


_Tree = str | tuple["str | _Tree", ...]


@functools.cache
def _parse(phrase: str) -> _Tree:
    marks = _NOTATION.findall(phrase)
    tree, rest = _either(marks, 0)
    if rest != len(marks):
        raise ValueError(f"{phrase!r}: {marks[rest]!r} stands alone")
    return tree


def _either(marks: Sequence[str], at: int) -> tuple[_Tree, int]:
    ways: list[_Tree] = []
    while True:
        row, at = _row(marks, at)
        ways.append(row)
        if at == len(marks) or marks[at] != "|":
            return (ways[0] if len(ways) == 1 else ("|", *ways)), at
        at += 1


def _row(marks: Sequence[str], at: int) -> tuple[_Tree, int]:
    parts: list[_Tree] = [" "]
    while at < len(marks) and marks[at] not in "|)":
        if marks[at] == "?":
            parts[-1] = ("?", parts[-1])
        elif marks[at] == "(":
            part, at = _either(marks, at + 1)
            if at == len(marks) or marks[at] != ")":
                raise ValueError(f"a bracket is not closed in {' '.join(marks)!r}")
            parts.append(part)
        else:
            parts.append(marks[at])
        at += 1
    return (parts[1] if len(parts) == 2 else tuple(parts)), at
