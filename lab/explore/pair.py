"""Two agents driven side by side: the shortest dialogue on which they do not do the same."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from lab.explore.driver import Driver, Place, Turn
from lab.explore.search import BOUNDLESS, ENDS, Bounds
from lab.explore.world import Choice
from lab.record import Slept, ToolCalled, notation


@dataclass(frozen=True, eq=False)
class Step:
    """A line said to both, and what each made of it; `before` is the step that led here."""

    before: "Step | None"
    one: Turn
    other: Turn

    @property
    def way(self) -> list["Step"]:
        """All steps from the greeting to this one."""
        return [*(self.before.way if self.before else []), self]


@dataclass
class Comparison:
    """What is known so far; `difference` ends with the first step in which the two did not do the same."""

    pairs: set[tuple[str, str]] = field(default_factory=set)
    edges: int = 0
    waiting: int = 0
    depth: int = 0
    stopped_by: str = ""
    difference: Step | None = None


def compare(
    one: Driver, other: Driver, bounds: Bounds = BOUNDLESS, watch: Callable[[Comparison], None] = lambda known: None
) -> Comparison:
    """Search for a difference in state or record, wording left aside. Raises NotRepeatable."""
    known = Comparison()
    try:
        _compare(_Pair(one, other), bounds, watch, known)
    except KeyboardInterrupt:
        known.stopped_by = "Ctrl-C"
    return known


def deeds(turn: Turn) -> tuple[str, ...]:
    """What an agent did in a turn, in the notation: tool calls, waits, and the state or the fault it ended in."""
    done = [notation(event) for event in turn.events if isinstance(event, ToolCalled | Slept)]
    ended = turn.end.state if turn.end else turn.fault.why if turn.fault else ""
    return (*done, f"=> {ended}")


class _Pair:
    """Both agents, and every turn that either has played."""

    def __init__(self, one: Driver, other: Driver) -> None:
        self.one, self.other = one, other
        self._ones: dict[tuple[str, str], tuple[Turn, ...]] = {}
        self._others: dict[tuple[str, str, tuple[Choice, ...]], Turn] = {}

    def open(self) -> Step:
        return Step(None, self.one.open(), self.other.open())

    def steps(self, before: Step, line: str) -> list[Step]:
        """Every step that a line may lead to: the other's tools end as the one's did."""
        first, second = before.one.end, before.other.end
        assert first and second
        asked = first.mark, line
        if asked not in self._ones:
            self._ones[asked] = tuple(self.one.turns(first, line))
        return [Step(before, turn, self._other(second, line, turn.choices)) for turn in self._ones[asked]]

    def _other(self, start: Place, line: str, choices: tuple[Choice, ...]) -> Turn:
        asked = start.mark, line, choices
        if asked not in self._others:
            self._others[asked] = self.other.turn(start, line, choices)
        return self._others[asked]


def _compare(pair: _Pair, bounds: Bounds, watch: Callable[[Comparison], None], known: Comparison) -> None:
    waiting = deque([(0, pair.open())])
    if not _same(known, waiting[0][1]):
        return
    while waiting:
        known.depth, step = waiting.popleft()
        known.stopped_by = _bound(bounds, known)
        if known.stopped_by:
            return
        over = step.one.end is not None and step.one.end.state in ENDS
        known.depth += 1
        for act in pair.one.alphabet.acts(over):
            for after in pair.steps(step, act.line):
                if not _same(known, after):
                    return
                if _is_new(known, after):
                    waiting.append((known.depth, after))
        known.waiting = len(waiting)
        watch(known)


def _same(known: Comparison, step: Step) -> bool:
    known.edges += 1
    if deeds(step.one) == deeds(step.other):
        return True
    known.difference = step
    return False


def _is_new(known: Comparison, step: Step) -> bool:
    if step.one.end is None or step.other.end is None:
        return False
    pair = step.one.end.mark, step.other.end.mark
    is_new = pair not in known.pairs
    known.pairs.add(pair)
    return is_new


def _bound(bounds: Bounds, known: Comparison) -> str:
    if bounds.limit is not None and len(known.pairs) >= bounds.limit:
        return f"--limit {bounds.limit}"
    if bounds.depth is not None and known.depth >= bounds.depth:
        return f"--depth {bounds.depth}"
    return ""
