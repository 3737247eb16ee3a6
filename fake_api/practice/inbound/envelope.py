"""What wraps every answer of the inbound API, and the codes that say no."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from fake_api.practice.wire import Answer, Refused

BUSY = ("BUSY", "SLOT_BUSY", "PATIENT_BUSY", "CREATE_BUSY", "KEY_BUSY")
"""Nothing was written; the same request may be sent again once."""

REJECTIONS = (
    "SLOT_TAKEN",
    "QUOTE_USED",
    "ALREADY_COMMITTED",
    "QUOTE_EXPIRED",
    "SAME_TIME",
    "NOT_BUILDABLE",
    "PATIENT_MAY_EXIST",
    "STATUS_NOT_BOOKED",
    "NAME_MISMATCH",
)
"""Nothing was written, and the same request gets the same answer."""


def refuse(status: int, code: str, field: str | None = None, why: str = "") -> Answer:
    """An envelope that says no; `field` is the key that is to blame."""
    error = {"code": code, "field": field, "message": why}
    return Answer(status, {"ok": False, "error": {name: text for name, text in error.items() if text}})


@contextmanager
def busy_as(code: str) -> Iterator[None]:
    """Where somebody else holds the rows too long, nothing was written: raises Refused with that code."""
    try:
        yield
    except sqlite3.OperationalError as fault:
        if fault.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise
        raise Refused(503, code, why="the practice is busy; nothing was written") from None
