"""The three kinds of quotes that touch the schedule: book, reschedule, cancel."""

import datetime as dt
import sqlite3
from typing import Any, NamedTuple

from fake_api.practice import visits as written
from fake_api.practice.directory import read_rules, rule_of
from fake_api.practice.inbound import charts
from fake_api.practice.inbound.drafts import Draft, Moment, not_buildable
from fake_api.practice.inbound.ids import Opening, encounter_id
from fake_api.practice.inbound.openings import Days, Free, wanted_on
from fake_api.practice.inbound.people import Person, found, read_person
from fake_api.practice.rules import Facts
from fake_api.practice.store import Store
from fake_api.practice.times import instant, wall
from fake_api.practice.visits import Place
from fake_api.practice.wire import Refused

_VISIT = """
    SELECT a.id, a.code, a.starts, a.minutes, a.status, a.version, c.provider_id, c.office_id, o.zone
    FROM appointments a JOIN columns c ON c.id = a.column_id JOIN offices o ON o.id = c.office_id
    WHERE a.id = ? AND a.patient_id = ?"""
_ELSEWHERE = """
    SELECT id FROM appointments WHERE patient_id = ?1 AND status = 'booked' AND id <> ?2
    AND starts > ?3 - 1440 AND starts < ?3 + ?4 AND starts + minutes > ?3"""
_EVER = "SELECT count(*) FROM appointments WHERE patient_id = ? AND starts = ?"
_NONE = 0


class _Visit(NamedTuple):
    """A visit of the patient's that may be changed."""

    id: int
    code: str
    starts: int
    minutes: int
    status: str
    version: int
    provider: int
    office: int
    zone: str

    @property
    def change(self) -> str:
        return f"visit {self.id} as of {self.version}"


def draft_book(at: Moment, account_number: int, opening_id: Opening, reason: str, column: int | None = None) -> Draft:
    person = read_person(at.store, account_number)
    days = _days(at.store, opening_id)
    status = person.status or opening_id.status
    day = wall(opening_id.starts, days.zone).date()
    wanted = wanted_on(at.store, Facts(opening_id.office, reason, status, person.birth), day)
    if len(wanted.codes) > 1:
        raise not_buildable("status", "decides the type of the visit, and is not known")
    free = days.take(opening_id.starts, wanted, at.now, column)
    _require_free_patient(at.store, person, free, wanted.minutes)
    (ever,) = at.store.one(_EVER, person.id, opening_id.starts)
    return Draft(
        change=f"book {person.id} {opening_id.office} {opening_id.provider} {opening_id.starts} {ever}",
        writes={**person.who, **_where(opening_id, free, wanted.minutes), "reason": reason},
        seen=_seen(free, wanted.codes[0]),
        again={"column": free.column.id},
    )


def write_book(db: sqlite3.Connection, at: Moment, draft: Draft, account_number: int, **_: Any) -> dict[str, Any]:
    visit = written.book(db, account_number, _place(draft))
    return {**charts.visit(at.store, visit), "reason": draft.writes["reason"]}


def draft_reschedule(
    at: Moment, account_number: int, encounter_id: int, opening_id: Opening, column: int | None = None
) -> Draft:
    person = read_person(at.store, account_number)
    visit = _standing(at, person, encounter_id)
    if (visit.starts, visit.provider, visit.office) == (opening_id.starts, opening_id.provider, opening_id.office):
        raise Refused(409, "SAME_TIME", "opening_id", "the visit is there already")
    days = _days(at.store, opening_id)
    wanted = wanted_on(at.store, _facts(at.store, person, visit, opening_id), wall(opening_id.starts, days.zone).date())
    free = days.take(opening_id.starts, wanted, at.now, column)
    _require_free_patient(at.store, person, free, wanted.minutes, visit.id)
    return Draft(
        change=visit.change,
        writes={**person.who, "encounter_id": _named(visit), **_where(opening_id, free, wanted.minutes)},
        seen={**_seen(free, wanted.codes[0]), "version": visit.version},
        again={"column": free.column.id},
    )


def write_reschedule(db: sqlite3.Connection, at: Moment, draft: Draft, encounter_id: int, **_: Any) -> dict[str, Any]:
    written.move(db, encounter_id, _place(draft))
    return charts.visit(at.store, encounter_id)


def draft_cancel(at: Moment, account_number: int, encounter_id: int) -> Draft:
    person = read_person(at.store, account_number)
    visit = _standing(at, person, encounter_id)
    writes = {
        **person.who,
        "encounter_id": _named(visit),
        "starts": wall(visit.starts, visit.zone).isoformat(),
        "minutes": visit.minutes,
        "provider_id": visit.provider,
        "office_id": visit.office,
        "status": "cancelled",
    }
    return Draft(visit.change, writes, {"version": visit.version})


def write_cancel(db: sqlite3.Connection, at: Moment, draft: Draft, encounter_id: int, **_: Any) -> dict[str, Any]:
    written.call_off(db, encounter_id)
    return charts.visit(at.store, encounter_id)


def _days(store: Store, opening: Opening) -> Days:
    """The doctor's columns on the day of an opening."""
    (zone,) = found("opening_id", store.one("SELECT zone FROM offices WHERE id = ?", opening.office))
    return Days(store, opening.office, wall(opening.starts, zone).date(), 1, opening.provider)


def _standing(at: Moment, person: Person, id: int) -> _Visit:
    """A visit of this patient's that stands and lies ahead; raises Refused."""
    visit = _Visit(*found("encounter_id", at.store.one(_VISIT, id, person.id)))
    if visit.status != "booked":
        raise Refused(409, "STATUS_NOT_BOOKED", "encounter_id", f"the visit is {visit.status}")
    if visit.starts <= instant(at.now):
        raise not_buildable("encounter_id", "has begun already")
    return visit


def _facts(store: Store, person: Person, visit: _Visit, opening: Opening) -> Facts:
    """What decides the type of the visit where it is to move."""
    rule = rule_of(read_rules(store), visit.code, visit.office)
    reason, status = (rule.reason, rule.status) if rule else ("", None)
    return Facts(opening.office, reason, person.status or status or opening.status, person.birth)


def _require_free_patient(store: Store, person: Person, free: Free, minutes: int, but: int = _NONE) -> None:
    """Nobody is in two places at once."""
    if store.one(_ELSEWHERE, person.id, but, free.minute, minutes):
        raise Refused(409, "SAME_TIME", "opening_id", "the patient has another visit at that time")


def _where(opening: Opening, free: Free, minutes: int) -> dict[str, Any]:
    return {
        "starts": free.start.isoformat(),
        "minutes": minutes,
        "provider_id": opening.provider,
        "office_id": opening.office,
        "status": "booked",
    }


def _seen(free: Free, code: str) -> dict[str, Any]:
    return {"column": free.column.id, "buffer": free.column.buffer, "code": code, "booked": free.booked}


def _place(draft: Draft) -> Place:
    seen, starts = draft.seen, dt.datetime.fromisoformat(draft.writes["starts"])
    return Place(seen["column"], instant(starts), draft.writes["minutes"], seen["buffer"], seen["code"])


def _named(visit: _Visit) -> str:
    return encounter_id(visit.id)
