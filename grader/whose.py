"""Whose a file is, by what it is called: learning platforms put an id or a name into it, among much else."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import combinations

from grader.roster import Student

_WORDS = re.compile(r"[^_\s/\\]+")
MOST_WORDS = 24  # of a file's name that are looked at


class Whose:
    """Finds students by the names of what they handed in; made once for a roster, whatever its length."""

    def __init__(self, roster: Sequence[Student]) -> None:
        backwards = roster[::-1]
        self._exact = {own: each for each in backwards for own in (*each.also, each.folder, each.id) if own}
        self._exact |= {each.id: each for each in backwards}
        self._folded = {_fold(own): student for own, student in self._exact.items()}
        self._named = _each_alone(roster)

    def of(self, key: str) -> Student | None:
        """Who is called just this, else whom the name speaks of first: by folder or id, else by a name that one has."""
        if key in self._exact:
            return self._exact[key]
        parts = list(_parts(re.sub(r"\.(py|zip)$", "", key, flags=re.IGNORECASE)))
        for known in (self._folded, self._named):
            for part in parts:
                if student := known.get(_fold(part)):
                    return student
        return None


def _parts(key: str) -> Iterator[str]:
    """Every run of whole words: what begins first, and of that the longest first."""
    words = list(_WORDS.finditer(key))[:MOST_WORDS]
    bounds = range(len(words))
    runs = sorted([*combinations(bounds, 2), *((n, n) for n in bounds)], key=lambda run: (run[0], -run[1]))
    for first, last in runs:
        yield key[words[first].start() : words[last].end()]


def _each_alone(roster: Sequence[Student]) -> dict[str, Student]:
    """Students by their names, forwards and backwards, spaced and joined; what two of them share is nobody's."""
    called: dict[str, set[int]] = {}
    for place, student in enumerate(roster):
        words = student.name.replace(",", " ").split()
        for spelt in (words, [*words[1:], *words[:1]], [*words[-1:], *words[:-1]]) if len(words) > 1 else ():
            joined = "".join(filter(str.isalnum, _fold("".join(spelt))))
            for name in (_fold(" ".join(spelt)), joined, _without_accents(joined)):
                called.setdefault(name, set()).add(place)
    return {name: roster[min(places)] for name, places in called.items() if len(places) == 1}


def _without_accents(text: str) -> str:
    return "".join(each for each in unicodedata.normalize("NFD", text) if not unicodedata.combining(each))


def _fold(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()
