"""The record system's API as one table: what each endpoint takes, and how strictly."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from fake_api.practice.kinds import KINDS, BadInput, Kind


@dataclass(frozen=True, slots=True)
class Argument:
    """One key of a request and what its value must be: a kind, or the name of one that many share."""

    name: str
    of: str | Kind
    required: bool = True

    @property
    def kind(self) -> Kind:
        return KINDS[self.of] if isinstance(self.of, str) else self.of


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A name, its HTTP route, and every key it knows; `by_kind` has more keys for each value of the key `kind`.

    A body of more than `longest_body` bytes is refused over HTTP.
    """

    name: str
    method: Literal["GET", "POST"]
    path: str
    about: str
    arguments: tuple[Argument, ...] = ()
    by_kind: Mapping[str, tuple[Argument, ...]] = field(default_factory=dict, hash=False)
    longest_body: int = 64 * 1024

    @property
    def writes(self) -> bool:
        return self.method == "POST"

    def check(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments as typed values, none for what was left out. Raises BadInput for an extra or missing one."""
        arguments = self.arguments
        if self.by_kind:
            kind = next(each for each in arguments if each.name == "kind")
            arguments = (*arguments, *self.by_kind[_value(kind, given)])
        known = {argument.name for argument in arguments}
        for key in given:
            if key not in known:
                raise BadInput(str(key), "is not a key of this request")
        return {argument.name: _value(argument, given) for argument in arguments}


def _value(argument: Argument, given: Mapping[str, Any]) -> Any:
    if argument.name not in given:
        if argument.required:
            raise BadInput(argument.name, "is missing")
        return None
    try:
        return argument.kind.read(given[argument.name])
    except (TypeError, ValueError, OverflowError):
        raise BadInput(argument.name, f"must be {argument.kind.wanted}") from None


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
