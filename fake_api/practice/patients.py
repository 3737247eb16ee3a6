"""Finding people on file, and listing their visits."""

import datetime as dt
from typing import Any

from fake_api.practice.people import digits, fold, search_key
from fake_api.practice.store import Store
from fake_api.practice.times import wall
from fake_api.practice.wire import Refused, require

_VISITS = """
    SELECT a.id, a.patient_id, a.column_id, c.provider_id, c.office_id, o.zone, a.code, a.starts, a.minutes, a.status,
    a.version FROM appointments a JOIN columns c ON c.id = a.column_id JOIN offices o ON o.id = c.office_id"""


def find_patient(store: Store, name: str | None, dateOfBirth: dt.date | None, phone: str | None) -> Any:
    """At most 20; one whose name differs by accents only is `similar`, and needs more than a name to be the one."""
    given = {
        "name_key": search_key(name) if name else None,
        "born": dateOfBirth.isoformat() if dateOfBirth else None,
        "phone": digits(phone) if phone else None,
    }
    wanted = {column: value for column, value in given.items() if value is not None}
    if not wanted:
        raise Refused(400, "BAD_INPUT", "name", "a name, a date of birth or a phone number is needed")
    where = " AND ".join(f"{column} = ?" for column in wanted)
    query = f"SELECT id, name, born, phone, status FROM patients WHERE {where} ORDER BY id LIMIT 20"
    return [
        {
            "patientId": id,
            "name": spelt,
            "dateOfBirth": born,
            "phone": number,
            "status": status,
            "match": "exact" if name is None or fold(name) == fold(spelt) else "similar",
        }
        for id, spelt, born, number, status in store.all(query, *wanted.values())
    ]


def appointments(store: Store, patientId: int) -> Any:
    """All of a patient's visits, in order of their start."""
    require("patientId", store.one("SELECT 1 FROM patients WHERE id = ?", patientId))
    rows = store.all(f"{_VISITS} WHERE a.patient_id = ? ORDER BY a.starts, a.id", patientId)
    return [_visit(row) for row in rows]


def read_visit(store: Store, appointment: int) -> Any:
    """One visit by its id."""
    return _visit(store.one(f"{_VISITS} WHERE a.id = ?", appointment))


def _visit(row: tuple[Any, ...]) -> dict[str, Any]:
    id, patient, column, provider, office, zone, code, starts, minutes, status, version = row
    return {
        "appointmentId": id,
        "patientId": patient,
        "columnId": column,
        "profileId": provider,
        "officeId": office,
        "startDatetime": wall(starts, zone).isoformat(),
        "duration": minutes,
        "appointmentTypeId": code,
        "status": status,
        "version": version,
    }
