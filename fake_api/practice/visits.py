"""The three writes: create, reschedule, cancel. Each is one transaction, and looks at nothing but room and version."""

import datetime as dt
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from fake_api.practice import store as rows
from fake_api.practice.patients import read_visit
from fake_api.practice.store import Store
from fake_api.practice.times import instant, wall
from fake_api.practice.wire import Refused, require


@dataclass(frozen=True, slots=True)
class Place:
    """Where a visit is to be written: `starts` is an instant, the rest in minutes."""

    column: int
    starts: int
    minutes: int
    buffer: int
    code: str


def create(store: Store, patientId: int, **place: Any) -> Any:
    with store.writing() as db:
        require("patientId", store.one("SELECT 1 FROM patients WHERE id = ?", patientId))
        return read_visit(store, book(db, patientId, _place(store, **place)))


def reschedule(store: Store, appointmentId: int, version: int, **place: Any) -> Any:
    with store.writing() as db:
        _require_version(store, appointmentId, version)
        move(db, appointmentId, _place(store, **place))
        return read_visit(store, appointmentId)


def cancel(store: Store, appointmentId: int, version: int) -> Any:
    with store.writing() as db:
        _require_version(store, appointmentId, version)
        call_off(db, appointmentId)
        return read_visit(store, appointmentId)


def book(db: sqlite3.Connection, patient: int, at: Place) -> int:
    """Writes a visit within a transaction; its id. Raises Refused where there is no room."""
    with _a_full_column_is_taken():
        return rows.insert(db, patient, at.column, at.code, at.starts, at.minutes, at.buffer)


def move(db: sqlite3.Connection, visit: int, at: Place) -> None:
    """Puts a visit elsewhere within a transaction; raises Refused where there is no room."""
    rows.release(db, visit)
    changes = "column_id = ?, starts = ?, minutes = ?, code = ?, version = version + 1"
    with _a_full_column_is_taken():
        db.execute(
            f"UPDATE appointments SET {changes} WHERE id = ?", (at.column, at.starts, at.minutes, at.code, visit)
        )
        rows.occupy(db, visit, at.column, at.starts, at.minutes + at.buffer)


def call_off(db: sqlite3.Connection, visit: int) -> None:
    """Cancels a visit within a transaction."""
    rows.release(db, visit)
    db.execute("UPDATE appointments SET status = 'cancelled', version = version + 1 WHERE id = ?", (visit,))


def _place(
    store: Store,
    columnId: int,
    profileId: int,
    startDatetime: dt.datetime,
    duration: int,
    appointmentTypeId: str,
    sameStartBooked: int | None,
) -> Place:
    """Raises Refused for a row that does not exist, or a schedule that is not as the caller saw it."""
    query = "SELECT c.provider_id, c.buffer, o.zone FROM columns c JOIN offices o ON o.id = c.office_id WHERE c.id = ?"
    row = store.one(query, columnId)
    require("columnId", row)
    provider, buffer, zone = row
    if provider != profileId:
        raise Refused(400, "BAD_INPUT", "profileId", "sits behind another column")
    require("appointmentTypeId", store.one("SELECT 1 FROM types WHERE code = ?", appointmentTypeId))
    starts = instant(startDatetime)
    if wall(starts, zone).utcoffset() != startDatetime.utcoffset():
        raise Refused(400, "BAD_INPUT", "startDatetime", f"is not written in the office's time ({zone})")
    if sameStartBooked not in (None, _booked(store, columnId, starts, duration + buffer)):
        raise Refused(409, "SLOT_CHANGED", "sameStartBooked", "the schedule has changed")
    return Place(columnId, starts, duration, buffer, appointmentTypeId)


def _booked(store: Store, column: int, starts: int, minutes: int) -> int:
    """How many visits stand in any part of that time."""
    query = "SELECT count(DISTINCT appointment_id) FROM occupied WHERE column_id = ? AND at >= ? AND at < ?"
    return int(store.one(query, column, starts, starts + minutes)[0])


def _require_version(store: Store, appointment: int, version: int) -> None:
    row = store.one("SELECT version, status FROM appointments WHERE id = ?", appointment)
    require("appointmentId", row)
    if row != (version, "booked"):
        raise Refused(409, "VISIT_CHANGED", "version", "someone changed the visit")


@contextmanager
def _a_full_column_is_taken() -> Iterator[None]:
    try:
        yield
    except sqlite3.IntegrityError as fault:
        # SQLite names the columns of the rule that would have been broken
        busy = "appointments.patient_id" in str(fault)
        raise Refused(409, "PATIENT_BUSY" if busy else "SLOT_TAKEN") from None
