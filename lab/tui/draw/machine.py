"""An agent's whole machine as lines: each state with the ways out of it, the present one lit."""

from itertools import groupby

from textual.content import Content

from lab.explore.diagram import ANY, JOIN, Way
from lab.explore.machine import Arrow
from lab.tui.draw.ink import ACCENT, MUTED, STRONG, styled
from lab.tui.draw.state import lit_state
from lab.tui.rows import Row, wrapped


def machine(ways: list[Way], state: str, came: Arrow | None, width: int) -> tuple[list[Content], int]:
    """The lines, and which of them has the present state; the way by which it was reached is marked."""
    lines: list[Content] = []
    place = 0
    longest = max((len(way.end) for way in ways), default=0)
    taken = _taken(ways, came)
    for start, group in groupby(ways, lambda way: way.start):
        place = len(lines) if start == state else place
        lines.append(_head(start, state))
        for way in group:
            mark = styled("◂ just now", ACCENT) if way is taken else Content("")
            lead = Content.assemble(
                ("  → ", MUTED), styled(f"{way.end:{longest}}  ", STRONG if way.end == state else "")
            )
            lines += wrapped(Row(styled(JOIN.join(way.when), MUTED), lead, mark), width)
    return lines, place


def _head(start: str, state: str) -> Content:
    if start == state:
        return lit_state(state)
    return styled("any open state" if start == ANY else start, STRONG)


def _taken(ways: list[Way], came: Arrow | None) -> Way | None:
    """The way that an arrow is part of; what all states have in common is drawn once for all of them."""
    if came is None:
        return None
    found = [way for way in ways if way.end == came.end and way.start in (came.start, ANY)]
    return next((way for way in found if came.said in way.when), found[0] if found else None)
