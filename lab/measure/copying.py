"""How a model miscopies a reference: the next row, a row of an earlier list, a slip, swapped digits, an invention."""

import json
import random
import string
from collections.abc import Callable, Mapping, Sequence

from lab.middleware.openings import Opening
from lab.middleware.projection import project
from lab.middleware.references import letters, raw_arguments

Error = Callable[[random.Random, "Lists", int], str]

_CLASSES = ("0123456789", string.ascii_uppercase, string.ascii_lowercase)


class Lists:
    """The references a model has seen in one call, search by search, the latest last; `pool` is what else exists."""

    def __init__(self, scheme: str, searches: Sequence[Sequence[str]], pool: Sequence[Opening]) -> None:
        self.scheme, self.searches, self.pool = scheme, searches, pool

    @property
    def latest(self) -> Sequence[str]:
        return self.searches[-1]


def neighbour(dice: random.Random, seen: Lists, row: int) -> str:
    """The row above or below."""
    rows = [each for each in (row - 1, row + 1) if 0 <= each < len(seen.latest)]
    return seen.latest[dice.choice(rows)] if rows else seen.latest[row]


def stale(dice: random.Random, seen: Lists, row: int) -> str:
    """A row of an earlier search; of the latest where there was none."""
    return dice.choice(dice.choice(seen.searches[:-1] or seen.searches))


def slip(dice: random.Random, seen: Lists, row: int) -> str:
    """One character becomes another of its kind."""
    text = seen.latest[row]
    place = dice.choice(_places(text, seen.scheme))
    kind = next(kind for kind in _CLASSES if text[place] in kind)
    # a hash has hex digits only, and so does whoever copies one
    others = [letter for letter in ("0123456789abcdef" if seen.scheme == "hash" else kind) if letter != text[place]]
    return text[:place] + dice.choice(others) + text[place + 1 :]


def swapped(dice: random.Random, seen: Lists, row: int) -> str:
    """Two characters side by side change places; a slip where there are no two."""
    text = seen.latest[row]
    places = _places(text, seen.scheme)
    pairs = [place for place in places if place + 1 in places and text[place] != text[place + 1]]
    if not pairs:
        return slip(dice, seen, row)
    place = dice.choice(pairs)
    return text[:place] + text[place + 1] + text[place] + text[place + 2 :]


def invented(dice: random.Random, seen: Lists, row: int) -> str:
    """A value that looks right and was never offered on purpose."""
    return _INVENT[seen.scheme](dice, seen)


ERRORS: Mapping[str, Error] = {
    "next row": neighbour,
    "old row": stale,
    "slip": slip,
    "swapped": swapped,
    "invented": invented,
}


def _places(text: str, scheme: str) -> list[int]:
    """Where a copying error can strike: in what differs from row to row."""
    kinds = _CLASSES[:1] if scheme == "raw" else _CLASSES
    first = 3 if scheme == "hash" else 0
    return [place for place in range(first, len(text)) if any(text[place] in kind for kind in kinds)]


def _invented_raw(dice: random.Random, seen: Lists) -> str:
    one, other = dice.choice(seen.pool), dice.choice(seen.pool)
    return json.dumps(json.loads(raw_arguments(one)) | {"startDatetime": other.start.isoformat()})


def _invented_projection(dice: random.Random, seen: Lists) -> str:
    one, other = dice.choice(seen.pool), dice.choice(seen.pool)
    return project(one._replace(doctor=other.doctor))


_INVENT: dict[str, Callable[[random.Random, Lists], str]] = {
    "raw": _invented_raw,
    "letter": lambda dice, seen: letters(dice.randrange(len(seen.latest) + 5)),
    "counter": lambda dice, seen: f"S{dice.randint(1, 2 * len(seen.latest) + 5)}",
    "hash": lambda dice, seen: f"ST_{dice.randrange(16**6):06x}",
    "projection": _invented_projection,
}
