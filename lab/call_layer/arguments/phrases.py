"""The fixed words about arguments, by key and language: labels, and the questions that an unclear one becomes."""

import datetime as dt
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "es")


def phrase(key: str, language: str, **values: object) -> str:
    """A phrase in a language, with its values in place."""
    return _table()[key][LANGUAGES.index(language)].format(**values)


def choices(labels: Sequence[str], language: str) -> str:
    """Labels as they are read out: "A; B; or C"."""
    *first, last = labels
    return "; ".join((*first, f"{phrase('or', language)} {last}")) if first else last


def month_name(day: dt.date | None, language: str) -> str:
    return phrase("months", language).split()[day.month - 1] if day else ""


@cache
def _table() -> dict[str, list[str]]:
    return tomllib.loads(Path(__file__).with_name("phrases.toml").read_text(encoding="utf-8"))
