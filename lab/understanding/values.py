"""Several findings in one line to one value for each slot: what was taken back, refused, or left open."""

import datetime as dt
import functools
import itertools
from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from lab.understanding.context import Hours
from lab.understanding.dates import MOST_CANDIDATES, Day, join
from lab.understanding.items import Items
from lab.understanding.readers import Found
from lab.understanding.times import PARTS, Clock, each_hour, settle
from lab.understanding.tokens import Piece


class Values(NamedTuple):
    """What a line says of day, time and part of the day; `days` and `times` are candidates of an unclear slot."""

    day: dt.date | None = None
    days: tuple[dt.date, ...] = ()
    time: dt.time | None = None
    times: tuple[dt.time, ...] = ()
    part: str | None = None
    pieces: tuple[Piece, ...] = ()


NOTHING = Values()


def weigh(found: Sequence[Found], items: Items, hours: Hours) -> Values:
    """Weigh the findings of a line, in order, against each other."""
    if not found:
        return NOTHING
    no_days, days = _sift([each for each in found if isinstance(each.reading, Day)], items)
    no_clocks, clocks = _sift([each for each in found if isinstance(each.reading, Clock)], items)
    clocks = _clear(clocks, items)
    _, parts = _sift([each for each in found if isinstance(each.reading, str)], items)
    day = _one_day(days, items)
    part = str(parts[-1].reading) if parts else day.part if day else None
    times = _times(clocks, items, part, hours, day)
    if part and not parts and not clocks:
        parts = [each for each in days if isinstance(each.reading, Day) and each.reading.part]
    said = [("day", days, False), ("time", clocks, False), ("part_of_day", parts, False)]
    refused = [("day", no_days, True)] * (not days) + [("time", no_clocks, True)] * (not clocks)
    pieces = [_piece(what, each, items, denied) for what, group, denied in said + refused for each in group]
    return Values(
        day.candidates[0] if day and day.sure else None,
        day.candidates if day and not day.sure else (),
        times[0] if len(times) == 1 else None,
        times if len(times) > 1 else (),
        PARTS[part] if part and not clocks else None,
        tuple(sorted(pieces, key=attrgetter("start"))),
    )


def _sift(found: list[Found], items: Items) -> tuple[list[Found], list[Found]]:
    """Part what was refused from what stands; a correction drops what was said before it."""
    if not found:
        return found, found
    refused: list[Found] = []
    standing: list[Found] = []
    last = 0
    for each in found:
        corrects = bool(standing) and _any("correction", items, last, each.start)
        if isinstance(each.reading, Clock) and each.reading.corrects and not corrects:
            continue
        if corrects:
            standing.clear()
        (refused if _is_refused(each, items) else standing).append(each)
        last = each.end
    return refused, standing


def _is_refused(found: Found, items: Items) -> bool:
    before = found.start - 1
    while "light" in items.entries[before].roles:
        before -= 1
    if "negation" in items.entries[before].roles:
        return True
    after = items.entries[found.end].roles
    return "refusal" in after or _ends_in_no(found.end, items)


def _ends_in_no(at: int, items: Items) -> bool:
    """Whether nothing but a no follows: "Tuesday, no"; "Tuesday, no?" asks, and "Tuesday, no, ten" goes on."""
    at += items.entries[at].roles.get("edge") == ","
    if at + 1 >= len(items.entries) or "last_refusal" not in items.entries[at].roles:
        return False
    end = items.entries[at + 1].roles.get("edge")
    return end in ("", ".", "!") if items.entries[at - 1].roles.get("edge") == "," else end not in (None, "?")


def _any(role: str, items: Items, start: int, end: int) -> bool:
    return any(role in entry.roles for entry in items.entries[start:end])


def _are_offered(found: Sequence[Found], items: Items) -> bool:
    """Whether several were said as alternatives: "three or four"."""
    return _any("either", items, found[0].end, found[-1].start)


def _clear(found: list[Found], items: Items) -> list[Found]:
    """Without the bare numbers, where a clearer time was said and nothing joins the two."""
    strong = [each for each in found if isinstance(each.reading, Clock) and not each.reading.weak]
    return strong if strong and not _are_offered(found, items) else found


def _one_day(found: Sequence[Found], items: Items) -> Day | None:
    days = [each.reading for each in found if isinstance(each.reading, Day)]
    # of two that nothing joins, the last said is the likelier
    ordered = days if len(days) < 2 or _are_offered(found, items) else days[::-1]
    return functools.reduce(join, ordered) if ordered else None


def _times(
    found: Sequence[Found], items: Items, part: str | None, hours: Hours, day: Day | None
) -> tuple[dt.time, ...]:
    clocks = [each.reading for each in found if isinstance(each.reading, Clock)]
    if len(clocks) > 1 and not _are_offered(found, items):
        clocks.reverse()
    weekday = day.candidates[0].weekday() if day else None
    times = (settle(each, part, hours, weekday) for clock in clocks for each in each_hour(clock))
    return tuple(dict.fromkeys(itertools.chain.from_iterable(times)))[:MOST_CANDIDATES]


def _piece(what: str, found: Found, items: Items, denied: bool) -> Piece:
    end = found.end
    while end - 1 > found.start and "edge" in items.entries[end - 1].roles:  # a comma that only closed the pattern
        end -= 1
    return Piece(what, *items.span(found.start, end), denied)
