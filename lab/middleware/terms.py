"""An opening and the token that carries it."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lab.middleware.openings import Opening
from lab.middleware.tokens import FIELDS, Keys, invalid, times


@dataclass(frozen=True, slots=True)
class Terms:
    """What an opening's token says, read back."""

    office_id: int
    lane: str
    column: int
    doctor: int
    start: dt.datetime
    minutes: int
    codes: tuple[str, ...]
    booked: int
    capacity: int


def seal(opening: Opening, keys: Keys, now: dt.datetime, born: dt.date | None, status: str | None) -> str:
    """The token of an opening that is offered now, to whom."""
    fields = {
        "officeId": opening.office.id,
        "routing": opening.lane,
        "columnId": opening.column,
        "profileId": opening.doctor.id,
        "startDatetime": opening.start.isoformat(),
        "duration": opening.minutes,
        "dob": born.isoformat() if born else None,
        "appointmentTypeIds": list(opening.codes),
        "sameStartBooked": opening.booked,
        "sameStartCapacity": opening.capacity,
        "provider": opening.doctor.full_name,
        "patientStatus": status,
        **times(now),
    }
    return keys.sign("opening", {each.name: fields[each.name] for each in FIELDS})


def unseal(token: str, keys: Keys, now: dt.datetime, office_id: int, born: dt.date | None) -> Terms:
    """What an opening's token says, for that office and that patient; raises TokenRefused."""
    fields = keys.open("opening", token, now)
    if fields["officeId"] != office_id:
        raise invalid("for another office")
    if fields["dob"] not in (None, born.isoformat() if born else ""):
        raise invalid("for another date of birth")
    return _terms(fields)


def _terms(fields: Mapping[str, Any]) -> Terms:
    return Terms(
        office_id=fields["officeId"],
        lane=fields["routing"],
        column=fields["columnId"],
        doctor=fields["profileId"],
        start=dt.datetime.fromisoformat(fields["startDatetime"]),
        minutes=fields["duration"],
        codes=tuple(fields["appointmentTypeIds"]),
        booked=fields["sameStartBooked"],
        capacity=fields["sameStartCapacity"],
    )
