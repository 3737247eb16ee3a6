"""What hardly ever changes in a practice: offices, providers, appointment types and their rules."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from fake_api.practice.rules import Rule
from fake_api.practice.store import Store
from fake_api.practice.world import WEEKDAYS


def offices(store: Store) -> Any:
    hours = store.all("SELECT office_id, weekday, starts, ends FROM hours ORDER BY 1, 2, 3")
    closed = store.all("SELECT office_id, day FROM closures ORDER BY 1, 2")
    return [
        {
            "officeId": office,
            "name": name,
            "zone": zone,
            "hours": [
                [WEEKDAYS[day], clock(opens), clock(shuts)] for each, day, opens, shuts in hours if each == office
            ],
            "closed": [day for each, day in closed if each == office],
        }
        for office, name, zone in store.all("SELECT id, name, zone FROM offices ORDER BY id")
    ]


def providers(store: Store) -> Any:
    places = store.all("SELECT DISTINCT provider_id, office_id FROM columns ORDER BY 1, 2")
    return [
        {
            "profileId": id,
            "given": given,
            "family": family,
            "officeIds": [office for provider, office in places if provider == id],
        }
        for id, given, family in store.all("SELECT id, given, family FROM providers ORDER BY id")
    ]


def types(store: Store) -> Any:
    columns = "office_id, reason, status, age_from, age_to, code, lane"
    keys = ("officeId", "reason", "status", "ageFrom", "ageTo", "appointmentTypeId", "routing")
    return {
        "types": [
            {"appointmentTypeId": code, "name": name, "duration": minutes}
            for code, name, minutes in store.all("SELECT code, name, minutes FROM types ORDER BY code")
        ],
        "rules": [dict(zip(keys, row, strict=True)) for row in store.all(f"SELECT {columns} FROM rules ORDER BY id")],
    }


def read_rules(store: Store) -> tuple[Rule, ...]:
    """The rules that choose an appointment type."""
    columns = "reason, code, lane, office_id, status, age_from, age_to"
    return tuple(Rule(*row) for row in store.all(f"SELECT {columns} FROM rules ORDER BY id"))


def rule_of(rules: Sequence[Rule], code: str, office: int) -> Rule | None:
    """The first rule by which a visit there becomes this type: a visit's row keeps no reason of its own."""
    return next((rule for rule in rules if rule.code == code and rule.office_id in (None, office)), None)


@cache
def clock(minutes: int) -> str:
    """Minutes after midnight as HH:MM."""
    return f"{minutes // 60:02}:{minutes % 60:02}"
