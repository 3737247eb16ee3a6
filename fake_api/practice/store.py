"""Where a practice keeps its rows: SQLite, in memory for a call, in a file for a server."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fake_api.data_error import DataError
from fake_api.practice.people import digits, search_forms, search_key
from fake_api.practice.times import TICK, instant, zone_of
from fake_api.practice.world import Column, Patient, World, spans

VERSION = 2
"""Of the tables, as the schema writes it into a file."""
_SCHEMA = Path(__file__).with_name("schema.sql")
_PATIENT = ", ".join("?" * 9)


class Store:
    """One connection that threads take in turn; other processes may share the file."""

    def __init__(self, path: Path | None = None, patience: float = 10) -> None:
        """Opens the file, or rows in memory; raises DataError where the file is something else.

        `patience` is how many seconds it waits for another process that holds the file.
        """
        self._lock = threading.RLock()
        # between processes SQLite's own locks decide; threads of ours wait for the lock above
        self._db = sqlite3.connect(path or ":memory:", check_same_thread=False, isolation_level=None, timeout=patience)
        try:
            self._db.execute("PRAGMA journal_mode = WAL")
            # a commit survives the death of the process; only a power cut may take the last ones
            self._db.execute("PRAGMA synchronous = NORMAL")
            self._db.execute("PRAGMA foreign_keys = ON")
            self.is_new = self.one("SELECT count(*) FROM sqlite_schema")[0] == 0
            (version,) = self.one("PRAGMA user_version")
        except sqlite3.DatabaseError as fault:
            self._db.close()
            raise DataError(f"is no practice's file ({fault})", file=str(path)) from None
        if not self.is_new and version != VERSION:
            self._db.close()
            raise DataError("was made by another version: start a new file", file=str(path))

    def close(self) -> None:
        self._db.close()

    @contextmanager
    def reading(self) -> Iterator[None]:
        """One snapshot: whatever is asked in it was true at one moment (and the file is locked once, not each time)."""
        with self._transaction("BEGIN"):
            yield

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it happens, or (when anything is raised) nothing."""
        with self._transaction("BEGIN IMMEDIATE"):
            yield self._db

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self._db.execute(begin)
            try:
                yield self._db
                self._db.execute("COMMIT")
            finally:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")

    def all(self, query: str, *values: object) -> list[tuple]:  # type: ignore[type-arg]
        with self._lock:
            return self._db.execute(query, values).fetchall()

    def one(self, query: str, *values: object, **named: object) -> tuple:  # type: ignore[type-arg]
        """The first row; an empty one if there is none."""
        with self._lock:
            return self._db.execute(query, named or values).fetchone() or ()

    @property
    def edition(self) -> tuple[int, int]:
        """Another one after every change, whoever made it."""
        with self._lock:
            return self._db.execute("PRAGMA data_version").fetchone()[0], self._db.total_changes

    def fill(self, world: World) -> None:
        """Makes the tables and puts a whole world into them, in one transaction; raises DataError."""
        with self._lock:
            self._db.executescript(_SCHEMA.read_text("utf-8"))
        with self.writing() as db:
            _fill_places(db, world)
            _fill_columns(db, world)
            _fill_types(db, world)
            _fill_patients(db, world)
            _fill_charts(db, world)
            try:
                _fill_appointments(db, world)
            except sqlite3.IntegrityError as fault:
                raise DataError(f"two visits do not fit in one place ({fault})", key="appointment") from None


def _fill_places(db: sqlite3.Connection, world: World) -> None:
    db.execute("INSERT INTO practice VALUES (?, ?)", (world.name, world.requests_per_second))
    db.executemany("INSERT INTO offices VALUES (?, ?, ?)", [(o.id, o.name, o.zone) for o in world.office])
    db.executemany(
        "INSERT INTO hours VALUES (?, ?, ?, ?)", [(o.id, *span) for o in world.office for span in spans(o.hours)]
    )
    db.executemany(
        "INSERT INTO closures VALUES (?, ?)", [(o.id, day.isoformat()) for o in world.office for day in o.closed]
    )
    db.executemany("INSERT INTO providers VALUES (?, ?, ?)", [(p.id, p.given, p.family) for p in world.provider])


def _fill_columns(db: sqlite3.Connection, world: World) -> None:
    for c in world.column:
        row = (c.id, c.office, c.provider, c.capacity, c.step, c.buffer)
        db.execute("INSERT INTO columns VALUES (?, ?, ?, ?, ?, ?)", row)
        db.executemany("INSERT INTO column_lanes VALUES (?, ?)", [(c.id, lane) for lane in c.lanes])
        db.executemany("INSERT INTO seats VALUES (?, ?)", [(c.id, seat) for seat in range(c.capacity)])
        db.executemany("INSERT INTO shifts VALUES (?, ?, ?, ?)", [(c.id, *span) for span in spans(world.hours_of(c))])


def _fill_types(db: sqlite3.Connection, world: World) -> None:
    db.executemany("INSERT INTO types VALUES (?, ?, ?)", [(t.code, t.name, t.minutes) for t in world.type])
    rules = [(r.office, r.reason, r.status, *r.ages, r.code, r.lane) for r in world.rule]
    columns = "office_id, reason, status, age_from, age_to, code, lane"
    db.executemany(f"INSERT INTO rules ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)", rules)


def _fill_patients(db: sqlite3.Connection, world: World) -> None:
    rows = (_patient_row(p) for p in world.patient)
    db.executemany(f"INSERT INTO patients VALUES ({_PATIENT})", rows)
    # in the order of the table that they go into, which is twice as fast
    forms = sorted((form, p.born.isoformat(), p.id) for p in world.patient for form in search_forms(p.name))
    db.executemany("INSERT INTO patient_forms VALUES (?, ?, ?)", forms)


def _patient_row(p: Patient) -> tuple[object, ...]:
    return p.id, p.name, search_key(p.name), p.born.isoformat(), digits(p.phone), p.status, p.sex, p.state, p.zip


def _fill_charts(db: sqlite3.Connection, world: World) -> None:
    people = [(a.patient, a.name, a.relation, a.allowed) for a in world.may_act]
    db.executemany("INSERT INTO may_act VALUES (?, ?, ?, ?)", people)
    drugs = [(m.id, m.patient, m.name, m.strength, m.quantity, m.days_of_supply, m.refills) for m in world.medication]
    db.executemany("INSERT INTO medications VALUES (?, ?, ?, ?, ?, ?, ?)", drugs)
    fills = [(m.id, m.drug, fill.day.isoformat(), fill.quantity) for m in world.medication for fill in m.fills]
    db.executemany("INSERT INTO fills (medication_id, drug, day, quantity) VALUES (?, ?, ?, ?)", fills)
    bills = [(i.id, i.patient, i.about, i.cents, i.issued.isoformat()) for i in world.invoice]
    db.executemany("INSERT INTO invoices VALUES (?, ?, ?, ?, ?)", bills)
    paid = [(i.patient, i.id, i.paid, "paid before", i.issued.isoformat()) for i in world.invoice if i.paid]
    db.executemany("INSERT INTO payments (patient_id, invoice_id, cents, reason, paid) VALUES (?, ?, ?, ?, ?)", paid)


def _fill_appointments(db: sqlite3.Connection, world: World) -> None:
    """All at once: a million visits one by one would take minutes."""
    zones = {office.id: zone_of(office.zone) for office in world.office}
    columns = {column.id: column for column in world.column}
    minutes = {each.code: each.minutes for each in world.type}
    rows, seats = [], _Seats()
    for id, booked in enumerate(world.appointment, 1):
        starts = instant(booked.starts.replace(tzinfo=zones[columns[booked.column].office]))
        rows.append((id, booked.patient, booked.column, booked.code, starts, minutes[booked.code], "booked", 1))
    db.executemany("INSERT INTO appointments VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
    quarters = (
        (column, at, seat, id)
        for id, _, column, _, starts, length, *_ in rows
        for seat, ats in [seats.take(columns[column], starts, length)]
        for at in ats
    )
    db.executemany("INSERT INTO occupied VALUES (?, ?, ?, ?)", quarters)


class _Seats:
    """Who sits where in columns for more than one, while a world is filled in."""

    def __init__(self) -> None:
        self._taken: dict[tuple[int, int], set[int]] = {}

    def take(self, column: Column, starts: int, minutes: int) -> tuple[int, range]:
        """The first seat that is free all the while, and the quarters; one too many breaks the database's own rule."""
        ats = range(starts, starts + minutes + column.buffer, TICK)
        if column.capacity == 1:
            return 0, ats
        sat = set().union(*(self._taken.get((column.id, at), ()) for at in ats))
        seat = next(seat for seat in range(column.capacity + 1) if seat not in sat)
        for at in ats:
            self._taken.setdefault((column.id, at), set()).add(seat)
        return seat, ats


def add_patient(db: sqlite3.Connection, patient: Patient) -> None:
    """Writes a new patient with all that they are found under."""
    db.execute(f"INSERT INTO patients VALUES ({_PATIENT})", _patient_row(patient))
    forms = [(form, patient.born.isoformat(), patient.id) for form in search_forms(patient.name)]
    db.executemany("INSERT INTO patient_forms VALUES (?, ?, ?)", forms)


def insert(db: sqlite3.Connection, patient: int, column: int, code: str, starts: int, minutes: int, buffer: int) -> int:
    """Writes one booked visit and the quarters of an hour it occupies; its id.

    Raises sqlite3.IntegrityError where the column is full or the patient is elsewhere then.
    """
    row = (patient, column, code, starts, minutes)
    columns = "patient_id, column_id, code, starts, minutes, status, version"
    done = db.execute(f"INSERT INTO appointments ({columns}) VALUES (?, ?, ?, ?, ?, 'booked', 1)", row)
    appointment = done.lastrowid or 0
    occupy(db, appointment, column, starts, minutes + buffer)
    return appointment


def occupy(db: sqlite3.Connection, appointment: int, column: int, starts: int, minutes: int) -> None:
    """Puts a visit on the first seat that is free all the while; raises sqlite3.IntegrityError if there is none."""
    taken = "SELECT seat FROM occupied WHERE column_id = :column AND at >= :starts AND at < :ends"
    free = f"SELECT min(seat) FROM seats WHERE column_id = :column AND seat NOT IN ({taken})"
    (seat,) = db.execute(free, {"column": column, "starts": starts, "ends": starts + minutes}).fetchone()
    if seat is None:
        raise sqlite3.IntegrityError("the column is full")
    quarters = [(column, at, seat, appointment) for at in range(starts, starts + minutes, TICK)]
    db.executemany("INSERT INTO occupied VALUES (?, ?, ?, ?)", quarters)


def release(db: sqlite3.Connection, appointment: int) -> None:
    """Frees the quarters of an hour that a visit occupied."""
    db.execute("DELETE FROM occupied WHERE appointment_id = ?", (appointment,))
