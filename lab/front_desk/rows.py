"""Openings and visits as a tool lists them: which of them a line names, and how a person says them."""

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from typing import Any

from lab.front_desk.notes import sentence
from lab.middleware.spoken import clock_words, day_words

Row = Mapping[str, Any]
"""`{opening or visit, day, time, doctor, office}`, the day as `Tuesday 2026-09-15`."""


def day_of(row: Row) -> str:
    """The day of a row, as 2026-09-15."""
    return str(row["day"]).rpartition(" ")[2]


def is_in(row: Row, part: str) -> bool:
    """Whether a row is in the morning, the afternoon or the evening."""
    hours = {"morning": range(12), "afternoon": range(12, 18), "evening": range(17, 24)}
    return int(str(row["time"])[:2]) in hours.get(part, range(24))


def named(rows: Sequence[Row], line: str) -> list[Row]:
    """The rows whose doctor or office a line names; a full name outweighs a part of one."""

    def says(form: str) -> bool:
        return re.search(rf"\b{re.escape(form)}\b", line, re.IGNORECASE) is not None

    whole = [row for row in rows if says(row["doctor"])]
    part = [row for row in rows if any(map(says, filter(str.istitle, row["doctor"].split())))]
    there = [row for row in rows if says(row["office"])]
    return [row for row in whole or part if row in there] or whole or part or there


def told(rows: Sequence[Row], language: str, joined: str = "or") -> str:
    """Rows as a person says them: each once, the last after an "or" or an "and"."""
    said = [
        sentence(
            language,
            "with",
            day=day_words(dt.date.fromisoformat(day_of(row)), language),
            time=clock_words(dt.time.fromisoformat(row["time"]), language),
            doctor=row["doctor"],
            office=row["office"],
        )
        for row in rows
    ]
    *before, last = dict.fromkeys(said)
    return f"{', '.join(before)}{sentence(language, joined)}{last}" if before else last
