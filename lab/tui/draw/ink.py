"""Literal text in our few styles; nothing here is read as markup."""

import datetime as dt
from collections.abc import Iterable

from textual.content import Content

from lab.terminal import literal

ACCENT, ALARM, MUTED, STRONG = "$accent", "$error", "$text-muted", "bold"


def styled(text: str, style: str = "") -> Content:
    """Literal text in one style."""
    return Content.styled(literal(text), style) if style else Content(literal(text))


def joined(parts: Iterable[Content], between: str = "\n") -> Content:
    """Parts in order with the same between them."""
    return Content(between).join(parts)


def hints(pairs: Iterable[tuple[str, str]]) -> Content:
    """Keys and their words, as a border shows them."""
    return joined((Content.assemble((key, ACCENT), f" {word}") for key, word in pairs), "  ")


def labelled(label: str, text: str, style: str = "") -> Content:
    """A word, and what there is to say about it."""
    return Content.assemble((f"{label:<7}", style or MUTED), (literal(text), style))


def human(slot: str, value: str) -> str:
    """A slot's value for a person: `Tue 15 Sep`, `10:00`, or the text itself."""
    if slot != "day":
        return value
    day = dt.date.fromisoformat(value)
    return f"{day:%a} {day.day} {day:%b}"
