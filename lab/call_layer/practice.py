"""What the practice's API says, as types; whatever can't be read raises KeyError, TypeError or ValueError."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from lab.middleware.directory import Doctor, Office
from lab.middleware.spoken import Place

Row = Mapping[str, Any]


class Opening(NamedTuple):
    """A start that can be booked; `opening_id` is opaque, and only code ever holds it."""

    opening_id: str
    start: dt.datetime
    minutes: int
    provider_id: int
    office_id: int
    shared: bool = False

    @property
    def id(self) -> str:
        return self.opening_id


class Visit(NamedTuple):
    """A patient's visit, as the brief tells it."""

    encounter_id: str
    start: dt.datetime
    minutes: int
    provider_id: int
    office_id: int
    status: str
    version: int
    reason: str = ""

    @property
    def id(self) -> str:
        return self.encounter_id


class Match(NamedTuple):
    """Someone on file whom a look-up found."""

    account_number: str
    name: str
    born: dt.date
    phone: str
    exact: bool


class Relative(NamedTuple):
    """Someone named in a patient's file, and whether they may act for the patient."""

    name: str
    relation: str
    allowed: bool


@dataclass(frozen=True, slots=True)
class Brief:
    """A patient as the practice tells them; `row` is the whole of it, as it came."""

    account_number: str
    name: str
    born: dt.date
    status: str | None
    visits: tuple[Visit, ...]
    may_act: tuple[Relative, ...]
    row: Row = field(hash=False)


@dataclass(frozen=True)
class Directory:
    """Offices and doctors by the practice's own ids, and the rows that told of them."""

    offices: Mapping[int, Office]
    doctors: Mapping[int, Doctor]
    office_rows: tuple[Row, ...] = ()
    doctor_rows: tuple[Row, ...] = ()

    def knows(self, where: Opening | Visit) -> bool:
        """Whether its doctor and office are on the lists; of others nobody could tell a caller anything."""
        return where.provider_id in self.doctors and where.office_id in self.offices

    def place(self, where: Opening | Visit | Row) -> Place:
        """Where and when, as a caller knows it; whoever is told apart by more than a surname and a time is."""
        if isinstance(where, Mapping):
            start, doctor_id = dt.datetime.fromisoformat(where["starts"]), where["provider_id"]
            office_id = where["office_id"]
        else:
            start, doctor_id, office_id = where.start, where.provider_id, where.office_id
        doctor, office = self.doctors[doctor_id], self.offices[office_id]
        namesakes = (each for each in self.doctors.values() if each.family == doctor.family and each.id != doctor.id)
        others = (each for each in self.offices.values() if each.id != office.id)
        twins = [Place(start, each, office) for each in namesakes] + [Place(start, doctor, each) for each in others]
        return Place(start, doctor, office, tuple(twins))


def read_offices(result: Any) -> tuple[dict[int, Office], tuple[Row, ...]]:
    known = {row["office_id"]: Office(row["office_id"], str(row["name"]), str(row["zone"]), {}) for row in result}
    return known, tuple(result)


def read_doctors(result: Any) -> tuple[dict[int, Doctor], tuple[Row, ...]]:
    ids = ((row["provider_id"], str(row["given"]), str(row["family"])) for row in result)
    return {id: Doctor(id, given, family) for id, given, family in ids}, tuple(result)


def read_openings(result: Any) -> list[Opening]:
    return [_opening(row) for row in result["openings"]]


def _opening(row: Any) -> Opening:
    return Opening(
        row["opening_id"],
        _moment(row["starts"]),
        row["minutes"],
        row["provider_id"],
        row["office_id"],
        bool(row.get("shared")),
    )


def read_matches(result: Any) -> list[Match]:
    return [
        Match(
            row["account_number"],
            row["name"],
            dt.date.fromisoformat(row["date_of_birth"]),
            row.get("phone") or "",
            row["exact"] is True,
        )
        for row in result["matches"]
    ]


def read_brief(result: Any) -> Brief:
    people = (Relative(row["name"], row.get("relation") or "", row["allowed"] is True) for row in result["may_act"])
    return Brief(
        account_number=result["account_number"],
        name=result["name"],
        born=dt.date.fromisoformat(result["date_of_birth"]),
        status=result.get("status"),
        visits=tuple(map(_visit, result["visits"])),
        may_act=tuple(people),
        row=result,
    )


def _visit(row: Any) -> Visit:
    return Visit(
        row["encounter_id"],
        _moment(row["starts"]),
        row["minutes"],
        row["provider_id"],
        row["office_id"],
        row["status"],
        row["version"],
        row.get("reason") or "",
    )


def read_quote(result: Any) -> tuple[str, dt.datetime, Row]:
    """The token, when it ends, and exactly what would be written."""
    token, writes = result["token"], result["writes"]
    if not isinstance(token, str) or not isinstance(writes, Mapping) or not isinstance(writes["kind"], str):
        raise TypeError("no quote")
    return token, _moment(result["expires_at"]), writes


def read_written(result: Any) -> tuple[str, Row]:
    """The kind of what was written, and the row as it stands now."""
    kind, written = result["kind"], result["written"]
    if not isinstance(kind, str) or not isinstance(written, Mapping):
        raise TypeError("nothing written")
    return kind, written


def _moment(text: Any) -> dt.datetime:
    moment = dt.datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError("a time without its offset")
    return moment
