"""Scenarios as people write them: TOML with aligned keys, text in double quotes unless that needs escapes."""

import datetime as dt
import json
from collections.abc import Mapping
from typing import Any

WIDEST = 100
"""Columns; a longer list has a line for each of its items."""


def table(head: str, entries: Mapping[str, Any]) -> str:
    """One table with its keys aligned; `head` is `[[turn]]` or the like, or empty for the first."""
    width = max(map(len, entries))
    return "\n".join([*([head] if head else []), *(f"{key:{width}} = {value(entries[key])}" for key in entries)])


def value(told: Any) -> str:
    """A value as TOML has it."""
    if isinstance(told, list | tuple):
        items = [value(item) for item in told]
        short = f"[{', '.join(items)}]"
        return short if len(short) < WIDEST else "\n".join(["[", *(f"    {item}," for item in items), "]"])
    if isinstance(told, bool):
        return str(told).lower()
    if isinstance(told, str):
        return _text(told)
    return told.isoformat() if isinstance(told, dt.date | dt.time) else str(told)


def _text(text: str) -> str:
    if '"' in text and "'" not in text and text.isprintable():
        return f"'{text}'"
    # half a surrogate pair has no place in TOML
    whole = text.encode("utf-8", errors="replace").decode("utf-8")
    return json.dumps(whole, ensure_ascii=False).replace("\x7f", "\\u007f")
