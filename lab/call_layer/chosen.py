"""Which of the openings (or visits) that were offered the caller's lines leave."""

import datetime as dt
import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from lab.call_layer.evidence import Evidence, Line
from lab.call_layer.tables import plain
from lab.protocol import Intent
from lab.understanding import Context, mentions

_PART = re.compile(r"[,;?!]|\b(?:or|and|o|y|u)\b")
_PARTS = {"morning": range(12), "afternoon": range(12, 18), "evening": range(17, 24)}


class Offered(NamedTuple):
    """An opening or a visit that the caller was told of, under its reference; `start` on the office's wall clock."""

    reference: str
    start: dt.datetime
    given: str
    family: str
    office: str = ""


Wanted = Mapping[str, frozenset[str]]
"""What the caller wants of each: `day`, `time`, `part`, `doctor`, `office`, `one`; and which references fit."""


def left_of(evidence: Evidence, offered: Sequence[Offered], since: int) -> tuple[Offered, ...]:
    """Which of these the caller's lines leave, from the turn `since`, in which they were offered, on.

    Of each thing (day, time, doctor) the last said counts. A bare no, or a value refused, leaves all of them again.
    """
    wanted: Wanted = {}
    for line in evidence.lines:
        if line.turn >= since:
            wanted = _after(line, wanted, offered, evidence.language)
    left = frozenset(each.reference for each in offered).intersection(*wanted.values())
    return tuple(each for each in offered if each.reference in left)


def settled(evidence: Evidence, offered: Sequence[Offered], since: int) -> tuple[Offered, ...]:
    """The one that the caller's lines left at some point; what is said later may be about something else.

    A line that fits none of them is about something else. A no, or a value refused, takes the one back. Where none was
    left alone, those that are left now.
    """
    wanted: Wanted = {}
    chosen = left = tuple(offered)
    for line in evidence.lines:
        if line.turn < since:
            continue
        now = _after(line, wanted, offered, evidence.language)
        fits = frozenset(each.reference for each in offered).intersection(*now.values())
        if not fits:
            continue
        wanted, left = now, tuple(each for each in offered if each.reference in fits)
        takes_back = line.heard.denied or line.heard.intent == Intent.NO
        chosen = left if takes_back or len(left) == 1 else chosen
    return chosen if len(chosen) == 1 else left


def _after(line: Line, before: Wanted, offered: Sequence[Offered], language: str) -> Wanted:
    said = _said(line, offered, language)
    if line.heard.denied or (line.heard.intent == Intent.NO and not said):
        before = {}
    if said.get("one"):
        return {"one": said["one"]}  # a pick of what was read out outweighs whatever narrowed it
    if said:
        # a value that is named anew outweighs "the second one"
        before = {
            what: fits for what, fits in before.items() if what != "one" and (what != "part" or "time" not in said)
        }
    return {**before, **said}


def _said(line: Line, offered: Sequence[Offered], language: str) -> Wanted:
    """What one line says that it wants, and which of these fit."""
    heard = line.heard
    days = {heard.day} if heard.day else set(heard.unclear.get("day", ()))
    times = {heard.time} if heard.time else set(heard.unclear.get("time", ()))
    said: dict[str, frozenset[str]] = {}
    if days:
        said["day"] = _fits(offered, lambda each: each.start.date() in days)
    if times:
        said["time"] = _fits(offered, lambda each: each.start.time() in times)
    if heard.part_of_day:
        said["part"] = _fits(offered, lambda each: each.start.hour in _PARTS[heard.part_of_day or ""])
    words = plain(_without_values(line))
    if doctors := _named(offered, words, _doctor_forms):
        said["doctor"] = doctors
    if offices := _named(offered, words, lambda each: (each.office,)):
        said["office"] = offices
    if (one := _one(line, offered, language)) is not None:
        said["one"] = frozenset({one})
    return said


def _one(line: Line, offered: Sequence[Offered], language: str) -> str | None:
    """The one that the line picks by its number, or says yes to; empty for a number that was not offered."""
    choice = line.heard.choice
    if choice is None and not line.is_bare_yes:
        return None
    read_out = _read_out(line, offered, language)
    if choice is None:
        return read_out[0].reference if len(read_out) == 1 else None
    at = choice - 1 if choice > 0 else choice
    rows = read_out if line.answers else offered
    return rows[at].reference if -len(rows) <= at < len(rows) else ""


def _read_out(line: Line, offered: Sequence[Offered], language: str) -> list[Offered]:
    """Those that the agent named before this line, in the order in which it did: a day goes on for what follows it."""
    found: dict[str, Offered] = {}
    days: frozenset[dt.date] = frozenset()
    for part in _PART.split(line.answers):
        named = mentions(part, Context(line.at, language, {}))
        days = named.days or days
        fits = [each for each in offered if each.start.date() in days and each.start.time() in named.times]
        doctors = _named(fits, plain(part), _doctor_forms)
        found |= {each.reference: each for each in fits if not doctors or each.reference in doctors}
    return [*found.values()]


def _fits(offered: Sequence[Offered], fits: Callable[[Offered], bool]) -> frozenset[str]:
    return frozenset(each.reference for each in offered if fits(each))


def _doctor_forms(each: Offered) -> tuple[str, ...]:
    return (f"{each.given} {each.family}", each.family)


def _named(offered: Sequence[Offered], words: str, forms: Callable[[Offered], tuple[str, ...]]) -> frozenset[str]:
    """Those whose full form is among the words; if there are none, those whose shorter form is."""
    said = {each: [f" {plain(form)} " in f" {words} " for form in each] for each in set(map(forms, offered))}
    found = {each for each, hits in said.items() if hits[0]} or {each for each, hits in said.items() if any(hits)}
    return _fits(offered, lambda each: forms(each) in found) if found else frozenset()


def _without_values(line: Line) -> str:
    """The line without the words of its day and time, so that nobody hears Dr. May in a month."""
    text = line.text
    for span in sorted(line.heard.spans, key=lambda span: -span.start):
        if span.what in ("day", "time", "part_of_day"):
            text = f"{text[: span.start]} {text[span.end :]}"
    return text
