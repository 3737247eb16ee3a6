"""A search: fourteen days of an office, each calendar month read once for all of its doctors."""

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from fake_api.practice.columns import Wanted
from fake_api.practice.rules import Facts, Resolved, Unresolved, resolve
from fake_api.practice.times import instant
from lab.middleware.directory import Directory, Office
from lab.middleware.emr import Emr
from lab.middleware.openings import Opening, Schedule, expand, read_schedule

DAYS = 14


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for: an office, a reason, the first of fourteen days, and perhaps one doctor.

    `status` and `born` are the patient's, as far as they are known.
    """

    office: Office
    reason: str
    first: dt.date
    doctor: int | None = None
    status: str | None = None
    born: dt.date | None = None

    @property
    def days(self) -> list[dt.date]:
        return [self.first + dt.timedelta(days=ahead) for ahead in range(DAYS)]

    def resolve(self, directory: Directory, day: dt.date) -> Resolved | Unresolved:
        """The appointment type of a visit on that day."""
        return resolve(directory.rules, Facts(self.office.id, self.reason, self.status, self.born), day)

    def __str__(self) -> str:
        doctor = f" doctor={self.doctor}" if self.doctor is not None else ""
        return f"{self.reason} from {self.first.isoformat()}{doctor}"


def unresolved(search: Search, directory: Directory) -> Unresolved | None:
    """Why no type can be told on some day of the search; none if it can on every day."""
    outcomes = (search.resolve(directory, day) for day in search.days)
    return next((outcome for outcome in outcomes if isinstance(outcome, Unresolved)), None)


def find(search: Search, directory: Directory, emr: Emr, now: dt.datetime) -> list[Opening]:
    """Openings that lie ahead, soonest first; shared ones only where nothing open fits. Raises what a read raises."""
    return from_schedules(read_months(search, emr), search, directory, now)


def from_schedules(
    schedules: Iterable[Schedule], search: Search, directory: Directory, now: dt.datetime
) -> list[Opening]:
    """What schedules that were read have to offer."""
    wanted = [one.of(search.doctor) for one in schedules]
    for shared in (False, True):
        if found := [each for one in wanted for each in _expand(search, directory, one, now, shared)]:
            return found
    return []


def read_months(search: Search, emr: Emr) -> list[Schedule]:
    """The calendar months that the search touches, one request for each."""
    months = dict.fromkeys(day.isoformat()[:7] for day in search.days)
    parse = read_schedule(search.office)
    return [emr.read("month", parse, officeId=search.office.id, month=month) for month in months]


def _expand(
    search: Search, directory: Directory, schedule: Schedule, now: dt.datetime, shared: bool
) -> Iterator[Opening]:
    @cache
    def wanted(day: dt.date) -> Wanted:
        outcome = search.resolve(directory, day)
        if isinstance(outcome, Unresolved):
            raise ValueError("a search begins with its facts complete")
        return Wanted(outcome.lane, outcome.codes, max(directory.minutes[code] for code in outcome.codes))

    return expand(schedule, search.days, wanted, directory.doctors, instant(now), shared)
