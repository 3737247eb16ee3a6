"""A patient as the quotes and look-ups see them."""

import datetime as dt
from typing import Any, NamedTuple

from fake_api.practice.inbound.ids import account_number
from fake_api.practice.people import phone_words
from fake_api.practice.store import Store
from fake_api.practice.wire import Refused

_COLUMNS = "id, name, born, phone, status, sex, state, zip"


class Person(NamedTuple):
    """A row of the patients, as it stands; `born` is an ISO date, `phone` digits."""

    id: int
    name: str
    born: str
    phone: str
    status: str | None
    sex: str | None
    state: str | None
    zip: str | None

    @property
    def birth(self) -> dt.date:
        return dt.date.fromisoformat(self.born)

    @property
    def who(self) -> dict[str, Any]:
        """Whose a quote is, in the words of the wire."""
        return {"account_number": account_number(self.id), "name": self.name}

    @property
    def row(self) -> dict[str, Any]:
        """What anybody may be told who has found them."""
        return {**self.who, "date_of_birth": self.born, "phone": phone_words(self.phone)}


def read_person(store: Store, patient: int) -> Person:
    """Raises Refused where no such account is on file."""
    row = store.one(f"SELECT {_COLUMNS} FROM patients WHERE id = ?", patient)
    return Person(*found("account_number", row))


def found(field: str, row: tuple[Any, ...]) -> tuple[Any, ...]:
    """A row that must be there; raises Refused, naming the field that led nowhere."""
    if not row:
        raise Refused(404, "NOT_FOUND", field, f"there is no such {field}")
    return row
