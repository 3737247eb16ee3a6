"""An agent's real machine: from state to state, by what the caller said and by what became of the tools."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from lab.explore.search import Search
from lab.protocol import SLOTS, Heard, Intent, State
from lab.record import AgentReplied, CallerSaid, Event, ToolCalled

NOTHING = "nothing of use"
WORDS: Mapping[str, str] = {
    Intent.UNKNOWN: NOTHING,
    Intent.INFORM: NOTHING,
    Intent.BOOK: "a wish to book",
    Intent.YES: "yes",
    Intent.NO: "no",
    Intent.HUMAN: "a person",
    Intent.REPEAT: "again",
    Intent.GOODBYE: "goodbye",
}


@dataclass(frozen=True, slots=True, order=True)
class Arrow:
    """A step of the machine: `said` is what the caller said, without its values, `became` what failed, if anything."""

    start: str
    said: str
    became: str
    end: str

    def __str__(self) -> str:
        return f"{self.start} → {self.end}: {self.said}{f' ({self.became})' if self.became else ''}"


def machine_of(search: Search) -> frozenset[Arrow]:
    """Every arrow on which a search has come."""
    return frozenset(
        Arrow(turn.start.state, *_label(turn.events), turn.end.state)
        for turn in search.all_turns()
        if turn.start and turn.end
    )


def arrows_of(events: Iterable[Event]) -> Iterator[Arrow]:
    """The arrows that one call has walked, in order."""
    state, turn = str(State.LISTEN), list[Event]()
    for event in events:
        turn.append(event)
        if isinstance(event, AgentReplied):
            if isinstance(turn[0], CallerSaid):
                yield Arrow(state, *_label(turn), event.state)
            state, turn = event.state, []


def said(heard: Heard) -> str:
    """What a caller said, without its values: `day and time`, `no, time`, `not that day`, `a person`."""
    if heard.intent in (Intent.HUMAN, Intent.GOODBYE):
        return WORDS[heard.intent]
    parts = [" and ".join(heard.values())] if heard.values() else []
    parts += [f"not that {slot}" for slot in SLOTS if slot in heard.denied]
    parts += [f"unclear {slot}" for slot in heard.unclear]
    parts += [name for name, given in (("a part of the day", heard.part_of_day), ("a choice", heard.choice)) if given]
    if heard.intent == Intent.NO and heard.values():
        parts.insert(0, "no")
    return ", ".join(parts) or WORDS.get(heard.intent, heard.intent)


def became(calls: Iterable[ToolCalled]) -> str:
    """What became of the tools in a turn, as far as it was not simply done: `find_open_times late, book rejected`."""
    last: dict[str, str] = {}
    for call in calls:
        before = last.get(call.name, "")
        last[call.name] = _ending(call, before)
    return ", ".join(f"{name} {ending}" for name, ending in last.items() if ending)


def _ending(call: ToolCalled, before: str) -> str:
    if call.outcome != "ok":
        return call.outcome
    if call.answer == []:
        return "nothing"
    return "late" if before in ("timeout", "late") else ""


def _label(turn: Iterable[Event]) -> tuple[str, str]:
    events = list(turn)
    heard = next((said(event.heard) for event in events if isinstance(event, CallerSaid)), NOTHING)
    return heard, became(event for event in events if isinstance(event, ToolCalled))
