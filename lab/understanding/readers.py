"""Items to findings: at every item the longest pattern that fits, from left to right, none over another."""

from collections.abc import Iterator
from typing import NamedTuple

from lab.understanding.dates import DAY_READERS, Day, Today, read_day
from lab.understanding.items import Items
from lab.understanding.lexicon import Lexicon, Rule
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
    letters, rules = items.letters, lexicon.rules
    at, last = 1, len(letters) - 1
    while at < last:
        best: tuple[Rule, int] | None = None
        for rule in rules.get(letters[at], ()):
            if rule.states and state not in rule.states:
                continue
            match = rule.expression.match(letters, at)
            if match and (best is None or match.end() > best[1]):
                best, groups = (rule, match.end()), match
        if best is None:
            at += 1
            continue
        rule, end = best
        said = {
            group: items.roles[groups.start(group)][role] for group, role in rule.groups if groups.start(group) >= 0
        }
        yield rule.reader, at, end, said
        at = end


def _read(reader: str, said: Roles, today: Today) -> Day | Clock | str | None:
    if reader in DAY_READERS:
        return read_day(reader, said, today)
    return read_clock(reader, said) if reader in TIME_READERS else said.get("part")
