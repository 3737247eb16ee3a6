"""The review queue: what was flagged and let through, for a person to look at later."""

import datetime as dt
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from lab.call_layer.arguments.provenance import Flag

FILE = "review.jsonl"


@dataclass(frozen=True, slots=True)
class Entry:
    """A flag of one call, and what a person made of it (empty: not looked at)."""

    call_id: str
    at: str
    tool: str
    argument: str
    value: str
    code: str
    verdict: str = ""


def note(folder: Path, call_id: str, at: dt.datetime, flags: Iterable[Flag]) -> None:
    """Put flags at the end of the queue. Raises OSError."""
    entries = [Entry(call_id, at.isoformat(), flag.tool, flag.argument, flag.value, flag.code) for flag in flags]
    if entries:
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / FILE).open("a", encoding="utf-8", newline="\n") as file:
            file.write("".join(map(_line, entries)))


def queue(folder: Path) -> list[Entry]:
    """All of it, in order; a line that was cut off is left out. Raises OSError."""
    path = folder / FILE
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [entry for entry in map(_entry, lines) if entry]


def judge(folder: Path, number: int, verdict: str) -> Entry:
    """Note what a person made of the n-th, from 1. Raises IndexError or OSError."""
    entries = queue(folder)
    if not 1 <= number <= len(entries):
        raise IndexError(number)
    entry = Entry(**(asdict(entries[number - 1]) | {"verdict": verdict}))
    entries[number - 1] = entry
    fresh = folder / f"{FILE}.new"
    fresh.write_text("".join(map(_line, entries)), encoding="utf-8", newline="\n")
    fresh.replace(folder / FILE)
    return entry


def _line(entry: Entry) -> str:
    return json.dumps(asdict(entry), ensure_ascii=False) + "\n"


def _entry(line: str) -> Entry | None:
    try:
        row = json.loads(line)
        return Entry(**{key: str(value) for key, value in row.items()})
    except (ValueError, TypeError, AttributeError):
        return None
