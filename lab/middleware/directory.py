"""Who and what a practice has, read once: offices, providers, appointment types and the rules that choose one."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from fake_api.practice.rules import Rule
from fake_api.practice.world import WEEKDAYS
from lab.middleware.emr import Emr

Spans = tuple[tuple[dt.time, dt.time], ...]


class Office(NamedTuple):
    """An office, its zone's name, and its opening hours by weekday (Monday is 0)."""

    id: int
    name: str
    zone: str
    hours: Mapping[int, Spans]


class Doctor(NamedTuple):
    """A provider as a caller knows them."""

    id: int
    given: str
    family: str

    @property
    def full_name(self) -> str:
        return f"{self.given} {self.family}".strip()


@dataclass(frozen=True)
class Directory:
    """What hardly ever changes in a practice; `minutes` tells how long a type takes, by its code."""

    offices: dict[int, Office]
    doctors: dict[int, Doctor]
    minutes: dict[str, int]
    rules: tuple[Rule, ...]

    @cached_property
    def reasons(self) -> tuple[str, ...]:
        """The visit reasons that some rule knows."""
        return tuple(sorted({rule.reason for rule in self.rules}))


def read_directory(emr: Emr) -> Directory:
    """Three requests; raises what `emr.read` raises."""
    minutes, rules = emr.read("types", _types)
    return Directory(emr.read("offices", _offices), emr.read("providers", _doctors), minutes, rules)


def _offices(body: Any) -> dict[int, Office]:
    return {row["officeId"]: Office(row["officeId"], row["name"], row["zone"], _hours(row["hours"])) for row in body}


def _hours(rows: Any) -> dict[int, Spans]:
    hours: dict[int, Spans] = {}
    for weekday, *span in rows:
        day = WEEKDAYS.index(weekday)
        opens, closes = (dt.time.fromisoformat(clock.replace("24:00", "23:59")) for clock in span)
        hours[day] = (*hours.get(day, ()), (opens, closes))
    return hours


def _doctors(body: Any) -> dict[int, Doctor]:
    return {row["profileId"]: Doctor(row["profileId"], row["given"], row["family"]) for row in body}


def _types(body: Any) -> tuple[dict[str, int], tuple[Rule, ...]]:
    minutes = {row["appointmentTypeId"]: row["duration"] for row in body["types"]}
    return minutes, tuple(_rule(row) for row in body["rules"])


def _rule(row: Any) -> Rule:
    return Rule(
        reason=row["reason"],
        code=row["appointmentTypeId"],
        lane=row["routing"],
        office_id=row["officeId"],
        status=row["status"],
        age_from=row["ageFrom"],
        age_to=row["ageTo"],
    )
