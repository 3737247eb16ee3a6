"""A reference that a person can check: `SEP15-0900-REYES` is 15 September, nine o'clock, Dr. Reyes."""

import datetime as dt
import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from lab.middleware.openings import Opening

_MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
_PROJECTION = re.compile(r"([A-Z]{3})(\d\d)-(\d\d)(\d\d)-([^\s-]+)(?:-(\d+))?")
_LONGEST_SURNAME = 24


class Coordinates(NamedTuple):
    """What a projection says by itself: month and day, a time, a surname's letters, and which of those alike."""

    month: int
    day: int
    time: dt.time
    doctor: str
    nth: int


def project(opening: Opening) -> str:
    """The projection of an opening, before any `-2`."""
    return f"{project_start(opening.start)}-{surname_key(opening.doctor.family)}"


@lru_cache(8192)
def project_start(start: dt.datetime) -> str:
    """`SEP15-0900`"""
    return f"{_MONTHS[start.month - 1]}{start.day:02}-{start.hour:02}{start.minute:02}"


def parse(reference: str) -> Coordinates | None:
    """What a projection says, without any table; none for text that is no projection."""
    match = _PROJECTION.fullmatch(reference)
    if not match or match[1] not in _MONTHS:
        return None
    try:
        time = dt.time(int(match[3]), int(match[4]))
    except ValueError:
        return None
    return Coordinates(_MONTHS.index(match[1]) + 1, int(match[2]), time, match[5], int(match[6] or 1))


@lru_cache(1024)
def surname_key(surname: str) -> str:
    """A surname as letters and digits only, upper case, of any script: "O’Neil" is ONEIL, "Muñoz-Gil" MUNOZGIL.

    Latin letters lose their accents; other scripts keep their marks, without which they would be other words.
    """
    kept = (_plain(letter) for letter in unicodedata.normalize("NFC", surname.upper()))
    return "".join(kept)[:_LONGEST_SURNAME] or "DOCTOR"


def _plain(letter: str) -> str:
    base = unicodedata.normalize("NFD", letter)[0]
    if base.isascii():
        return base if base.isalnum() else ""
    return letter if unicodedata.category(letter)[0] in "LMN" else ""
