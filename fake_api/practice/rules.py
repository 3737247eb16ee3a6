"""Which appointment type a visit is: by office, reason, patient status and age, read from the practice's rules."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

STATUSES = ("new", "established")


@dataclass(frozen=True, slots=True)
class Rule:
    """One row: whoever fits it gets the type `code`, in the columns of `lane`.

    Ages are whole years, both ends included; `office_id` and `status` are none where they do not matter.
    """

    reason: str
    code: str
    lane: str
    office_id: int | None = None
    status: str | None = None
    age_from: int = 0
    age_to: int = 200

    def fits(self, status: str, years: int) -> bool:
        return self.status in (None, status) and self.age_from <= years <= self.age_to


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a visit: the patient's birth date and status (`new`, `established`) may be missing.

    `years` is the patient's age where it is told in place of the birth date.
    """

    office_id: int
    reason: str
    status: str | None = None
    born: dt.date | None = None
    years: int | None = None

    def age_on(self, day: dt.date) -> int | None:
        return age(self.born, day) if self.born else self.years


@dataclass(frozen=True, slots=True)
class Resolved:
    """The lane is certain, and the type is one of `codes`: of exactly one where every fact that matters is known."""

    codes: tuple[str, ...]
    lane: str
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unresolved:
    """No lane can be told: `missing` names the facts that would decide; none missing means that no rule fits."""

    missing: tuple[str, ...] = ()


def age(born: dt.date, day: dt.date) -> int:
    """Whole years on that day."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def resolve(rules: Sequence[Rule], facts: Facts, day: dt.date) -> Resolved | Unresolved:
    """The type of a visit on that day, by the age the patient will have then.

    An unknown fact is tried with every value it could have: only what holds for all of them is told.
    """
    applying = [rule for rule in rules if rule.reason == facts.reason and rule.office_id in (None, facts.office_id)]
    statuses = (facts.status,) if facts.status else STATUSES
    years = facts.age_on(day)
    ages = tuple(sorted({0, *_borders(applying)})) if years is None else (years,)
    outcomes = {
        (status, years): frozenset((rule.lane, rule.code) for rule in applying if rule.fits(status, years))
        for status, years in product(statuses, ages)
    }
    missing = _deciding(outcomes)
    lanes = {lane for outcome in outcomes.values() for lane, _ in outcome}
    if len(lanes) != 1 or any(len(outcome) != 1 for outcome in outcomes.values()):
        return Unresolved(missing)
    codes = {code for outcome in outcomes.values() for _, code in outcome}
    return Resolved(tuple(sorted(codes)), lanes.pop(), missing)


def _borders(rules: Sequence[Rule]) -> set[int]:
    return {rule.age_from for rule in rules} | {rule.age_to + 1 for rule in rules if rule.age_to < 150}


def _deciding(outcomes: dict[tuple[str, int], frozenset[tuple[str, str]]]) -> tuple[str, ...]:
    """The facts along which the outcome varies."""
    by_age = {years: {outcome for (_, each), outcome in outcomes.items() if each == years} for _, years in outcomes}
    by_status = {one: {outcome for (each, _), outcome in outcomes.items() if each == one} for one, _ in outcomes}
    varying = []
    if any(len(found) > 1 for found in by_age.values()):
        varying.append("patient_status")
    if any(len(found) > 1 for found in by_status.values()):
        varying.append("date_of_birth")
    return tuple(varying)
