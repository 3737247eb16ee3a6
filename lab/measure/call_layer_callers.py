"""Who calls in the call-layer experiment: seeded callers with a task, a file at the practice, and mishaps."""

import datetime as dt
import itertools
import random
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from fake_api.practice.world import Booked, MayAct, Patient, World

MONDAY = dt.date(2026, 9, 14)
_FIRST_ID = 60_001
_APART = 30_000  # between the files of two who share a name and a birth date
_WEEKDAYS = 5
# columns of the shipped practice that take a sick visit, and the doctors behind them
_COLUMNS = {1207: "Reyes", 1231: "Reyes", 1302: "Okafor", 1310: "de la Cruz"}
_SICK = "1010"
_WITH_VISITS = ("reschedule", "cancel")
_FOR_OTHERS = ("third_party", "denied")


@dataclass(frozen=True, slots=True)
class Wish:
    """What one caller wants of whom; `prefers` is the weekday that they would take first."""

    number: int
    language: str
    task: str
    patient: Patient
    reason: str
    prefers: int
    visits: tuple[Booked, ...] = ()
    caller: str = ""
    relation: str = ""
    mishaps: frozenset[str] = frozenset()

    @property
    def for_other(self) -> bool:
        return bool(self.relation)

    @property
    def rings_from(self) -> str:
        """The number that the call comes from: not the one on file where two share a name and a birth date."""
        return "646-555-0100" if "namesake" in self.mishaps else self.patient.phone

    @property
    def is_denied(self) -> bool:
        """Whether the practice may not serve this caller."""
        return "denied" in self.mishaps


@cache
def tables() -> Mapping[str, Any]:
    """What callers want and say."""
    text = files("lab.measure").joinpath("call_layer_callers.toml").read_text("utf-8")
    return tomllib.loads(text)


def draw(seed: int, number: int) -> Wish:
    """The n-th caller of a seed; the same again every time."""
    dice = random.Random(f"caller {seed} {number}")
    language = "es" if dice.random() < 0.3 else "en"
    tasks = tables()["tasks"]
    task = dice.choices([*tasks], [*tasks.values()])[0]
    mishaps = _mishaps(dice, task)
    caller, relation = _name(dice), ""
    if mishaps & {*_FOR_OTHERS}:
        relation = dice.choice(["mother", "father", "daughter", "son"])
    patient = Patient(
        _FIRST_ID + number,
        _name(dice) if relation else caller,
        dt.date(dice.randrange(1940, 2004), dice.randrange(1, 13), dice.randrange(1, 29)),
        f"212-555-{1000 + number % 9000:04}",
        "established",
    )
    visits = _visits(dice, patient.id) if task in _WITH_VISITS else ()
    reason = dice.choice([*tables()[language]["reasons"]])
    return Wish(number, language, task, patient, reason, dice.randrange(_WEEKDAYS), visits, caller, relation, mishaps)


def world_of(wish: Wish, practice: World) -> World:
    """The practice with this caller's file in it; a new patient has none."""
    if wish.task == "new_patient":
        return practice
    people = [wish.patient]
    if "namesake" in wish.mishaps:
        other = wish.patient.id + (-1 if wish.number % 2 else 1) * _APART
        people.append(replace(wish.patient, id=other, phone="212-555-0999"))
    allowed = (MayAct(wish.patient.id, wish.caller, wish.relation, not wish.is_denied),) if wish.for_other else ()
    return replace(
        practice,
        patient=(*practice.patient, *people),
        appointment=(*practice.appointment, *wish.visits),
        may_act=(*practice.may_act, *allowed),
        requests_per_second=None,
    )


def apart(wishes: Iterable[Wish]) -> list[Wish]:
    """The same callers, none of their visits in another's place, so that one practice can hold them all."""
    taken: set[tuple[int, dt.datetime]] = set()
    return [replace(wish, visits=tuple(_free(visit, taken) for visit in wish.visits)) for wish in wishes]


def _free(visit: Booked, taken: set[tuple[int, dt.datetime]]) -> Booked:
    """This visit, or the same some weeks later."""
    weeks = (visit.starts + dt.timedelta(weeks=week) for week in itertools.count())
    starts = next(each for each in weeks if (visit.column, each) not in taken)
    taken.add((visit.column, starts))
    return replace(visit, starts=starts)


def _mishaps(dice: random.Random, task: str) -> frozenset[str]:
    drawn = {mishap for mishap, percent in tables()["mishaps"].items() if dice.random() * 100 < percent}
    if task in ("new_patient", "message", "person", "urgent"):
        drawn -= {"namesake", *_FOR_OTHERS}
    if "denied" in drawn:
        drawn -= {"third_party", "namesake"}
    if "corrects" in drawn:
        drawn.discard("yes_but")
    return frozenset(drawn)


def _name(dice: random.Random) -> str:
    names = tables()["names"]
    return f"{dice.choice(names['given'])} {dice.choice(names['family'])}"


def _visits(dice: random.Random, patient: int) -> tuple[Booked, ...]:
    """One or two visits next week, at different times of different days."""
    days = dice.sample(range(_WEEKDAYS), dice.choice((1, 1, 2)))
    return tuple(
        Booked(patient, dice.choice([*_COLUMNS]), _SICK, _at(MONDAY + dt.timedelta(7 + day), dice))
        for day in sorted(days)
    )


def _at(day: dt.date, dice: random.Random) -> dt.datetime:
    return dt.datetime.combine(day, dt.time(dice.choice((9, 10, 11, 14, 15)), dice.choice((0, 30))))
