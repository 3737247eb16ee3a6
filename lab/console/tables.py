"""Small tables of words: what was heard in a line, and the slots of a call."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from lab.call.place import Arrangement, which_agent
from lab.call.view import CallView
from lab.protocol import SLOTS, Heard
from lab.record import Head, quote, write_value


def heard_rows(heard: Heard, line: str) -> Iterator[str]:
    """A row for the intent and for everything else that was heard, each with the words that gave it."""
    found = [("intent", str(heard.intent)), *_slots_heard(heard)]
    if heard.part_of_day:
        found.append(("part_of_day", heard.part_of_day))
    if heard.choice is not None:
        found.append(("choice", str(heard.choice)))
    return aligned((what, value, _words(heard, what, line)) for what, value in found)


def slot_rows(view: CallView) -> Iterator[str]:
    """A row for each slot: its value or its candidates, and the words that gave them."""
    return aligned(
        (
            slot,
            f"unclear: {' or '.join(seen.candidates)}" if seen.candidates else seen.value or "-",
            _quoted(seen.words),
        )
        for slot, seen in zip(SLOTS, view.slots, strict=True)
    )


def aligned(rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """Rows of cells as lines whose columns stand below each other."""
    table = list(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        yield "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()


def head_line(head: Head) -> str:
    """What a call was placed with, in one line."""
    return f"{head.agent} · clinic {head.clinic} · plan {head.plan} · {head.now:%a %d %b %Y %H:%M} {head.zone}"


def about(arranged: Arrangement, head: Head) -> str:
    """Which agent a call is placed with, and how."""
    return f"calling {_agent(arranged, head)} · {head_line(head).partition(' · ')[2]}"


def _agent(arranged: Arrangement, head: Head) -> str:
    if arranged.command:
        return " ".join(arranged.command)
    if arranged.toolset == "front-desk":
        return head.agent
    path = which_agent(arranged.agent, arranged.toolset)
    if arranged.agent or path == Path(path.name):
        return str(path)
    return f"the finished agent that ships ({path})"


def _slots_heard(heard: Heard) -> Iterator[tuple[str, str]]:
    values = heard.values()
    for slot in SLOTS:
        if slot in values:
            yield slot, write_value(values[slot])
        if slot in heard.unclear:
            yield slot, f"unclear: {' or '.join(write_value(value) for value in heard.unclear[slot])}"
        if slot in heard.denied:
            yield slot, "denied"


def _words(heard: Heard, what: str, line: str) -> str:
    return " ".join(_quoted(line[span.start : span.end]) for span in heard.spans if span.what == what)


def _quoted(words: str) -> str:
    return quote(words) if words else ""
