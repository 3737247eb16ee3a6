"""The search: every dialogue of an agent, breadth first, equal ones merged, every invariant watched on every edge."""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from lab.call.consent import NO_CONSENT, Consent
from lab.call.invariants import Watch
from lab.explore.driver import Driver, NotRepeatable, Place, Turn, way_to
from lab.protocol import State
from lab.record import Event, InvariantBroken

ENDS = (State.DONE, State.HANDOFF)
CHECKED = 50  # dialogues, about
MOST_HANGS = 3
UNREPEATABLE = "an agent that does not do the same when it hears the same"


@dataclass(frozen=True, eq=False)
class Point:
    """Where a dialogue stands: the agent's place, and what the caller has agreed to. `came` led here."""

    place: Place
    consent: Consent
    came: "Edge"
    depth: int

    @property
    def key(self) -> tuple[str, str, Consent]:
        """Equal for points from which all that follows is equal."""
        return self.place.mark, self.place.state, self.consent


@dataclass(frozen=True, eq=False)
class Edge:
    """A turn as a step of a dialogue, with the invariants that it broke."""

    start: Point | None
    turn: Turn
    broken: tuple[InvariantBroken, ...]
    consent: Consent


def dialogue(edge: Edge) -> list[Turn]:
    """The turns from the greeting to this one."""
    edges = [edge]
    while edges[-1].start:
        edges.append(edges[-1].start.came)
    return [each.turn for each in reversed(edges)]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that should not be: a broken invariant, a fault of the process, or `stuck`; and where it came out."""

    kind: str
    text: str
    edge: Edge

    @property
    def turns(self) -> list[Turn]:
        """The dialogue, from the greeting on."""
        return dialogue(self.edge)


@dataclass(frozen=True, slots=True)
class Bounds:
    """Where a search stops short: so many lines, so many states, the first finding; none means never.

    `replays` are the lines that are said to an agent that has to be led to each of them from the start.
    """

    depth: int | None = None
    limit: int | None = None
    first: bool = False
    replays: int = 200


BOUNDLESS = Bounds()


@dataclass
class Search:
    """What is known so far.

    `points` are the states found (agent and consent together), `turns` has by the agent's mark and the line every
    turn that was played. `edges` counts the steps of dialogues, `merged` those that led to a state already known.
    `checked` are the dialogues that were played once more from the greeting on and went as they had gone.
    """

    points: dict[object, Point] = field(default_factory=dict)
    turns: dict[tuple[str, str], tuple[Turn, ...]] = field(default_factory=dict)
    findings: dict[str, Finding] = field(default_factory=dict)
    edges: int = 0
    merged: int = 0
    waiting: int = 0
    depth: int = 0
    checked: int = 0
    hangs: int = 0
    stopped_by: str = ""

    @property
    def complete(self) -> bool:
        """Nothing was left out."""
        return not self.stopped_by

    def all_turns(self) -> Iterator[Turn]:
        """Every turn that the agent was driven through."""
        return (turn for turns in self.turns.values() for turn in turns)


Folded = tuple[tuple[InvariantBroken, ...], Consent]


def explore(
    driver: Driver, bounds: Bounds = BOUNDLESS, watch: Callable[[Search], None] = lambda search: None
) -> Search:
    """Search until nothing new appears or a bound is reached; Ctrl-C ends it with what is known.

    `watch` sees the search after every state. What was found is played once more, and so are some of all dialogues: an
    agent that then does something else keeps what nobody can see, or goes by chance, and `stopped_by` says so.
    """
    search = Search()
    try:
        _search(driver, bounds, watch, search)
        _find_stuck(driver, search)
        _check(driver, search)
    except KeyboardInterrupt:
        search.stopped_by = "Ctrl-C"
        _find_stuck(driver, search)
    except NotRepeatable:
        search.stopped_by = UNREPEATABLE
    return search


def _search(driver: Driver, bounds: Bounds, watch: Callable[[Search], None], search: Search) -> None:
    folding = Folding()
    opening = driver.open()
    waiting = deque(_new(search, [Edge(None, opening, *folding.fold(NO_CONSENT, opening.events))]))
    while waiting:
        search.waiting = len(waiting)
        search.stopped_by = _bound(bounds, search, waiting[0]) or _too_slow(driver, bounds, search)
        if search.stopped_by:
            return
        point = waiting.popleft()
        for act in driver.alphabet.acts(point.consent.over):
            turns = _played(driver, search, point.place, act.line)
            waiting += _new(search, (Edge(point, turn, *folding.fold(point.consent, turn.events)) for turn in turns))
        watch(search)
    search.waiting = 0


def _check(driver: Driver, search: Search) -> None:
    """Play what was found and some dialogues once more; a finding that does not come again is none."""
    with driver.again() as again:
        for kind, finding in list(search.findings.items()):
            if not again.repeats(finding.turns):
                del search.findings[kind]
                search.stopped_by = UNREPEATABLE
        for turns in _some_dialogues(search):
            if not again.repeats(turns):
                raise NotRepeatable
            search.checked += 1


def _some_dialogues(search: Search) -> Iterator[list[Turn]]:
    """Dialogues from all over the search, each going on for two lines behind where it came to a state.

    It is there that two states which were taken for one would do different things.
    """
    turns = [turn for turn in search.all_turns() if turn.start and turn.end]
    lines = list(dict.fromkeys(turn.line for turn in turns))
    for n, turn in enumerate(turns[:: max(1, len(turns) // CHECKED)]):
        assert turn.start
        way = [*way_to(turn.start), turn]
        for line in (turn.line, lines[n % len(lines)]):
            follows = search.turns.get((way[-1].end.mark, line)) if way[-1].end else None
            way += follows[-1:] if follows else ()
        yield way


def _played(driver: Driver, search: Search, place: Place, line: str) -> tuple[Turn, ...]:
    """The turns that may come of a line said at a place; what a caller agreed to makes no difference to an agent."""
    asked = place.mark, line
    if asked not in search.turns:
        search.turns[asked] = tuple(driver.turns(place, line))
        search.hangs += sum(turn.fault is not None and turn.fault.why == "timed_out" for turn in search.turns[asked])
    return search.turns[asked]


class Folding:
    """The fold over a turn's events; what an event does to a consent is worked out once."""

    def __init__(self) -> None:
        self._consents: dict[Consent, Consent] = {}
        self._turns: dict[tuple[int, int], Folded] = {}
        self._seen: dict[tuple[int, float, int], tuple[tuple[InvariantBroken, ...], Consent, float]] = {}

    def fold(self, consent: Consent, events: tuple[Event, ...]) -> "Folded":
        """What these events break, and the consent after them; equal events and consents must be the same object."""
        asked = id(consent), id(events)
        if asked not in self._turns:
            self._turns[asked] = self._fold(consent, events)
        return self._turns[asked]

    def _fold(self, consent: Consent, events: tuple[Event, ...]) -> "Folded":
        broken: tuple[InvariantBroken, ...] = ()
        waited = 0.0
        for event in events:
            more, consent, waited = self._see(consent, waited, event)
            broken += more
        return broken, self._same(_what_matters(consent))

    def _see(self, consent: Consent, waited: float, event: Event) -> tuple[tuple[InvariantBroken, ...], Consent, float]:
        asked = id(consent), waited, id(event)
        if asked not in self._seen:
            watch = Watch(consent, waited)
            self._seen[asked] = tuple(watch.see(event)), self._same(watch.consent), watch.waited
        return self._seen[asked]

    def _same(self, consent: Consent) -> Consent:
        return self._consents.setdefault(consent, consent)


def _what_matters(consent: Consent) -> Consent:
    """After the end no tool may be called, whatever was agreed to before."""
    return Consent(over=True, unknown=consent.unknown) if consent.over else consent


def _new(search: Search, edges: Iterable[Edge]) -> Iterator[Point]:
    """Count these edges, note what they break, and answer the states that nobody had seen."""
    for edge in edges:
        search.edges += 1
        _note(search, edge)
        if edge.turn.end is None:
            continue
        point = Point(edge.turn.end, edge.consent, edge, edge.start.depth + 1 if edge.start else 0)
        if point.key in search.points:
            search.merged += 1
        else:
            search.points[point.key] = point
            search.depth = point.depth
            yield point


def _find_stuck(driver: Driver, search: Search) -> None:
    """Note the nearest state from which no line and no answer leads to DONE or HANDOFF."""
    before: dict[str, set[str]] = {}
    for turn in search.all_turns():
        if turn.start and turn.end:
            before.setdefault(turn.end.mark, set()).add(turn.start.mark)
    lines = Counter(mark for mark, _ in search.turns)
    tried = {mark for mark in lines if lines[mark] == len({act.line for act in driver.alphabet.act})}
    places = {point.place.mark: point for point in reversed(search.points.values())}
    fine = [mark for mark, point in places.items() if point.place.state in ENDS or mark not in tried]
    good = set(fine)
    while fine:
        new = before.get(fine.pop(), set()) - good
        good |= new
        fine += new
    stuck = [point for mark, point in places.items() if mark not in good]
    if stuck:
        nearest = min(stuck, key=lambda point: _length(point.came))
        text = f"no way leads from {nearest.place.state} to DONE or HANDOFF (so in {len(stuck)} of the agent's states)"
        search.findings["stuck"] = Finding("stuck", text, nearest.came)


def _note(search: Search, edge: Edge) -> None:
    told = [(each.name, each.text) for each in edge.broken]
    if fault := edge.turn.fault:
        told.append((fault.why, fault.detail))
    for kind, text in told:
        known = search.findings.get(kind)
        if known is None or _length(edge) < _length(known.edge):
            search.findings[kind] = Finding(kind, text, edge)


def _length(edge: Edge) -> tuple[int, int, int]:
    """How long a dialogue is: its lines, then what fails in it, then what is said."""
    turns = dialogue(edge)
    failures = sum(choice is not None for turn in turns for choice in turn.choices)
    return len(turns), failures, sum(len(turn.line) for turn in turns)


def _bound(bounds: Bounds, search: Search, next_point: Point) -> str:
    if bounds.first and search.findings:
        return "the first finding"
    if search.hangs >= MOST_HANGS:
        return f"an agent that did not answer, {search.hangs} times"
    if bounds.limit is not None and len(search.points) >= bounds.limit:
        return f"--limit {bounds.limit}"
    if bounds.depth is not None and next_point.depth >= bounds.depth:
        return f"--depth {bounds.depth}"
    return ""


def _too_slow(driver: Driver, bounds: Bounds, search: Search) -> str:
    if driver.agent.way == "replayed" and len(search.turns) >= bounds.replays:
        return f"{bounds.replays:,} lines, each said in a call of its own"
    return ""
