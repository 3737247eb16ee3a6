"""The record system's API as one table: what each endpoint takes, and how strictly."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from fake_api.practice.times import TICK

Kind = Literal["integer", "minutes", "text", "date", "month", "datetime"]
LONGEST_TEXT = 200


class BadInput(ValueError):
    """An argument that the API does not take; `key` names it."""

    def __init__(self, key: str, why: str) -> None:
        super().__init__(f"{key} {why}")
        self.key = key


@dataclass(frozen=True, slots=True)
class Argument:
    """One key of a request and what its value must be."""

    name: str
    kind: Kind
    required: bool = True


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A name, its HTTP route, and every key it knows."""

    name: str
    method: Literal["GET", "POST"]
    path: str
    about: str
    arguments: tuple[Argument, ...] = ()

    @property
    def writes(self) -> bool:
        return self.method == "POST"

    def check(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments as typed values, none for what was left out. Raises BadInput for an extra or missing one."""
        known = {argument.name for argument in self.arguments}
        for key in given:
            if key not in known:
                raise BadInput(str(key), "is not a key of this request")
        return {argument.name: _value(argument, given) for argument in self.arguments}


def _value(argument: Argument, given: Mapping[str, Any]) -> Any:
    if argument.name not in given:
        if argument.required:
            raise BadInput(argument.name, "is missing")
        return None
    try:
        return _READERS[argument.kind](given[argument.name])
    except (TypeError, ValueError, OverflowError):
        raise BadInput(argument.name, f"must be {WANTED[argument.kind]}") from None


def _integer(raw: object) -> int:
    if not isinstance(raw, int) or isinstance(raw, bool) or not 0 <= raw < 2**53:
        raise ValueError
    return raw


def _minutes(raw: object) -> int:
    minutes = _integer(raw)
    if not 0 < minutes <= 24 * 60 or minutes % TICK:
        raise ValueError
    return minutes


def _text(raw: object) -> str:
    if not isinstance(raw, str) or not raw.strip() or len(raw) > LONGEST_TEXT:
        raise ValueError
    return raw


def _date(raw: object) -> dt.date:
    if not isinstance(raw, str) or len(raw) != 10:
        raise ValueError
    return dt.date.fromisoformat(raw)


def _month(raw: object) -> dt.date:
    if not isinstance(raw, str) or len(raw) != 7:
        raise ValueError
    return dt.date.fromisoformat(f"{raw}-01")


def _datetime(raw: object) -> dt.datetime:
    if not isinstance(raw, str):
        raise TypeError
    moment = dt.datetime.fromisoformat(raw)
    if moment.utcoffset() is None or moment.second or moment.microsecond or moment.minute % TICK:
        raise ValueError
    return moment


_READERS = {
    "integer": _integer,
    "minutes": _minutes,
    "text": _text,
    "date": _date,
    "month": _month,
    "datetime": _datetime,
}
WANTED = {
    "integer": "a whole number",
    "minutes": f"whole minutes in steps of {TICK}, at most a day",
    "text": f"text of 1 to {LONGEST_TEXT} characters",
    "date": "a date such as 2026-09-15",
    "month": "a month such as 2026-09",
    "datetime": f"a start with its offset such as 2026-09-15T09:00:00-04:00, in steps of {TICK} minutes",
}

_PLACE = (
    Argument("columnId", "integer"),
    Argument("profileId", "integer"),
    Argument("startDatetime", "datetime"),
    Argument("duration", "minutes"),
    Argument("appointmentTypeId", "text"),
    Argument("sameStartBooked", "integer", required=False),
)
_VISIT = (Argument("appointmentId", "integer"), Argument("version", "integer"))

ENDPOINTS = {
    endpoint.name: endpoint
    for endpoint in (
        Endpoint("offices", "GET", "/offices", "Every office, its zone, hours and closed days."),
        Endpoint("providers", "GET", "/providers", "Every provider, and the offices where they have a column."),
        Endpoint("types", "GET", "/appointment-types", "Every appointment type, and the rules that choose one."),
        Endpoint(
            "day",
            "GET",
            "/schedule/day",
            "One provider's columns on one day.",
            (Argument("officeId", "integer"), Argument("profileId", "integer"), Argument("date", "date")),
        ),
        Endpoint(
            "month",
            "GET",
            "/schedule/month",
            "Every column of an office in one calendar month.",
            (Argument("officeId", "integer"), Argument("month", "month")),
        ),
        Endpoint(
            "find_patient",
            "GET",
            "/patients",
            "Patients by name, date of birth or phone, or several of them; an accent more or less is `similar`.",
            (
                Argument("name", "text", required=False),
                Argument("dateOfBirth", "date", required=False),
                Argument("phone", "text", required=False),
            ),
        ),
        Endpoint(
            "appointments",
            "GET",
            "/appointments",
            "A patient's appointments, cancelled ones too.",
            (Argument("patientId", "integer"),),
        ),
        Endpoint(
            "create",
            "POST",
            "/appointments/create",
            "Books; 409 where the column is full. With sameStartBooked only if exactly so many are booked there.",
            (Argument("patientId", "integer"), *_PLACE),
        ),
        Endpoint(
            "reschedule",
            "POST",
            "/appointments/reschedule",
            "Moves a visit; where it can't, the visit stays where it was. 409 if the version has moved on.",
            (*_VISIT, *_PLACE),
        ),
        Endpoint("cancel", "POST", "/appointments/cancel", "Cancels a visit. 409 if the version has moved on.", _VISIT),
    )
}
