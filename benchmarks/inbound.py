"""What the front desk's API costs: `python benchmarks/inbound.py [--patients 1000 1000000] [--rounds 300]`.

Processor time of a look-up in each way in which a caller is found, and of a booking's quote and commit, in practices of
so many patients: to reach are 5 ms, and the same for a thousand as for a million.
"""

import argparse
import datetime as dt
import random
import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from fake_api.clock import FakeClock
from fake_api.practice.emr import open_practice
from fake_api.practice.generate import generate
from fake_api.practice.inbound.api import open_inbound
from fake_api.practice.times import zone_of
from fake_api.practice.wire import Request, Transport
from fake_api.practice.world import Patient
from lab.terminal import say

NOW = dt.datetime(2026, 9, 14, 9, 0, tzinfo=zone_of("America/New_York"))
GIVEN = "Ana Bruno Chidi Dana Elif Farid Grace Hana Ivo Jun Kofi Lena Maeve".split()
FAMILY = "Reyes Okafor O’Neil Nguyen Muñoz-Gil Haddad Kowalski Mensah Novák Rossi Sato Unger Vargas Weiss".split()
Ask = Callable[[Patient], dict[str, str]]
WAYS: dict[str, Ask] = {
    "name, birth date": lambda patient: {"name": patient.name, **born(patient)},
    "part of the name, birth date": lambda patient: {"name": part(patient), **born(patient)},
    "surname, birth date": lambda patient: {"name": patient.name.split()[-1], **born(patient)},
    "name and more, birth date": lambda patient: {"name": f"{patient.name} Quill", **born(patient)},
    "name, phone": lambda patient: {"name": patient.name, "phone": patient.phone},
    "name": lambda patient: {"name": patient.name},
    "surname, caller's phone": lambda patient: {"name": patient.name.split()[-1], "caller_phone": patient.phone},
    "birth date": lambda patient: born(patient),
    "phone": lambda patient: {"phone": patient.phone},
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--patients", type=int, nargs="+", default=[1_000, 100_000, 1_000_000])
    parser.add_argument("--rounds", type=int, default=300)
    args = parser.parse_args()
    for size in args.patients:
        measure(size, args.rounds)


def measure(size: int, rounds: int) -> None:
    """One line for each way to look somebody up, and one for a booking."""
    dice = random.Random(size)
    people = tuple(somebody(dice, number) for number in range(size))
    began = time.process_time()
    clock = FakeClock(NOW)
    practice = open_practice(replace(generate(providers=12, appointments=0), patient=people), clock)
    api = open_inbound(practice, clock)
    say(f"{size:,} patients, put on file in {time.process_time() - began:.0f} s")
    asked = [dice.choice(people) for _ in range(rounds)]
    for way, ask in WAYS.items():
        seconds = [timed(api, "inbound/lookup", ask(patient), str(number))[0] for number, patient in enumerate(asked)]
        say(f"  look-up by {way}: {told(seconds)}")
    quotes, commits = zip(*(book(api, dice.choice(people), str(number)) for number in range(rounds)), strict=True)
    say(f"  a booking's quote: {told(quotes)}\n  its commit: {told(commits)}")


def book(api: Transport, patient: Patient, call: str) -> tuple[float, float]:
    """The seconds of a quote and of its commit; the visit is cancelled again."""
    day = {"office_id": 1, "reason": "checkup", "status": "established", "from_date": "2026-09-15", "days": 1}
    opening = api(Request("hub/availability", day, call)).body["result"]["openings"][0]["opening_id"]
    who = {"account_number": f"A-{patient.id}"}
    quoting, quote = timed(
        api, "inbound/quote", {"kind": "book", **who, "opening_id": opening, "reason": "checkup"}, call
    )
    sent = {"reason": None, "flags": {}}
    committing, written = timed(api, "inbound/commit", {"token": quote["token"], **sent}, call)
    visit = {"kind": "cancel", **who, "encounter_id": written["written"]["encounter_id"]}
    _, quote = timed(api, "inbound/quote", visit, call)
    timed(api, "inbound/commit", {"token": quote["token"], **sent}, call)
    return quoting, committing


def timed(api: Transport, endpoint: str, body: dict[str, Any], call: str) -> tuple[float, Any]:
    """Seconds, and the result of an answer that went well."""
    request = Request(endpoint, {"call_id": call, **body}, call)
    began = time.process_time()
    answer = api(request)
    seconds = time.process_time() - began
    assert answer.status == 200, answer.body
    return seconds, answer.body["result"]


def somebody(dice: random.Random, number: int) -> Patient:
    """Every other one has a name that nobody shares; the rest share some thousands."""
    own = f"{dice.choice(FAMILY)}{number:x}" if number % 2 else dice.choice(FAMILY)
    name = f"{dice.choice(GIVEN)} {dice.choice(FAMILY)} {own}"
    birth = dt.date(1930, 1, 1) + dt.timedelta(days=dice.randrange(34_000))
    return Patient(50_000 + number, name, birth, f"212555{number:07}"[-10:], "established")


def born(patient: Patient) -> dict[str, str]:
    return {"date_of_birth": patient.born.isoformat()}


def part(patient: Patient) -> str:
    first, *_, last = patient.name.split()
    return f"{first} {last}"


def told(seconds: "list[float] | tuple[float, ...]") -> str:
    slowest = sorted(seconds)[-max(1, len(seconds) // 100)]
    return f"median {statistics.median(seconds) * 1000:.2f} ms, one in a hundred over {slowest * 1000:.2f} ms"


if __name__ == "__main__":
    main()
