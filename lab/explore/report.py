"""What a search has found, for a person and for a program."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from lab.explore.driver import Driver, Turn
from lab.explore.pair import Comparison, deeds
from lab.explore.search import Finding, Search
from lab.explore.world import Choice
from lab.record import Event, LineHeard, ToolCalled, indented, quote

ALL_WELL = "every invariant holds on every edge, and from every state a way leads to DONE or HANDOFF"


WAYS = {
    "branched": "its state can't be copied, so its process was forked before each line, which is slower",
    "replayed": "its state can't be copied, so all was said again from the start before each line, which is slow",
}


def report(search: Search, driver: Driver) -> Iterator[str]:
    """The search in lines: how much of the agent was seen, and each finding with its shortest dialogue."""
    if search.points:
        yield from _how_much(search)
        yield from how_far(search.stopped_by, driver, search.waiting)
    else:
        yield "it did not take the call, so there is nothing to search"
    if search.checked:
        yield f"checked: {search.checked} of these dialogues, played once more from the start, went the same way"
    if not search.findings:
        yield f"nothing found: {ALL_WELL if search.complete else 'no invariant was broken so far'}"
    for finding in search.findings.values():
        yield ""
        yield f"found {finding.kind}: {finding.text}"
        yield from (f"  {line}" for line in told(finding.turns))


def _how_much(search: Search) -> Iterator[str]:
    marks = {point.place.mark for point in search.points.values()}
    yield (
        f"{len(search.points):,} states (the agent's own: {len(marks):,}), {search.edges:,} edges, "
        f"{merged_share(search):.0%} of them merged, {search.depth} lines deep"
    )


def how_far(stopped_by: str, driver: Driver, waiting: int) -> Iterator[str]:
    """Whether all was seen, and what made it slower."""
    alphabet = driver.alphabet
    tried = (
        f"{len(alphabet.act)} acts and {len(alphabet.failure)} failures, at most {alphabet.failures_in_a_turn} a turn"
    )
    if not stopped_by:
        yield f"complete: every dialogue out of {tried}"
    else:
        yield f"not complete: stopped by {stopped_by} with {waiting:,} states still to go on from ({tried})"
        if "--limit" in stopped_by:
            yield "  an agent that notes down every line never comes back to a state: --ignore ATTRIBUTE helps"
    if driver.agent.way in WAYS:
        yield WAYS[driver.agent.way]
    if driver.agent.opaque:
        held = ", ".join(sorted(driver.agent.opaque))
        yield f"it holds what can't be looked into ({held}), so no two of its states were taken for one"


def told(turns: Sequence[Turn]) -> Iterator[str]:
    """A dialogue in a record's notation, its turns numbered; what had changed at the clinic is told behind a call."""
    for number, turn in enumerate(turns):
        choices = iter(turn.choices)
        for event in turn.events:
            if not isinstance(event, LineHeard):
                yield indented(replace(event, turn=number)) + _changed(event, choices)


def _changed(event: Event, choices: Iterator[Choice]) -> str:
    if not isinstance(event, ToolCalled) or event.outcome == "invalid":
        return ""
    choice = next(choices)
    return f"  ({choice.effect})" if choice and choice.outcome == "changed" else ""


def compared(known: Comparison, one: str, other: str) -> Iterator[str]:
    """Two agents side by side in lines."""
    yield f"{len(known.pairs):,} pairs of states, {known.edges:,} edges, {known.depth} lines deep"
    if known.difference is None:
        end = f"so far (stopped by {known.stopped_by})" if known.stopped_by else "in any dialogue"
        yield f"no difference in state or record {end}"
        return
    *before, last = known.difference.way
    yield f"they differ after {len(before)} line{'s' * (len(before) != 1)}:"
    yield from (f"  {line}" for line in told([step.one for step in before]))
    yield (f"  turn {len(before)}  {quote(last.one.line)}" if last.one.start else "  the greeting")
    for name, turn in ((one, last.one), (other, last.other)):
        yield f"    {name}"
        yield from (f"      {deed}" for deed in deeds(turn))


def merged_share(search: Search) -> float:
    """How many of the edges led to a state that was known."""
    return search.merged / search.edges if search.edges else 0.0


def as_json(search: Search, driver: Driver) -> dict[str, Any]:
    """The report as JSON values."""
    return {
        "states": len(search.points),
        "agent_states": len({point.place.mark for point in search.points.values()}),
        "turns": sum(map(len, search.turns.values())),
        "edges": search.edges,
        "merged": round(merged_share(search), 4),
        "depth": search.depth,
        "complete": search.complete,
        "stopped_by": search.stopped_by,
        "waiting": search.waiting,
        "checked": search.checked,
        "way": driver.agent.way,
        "opaque": sorted(driver.agent.opaque),
        "findings": [_finding(finding) for finding in search.findings.values()],
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "kind": finding.kind,
        "text": finding.text,
        "lines": [turn.line for turn in finding.turns if turn.start],
        "record": list(told(finding.turns)),
    }
