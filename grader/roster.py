"""Who is in the class: a CSV with a column for the id, and what else is known of each."""

import codecs
import csv
import datetime as dt
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fake_api.data_error import DataError, near_miss

POINTS_POSSIBLE = "Points Possible"  # Canvas exports a row of this name

COLUMNS: Mapping[str, Sequence[str]] = {
    "id": ("id", "student id", "student_id", "sis user id", "id number"),
    "name": ("name", "student", "full name", "student name"),
    "folder": ("folder", "submission", "file", "username", "sis login id"),
    "handed_in": ("handed_in", "handed in", "submitted"),
}


@dataclass(frozen=True, slots=True)
class Student:
    """Ids are text, leading zeros and all; `folder` is what the submission is called, the id unless told otherwise.

    `also` are what else identifies the student: platforms give everybody several numbers.
    """

    id: str
    name: str = ""
    folder: str = ""
    handed_in: str = ""
    also: tuple[str, ...] = ()


def load_roster(path: Path) -> list[Student]:
    """The students in the order of the file. Raises DataError or OSError."""
    text = _text(path)
    rows = csv.DictReader(io.StringIO(text, newline=""), delimiter=_between(text))
    try:
        columns = _columns(path, rows.fieldnames or ())
        ids = [name for name in rows.fieldnames or () if name.strip().lower() in (*COLUMNS["id"], *COLUMNS["folder"])]
        students = [_student(row, columns, ids) for row in rows]
    except csv.Error as error:
        raise DataError(f"can't be read as a table: {error}", file=str(path), key=f"line {rows.line_num}") from None
    known: set[str] = set()
    for number, student in enumerate(students, 2):
        if not student.id and student.name == POINTS_POSSIBLE:
            continue
        if not student.id or student.id in known:
            problem = f"{student.id} is there twice" if student.id else "has no id"
            raise DataError(problem, file=str(path), key=f"line {number}")
        known.add(student.id)
        _check_time(path, number, student.handed_in)
    return [student for student in students if student.id]


def _student(row: Mapping[str, str | None], columns: Mapping[str, str], ids: Sequence[str]) -> Student:
    told = {key: (row[name] or "").strip() for key, name in columns.items()}
    return Student(**told, also=tuple(each for each in ((row[name] or "").strip() for name in ids) if each))


def _text(path: Path) -> str:
    raw = path.read_bytes()
    try:
        return raw.decode("utf-16" if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig")
    except UnicodeDecodeError as error:
        problem = f"is not written in UTF-8 (byte {error.start}); save it as CSV in UTF-8"
        raise DataError(problem, file=str(path)) from None


def _between(text: str) -> str:
    """What stands between two cells: spreadsheets in half of the world write semicolons."""
    head = text.partition("\n")[0]
    return max(",;\t", key=head.count)


def _columns(path: Path, found: Sequence[str]) -> dict[str, str]:
    plain = {name.strip().lower(): name for name in found}
    columns = {key: plain[name] for key, names in COLUMNS.items() for name in names if name in plain}
    if "id" not in columns:
        problem = f"has no column `id` (it has {', '.join(found) or 'no columns'})"
        raise DataError(problem, file=str(path), suggestion=near_miss("id", list(plain)))
    return columns


def _check_time(path: Path, line: int, text: str) -> None:
    try:
        dt.datetime.fromisoformat(text or "2026-01-01")
    except ValueError:
        problem = f"{text!r} is no time such as 2026-09-14T09:00"
        raise DataError(problem, file=str(path), key=f"line {line}, handed_in") from None
