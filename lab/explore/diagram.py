"""The machine as a picture: for a terminal, for Mermaid, and as SVG. Many arrows become few, with words beside them."""

from collections.abc import Iterable
from html import escape
from math import cos, pi, sin
from textwrap import fill
from typing import NamedTuple

from lab.explore.machine import NOTHING, Arrow
from lab.protocol import SLOTS, State

ANY = "any"
JOIN = " · "
ENDS = (State.DONE, State.HANDOFF)
_ORDER = tuple(State)
_ANSWERS = (NOTHING, "yes", "no")


class Way(NamedTuple):
    """From one state (or any open one) to another, and in a few words when."""

    start: str
    end: str
    when: tuple[str, ...]


def ways(machine: Iterable[Arrow]) -> list[Way]:
    """The machine in few arrows: values are not told apart, and what every open state has in common is said once."""
    when: dict[tuple[str, str], set[str]] = {}
    for arrow in machine:
        if arrow.start not in ENDS:
            when.setdefault((arrow.start, arrow.end), set()).add(_in_short(arrow))
    _leave_out_useless(when)
    starts = {start for start, _ in when}
    for end in (*ENDS, ANY) if len(starts) > 1 else ():
        pairs = [(start, start if end == ANY else end) for start in starts]
        common = set.intersection(*(when.get(pair, set()) for pair in pairs))
        if common:
            when[ANY, end] = common
            for pair in pairs:
                when[pair] -= common
    return [Way(*pair, tuple(sorted(when[pair]))) for pair in sorted(when, key=_place) if when[pair]]


def text(machine: Iterable[Arrow], lit: str = "") -> str:
    """The machine as lines for a terminal; `lit` is the state to point at."""
    lines: list[str] = []
    drawn = ways(machine)
    width = max((len(_name(way.end, "itself")) for way in drawn), default=0)
    for number, way in enumerate(drawn):
        if not number or drawn[number - 1].start != way.start:
            lines.append(f"{'▶ ' if way.start == lit else '  '}{_name(way.start)}")
        first = f"    → {_name(way.end, 'itself'):{width}}  "
        lines.append(fill(JOIN.join(way.when), 108, initial_indent=first, subsequent_indent=" " * len(first)))
    return "\n".join(lines)


def mermaid(machine: Iterable[Arrow]) -> str:
    """The machine as a Mermaid state diagram; what every open state has in common leaves from the frame around them."""
    drawn = ways(machine)
    inside = [way for way in drawn if way.start != ANY and way.end not in ENDS]
    outside = [way for way in drawn if way not in inside]
    lines = ["stateDiagram-v2", "    state open_call {", f"        [*] --> {State.LISTEN}"]
    lines += [f"        {_mermaid(way)}" for way in inside]
    lines += ["    }", *(f"    {_mermaid(way)}" for way in outside)]
    lines += [f"    {end} --> [*]" for end in ENDS if any(way.end == end for way in drawn)]
    return "\n".join(lines) + "\n"


def svg(machine: Iterable[Arrow], lit: str = "") -> str:
    """The machine as an SVG picture: states on a ring, numbered arrows, and beside them what each number means."""
    drawn = ways(machine)
    states = sorted({state for way in drawn for state in way[:2] if state != ANY}, key=_rank)
    places = {state: _on_ring(number, len(states)) for number, state in enumerate(states)}
    marks: list[str] = []
    for number, way in enumerate(drawn, 1):
        if way.start != ANY:
            marks.append(_arrow(number, places[way.start], places[way.end]))
    marks += [_box(state, *places[state], state == lit) for state in states]
    rows = [_row(number, way) for number, way in enumerate(drawn, 1)]
    height = max(_SIZE, 40 + _LINE * len(rows))
    longest = max((len(JOIN.join(way.when)) for way in drawn), default=0)
    return _FRAME.format(width=_SIZE + 220 + 7 * longest, height=height, style=_STYLE, body="\n".join([*marks, *rows]))


def _leave_out_useless(when: dict[tuple[str, str], set[str]]) -> None:
    """A yes or a no that does what noise does in a state is not told there."""
    for start in {start for start, _ in when}:
        ends = {word: {end for (s, end), words in when.items() if s == start and word in words} for word in _ANSWERS}
        for word in _ANSWERS[1:]:
            if ends[word] == ends[NOTHING]:
                for (s, _), words in when.items():
                    words -= {word} if s == start else set()


def _in_short(arrow: Arrow) -> str:
    failed = [what for what in arrow.became.split(", ") if what and not what.endswith(" late")]
    if failed:
        return " and ".join(failed)
    slots = [slot for slot in SLOTS if slot in arrow.said.split()]
    if not slots:
        return arrow.said
    if arrow.said.startswith("no, "):
        return "no and a value"
    return next((word for word in ("not that", "unclear") if word in arrow.said), "a") + " value"


def _name(state: str, itself: str = "any open state") -> str:
    return itself if state == ANY else state


def _rank(state: str) -> tuple[int, str]:
    return (_ORDER.index(State(state)) if state in set(_ORDER) else -1), state


def _place(pair: tuple[str, str]) -> tuple[bool, tuple[int, str], tuple[int, str]]:
    start, end = pair
    return start == ANY, _rank(start), _rank(end)


def _mermaid(way: Way) -> str:
    return f"{_name(way.start, 'open_call')} --> {_name(way.end, 'open_call')}: {JOIN.join(way.when)}"


_SIZE, _LINE, _RADIUS = 640, 22, 235
_WIDE, _HIGH = 104, 36
_STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#1d2733}.box{fill:#eef3f8;stroke:#35516e;stroke-width:1.5}"
    ".lit{fill:#ffe9a8}.end{fill:#dfe9df}.arrow{fill:none;stroke:#7a8b9c;stroke-width:1.3;marker-end:url(#tip)}"
    ".dot{fill:#35516e}.dot+text{fill:#fff;font-size:10px}.state{font-weight:600}"
)
_FRAME = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">
<style>{style}</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
<path d="M0 0 8 4 0 8z" fill="#7a8b9c"/></marker></defs>
<rect width="100%" height="100%" fill="#fff"/>
{body}
</svg>
"""


def _on_ring(number: int, count: int) -> tuple[float, float]:
    angle = 2 * pi * number / max(count, 1) - pi / 2
    return _SIZE / 2 + _RADIUS * cos(angle), _SIZE / 2 + _RADIUS * sin(angle)


def _arrow(number: int, start: tuple[float, float], end: tuple[float, float]) -> str:
    if start == end:
        return _loop(number, *start)
    (x1, y1), (x2, y2) = start, end
    long = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    # bent to its own right, so that there and back are two arrows
    bend = 0.14 * long
    middle = (x1 + x2) / 2 - bend * (y2 - y1) / long, (y1 + y2) / 2 + bend * (x2 - x1) / long
    (a, b), (c, d) = _edge(start, middle), _edge(end, middle)
    dot = 0.3 * a + 0.4 * middle[0] + 0.3 * c, 0.3 * b + 0.4 * middle[1] + 0.3 * d
    path = f"M{a:.0f} {b:.0f}Q{middle[0]:.0f} {middle[1]:.0f} {c:.0f} {d:.0f}"
    return f'<path class="arrow" d="{path}"/>{_dot(number, *dot)}'


def _loop(number: int, x: float, y: float) -> str:
    away = 1 if y > _SIZE / 2 else -1
    top, far = y + away * _HIGH / 2, y + away * 62
    path = f"M{x - 18:.0f} {top:.0f}C{x - 34:.0f} {far:.0f} {x + 34:.0f} {far:.0f} {x + 18:.0f} {top:.0f}"
    return f'<path class="arrow" d="{path}"/>{_dot(number, x, y + away * 51)}'


def _edge(box: tuple[float, float], towards: tuple[float, float]) -> tuple[float, float]:
    """Where a line from the middle of a state's box towards a point leaves the box."""
    dx, dy = towards[0] - box[0], towards[1] - box[1]
    share = min(_WIDE / 2 / abs(dx) if dx else 9e9, _HIGH / 2 / abs(dy) if dy else 9e9)
    return box[0] + dx * share, box[1] + dy * share


def _dot(number: int, x: float, y: float) -> str:
    return (
        f'<circle class="dot" cx="{x:.0f}" cy="{y:.0f}" r="9"/>'
        f'<text x="{x:.0f}" y="{y + 3.5:.1f}" text-anchor="middle">{number}</text>'
    )


def _box(state: str, x: float, y: float, lit: bool) -> str:
    kind = "box lit" if lit else "box end" if state in ENDS else "box"
    corner = f'x="{x - _WIDE / 2:.0f}" y="{y - _HIGH / 2:.0f}" width="{_WIDE}" height="{_HIGH}" rx="8"'
    name = f'<text class="state" x="{x:.0f}" y="{y + 4.5:.1f}" text-anchor="middle">{escape(state)}</text>'
    return f'<rect class="{kind}" {corner}/>{name}'


def _row(number: int, way: Way) -> str:
    y = 34 + _LINE * (number - 1)
    words = escape(f"{_name(way.start)} → {_name(way.end, 'itself')}: {JOIN.join(way.when)}")
    return f'{_dot(number, _SIZE + 10, y - 4)}<text x="{_SIZE + 28}" y="{y}">{words}</text>'
