"""A practice of any size out of a seed: the same numbers give the same rows on every machine."""

import datetime as dt
import random
from collections.abc import Iterator
from itertools import count, cycle, islice

from fake_api.practice.times import day_starts, wall
from fake_api.practice.world import (
    WEEKDAYS,
    AppointmentType,
    Booked,
    Column,
    Office,
    Patient,
    Provider,
    TypeRule,
    World,
)

_ZONE = "America/New_York"
_WEEK = WEEKDAYS[:5]
_HOURS = dict.fromkeys(_WEEK, ("08:00-12:00", "13:00-17:00"))
_SPANS = ((480, 720), (780, 1020))
_GIVEN = ("Ana", "Bruno", "Chidi", "Dana", "Elif", "Farid", "Grace", "Hana", "Ivo", "Jun", "Kofi", "Lena", "Maeve")
_FAMILY = (
    *("Reyes", "Okafor", "O’Neil", "de la Cruz", "Nguyen", "Muñoz-Gil", "Иванов", "王", "Haddad", "Kowalski"),
    *("Lindqvist", "Mensah", "Novák", "Papadakis", "Rossi", "Sato", "Tanaka", "Unger", "Vargas", "Weiss"),
)
_SURNAMES = (
    *_FAMILY,
    *("Abebe", "Bauer", "Castillo", "Dubois", "Eriksen", "Farouk", "García", "Hoang", "Ito", "Jansen", "Kim"),
    *("Lopes", "Moreau", "Nowak", "Ortega", "Petrov", "Quintero", "Rahman", "Silva", "Toth", "Ueda", "Varga"),
    *("Wagner", "Ximénez", "Yilmaz", "Zhou", "Adeyemi", "Björk", "Coleman", "Duarte", "Esposito", "Fischer"),
)
"""Doctors' surnames: none of the first fifty comes twice."""
_PER_OFFICE = 12
_FULL = 0.8
_LATELY = 30


def generate(
    seed: int = 0,
    providers: int = 12,
    appointments: int = 1000,
    until: dt.date = dt.date(2026, 10, 9),
    per_office: int = _PER_OFFICE,
    lately: float = _FULL,
) -> World:
    """A world with so many providers, two columns each, and so many visits.

    Visits fill about four starts in five, the day `until` first and then back in time; `lately` is that share in the
    last thirty days.
    """
    dice = random.Random(seed)
    offices = tuple(Office(n, f"Office {n}", _ZONE, _HOURS) for n in range(1, (providers - 1) // per_office + 2))
    columns = tuple(
        Column(1000 + 2 * p + twin, p // per_office + 1, 100 + p, ("general", "long"), capacity=1 + twin)
        for p in range(providers)
        for twin in (0, 1)
    )
    patients = tuple(_patients(dice, max(4 * len(columns), appointments // 5)))
    return World(
        name=f"Generated {seed}",
        office=offices,
        provider=tuple(Provider(100 + p, *_doctor(p)) for p in range(providers)),
        column=columns,
        type=(AppointmentType("1001", "Check-up", 30), AppointmentType("1002", "Check-up, new patient", 60)),
        rule=(
            TypeRule("checkup", "1001", "general", status="established"),
            TypeRule("checkup", "1002", "long", status="new"),
        ),
        patient=patients,
        appointment=tuple(islice(_visits(dice, columns, patients, until, lately), appointments)),
    )


def _doctor(number: int) -> tuple[str, str]:
    """Surnames come again only after all have been used, then with another given name."""
    round_, place = divmod(number, len(_SURNAMES))
    return _GIVEN[(place + 5 * round_) % len(_GIVEN)], _SURNAMES[place]


def _patients(dice: random.Random, number: int) -> Iterator[Patient]:
    for n in range(number):
        name = f"{dice.choice(_GIVEN)} {dice.choice(_FAMILY)} {dice.choice(_FAMILY)}"
        born = dt.date(1930, 1, 1) + dt.timedelta(days=dice.randrange(34_000))
        yield Patient(50_000 + n, name, born, f"212555{n:07}"[-10:], dice.choice(("new", "established")))


def _visits(
    dice: random.Random, columns: tuple[Column, ...], patients: tuple[Patient, ...], until: dt.date, lately: float
) -> Iterator[Booked]:
    # going round everybody, nobody comes up twice for one start: there are more patients than columns
    turn = cycle(patients)
    for back in count():
        day, full = until - dt.timedelta(days=back), lately if back < _LATELY else _FULL
        for minute in _starts(day):
            starts = wall(minute, _ZONE).replace(tzinfo=None)
            for column in columns:
                if dice.random() < full:
                    yield Booked(next(turn).id, column.id, "1001", starts)


def _starts(day: dt.date) -> list[int]:
    spans = _SPANS if day.weekday() < len(_WEEK) else ()
    return [minute for span in spans for minute in day_starts(day, *span, 30, _ZONE)]
