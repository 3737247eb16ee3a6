"""How many requests does a search of fourteen days cost the practice, month by month and the naive way?

The naive way asks for one doctor and one day at a time. Both must find the same openings."""

import argparse
import datetime as dt
import json
from typing import TYPE_CHECKING, NamedTuple

from lab import terminal

if TYPE_CHECKING:
    from lab.measure.progress import Progress
    from lab.middleware.directory import Directory
    from lab.middleware.emr import Emr
    from lab.middleware.openings import Opening
    from lab.middleware.search import Search

DOCTORS = (3, 6, 12)
STARTS = (1, 15, 25)


class Cost(NamedTuple):
    """Requests of both ways for one search, how many openings they found, and whether they found the same."""

    doctors: int
    first: dt.date
    by_month: int
    naive: int
    openings: int
    same: bool


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `lab measure search` takes."""
    parser.add_argument("--seed", type=int, default=1, help="another seed, another practice (1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Measure and report."""
    from lab.measure.plot import bars
    from lab.measure.progress import Progress
    from lab.measure.table import table

    with Progress(len(DOCTORS) * len(STARTS)) as progress:
        costs = [measure(doctors, day, args.seed, progress) for doctors in DOCTORS for day in STARTS]
    if args.json:
        terminal.say(json.dumps([cost._asdict() | {"first": cost.first.isoformat()} for cost in costs]))
        return terminal.OK
    rows = [(c.doctors, c.first, c.by_month, c.naive, c.openings, "yes" if c.same else "NO") for c in costs]
    terminal.say(table(("doctors", "from", "by month", "naive", "openings", "the same"), rows))
    largest = {"by month": max(cost.by_month for cost in costs), "naive": max(cost.naive for cost in costs)}
    terminal.say(f"\n{bars('requests of the largest search', largest, largest['naive'])}")
    return terminal.OK


def measure(doctors: int, day: int, seed: int, progress: "Progress | None" = None) -> Cost:
    """One search from a day of September on, in an office of so many doctors, both ways."""
    from fake_api.clock import FakeClock
    from fake_api.practice.emr import open_practice
    from fake_api.practice.generate import generate
    from lab.measure.choices import NOW
    from lab.middleware.directory import read_directory
    from lab.middleware.emr import Emr
    from lab.middleware.search import Search, find

    now = NOW.replace(day=1)
    practice = open_practice(generate(seed, doctors, appointments=300 * doctors, per_office=doctors), FakeClock(now))
    emr = Emr(practice, FakeClock(now))
    directory = read_directory(emr)
    search = Search(directory.offices[1], "checkup", now.date().replace(day=day), status="established")
    practice.requests.clear()
    by_month = find(search, directory, emr, now)
    monthly = practice.requests.total()
    naively = find_naively(search, directory, emr, now)
    naive = practice.requests.total() - monthly
    if progress:
        progress.step(f"{doctors} doctors")
    same = [(each.key, each.booked) for each in by_month] == [(each.key, each.booked) for each in naively]
    return Cost(doctors, search.first, monthly, naive, len(by_month), same)


def find_naively(search: "Search", directory: "Directory", emr: "Emr", now: dt.datetime) -> "list[Opening]":
    """The same openings, by one request for each doctor and each day on which the office is open."""
    from lab.middleware.openings import read_schedule
    from lab.middleware.search import from_schedules

    parse = read_schedule(search.office)
    days = [day for day in search.days if day.weekday() in search.office.hours]
    schedules = [
        emr.read("day", parse, officeId=search.office.id, profileId=doctor, date=day.isoformat())
        for day in days
        for doctor in directory.doctors
    ]
    found = from_schedules(schedules, search, directory, now)
    return sorted(found, key=lambda opening: (opening.start, opening.doctor.id))
