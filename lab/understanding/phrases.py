"""Phrases of several kinds, found in a line of words in one pass."""

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import NamedTuple

from lab.understanding.notation import ANY, SIGN, End, Place, Places, Reader

__all__ = ["SIGN", "Phrase", "PhraseBook", "Shelf", "covers", "strays"]

OTHER = ""
"""Stands for every word that no phrase knows."""

_NO_WORD = "\n"  # nothing begins with it


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
        reader = Reader(classes or {})
        places: set[Place] = set()
        for rank, (kind, phrases) in enumerate(kinds.items()):
            end = frozenset({Place({}, End(id(self), rank, kind))})
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
        self.ends = tuple({end.book: end for end in ends}.values())

    def __missing__(self, word: str) -> "_Step":
        reached = self._leads.get(word, set())
        if word != SIGN:
            reached = reached | self._leads.get(ANY, set())
        places = frozenset(reached)
        if places not in self._steps:
            self._steps[places] = _Step(places, self._steps)
        self[word] = self._steps[places]
        return self[word]
