"""Phrases of several kinds, found in a line of words in one pass.

The notation of a phrase: words one after another; `(a|b c)` is one of several; `x?` may be left out; `<class>` is any
phrase of that class; `..` is up to three words, whichever they are, that no sign parts.
"""

import functools
import re
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import NamedTuple

from lab.understanding.tokens import fold

SIGN = "."
"""How a line of words writes a sign that parts clauses."""

OTHER = ""
"""Stands for every word that no phrase knows."""

_GAP = 3
_NOTATION = re.compile(r"[()|?]|<[^<>]+>|\.\.|[^\s()|?<>]+")


class Phrase(NamedTuple):
    """A phrase that was found: its kind, and the words `words[start:end]`."""

    kind: str
    start: int
    end: int


class PhraseBook:
    """The phrases of some kinds, in their notation.

    Where two kinds hold the same words, the kind that was named first wins. Raises ValueError on a bad phrase.
    """

    def __init__(self, kinds: Mapping[str, Iterable[str]], classes: Mapping[str, Iterable[str]] | None = None) -> None:
        reader = _Reader(classes or {})
        places: set[_Place] = set()
        for rank, (kind, phrases) in enumerate(kinds.items()):
            end = frozenset({_Place({}, _End(id(self), rank, kind))})
            for phrase in phrases:
                places |= reader.read(phrase, end)
        self.places = frozenset(places)
        """The beginnings of all phrases."""
        self.known = frozenset(reader.words)
        """Every word that some phrase holds, folded."""

    def find(self, words: Sequence[str]) -> list[Phrase]:
        """Every phrase in the line, the longest at each place, none overlapping another."""
        return Shelf({"": self}).find(words)[""]


class Shelf:
    """Several phrase books, compiled to one table that steps from word to word and reads them all in one pass."""

    def __init__(self, books: Mapping[str, PhraseBook]) -> None:
        self.known = frozenset().union(*(book.known for book in books.values()))
        self._books = books
        self._names = {id(book): name for name, book in books.items()}
        self._start = _Step(frozenset().union(*(book.places for book in books.values())), {})
        self._dead = self._start[_NO_WORD]

    def find(self, words: Sequence[str]) -> dict[str, list[Phrase]]:
        """For each book, every phrase of it in the line, the longest at each place, none overlapping another."""
        line = [word if word in self.known else OTHER for word in words]
        found: dict[str, list[Phrase]] = {name: [] for name in self._names.values()}
        start, dead, count = self._start, self._dead, len(line)
        for at, word in enumerate(line):
            step = start[word]
            if step is dead:
                continue
            longest: dict[int, tuple[str, int]] = {}
            following = at + 1
            while step is not dead:
                for end in step.ends:
                    longest[end.book] = (end.kind, following)
                step = step[line[following]] if following < count else dead
                following += 1
            for book, (kind, until) in longest.items():
                phrases = found[self._names[book]]
                if not phrases or phrases[-1].end <= at:
                    phrases.append(Phrase(kind, at, until))
        return found


class _End(NamedTuple):
    """Where a phrase ends: in which book, of which kind, and how early that kind was named."""

    book: int
    rank: int
    kind: str


class _Place:
    """A point inside a phrase: which words lead on to which places, and what kind ends here."""

    __slots__ = ("ends", "words")

    def __init__(self, words: Mapping[str, "_Places"], ends: _End | None = None) -> None:
        self.words = words
        self.ends = ends


_Places = frozenset[_Place]
_ANY = "*"
_NO_WORD = "\n"  # nothing begins with it


def strays(words: Sequence[str], beside: Container[int]) -> list[int]:
    """The places of the words that are no signs and not among those `beside`."""
    return [at for at, word in enumerate(words) if word != SIGN and at not in beside]


def covers(phrase: Phrase, places: Sequence[int]) -> bool:
    """Whether all of these places, in order, are inside the phrase."""
    return not places or (phrase.start <= places[0] and places[-1] < phrase.end)


class _Step(dict[str, "_Step"]):
    """All places that a line can have reached at once; leads on to the next step by the next word."""

    __slots__ = ("_places", "_steps", "ends")

    def __init__(self, places: _Places, steps: dict[_Places, "_Step"]) -> None:
        super().__init__()
        self._places = places
        self._steps = steps
        ends = sorted((place.ends for place in places if place.ends), reverse=True)
        self.ends = tuple({end.book: end for end in ends}.values())

    def __missing__(self, word: str) -> "_Step":
        reached: set[_Place] = set()
        for place in self._places:
            reached |= place.words.get(word, frozenset())
            if word != SIGN:
                reached |= place.words.get(_ANY, frozenset())
        places = frozenset(reached)
        if places not in self._steps:
            self._steps[places] = _Step(places, self._steps)
        self[word] = self._steps[places]
        return self[word]


class _Reader:
    """Reads the notation of phrases from the end backwards: each part is told what comes after it."""

    def __init__(self, classes: Mapping[str, Iterable[str]]) -> None:
        self.words: set[str] = {SIGN}
        self._classes = {name: _parse("|".join(phrases)) for name, phrases in classes.items()}
        self._made: dict[tuple[str, _Places], _Places] = {}
        self._open: list[str] = []

    def read(self, phrase: str, then: _Places) -> _Places:
        return self._places(_parse(phrase), then)

    def _places(self, tree: "_Tree", then: _Places) -> _Places:
        match tree:
            case str():
                return self._word(tree, then)
            case ("?", part):
                return self._places(part, then) | then
            case ("|", *parts):
                words = [part for part in parts if isinstance(part, str) and part[0] not in "<."]
                others = [self._places(part, then) for part in parts if part not in words]
                return self._words(words, then).union(*others)
            case (_, *parts):
                for part in reversed(parts):
                    then = self._places(part, then)
        return then

    def _word(self, word: str, then: _Places) -> _Places:
        if word == "..":
            inside = then
            for _ in range(_GAP):
                inside = then | {_Place({_ANY: inside})}
            return inside
        if word.startswith("<"):
            return self._class(word[1:-1], then)
        return self._words([word], then)

    def _words(self, words: Sequence[str], then: _Places) -> _Places:
        forms = {form for word in words for form in _forms(word)}
        self.words |= forms
        return frozenset({_Place(dict.fromkeys(forms, then))}) if forms else frozenset()

    def _class(self, name: str, then: _Places) -> _Places:
        if name not in self._classes:
            raise ValueError(f"<{name}> is no class here; there are {', '.join(sorted(self._classes))}")
        if name in self._open:
            raise ValueError(f"<{name}> holds itself")
        if (name, then) not in self._made:
            self._open.append(name)
            self._made[name, then] = self._places(self._classes[name], then)
            self._open.pop()
        return self._made[name, then]


@functools.cache
def _forms(word: str) -> tuple[str, ...]:
    """A word as it is compared, and as a transcript without apostrophes has it."""
    folded = fold(word)
    return (folded, folded.replace("'", "")) if "'" in folded else (folded,)


_Tree = str | tuple["str | _Tree", ...]


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
