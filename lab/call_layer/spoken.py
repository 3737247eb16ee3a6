"""The lines that code says by itself, made from what the practice's API really said."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from fake_api.reading import STRICT, read
from lab.call_layer.practice import Directory, Row, Visit
from lab.middleware.spoken import date_words, place_words

FILE = Path(__file__).with_name("spoken.toml")
_CONTRACTED = {"es": {" de el ": " del ", " a el ": " al "}}
_DETAILS = ("sex", "state", "zip")


@dataclass(frozen=True)
class Lines:
    """One language: what is asked before a write, by its kind, what is told after it, and single lines by name."""

    __pydantic_config__ = STRICT

    reasons: Mapping[str, str]
    question: Mapping[str, str]
    done: Mapping[str, str]
    line: Mapping[str, str]


@dataclass(frozen=True)
class _File:
    __pydantic_config__ = STRICT

    en: Lines
    es: Lines


@cache
def load_lines(language: str) -> Lines:
    """The lines of a language (`en`, `es`); raises DataError."""
    lines: Lines = getattr(read(FILE, _File), language)
    return lines


class Speech:
    """The fixed lines of one call."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._lines = load_lines(language)

    def line(self, name: str) -> str:
        return self._lines.line[name]

    def question(self, writes: Row, directory: Directory, was: Visit | None = None) -> str:
        """The read-back of a quote; raises KeyError, TypeError or ValueError where it does not say what it would do."""
        return self._say(self._lines.question, writes, directory, was)

    def done(self, written: Row, directory: Directory) -> str:
        """What is told of a write; raises like `question`."""
        return self._say(self._lines.done, written, directory, None)

    def place(self, where: Any, directory: Directory) -> str:
        return place_words(directory.place(where), self.language)

    def _say(self, sentences: Mapping[str, str], row: Row, directory: Directory, was: Visit | None) -> str:
        words = self._words(row, directory)
        if was is not None:
            words["was"] = self.place(was, directory)
        sentence = sentences[row["kind"]].format(**words)
        for apart, contracted in _CONTRACTED.get(self.language, {}).items():
            sentence = sentence.replace(apart, contracted)
        return sentence[0].upper() + sentence[1:]

    def _words(self, row: Row, directory: Directory) -> dict[str, str]:
        reason = row.get("about") or self._reason(row.get("reason") or "")
        words = {"name": row["name"], "reason": reason, "details": self._details(row)}
        if row.get("starts"):
            words["place"] = self.place(row, directory)
        if row.get("date_of_birth"):
            words["born"] = date_words(dt.date.fromisoformat(row["date_of_birth"]), self.language)
        if "amount_cents" in row:
            words["amount"] = f"{row['amount_cents'] / 100:,.2f} {row['currency']}"
        if row["kind"] == "message":
            words["doctor"] = directory.doctors[row["provider_id"]].full_name
        words["days"] = row.get("days_of_supply", "")
        return words | {key: str(row[key]) for key in ("phone", "medication", "quantity", "text") if key in row}

    def _reason(self, reason: str) -> str:
        return self._lines.reasons.get(reason, reason.replace("_", " "))

    def _details(self, row: Row) -> str:
        return "".join(f", {row[key]}" for key in _DETAILS if row.get(key))
