"""The agent side's tables: which reference stands for which opening or visit, and the token that carries it."""

import datetime as dt
from collections.abc import Sequence

from lab.middleware.acts import Listed, Offered
from lab.middleware.calendar import Calendar, Offer
from lab.middleware.directory import Directory
from lab.middleware.openings import Opening
from lab.middleware.projection import surname_key
from lab.middleware.references import SCHEMES
from lab.middleware.search import Search
from lab.middleware.spoken import place_of
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
        references = self.scheme.offer(openings, str(search))
        return Calendar(search, tuple(map(Offer, references, openings)))

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

    def clear(self) -> None:
        """From now on nothing can be booked."""
        self.scheme.clear()
        self.tokens = {}
        self.search = self._at = None

    def _alike(self, opening: Opening) -> list[Opening]:
        """Whatever was offered in this call that sounds like it: the same day, time and surname."""
        start, surname = opening.start.replace(tzinfo=None), surname_key(opening.doctor.family)
        found = {
            other.key: other
            for openings in self._ever
            for other in openings
            # the hour first: it rules out nearly all of them, and costs next to nothing
            if other.start.hour == start.hour
            and other.start.replace(tzinfo=None) == start
            and surname_key(other.doctor.family) == surname
        }
        return list(found.values())


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

    def find(self, reference: str) -> Listed | None:
        return self._listed.get(reference)

    def clear(self) -> None:
        self._listed = {}
