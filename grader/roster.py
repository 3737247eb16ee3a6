"""Who is in the class: a CSV with a column for the id, and what else is known of each."""

import csv
import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fake_api.data_error import DataError, near_miss

COLUMNS: Mapping[str, Sequence[str]] = {
    "id": ("id", "student id", "student_id", "sis user id", "id number"),
    "name": ("name", "student", "full name", "student name"),
    "folder": ("folder", "submission", "file", "username", "sis login id"),
    "handed_in": ("handed_in", "handed in", "submitted"),
}


@dataclass(frozen=True, slots=True)
class Student:
    """Ids are text, leading zeros and all; `folder` is what the submission is called, the id unless told otherwise."""

    id: str
    name: str = ""
    folder: str = ""
    handed_in: str = ""

    def handed_in_as(self, key: str, exactly: bool = False) -> bool:
        """Whether a file or folder of this name is this student's: it is the name, or has it in it as a word."""
        own = {name for name in (self.folder, self.id) if name}
        return key in own if exactly else bool(own.intersection(re.split(r"[_\s/\\]+", key.removesuffix(".py"))))


def load_roster(path: Path) -> list[Student]:
    """The students in the order of the file. Raises DataError or OSError."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = csv.DictReader(file)
        columns = _columns(path, rows.fieldnames or ())
        students = [Student(**{key: (row[name] or "").strip() for key, name in columns.items()}) for row in rows]
    known: set[str] = set()
    for number, student in enumerate(students, 2):
        if not student.id or student.id in known:
            problem = f"{student.id} is there twice" if student.id else "has no id"
            raise DataError(problem, file=str(path), key=f"line {number}")
        known.add(student.id)
        _check_time(path, number, student.handed_in)
    return students


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
