"""The same stories in other words: other names, days, times and phrasings, and here and there another order.

A variant is drawn from a seed, then proved: every new line is heard as the old one was, and the finished agent goes
through the same states. Its expectations are what the finished agent does.
"""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from random import Random
from zoneinfo import ZoneInfo

from fake_api.clinic import ClinicData, load_clinic
from fake_api.clock import FakeClock
from fake_api.failures import FailurePlan
from fake_api.shipped import shipped
from grader.phrases import Phrases, phrases
from grader.scenario import Pack, Scenario, Turn
from lab.call.hearing import CallHearing
from lab.call.place import Arrangement, place_call, start_time
from lab.protocol import SLOTS, Heard, Intent, State, Value, spell
from lab.record import AgentReplied, CallerSaid, Event, Slept, ToolCalled, notation

DRAWS = 60
"""How often a variant is drawn before the scenario is let go."""
DAYS_AHEAD = 25


@dataclass(frozen=True, slots=True)
class _Said:
    """A line of the story, the state in which it is said, and what is heard in it."""

    line: str
    state: str
    heard: Heard


def variants(pack: Pack, number: int, seed: int = 0) -> Mapping[str, tuple[Scenario, ...]]:
    """For each scenario up to so many variants; none for one that can't be told otherwise."""
    found = ((name, _variants(name, scenario, number, seed)) for name, scenario in pack.scenarios.items())
    return {name: varied for name, varied in found if varied}


def _variants(name: str, scenario: Scenario, number: int, seed: int) -> tuple[Scenario, ...]:
    if scenario.toolset != "clinic":
        return ()  # its lines are drawn from the clinic's openings
    told = played(scenario, [turn.caller for turn in scenario.turn])
    if [turn.state for turn in told] != [turn.state for turn in scenario.turn]:
        return ()  # a story that the finished agent does not know
    teller = _Teller(scenario)
    drawn = (teller.draw(Random(f"{seed} {name} {place} {again}")) for place in range(number) for again in range(DRAWS))
    found: dict[tuple[str, ...], Scenario] = {}
    for each in filter(None, drawn):
        found.setdefault(tuple(turn.caller for turn in each.turn), each)
        if len(found) == number:
            break
    return tuple(found.values())


class _Teller:
    """Tells one story in other words."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.words: Phrases = phrases(scenario.language)
        self.clinic: ClinicData = load_clinic(scenario.clinic)
        self.now = start_time(scenario.now, ZoneInfo(self.clinic.zone))
        self.hearing = CallHearing(FakeClock(self.now), scenario.language, self.clinic.week)
        states = (State.LISTEN, *(turn.state for turn in scenario.turn))
        self.said = [
            _Said(turn.caller, state, self.hearing.grammar(turn.caller, state))
            for turn, state in zip(scenario.turn, states, strict=False)
        ]

    def draw(self, draw: Random) -> Scenario | None:
        """One try; None if it did not come out as the same story."""
        new = self._values(draw)
        lines = list(self._lines(new, draw))
        if not all(self._same(said, line, new) for said, line in zip(self.said, lines, strict=True)):
            return None
        order = self._order(draw)
        plan = self._plan(new)
        turns = played(plan, [lines[place] for place in order])
        states, wanted = ([turn.state for turn in told] for told in (turns, self.scenario.turn))
        in_order = order == sorted(order)
        if states[-1:] != wanted[-1:] or len(states) != len(wanted) or (in_order and states != wanted):
            return None
        rules = [self.scenario.turn[place].rule for place in order]
        return replace(plan, turn=tuple(replace(turn, rule=rule) for turn, rule in zip(turns, rules, strict=True)))

    def _values(self, draw: Random) -> dict[Value, Value]:
        """What each value becomes, no two the same; what stays is left out."""
        old = {slot: list(dict.fromkeys(self._all(slot))) for slot in SLOTS if not self._fixed(slot)}
        days = [self.now.date() + dt.timedelta(ahead) for ahead in range(1, DAYS_AHEAD)]
        times = sorted({time for day in days for time in self.clinic.openings(day)})
        pools: Mapping[str, Sequence[Value]] = {"day": days, "time": times, "name": self.words.names}
        return {
            before: after
            for slot, values in old.items()
            for before, after in zip(values, draw.sample(pools[slot], len(values)), strict=True)
        }

    def _all(self, slot: str) -> Iterator[Value]:
        return (value for said in self.said if (value := said.heard.values().get(slot)) is not None)

    def _fixed(self, slot: str) -> bool:
        """A slot that is unclear somewhere, or said twice in a line, stays as it is."""
        spans = ([span.what for span in said.heard.spans].count(slot) for said in self.said)
        return any(slot in said.heard.unclear for said in self.said) or any(count > 1 for count in spans)

    def _lines(self, new: Mapping[Value, Value], draw: Random) -> Iterator[str]:
        held: dict[str, Value] = {}
        for said in self.said:
            held |= {slot: new.get(value, value) for slot, value in said.heard.values().items()}
            yield self._framed(said, new, draw) or self._reworded(said, held, draw)

    def _framed(self, said: _Said, new: Mapping[Value, Value], draw: Random) -> str | None:
        """A line of values only in a frame of its own; where a read-back stands, what is around the values counts."""
        heard = said.heard
        plain = not (heard.denied or heard.unclear or heard.part_of_day or heard.choice)
        if said.state == State.CONFIRM or not plain or heard.intent != Intent.INFORM:
            return None
        return self.words.frame({slot: new.get(value, value) for slot, value in heard.values().items()}, draw)

    def _reworded(self, said: _Said, held: Mapping[str, Value], draw: Random) -> str:
        """The line with other values in it; a line without any in other words."""
        spans = [span for span in said.heard.spans if span.what in held and not self._fixed(span.what)]
        if not spans:
            return self._another(said, draw)
        line = said.line
        for span in sorted(spans, key=lambda span: -span.start):
            line = _put(self.words.said(held[span.what], draw), line[: span.start], line[span.end :])
        return line

    def _another(self, said: _Said, draw: Random) -> str:
        heard = said.heard
        bare = not (heard.values() or heard.denied or heard.unclear or heard.part_of_day or heard.choice)
        # half a yes, or silence, is the very point of its scenario
        kept = heard.intent == Intent.UNKNOWN and (said.state == State.CONFIRM or not said.line.strip())
        known = self.words.lines.get(str(heard.intent), ())
        return draw.choice(known) if bare and known and not kept else said.line

    def _same(self, said: _Said, line: str, new: Mapping[Value, Value]) -> bool:
        """The new line is heard as the old one was, its values changed."""
        old, heard = said.heard, self.hearing.grammar(line, said.state)
        wanted = {slot: new.get(value, value) for slot, value in old.values().items()}
        alike = (old.intent, old.denied, old.unclear, old.choice, old.part_of_day)
        return heard.values() == wanted and alike == (
            *(heard.intent, heard.denied, heard.unclear, heard.choice),
            heard.part_of_day,
        )

    def _order(self, draw: Random) -> list[int]:
        """The places of the lines: where a calm call begins with a slot a line, they may change places."""
        places = list(range(len(self.said)))
        start = next((place for place in places if self._one_slot(self.said[place])), 0)
        run = list(takewhile(lambda place: self._one_slot(self.said[place]), places[start:]))
        plan = self.scenario.failure_plan
        fails = not isinstance(plan, FailurePlan) or plan.failures
        if len(run) < 2 or fails or draw.random() < 0.5:
            return places
        return [*places[:start], *draw.sample(run, len(run)), *places[start + len(run) :]]

    def _one_slot(self, said: _Said) -> bool:
        return said.heard.intent == Intent.INFORM and len(said.heard.values()) == 1 and said.state != State.CONFIRM

    def _plan(self, new: Mapping[Value, Value]) -> Scenario:
        """The scenario with its plan's expressions about the new values."""
        failures = self.scenario.failure
        for before, after in new.items():
            spelt = (f'"{spell(before)}"', f'"{spell(after)}"')
            failures = tuple(replace(each, when=each.when and each.when.replace(*spelt)) for each in failures)
        return replace(self.scenario, failure=failures)


def _put(said: str, before: str, after: str) -> str:
    """A value in its place; an article that stands there already is not said twice."""
    first, _, rest = said.partition(" ")
    return f"{before}{rest if rest and before.endswith(f'{first} ') else said}{after}"


def played(scenario: Scenario, lines: Sequence[str]) -> list[Turn]:
    """What the finished agent does in this scenario when the caller says these lines, as turns to be expected."""
    arranged = Arrangement(
        shipped("agent.py"),
        clinic=scenario.clinic,
        plan=scenario.failure_plan,
        language=scenario.language,
        now=scenario.now,
        in_process=True,
    )
    with place_call(arranged) as call:
        call.open()
        for line in lines:
            if call.ended:
                break
            call.hear(line)
    return turns_of(call.events)


def turns_of(events: Sequence[Event], kind: type[Turn] = Turn) -> list[Turn]:
    """A call as a scenario expects it: each line, the state after it, the tool calls and the waits."""
    turns: list[Turn] = []
    line, record = "", list[str]()
    for event in events:
        match event:
            case CallerSaid():
                line, record = event.line, []
            case ToolCalled() | Slept():
                record.append(notation(event))
            case AgentReplied() if event.turn:
                turns.append(kind(line, event.state, tuple(record)))
    return turns
