"""The agent side's tables: which reference stands for which opening or visit, and the token that carries it."""

import datetime as dt
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile

from lab.middleware.acts import Listed, Offered
from lab.middleware.calendar import Calendar
from lab.middleware.directory import Directory
from lab.middleware.openings import Opening
from lab.middleware.projection import surname_key
from lab.middleware.references import SCHEMES, Key
from lab.middleware.search import Search
from lab.middleware.spoken import Place, place_of
from lab.middleware.terms import seal
from lab.middleware.tokens import Keys
from lab.middleware.visits import Visit, seal_visit, visit_place


class Offers:
    """What the latest search offered; `tokens` holds the tokens by reference, made when they are first needed."""

    def __init__(self, scheme: str, keys: Keys) -> None:
        self.scheme = SCHEMES[scheme]()
        self.tokens: dict[str, str] = {}
        self.search: Search | None = None
        self._keys = keys
        self._at: dt.datetime | None = None
        self._ever: list[Sequence[Opening]] = []

    def offer(self, search: Search, openings: Sequence[Opening], now: dt.datetime) -> Calendar:
        """Puts the openings of a search into the table, in place of what was there."""
        self.clear()
        self.search, self._at = search, now
        self._ever.append(openings)
        return Calendar(search, self.scheme.offer(openings, str(search)))

    def find(self, reference: str) -> Offered | None:
        """What may be booked under that reference now."""
        opening = self.scheme.find(reference)
        if opening is None or self.search is None or self._at is None:
            return None
        if reference not in self.tokens:
            # signing is the same whenever it is done, and most offers are never asked for
            self.tokens[reference] = seal(opening, self._keys, self._at, self.search.born, self.search.status)
        place = place_of(opening, self._alike(opening))
        return Offered(reference, opening, self.tokens[reference], self.search.reason, place)

    def places(self) -> Iterator[Place]:
        """Whatever was offered in this call, as a caller knows it."""
        return (place_of(opening) for openings in self._ever for opening in openings)

    def clear(self) -> None:
        """From now on nothing can be booked."""
        self.scheme.clear()
        self.tokens = {}
        self.search = self._at = None

    def _alike(self, opening: Opening) -> list[Opening]:
        """Whatever was offered in this call that sounds like it: the same day, time and surname."""
        start, surname = _wall_time(opening), surname_key(opening.doctor.family)
        found: dict[Key, Opening] = {}
        for openings in self._ever:
            first = bisect_left(openings, start, key=_wall_time)
            same_start = takewhile(lambda other: _wall_time(other) == start, islice(openings, first, None))
            found |= {other.key: other for other in same_start if surname_key(other.doctor.family) == surname}
        return list(found.values())


def _wall_time(opening: Opening) -> dt.datetime:
    return opening.start.replace(tzinfo=None)


class VisitTable:
    """A patient's visits as they were listed: `VISIT-SEP16-1000-REYES`."""

    def __init__(self, directory: Directory, keys: Keys) -> None:
        self._directory, self._keys = directory, keys
        self._listed: dict[str, Listed] = {}

    def list(self, visits: Sequence[Visit], now: dt.datetime) -> dict[str, Listed]:
        """Names the visits, in place of those of the last time."""
        self._listed = {}
        for visit in visits:
            place = visit_place(visit, self._directory)
            reference = f"VISIT-{visit.start:%b%d-%H%M}-{surname_key(place.doctor.family)}".upper()
            self._listed[reference] = Listed(reference, visit, seal_visit(visit, self._keys, now), place)
        return self._listed

    def places(self) -> Iterator[Place]:
        """The visits listed, as a caller knows them."""
        return (listed.place for listed in self._listed.values())

    def find(self, reference: str) -> Listed | None:
        return self._listed.get(reference)

    def clear(self) -> None:
        self._listed = {}
