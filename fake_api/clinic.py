"""The clinic as data: when it is open, and what is already taken."""

import datetime as dt
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from fake_api.data_error import DataError, near_miss, quote
from fake_api.reading import STRICT, read
from fake_api.shipped import find_named

Span = tuple[dt.time, dt.time]


class Hours(NamedTuple):
    """When the clinic is open in a week: `hours[0]` is Monday, each day a row of (opens, closes)."""

    monday: tuple[Span, ...] = ()
    tuesday: tuple[Span, ...] = ()
    wednesday: tuple[Span, ...] = ()
    thursday: tuple[Span, ...] = ()
    friday: tuple[Span, ...] = ()
    saturday: tuple[Span, ...] = ()
    sunday: tuple[Span, ...] = ()


@dataclass(frozen=True)
class ClinicData:
    """A clinic before anyone has called it.

    `zone` is an IANA name, and all dates and times are in it. `horizon_days` is how many days ahead one can book.
    `taken` are the starts of openings that someone else has. `language` is what its line speaks unless told otherwise.
    """

    __pydantic_config__ = STRICT

    name: str
    hours: Hours
    zone: str = "America/New_York"
    language: str = "en"
    opening_minutes: int = 30
    horizon_days: int = 90
    closed: tuple[dt.date, ...] = ()
    taken: tuple[dt.datetime, ...] = ()

    def __post_init__(self) -> None:
        self._check_zone()
        for key, least in (("opening_minutes", 1), ("horizon_days", 0)):
            if getattr(self, key) < least:
                raise DataError(f"must be {least} or more, not {getattr(self, key)}", key=key)
        for weekday, spans in zip(Hours._fields, self.hours, strict=True):
            _check_spans(f"hours.{weekday}", spans)
        for number, start in enumerate(self.taken, 1):
            if start.tzinfo or start.time() not in self.openings(start.date()):
                raise DataError(f"{start.isoformat(' ')} is no opening of this clinic", key=f"taken[{number}]")

    @property
    def timezone(self) -> ZoneInfo:
        return ZoneInfo(self.zone)

    @property
    def week(self) -> dict[int, tuple[Span, ...]]:
        """The opening hours by weekday, Monday being 0."""
        return dict(enumerate(self.hours))

    def openings(self, day: dt.date) -> list[dt.time]:
        """The start times of that day, in order, free or not; an hour that a clock change skips has none."""
        if day in self.closed:
            return []
        starts = (start for span in self.hours[day.weekday()] for start in self._starts(*span))
        return [start for start in starts if self._exists(day, start)]

    def moment(self, day: dt.date, start: dt.time) -> dt.datetime:
        """When that opening starts, in UTC; of an hour that comes twice, the first."""
        return dt.datetime.combine(day, start, self.timezone).astimezone(dt.UTC)

    def _starts(self, opens: dt.time, closes: dt.time) -> list[dt.time]:
        first, end = _minutes(opens), _minutes(closes)
        starts = range(first, end - self.opening_minutes + 1, self.opening_minutes)
        return [dt.time(*divmod(minutes, 60)) for minutes in starts]

    def _exists(self, day: dt.date, start: dt.time) -> bool:
        return self.moment(day, start).astimezone(self.timezone).time() == start

    def _check_zone(self) -> None:
        try:
            ZoneInfo(self.zone)
        except (OSError, ValueError, LookupError):  # an unknown name, a folder's name, an impossible name
            suggestion = near_miss(self.zone, available_timezones())
            raise DataError(f"no such time zone: {quote(self.zone)}", key="zone", suggestion=suggestion) from None


def load_clinic(name_or_path: str | Path = "maple-street") -> ClinicData:
    """A clinic that ships, by its name, or the TOML file at a path; raises DataError."""
    return read(find_named("clinic", name_or_path), ClinicData)


def _minutes(time: dt.time) -> int:
    return time.hour * 60 + time.minute


def _check_spans(key: str, spans: tuple[Span, ...]) -> None:
    for number, (opens, closes) in enumerate(spans, 1):
        if opens >= closes:
            raise DataError(f"closes at {closes:%H:%M}, before it opens at {opens:%H:%M}", key=f"{key}[{number}]")
    for number, ((_, closes), (opens, _)) in enumerate(pairwise(spans), 2):
        if opens < closes:
            raise DataError(f"opens at {opens:%H:%M}, before the span ahead of it has closed", key=f"{key}[{number}]")
