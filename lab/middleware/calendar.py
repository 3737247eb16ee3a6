"""What a search answers: a calendar, laid out as the model sees it, without an id or a token in it."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
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
    """Fourteen days of offers, soonest first; `text` is the tool result."""

    search: Search
    offers: tuple[Offer, ...]

    code = "calendar"

    @property
    def text(self) -> str:
        return "\n".join(_lines(self.search, self.offers))


def _lines(search: Search, offers: Sequence[Offer]) -> Iterator[str]:
    last = search.first + dt.timedelta(days=DAYS - 1)
    office = search.office
    where = f"{office.name}, {day_words(search.first)} to {day_words(last)} ({office.zone})"
    if not offers:
        yield f"Nothing is free for {search.reason} at {where}. Ask for a later first day, another doctor or office."
        return
    yield f"Openings for {search.reason} at {where}"
    yield f"Soonest: {', '.join(offer.reference for offer in offers[:_SOONEST])}"
    by_day: dict[dt.date, list[Offer]] = {day: [] for day in search.days}
    for offer in offers:
        by_day[offer.opening.start.date()].append(offer)
    for day, listed in by_day.items():
        yield from _day(day, listed)


def _day(day: dt.date, offers: Sequence[Offer]) -> Iterator[str]:
    if not offers:
        yield f"{day_words(day)}: nothing"
        return
    yield day_words(day)
    halves: dict[str, dict[Doctor, list[str]]] = {"morning": defaultdict(list), "afternoon": defaultdict(list)}
    for reference, opening in offers:
        half = halves["morning" if opening.start.hour < _NOON else "afternoon"]
        half[opening.doctor].append(f"{_clock(opening.start)} {reference} {'shared' if opening.booked else 'open'}")
    for name, doctors in halves.items():
        for doctor, starts in doctors.items():
            yield f"  {name}, Dr. {doctor.full_name}: {'; '.join(starts)}"


def day_words(day: dt.date) -> str:
    """Tuesday 15 September"""
    return f"{day:%A} {day.day} {day:%B}"


@lru_cache(8192)
def _clock(start: dt.datetime) -> str:
    return f"{start:%H:%M}"
