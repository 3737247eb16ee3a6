"""What a search answers: a calendar, laid out as the model sees it, without an id or a token in it."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby, islice
from typing import NamedTuple

from lab.middleware.directory import Doctor
from lab.middleware.openings import Opening
from lab.middleware.search import DAYS, Search

_SOONEST = 3
_NOON = 12


class Offer(NamedTuple):
    """An opening under the reference by which it may be asked for."""

    reference: str
    opening: Opening


@dataclass(frozen=True, slots=True)
class Calendar:
    """Fourteen days of openings by their references, soonest first; `text` is the tool result."""

    search: Search
    listed: Mapping[str, Opening]

    code = "calendar"

    @property
    def offers(self) -> tuple[Offer, ...]:
        """What is listed, one by one."""
        return tuple(map(Offer, self.listed, self.listed.values()))

    @property
    def text(self) -> str:
        return "\n".join(_lines(self.search, self.listed))


def _lines(search: Search, listed: Mapping[str, Opening]) -> Iterator[str]:
    last = search.first + dt.timedelta(days=DAYS - 1)
    office = search.office
    where = f"{office.name}, {day_words(search.first)} to {day_words(last)} ({office.zone})"
    if not listed:
        yield f"Nothing is free for {search.reason} at {where}. Ask for a later first day, another doctor or office."
        return
    yield f"Openings for {search.reason} at {where}"
    yield f"Soonest: {', '.join(islice(listed, _SOONEST))}"
    days = _rows(listed)
    for day in search.days:
        yield from (day_words(day), *days[day]) if day in days else (f"{day_words(day)}: nothing",)


def _rows(listed: Mapping[str, Opening]) -> dict[dt.date, list[str]]:
    """The rows of each day: its mornings and afternoons, doctor by doctor."""
    halves: dict[tuple[dt.date, str], dict[Doctor, list[str]]] = {}
    for start, offers in groupby(listed.items(), key=lambda offer: offer[1].start):
        name, clock = "morning" if start.hour < _NOON else "afternoon", f"{start:%H:%M}"
        doctors = halves.setdefault((start.date(), name), defaultdict(list))
        for reference, opening in offers:
            doctors[opening.doctor].append(f"{clock} {reference} {'shared' if opening.booked else 'open'}")
    days: dict[dt.date, list[str]] = defaultdict(list)
    for (day, name), doctors in halves.items():
        days[day] += (f"  {name}, Dr. {doctor.full_name}: {'; '.join(starts)}" for doctor, starts in doctors.items())
    return days


def day_words(day: dt.date) -> str:
    """Tuesday 15 September"""
    return f"{day:%A} {day.day} {day:%B}"
