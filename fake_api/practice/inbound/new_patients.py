"""The kind of quote that puts somebody on file who was not."""

import datetime as dt
import sqlite3
from typing import Any

from fake_api.data_error import DataError
from fake_api.practice import store as rows
from fake_api.practice.inbound.drafts import Draft, Moment, not_buildable
from fake_api.practice.inbound.ids import account_number
from fake_api.practice.inbound.lookup import search
from fake_api.practice.kinds import KINDS
from fake_api.practice.people import phone_words, search_key
from fake_api.practice.wire import Refused
from fake_api.practice.world import Patient

_OLDEST = 130
STATUS = "new"


def draft_create(
    at: Moment,
    name: str,
    date_of_birth: dt.date,
    phone: str,
    sex: str | None,
    state: str | None,
    zip: str | None,
) -> Draft:
    name = " ".join(name.split())
    if not (name.isprintable() and any(letter.isalpha() for letter in name)):
        raise not_buildable("name", "is nobody's: it has no letters, or characters that cannot be seen")
    if not at.now.date().year - _OLDEST <= date_of_birth.year or date_of_birth > at.now.date():
        raise not_buildable("date_of_birth", "is nobody's who can ring today")
    number = _phone(phone)
    try:
        Patient(0, name, date_of_birth, number, STATUS, sex, state, zip)
    except DataError as fault:
        raise not_buildable(fault.key, fault.problem) from None
    _require_stranger(at, name, date_of_birth.isoformat(), number)
    writes = {
        "name": name,
        "date_of_birth": date_of_birth.isoformat(),
        "phone": phone_words(number),
        "sex": sex,
        "state": state,
        "zip": zip,
        "status": STATUS,
    }
    return Draft(f"create {search_key(name)} {date_of_birth.isoformat()}", writes)


def write_create(db: sqlite3.Connection, at: Moment, draft: Draft, **_: Any) -> dict[str, Any]:
    new = draft.writes
    (newest,) = at.store.one("SELECT coalesce(max(id), 0) FROM patients")
    born = dt.date.fromisoformat(new["date_of_birth"])
    row = Patient(newest + 1, new["name"], born, new["phone"], STATUS, new["sex"], new["state"], new["zip"])
    rows.add_patient(db, row)
    return {"account_number": account_number(row.id)}


def _phone(text: str) -> str:
    try:
        return str(KINDS["phone"].read(text))
    except (TypeError, ValueError):
        raise not_buildable("phone", f"must be {KINDS['phone'].wanted}") from None


def _require_stranger(at: Moment, name: str, born: str, phone: str) -> None:
    """Raises Refused where somebody on file may be the same person."""
    if search(at.store, name, born, None, certain=True):
        raise Refused(409, "PATIENT_MAY_EXIST", "name", "somebody of such a name and this birth date is on file")
    if at.store.one("SELECT 1 FROM patients WHERE phone = ? AND born = ?", phone, born):
        why = "somebody with this phone and birth date is on file under another name"
        raise Refused(409, "NAME_MISMATCH", "name", why)
