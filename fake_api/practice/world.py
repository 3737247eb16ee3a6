"""What a practice consists of, as data: typed rows that a world file holds or the generator makes."""

import datetime as dt
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fake_api.data_error import DataError, near_miss, require_one_of
from fake_api.practice.rules import STATUSES, Rule
from fake_api.practice.times import TICK, is_zone
from fake_api.reading import STRICT, read

WORLDS = Path(__file__).with_name("worlds")
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
SEXES = ("female", "male", "other")
STATES = tuple(
    "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR"
    " PA PR RI SC SD TN TX UT VT VA WA WV WI WY".split()
)
MEDICATION = r"RX-\d{4,8}"
INVOICE = r"INV-\d{4}-\d{4,8}"
_SPAN = re.compile(r"(\d\d):(\d\d)-(\d\d):(\d\d)")

Hours = Mapping[str, tuple[str, ...]]
"""Weekdays (`mon`, ...) and their spans of wall time: `{ mon = ["08:00-12:00", "13:00-17:00"] }`."""


@dataclass(frozen=True)
class Office:
    """A place with a zone and hours; it is shut on the days in `closed`."""

    __pydantic_config__ = STRICT
    id: int
    name: str
    zone: str
    hours: Hours
    closed: tuple[dt.date, ...] = ()

    def __post_init__(self) -> None:
        list(spans(self.hours))
        if not is_zone(self.zone):
            raise DataError(f"is no time zone: {self.zone!r}", key="zone")


@dataclass(frozen=True)
class Provider:
    """A doctor; one who has a single name has it in `family`."""

    __pydantic_config__ = STRICT
    id: int
    given: str
    family: str


@dataclass(frozen=True)
class Column:
    """One column of a schedule: who sits behind it, where, for which lanes.

    `capacity` visits may overlap; a start is offered every `step` minutes, and a visit keeps `buffer` minutes
    after it free. Without `hours` it keeps its office's.
    """

    __pydantic_config__ = STRICT
    id: int
    office: int
    provider: int
    lanes: tuple[str, ...]
    capacity: int = 1
    step: int = 30
    buffer: int = 0
    hours: Hours | None = None

    def __post_init__(self) -> None:
        if self.capacity < 1:
            raise DataError(f"must be at least 1, not {self.capacity}", key="capacity")
        _require_ticks("step", self.step)
        if self.buffer:
            _require_ticks("buffer", self.buffer)


@dataclass(frozen=True)
class AppointmentType:
    """A four-digit code, what it is called, and how long it takes."""

    __pydantic_config__ = STRICT
    code: str
    name: str
    minutes: int

    def __post_init__(self) -> None:
        if not (len(self.code) == 4 and self.code.isdecimal()):
            raise DataError(f"must be four digits, not {self.code!r}", key="code")
        _require_ticks("minutes", self.minutes)


@dataclass(frozen=True)
class TypeRule:
    """Who fits gets type `code` in `lane`; `office`, `status` and `ages` are left out where they do not matter."""

    __pydantic_config__ = STRICT
    reason: str
    code: str
    lane: str
    office: int | None = None
    status: str | None = None
    ages: tuple[int, int] = (0, 200)

    def __post_init__(self) -> None:
        if self.status is not None:
            require_one_of("status", self.status, STATUSES)

    def rule(self) -> Rule:
        return Rule(self.reason, self.code, self.lane, self.office, self.status, *self.ages)


@dataclass(frozen=True)
class Patient:
    """A person on file; `status` is left out where nobody knows whether they have been here before."""

    __pydantic_config__ = STRICT
    id: int
    name: str
    born: dt.date
    phone: str
    status: str | None = None
    sex: str | None = None
    state: str | None = None
    zip: str | None = None

    def __post_init__(self) -> None:
        if self.status is not None:
            require_one_of("status", self.status, STATUSES)
        if self.sex is not None:
            require_one_of("sex", self.sex, SEXES)
        if self.state is not None:
            require_one_of("state", self.state, STATES)
        if self.zip is not None and not is_zip(self.zip):
            raise DataError(f"must be five digits, not {self.zip!r}", key="zip")


@dataclass(frozen=True)
class MayAct:
    """Someone whom a patient's file names: whether they may act for the patient."""

    __pydantic_config__ = STRICT
    patient: int
    name: str
    relation: str
    allowed: bool


@dataclass(frozen=True)
class Fill:
    """A medication as it was handed out once."""

    __pydantic_config__ = STRICT
    day: dt.date
    quantity: int

    def __post_init__(self) -> None:
        if self.quantity < 1:
            raise DataError(f"must be at least 1, not {self.quantity}", key="quantity")


@dataclass(frozen=True)
class Medication:
    """What is prescribed to a patient; `refills` are those that are left."""

    __pydantic_config__ = STRICT
    id: str
    patient: int
    name: str
    strength: str
    quantity: int
    days_of_supply: int
    refills: int
    fills: tuple[Fill, ...] = ()

    def __post_init__(self) -> None:
        _require_code("id", self.id, MEDICATION, "RX-1234")
        for key in ("quantity", "days_of_supply"):
            if getattr(self, key) < 1:
                raise DataError(f"must be at least 1, not {getattr(self, key)}", key=key)
        if self.refills < 0:
            raise DataError(f"must be at least 0, not {self.refills}", key="refills")

    @property
    def drug(self) -> str:
        """What it is, whoever takes it."""
        return f"{self.name} {self.strength}"


@dataclass(frozen=True)
class Invoice:
    """What a patient was billed, and how much of it is paid, in cents."""

    __pydantic_config__ = STRICT
    id: str
    patient: int
    about: str
    cents: int
    issued: dt.date
    paid: int = 0

    def __post_init__(self) -> None:
        _require_code("id", self.id, INVOICE, "INV-2026-0042")
        if self.cents < 1:
            raise DataError(f"must be at least 1, not {self.cents}", key="cents")
        if not 0 <= self.paid <= self.cents:
            raise DataError(f"must lie between 0 and the {self.cents} that were billed, not {self.paid}", key="paid")


@dataclass(frozen=True)
class Booked:
    """A visit that stands already; `starts` is wall time at the column's office."""

    __pydantic_config__ = STRICT
    patient: int
    column: int
    code: str
    starts: dt.datetime


@dataclass(frozen=True)
class World:
    """A whole practice. `requests_per_second` is how much one caller may ask of its API; none: as much as they like."""

    __pydantic_config__ = STRICT
    name: str
    office: tuple[Office, ...]
    provider: tuple[Provider, ...]
    column: tuple[Column, ...]
    type: tuple[AppointmentType, ...]
    rule: tuple[TypeRule, ...]
    patient: tuple[Patient, ...] = ()
    appointment: tuple[Booked, ...] = ()
    may_act: tuple[MayAct, ...] = ()
    medication: tuple[Medication, ...] = ()
    invoice: tuple[Invoice, ...] = ()
    requests_per_second: int | None = None

    def __post_init__(self) -> None:
        offices, providers, columns, codes, patients = (
            {row.id for row in self.office},
            {row.id for row in self.provider},
            {row.id for row in self.column},
            {row.code for row in self.type},
            {row.id for row in self.patient},
        )
        lanes = {lane for column in self.column for lane in column.lanes}
        for index, column in enumerate(self.column, 1):
            _require_known(f"column[{index}].office", column.office, offices)
            _require_known(f"column[{index}].provider", column.provider, providers)
        for index, rule in enumerate(self.rule, 1):
            _require_known(f"rule[{index}].code", rule.code, codes)
            _require_known(f"rule[{index}].lane", rule.lane, lanes)
        for index, booked in enumerate(self.appointment, 1):
            _require_known(f"appointment[{index}].patient", booked.patient, patients)
            _require_known(f"appointment[{index}].column", booked.column, columns)
            _require_known(f"appointment[{index}].code", booked.code, codes)
        for key in ("may_act", "medication", "invoice"):
            for index, row in enumerate(getattr(self, key), 1):
                _require_known(f"{key}[{index}].patient", row.patient, patients)
        _require_once("patient", [row.id for row in self.patient])
        _require_once("may_act", [(row.patient, row.name) for row in self.may_act])
        _require_once("medication", [row.id for row in self.medication])
        _require_once("invoice", [row.id for row in self.invoice])

    def hours_of(self, column: Column) -> Hours:
        """The hours a column keeps: its own, else its office's."""
        return column.hours or next(office.hours for office in self.office if office.id == column.office)


def load_world(name: str) -> World:
    """A world that ships, by its name (`maple`), or the one in a file, by its path; raises DataError."""
    path = Path(name)
    if path.suffix != ".toml" and path.name == name:
        known = [file.stem for file in sorted(WORLDS.glob("*.toml"))]
        require_one_of("world", name, known)
        path = WORLDS / f"{name}.toml"
    return read(path, World)


def spans(hours: Hours, key: str = "hours") -> Iterator[tuple[int, int, int]]:
    """Each span as (weekday from 0, start, end) in minutes after midnight; raises DataError."""
    for weekday, texts in hours.items():
        require_one_of(key, weekday, WEEKDAYS)
        for text in texts:
            match = _SPAN.fullmatch(text)
            numbers = [int(number) for number in match.groups()] if match else [0, 0, 0, 0]
            starts, ends = numbers[0] * 60 + numbers[1], numbers[2] * 60 + numbers[3]
            if not (match and starts < ends <= 24 * 60 and starts % TICK == 0):
                raise DataError(
                    f'must be a span of the day such as "08:00-12:00", not "{text}"', key=f"{key}.{weekday}"
                )
            yield WEEKDAYS.index(weekday), starts, ends


def _require_ticks(key: str, minutes: int) -> None:
    if minutes <= 0 or minutes % TICK:
        raise DataError(f"must be minutes in steps of {TICK}, not {minutes}", key=key)


def is_zip(text: str) -> bool:
    return re.fullmatch(r"[0-9]{5}", text) is not None


def _require_code(key: str, id: str, pattern: str, example: str) -> None:
    if not re.fullmatch(pattern, id, re.ASCII):
        raise DataError(f"must be an id such as {example}, not {id!r}", key=key)


def _require_once(key: str, ids: Sequence[object]) -> None:
    seen: set[object] = set()
    for index, id in enumerate(ids, 1):
        if id in seen:
            raise DataError(f"is there twice: {id!r}", key=f"{key}[{index}]")
        seen.add(id)


def _require_known(key: str, value: int | str, known: Collection[int | str]) -> None:
    if value not in known:
        names = [str(each) for each in known]
        raise DataError(f"refers to {value!r}, which is not defined", key=key, suggestion=near_miss(value, names))
