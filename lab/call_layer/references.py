"""How a model names an opening or a visit: by what a person can check, out of what was listed in this call."""

from collections.abc import Hashable, Iterable, Mapping
from typing import Generic, TypeVar

from lab.call_layer.chosen import Offered
from lab.call_layer.practice import Directory, Opening, Visit
from lab.middleware.projection import project_start, surname_key

Row = TypeVar("Row", Opening, Visit)


def projection(row: Opening | Visit, directory: Directory) -> str:
    """`SEP15-0900-REYES`: day, time and doctor."""
    return f"{project_start(row.start)}-{surname_key(directory.doctors[row.provider_id].family)}"


class Table(Generic[Row]):
    """What is listed now. A reference stands for one thing for the whole call, and no other ever gets it.

    `prefix` comes before a projection; with `counter` the names are that letter and a number, which tell nobody
    anything and are there for comparison only.
    """

    def __init__(self, prefix: str = "", counter: str = "") -> None:
        self._prefix, self._counter = prefix, counter
        self._given: dict[Hashable, str] = {}
        self._named: set[str] = set()
        self._listed: dict[str, Row] = {}
        self._offered: tuple[Offered, ...] | None = None

    def list(self, rows: Iterable[Row], directory: Directory) -> Mapping[str, Row]:
        """Names the rows, in place of what was listed before."""
        self._listed, self._offered = {self._name(row, directory): row for row in rows}, None
        return self._listed

    def offered(self, directory: Directory) -> tuple[Offered, ...]:
        """What is listed, as a caller knows it."""
        if self._offered is None:
            self._offered = tuple(_offered(reference, row, directory) for reference, row in self._listed.items())
        return self._offered

    def find(self, reference: object) -> Row | None:
        """What a reference stands for now."""
        return self._listed.get(reference) if isinstance(reference, str) else None

    def clear(self) -> None:
        """From now on nothing of it can be named."""
        self._listed, self._offered = {}, ()

    @property
    def listed(self) -> Mapping[str, Row]:
        return self._listed

    def __len__(self) -> int:
        return len(self._listed)

    def _name(self, row: Row, directory: Directory) -> str:
        key = _key(row)
        if key not in self._given:
            self._given[key] = name = self._free(f"{self._prefix}{projection(row, directory)}")
            self._named.add(name)
        return self._given[key]

    def _free(self, text: str) -> str:
        if self._counter:
            return f"{self._counter}{len(self._given) + 1}"
        number = 1
        while (name := text if number == 1 else f"{text}-{number}") in self._named:
            number += 1
        return name


def _offered(reference: str, row: Opening | Visit, directory: Directory) -> Offered:
    doctor, office = directory.doctors[row.provider_id], directory.offices[row.office_id]
    return Offered(reference, row.start.replace(tzinfo=None), doctor.given, doctor.family, office.name)


def _key(row: Opening | Visit) -> Hashable:
    """What makes it the same for a caller: an opening's id may change from one search to the next."""
    if isinstance(row, Visit):
        return row.encounter_id, row.start
    return row.start, row.provider_id, row.office_id


def openings_table(scheme: str) -> Table[Opening]:
    return Table(counter="S" if scheme == "counter" else "")


def visits_table(scheme: str) -> Table[Visit]:
    return Table("VISIT-", counter="V" if scheme == "counter" else "")
