"""What it costs to make a name into one patient: `python benchmarks/arguments.py [--sizes 1000 10000 100000 1000000]`.

For practices of so many patients: a look-up in the practice, and which of its matches is the one that is meant. With a
date of birth, without the accents, by the name alone, and for a name that nobody has. Then the layers themselves.
"""

import argparse
import datetime as dt
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice, product
from pathlib import Path

from fake_api.clock import FakeClock
from fake_api.practice.emr import Practice
from fake_api.practice.generate import generate
from fake_api.practice.inbound.api import open_inbound
from fake_api.practice.people import digits, search_forms, search_key
from fake_api.practice.store import Store
from fake_api.practice.times import zone_of
from fake_api.practice.wire import Request, Transport
from lab.call_layer.arguments.patients import which_patient
from lab.measure.argument_cases import load_cases
from lab.measure.argument_trials import Bench
from lab.terminal import say

NOW = dt.datetime(2026, 9, 14, 9, 0, tzinfo=zone_of("America/New_York"))
ROUNDS = 2_000
_GIVEN = (
    "Ana Bruno Chidi Dana Elif Farid Grace Hana Ivo Jun Kofi Lena Maeve Inés Luz Niamh Omar Pia Renée Sofía".split()
)
_FAMILY = ["Reyes", "O’Neil", "de la Cruz", "Nguyen", "Muñoz-Gil", "Peña", "Novák", "Rossi", "Sato", "Weiss"]
_FIRST = 1_000_000

Row = tuple[int, str, str, str, str]


def people(count: int) -> Iterator[Row]:
    """So many patients: id, name, key, date of birth and phone; a name is shared by hundreds, a birth date by some."""
    dice, names = random.Random(1), [" ".join(parts) for parts in product(_GIVEN, _GIVEN, _FAMILY)]
    for at in range(count):
        name, born = names[at % len(names)], dt.date(1930, 1, 1) + dt.timedelta(days=dice.randrange(34_000))
        yield _FIRST + at, name, search_key(name), born.isoformat(), f"{2_000_000_000 + at}"


def fill(store: Store, count: int) -> None:
    """Put them into a practice's tables, ten thousand at a time."""
    rows = people(count)
    while batch := list(islice(rows, 10_000)):
        forms = [(form, born, id) for id, name, _, born, _ in batch for form in search_forms(name)]
        with store.writing() as db:
            db.executemany("INSERT INTO patients VALUES (?, ?, ?, ?, ?, 'established', NULL, NULL, NULL)", batch)
            db.executemany("INSERT INTO patient_forms VALUES (?, ?, ?)", forms)


def ways(sample: list[Row]) -> dict[str, list[dict[str, str]]]:
    """What callers say, by the way in which they say it."""
    return {
        "name and birth": [{"name": name, "date_of_birth": born} for _, name, _, born, _ in sample],
        "no accents": [{"name": search_key(name), "date_of_birth": born} for _, name, _, born, _ in sample],
        "family name and birth": [{"name": name.split()[-1], "date_of_birth": born} for _, name, _, born, _ in sample],
        "name alone": [{"name": name} for _, name, _, _, _ in sample],
        "name and phone": [{"name": name, "phone": digits(phone)} for _, name, _, _, phone in sample],
        "nobody": [{"name": f"{name} Xu", "date_of_birth": born} for _, name, _, born, _ in sample],
    }


def resolve(api: Transport, said: dict[str, str]) -> object:
    """One resolution: the look-up, and which of its matches it is."""
    matches = api(Request("inbound/lookup", {"call_id": "bench", **said})).body["result"]["matches"]
    return which_patient(matches, said["name"], said.get("date_of_birth"), None)


def timed(work: Callable[[], object]) -> float:
    """Milliseconds of this process's own time."""
    began = time.process_time()
    work()
    return 1000 * (time.process_time() - began)


def report(name: str, spent: list[float]) -> None:
    ordered = sorted(spent)
    p99 = ordered[int(0.99 * len(ordered))]
    say(f"  {name:24} median {statistics.median(ordered):6.3f} ms   p99 {p99:6.3f} ms   worst {ordered[-1]:6.3f} ms")


def patients(size: int) -> None:
    """Every way of saying who it is, among so many."""
    with tempfile.TemporaryDirectory() as folder:
        clock = FakeClock(NOW)
        store = Store(Path(folder) / "practice.db")
        store.fill(generate(1, appointments=10))
        fill(store, size)
        api = open_inbound(Practice(store, clock), clock)
        sample = random.Random(2).choices(list(people(size)), k=ROUNDS // 4)
        say(f"{size:,} patients")
        for name, calls in ways(sample).items():
            report(name, [timed(partial(resolve, api, said)) for said in calls])
        store.close()


def layers() -> None:
    """All argument layers over the sixty cases, nothing remembered from one call to the next."""
    cases = load_cases().case
    spent = []
    for round in range(ROUNDS // len(cases)):
        work = (partial(Bench(load_cases()).take, at, case.arguments, frozenset()) for at, case in enumerate(cases))
        spent = [*spent, *map(timed, work)] if round else []
    say("the layers, a call")
    report("all sixty cases", spent)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="*", default=[1_000, 10_000, 100_000, 1_000_000])
    args = parser.parse_args()
    for size in args.sizes:
        patients(size)
    layers()


if __name__ == "__main__":
    main()
