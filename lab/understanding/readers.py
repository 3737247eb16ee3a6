"""Items to findings: at every item the longest pattern that fits, from left to right, none over another."""

from collections.abc import Iterator
from typing import NamedTuple

from lab.understanding.dates import DAY_READERS, Day, Today, read_day
from lab.understanding.items import Items
from lab.understanding.lexicon import AHEAD, Lexicon
from lab.understanding.numbers import Roles
from lab.understanding.times import TIME_READERS, Clock, read_clock


class Found(NamedTuple):
    """A day, a clock time or a part of the day, and the items, `[start:end]`, that say it."""

    start: int
    end: int
    reading: Day | Clock | str


def find(items: Items, lexicon: Lexicon, state: str, today: Today) -> list[Found]:
    """All days, times and parts of the day in a line, in order; those that can only be past are left out."""
    return [
        Found(start, end, reading)
        for rule, start, end, said in matches(items, lexicon, state)
        if (reading := _read(rule, said, today)) is not None
    ]


def matches(items: Items, lexicon: Lexicon, state: str) -> Iterator[tuple[str, int, int, Roles]]:
    """Every pattern that fits, in order: its reader, its items `[start:end]`, and what its groups caught."""
    letters, entries, rules = items.letters, items.entries, lexicon.rules
    at, last = 1, len(letters) - 1
    while at < last:
        best, end = None, at
        for rule in rules(letters[at : at + AHEAD]):
            if not rule.states or state in rule.states:
                match = rule.expression.match(letters, at)
                if match and match.end() > end:
                    best, groups, end = rule, match, match.end()
        if best is None:
            at += 1
            continue
        said = {group: entries[groups.start(group)].roles[role] for group, role in best.groups if groups[group]}
        yield best.reader, at, end, said
        at = end


def _read(reader: str, said: Roles, today: Today) -> Day | Clock | str | None:
    if reader in DAY_READERS:
        return read_day(reader, said, today)
    return read_clock(reader, said) if reader in TIME_READERS else said.get("part")
