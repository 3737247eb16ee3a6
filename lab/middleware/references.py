"""Five ways to name an opening to a model, behind one interface; the last, the projection, is the one we use.

A scheme lives as long as a call. `offer` names the openings of one search and forgets those of the last;
`find` tells which opening a reference stands for, if it may be booked now.
"""

import datetime as dt
import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count, groupby
from operator import attrgetter
from typing import Protocol

from lab.middleware.openings import Opening
from lab.middleware.projection import project_start, surname_key

Key = tuple[int, int, dt.datetime]


class Scheme(Protocol):
    """Names openings; `tells` says which coordinates a person can read off a reference."""

    name: str
    tells: frozenset[str]

    def offer(self, openings: Sequence[Opening], search: str) -> Mapping[str, Opening]:
        """The openings under a reference each, in order; `search` says in words what was searched for."""
        ...

    def find(self, reference: str) -> Opening | None: ...

    def clear(self) -> None:
        """From now on nothing can be booked."""
        ...


class _Table:
    """What the references of the latest search stand for."""

    tells: frozenset[str] = frozenset()

    def __init__(self) -> None:
        self._offered: dict[str, Opening] = {}

    def find(self, reference: str) -> Opening | None:
        return self._offered.get(reference)

    def clear(self) -> None:
        self._offered = {}

    def _keep(self, references: Iterable[str], openings: Sequence[Opening]) -> Mapping[str, Opening]:
        self._offered = dict(zip(references, openings, strict=True))
        return self._offered


class RawArguments(_Table):
    """The record system's own arguments, written by the model: whatever they say is what is meant."""

    name = "raw"
    tells = frozenset({"day", "time"})

    def __init__(self) -> None:
        super().__init__()
        self._places: dict[tuple[int, int], Opening] = {}

    def offer(self, openings: Sequence[Opening], search: str) -> Mapping[str, Opening]:
        self._places |= {(opening.column, opening.doctor.id): opening for opening in openings}
        return self._keep(map(raw_arguments, openings), openings)

    def find(self, reference: str) -> Opening | None:
        """Any place of any search of this call, at any start: nothing ties the arguments to what was offered."""
        try:
            said = json.loads(reference)
            place = self._places[said["columnId"], said["profileId"]]
            start = dt.datetime.fromisoformat(said["startDatetime"])
            start = start.astimezone(place.start.tzinfo)
            return place._replace(start=start, minutes=said["duration"], codes=(said["appointmentTypeId"],))
        except (KeyError, TypeError, ValueError):
            return None


class Letters(_Table):
    """A letter by position in the latest list: A, B, ..., Z, AA."""

    name = "letter"

    def offer(self, openings: Sequence[Opening], search: str) -> Mapping[str, Opening]:
        return self._keep(map(letters, range(len(openings))), openings)


class Counter(_Table):
    """A number that only goes up; an opening that is shown again keeps its own."""

    name = "counter"

    def __init__(self) -> None:
        super().__init__()
        self._given: dict[Key, str] = {}

    def offer(self, openings: Sequence[Opening], search: str) -> Mapping[str, Opening]:
        return self._keep((self._number(opening.key) for opening in openings), openings)

    def _number(self, key: Key) -> str:
        return self._given.setdefault(key, f"S{len(self._given) + 1}")


class Hashes(_Table):
    """`ST_` and six hex digits of a hash over the search's generation and words, and the opening."""

    name = "hash"

    def __init__(self) -> None:
        super().__init__()
        self._generation = 0

    def offer(self, openings: Sequence[Opening], search: str) -> Mapping[str, Opening]:
        self._generation += 1
        given: dict[str, None] = {}
        for opening in openings:
            tries = (self._hash(opening, search, salt) for salt in count())
            given[next(reference for reference in tries if reference not in given)] = None
        return self._keep(given, openings)

    def _hash(self, opening: Opening, search: str, salt: int) -> str:
        office, doctor, start = opening.key
        text = json.dumps([self._generation, office, search, doctor, start.isoformat(), salt])
        return f"ST_{hashlib.sha256(text.encode()).hexdigest()[:6]}"


class Projection(_Table):
    """What a person can check: day, time and doctor, `SEP15-0900-REYES`; the second of two that look alike has `-2`.

    A reference stands for one opening for the whole call, and no other ever gets it.
    """

    name = "projection"
    tells = frozenset({"day", "time", "doctor"})

    def __init__(self) -> None:
        super().__init__()
        self._given: dict[str, Key] = {}

    def offer(self, openings: Sequence[Opening], search: str) -> Mapping[str, Opening]:
        given, references = self._given, []
        for start, alike in groupby(openings, attrgetter("start")):
            when = project_start(start)
            for opening in alike:
                reference = text = f"{when}-{surname_key(opening.doctor.family)}"
                number, key = 1, (opening.office.id, opening.doctor.id, start)
                while given.setdefault(reference, key) != key:
                    number += 1
                    reference = f"{text}-{number}"
                references.append(reference)
        return self._keep(references, openings)


SCHEMES: Mapping[str, Callable[[], Scheme]] = {
    scheme.name: scheme for scheme in (RawArguments, Letters, Counter, Hashes, Projection)
}


def letters(position: int) -> str:
    """A for 0, Z for 25, AA for 26."""
    rest, place = divmod(position, 26)
    return (letters(rest - 1) if rest else "") + chr(ord("A") + place)


def raw_arguments(opening: Opening) -> str:
    """An opening as the record system's own arguments."""
    return json.dumps(
        {
            "columnId": opening.column,
            "profileId": opening.doctor.id,
            "startDatetime": opening.start.isoformat(),
            "duration": opening.minutes,
            "appointmentTypeId": opening.codes[0],
        }
    )
