"""A patient and the visits they have, as the record system tells them, and the token that carries a visit."""

import datetime as dt
from typing import Any, NamedTuple

from lab.middleware.directory import Directory
from lab.middleware.spoken import Place
from lab.middleware.tokens import Keys, invalid, times


class Patient(NamedTuple):
    """A person on file; `status` is `new`, `established` or unknown."""

    id: int
    name: str
    born: dt.date
    status: str | None


class Visit(NamedTuple):
    """An appointment as it stood when it was read: whoever changes it moves `version` on."""

    id: int
    patient: int
    version: int
    status: str
    column: int
    doctor: int
    office: int
    start: dt.datetime
    minutes: int
    code: str

    @property
    def is_booked(self) -> bool:
        return self.status == "booked"


def read_patients(body: Any) -> list[tuple[Patient, bool]]:
    """Each patient found, and whether the name is exactly theirs."""
    return [
        (
            Patient(row["patientId"], row["name"], dt.date.fromisoformat(row["dateOfBirth"]), row["status"]),
            row["match"] == "exact",
        )
        for row in body
    ]


def read_visits(body: Any) -> list[Visit]:
    return [read_visit(row) for row in body]


def read_visit(row: Any) -> Visit:
    """Raises KeyError, TypeError or ValueError for what is no visit."""
    return Visit(
        row["appointmentId"],
        row["patientId"],
        row["version"],
        row["status"],
        row["columnId"],
        row["profileId"],
        row["officeId"],
        dt.datetime.fromisoformat(row["startDatetime"]),
        row["duration"],
        row["appointmentTypeId"],
    )


def visit_place(visit: Visit, directory: Directory) -> Place:
    """A visit as a caller knows it."""
    return Place(visit.start, directory.doctors[visit.doctor], directory.offices[visit.office])


def seal_visit(visit: Visit, keys: Keys, now: dt.datetime) -> str:
    """The token under which a visit that was listed now may be moved or cancelled."""
    return keys.sign(
        "visit", {"appointmentId": visit.id, "version": visit.version, "patientId": visit.patient, **times(now)}
    )


def unseal_visit(token: str, keys: Keys, now: dt.datetime, patient: int) -> tuple[int, int]:
    """The visit's id and the version that was read aloud; raises TokenRefused."""
    fields = keys.open("visit", token, now)
    if fields["patientId"] != patient:
        raise invalid("for another patient")
    return fields["appointmentId"], fields["version"]
