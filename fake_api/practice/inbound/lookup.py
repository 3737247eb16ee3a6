"""Finding patients and telling what their file holds."""

import datetime as dt
from itertools import islice
from typing import Any

from fake_api.practice.inbound import charts
from fake_api.practice.inbound.drafts import Moment
from fake_api.practice.inbound.people import Person, read_person
from fake_api.practice.people import digits, fold, search_forms, search_key
from fake_api.practice.store import Store
from fake_api.practice.wire import Refused

MOST = 20
_FORMS_TRIED = 60
_ROW = "p.id, p.name, p.born, p.phone, p.status, p.sex, p.state, p.zip"


def lookup(
    at: Moment,
    call_id: str,
    name: str | None,
    date_of_birth: dt.date | None,
    phone: str | None,
    caller_phone: str | None,
) -> Any:
    """Everybody whom all that is given fits: who called from this number first, then the exact names."""
    if name is None and date_of_birth is None and phone is None:
        raise Refused(400, "BAD_INPUT", "name", "a name, a date of birth or a phone number is needed")
    born = date_of_birth.isoformat() if date_of_birth else None
    caller = digits(caller_phone or "") or None
    certain = date_of_birth is not None or phone is not None
    people = {person.id: person for person in search(at.store, name, born, phone, certain)}
    if caller and phone is None:
        # else someone who called from their own number could be the twenty-first
        people |= {person.id: person for person in search(at.store, name, born, caller, certain)}
    key = fold(name) if name is not None else None
    rows = [(person, key is None or fold(person.name) == key) for person in people.values()]
    rows.sort(key=lambda row: (row[0].phone != caller, not row[1], row[0].id))
    return {"matches": [{**person.row, "exact": exact} for person, exact in rows[:MOST]]}


def search(store: Store, name: str | None, born: str | None, phone: str | None, certain: bool) -> list[Person]:
    """At most so many of each sort, by an index: of the whole name, of more than it, and if `certain` of less."""
    given = {"p.born": born, "p.phone": phone}
    narrow = {column: value for column, value in given.items() if value is not None}
    if name is None:
        return _people(store, "patients p", narrow)
    key = search_key(name)
    # a phone number belongs to a few, a name to many: SQLite is told with which to begin
    whole = "+p.name_key" if phone else "p.name_key"
    forms = "patients p CROSS JOIN patient_forms f" if phone else "patient_forms f CROSS JOIN patients p"
    joined = "f.patient_id = p.id AND f.born = p.born AND "
    part = {"f.form": key} | ({"f.born": born} if born else {}) | narrow
    found = [*_people(store, "patients p", {whole: key} | narrow), *_people(store, forms, part, joined)]
    if certain:
        for form in islice(sorted(search_forms(name)), _FORMS_TRIED):
            found += _people(store, "patients p", {whole: form} | narrow)
    return found


def _people(store: Store, tables: str, equal: dict[str, str], joined: str = "") -> list[Person]:
    where = joined + " AND ".join(f"{column} = ?" for column in equal)
    return [
        Person(*row) for row in store.all(f"SELECT {_ROW} FROM {tables} WHERE {where} LIMIT {MOST}", *equal.values())
    ]


def brief(at: Moment, call_id: str, account_number: int) -> Any:
    """All that a front desk may know of one patient."""
    person = read_person(at.store, account_number)
    return {
        **person.row,
        "status": person.status,
        "visits": charts.visits(at.store, person),
        "may_act": charts.may_act(at.store, person),
        "medications": charts.medications(at.store, person),
        "invoices": charts.invoices(at.store, person),
    }
