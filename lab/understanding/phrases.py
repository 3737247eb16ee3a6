"""Phrases of several kinds, found in a line of words in one pass."""

import collections
import functools
import itertools
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from typing import NamedTuple

from lab.understanding.notation import ANY, SIGN, End, Place, Places, Reader

__all__ = ["SIGN", "Phrase", "PhraseBook", "Shelf", "covers", "strays"]

OTHER = ""
"""Stands for every word that no phrase knows."""

_END = "\n"
"""Stands behind the last word; no phrase leads on by it."""


class Phrase(NamedTuple):
    """A phrase that was found: its kind, and the words `words[start:end]`."""

    kind: str
    start: int
    end: int


class PhraseBook:
    """The phrases of some kinds, in their notation; `name` tells this book from others on a shelf.

    Where two kinds hold the same words, the kind that was named first wins. Raises ValueError on a bad phrase.
    """

    def __init__(
        self, kinds: Mapping[str, Iterable[str]], classes: Mapping[str, Iterable[str]] | None = None, name: str = ""
    ) -> None:
        self.name = name
        reader = Reader(classes or {})
        places: set[Place] = set()
        for rank, (kind, phrases) in enumerate(kinds.items()):
            end = frozenset({Place({}, End(name, rank, kind))})
            for phrase in phrases:
                places |= reader.read(phrase, end)
        self.places = frozenset(places)
        """The beginnings of all phrases."""
        self.known = frozenset(reader.words)
        """Every word that some phrase holds, folded."""

    def find(self, words: Sequence[str]) -> list[Phrase]:
        """Every phrase in the line, the longest at each place, none overlapping another."""
        return self._shelf.find(words)[self.name]

    @functools.cached_property
    def _shelf(self) -> "Shelf":
        return Shelf([self])


class Shelf:
    """Several phrase books, compiled to one table that steps from word to word and reads them all in one pass."""

    def __init__(self, books: Collection[PhraseBook]) -> None:
        self._known = {word: word for book in books for word in book.known}
        self._start = _Step(frozenset().union(*(book.places for book in books)), {})
        self._dead = self._start[_END]

    def find(self, words: Sequence[str]) -> dict[str, list[Phrase]]:
        """Every phrase of each book, by its name: the longest at each place, none over another of that book."""
        line = [*map(self._known.get, words, itertools.repeat(OTHER)), _END]
        found: dict[str, list[Phrase]] = collections.defaultdict(list)
        start, dead = self._start, self._dead
        for at, step in enumerate(map(start.__getitem__, line)):
            if step is dead:
                continue
            longest: dict[str, Phrase] = {}
            until = at
            while step is not dead:
                until += 1
                for book, kind in step.ends:
                    longest[book] = Phrase(kind, at, until)
                step = step[line[until]]
            for book, phrase in longest.items():
                phrases = found[book]
                if not phrases or phrases[-1].end <= at:
                    phrases.append(phrase)
        return found


def strays(words: Sequence[str], beside: Container[int]) -> list[int]:
    """The places of the words that are no signs and not among those `beside`."""
    return [at for at, word in enumerate(words) if word != SIGN and at not in beside]


def covers(phrase: Phrase, places: Sequence[int]) -> bool:
    """Whether all of these places, in order, are inside the phrase."""
    return not places or (phrase.start <= places[0] and places[-1] < phrase.end)


class _Step(dict[str, "_Step"]):
    """All places that a line can have reached at once; leads on to the next step by the next word."""

    __slots__ = ("_leads", "_steps", "ends")

    def __init__(self, places: Places, steps: dict[Places, "_Step"]) -> None:
        super().__init__()
        self._steps = steps
        self._leads: dict[str, set[Place]] = {}
        for place in places:
            for word, following in place.words.items():
                self._leads.setdefault(word, set()).update(following)
        ends = sorted((place.ends for place in places if place.ends), reverse=True)
        self.ends = tuple({end.book: end.kind for end in ends}.items())

    def __missing__(self, word: str) -> "_Step":
        reached = self._leads.get(word, set())
        if word not in (SIGN, _END):
            reached = reached | self._leads.get(ANY, set())
        places = frozenset(reached)
        if places not in self._steps:
            self._steps[places] = _Step(places, self._steps)
        self[word] = self._steps[places]
        return self[word]
