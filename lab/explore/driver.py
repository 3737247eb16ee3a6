"""One agent driven turn by turn: from any place where it has been, with any ending of its tool calls."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from zoneinfo import ZoneInfo

from fake_api.clinic import load_clinic
from fake_api.data_error import DataError
from lab.call.call import Call
from lab.call.consent import Consent
from lab.call.place import start_time
from lab.call.process import Limits
from lab.explore.alphabet import Alphabet
from lab.explore.traveller import CannotBeCopied, Said, Talk, Traveller
from lab.explore.world import Choice, ChosenTools, RememberingHearing, StoppedClock
from lab.protocol import Setting, State
from lab.record import AgentReplied, CallEnded, Event, Head, InvariantBroken, LineHeard, notation

WATCHED = Limits(start=60.0, turn=20.0)
"""Longer than an agent has of the processor's time, so that a busy machine makes no finding."""


@dataclass(frozen=True, eq=False)
class Place:
    """Where an agent is after a turn: its mark and its state; `came` is a turn that led here."""

    mark: str
    state: str
    came: "Turn"


@dataclass(frozen=True, eq=False)
class Turn:
    """A line said to an agent that was at `start`, how each tool call ended, and what followed.

    `options` has for every tool call all the ways in which it might have ended. `events` are those of a record's
    turn 1 (the greeting's of turn 0), without the invariants, which need the whole dialogue; equal ones are the same
    object. `end` is None if the agent failed.
    """

    start: Place | None
    line: str
    choices: tuple[Choice, ...]
    options: tuple[tuple[Choice, ...], ...]
    events: tuple[Event, ...]
    end: Place | None = None

    @property
    def fault(self) -> CallEnded | None:
        """How the agent's process failed in this turn, if it did."""
        return next((event for event in self.events if isinstance(event, CallEnded)), None)


def way_to(place: Place) -> list[Turn]:
    """The turns that first led to a place, from the greeting on."""
    turns = [place.came]
    while turns[-1].start:
        turns.append(turns[-1].start.came)
    return turns[::-1]


class NotRepeatable(Exception):
    """The same lines and the same answers led the agent elsewhere than before."""


class Driver:
    """Plays single turns with an agent in a process of its own."""

    def __init__(
        self,
        path: Path,
        alphabet: Alphabet,
        ignored: tuple[str, ...] = (),
        limits: Limits = WATCHED,
        way: str = "copied",
    ) -> None:
        """`ignored` names attributes of the agent that make no new state, `way` is a Traveller's. Raises DataError."""
        data = load_clinic(alphabet.clinic)
        now = start_time(None, ZoneInfo(data.zone))
        clock = StoppedClock(now)
        self.alphabet = alphabet
        self.agent = Traveller(path, ignored, limits, way)
        self._given = path, alphabet, ignored, limits
        self._opening: Turn | None = None
        self._tools = ChosenTools(data, alphabet.failure, alphabet.failures_in_a_turn, clock)
        self._talks: dict[tuple[str, str, tuple[Choice, ...], str], Talk] = {}
        self._event: dict[Event, Event] = {}
        self._events: dict[tuple[Event, ...], tuple[Event, ...]] = {}
        self._hearing = RememberingHearing(clock, alphabet.language, data)
        _check_acts(alphabet, self._hearing)
        head = Head(path.name, alphabet.clinic, "", alphabet.language, now, data.zone, self._tools.tools)
        setting = Setting(alphabet.language, now.date(), data.zone, data.name)
        self._call = Call(self.agent, self._tools, self._hearing, clock, head, setting)

    def again(self) -> "Driver":
        """Another one for the same agent, in which nothing is put back: what it has seen is seen anew."""
        return Driver(*self._given, way="branched")

    def open(self) -> Turn:
        """The agent takes the call."""
        if not (self._opening and self._opening.end and self.agent.reaches(self._opening.end.mark)):
            self._opening = self._open()
        return self._opening

    def repeats(self, turns: Sequence[Turn]) -> bool:
        """Said once more from the greeting on, this dialogue goes as it went; wording does not count."""
        for _ in range(2):
            try:
                return self._repeats(turns)
            except CannotBeCopied:  # it has threads, as came out on the way
                self.agent.quit()
        return False

    def _repeats(self, turns: Sequence[Turn]) -> bool:
        if self.agent.way == "replayed":
            self.agent.quit()
        now = self.open()
        for depth, turn in enumerate(turns):
            if turn.start:
                if not now.end:
                    return False
                self.agent.leave_at = depth - 1
                now = self._hear(now.end, turn.line, turn.choices, ())
            if _without_words(now) != _without_words(turn):
                return False
        return True

    def turns(self, start: Place, line: str) -> Iterator[Turn]:
        """The caller says a line: every turn that may come of it, first the one in which nothing fails."""
        pending: list[tuple[tuple[Choice, ...], Talk]] = [((), self._first_words(start, line))]
        while pending:
            choices, foreseen = pending.pop()
            turn = self.turn(start, line, choices, foreseen)
            yield turn
            talk = self.agent.talk
            calls = [n for n, said in enumerate(talk) if said.chosen]
            for n in range(len(turn.options) - 1, len(choices) - 1, -1):
                before = turn.choices[:n], talk[: calls[n]]
                pending += [((*before[0], other), before[1]) for other in turn.options[n][:0:-1]]

    def turn(self, start: Place, line: str, choices: tuple[Choice, ...], foreseen: Talk = ()) -> Turn:
        """One turn from a place; the first tool calls end as chosen. Raises NotRepeatable.

        `foreseen` is what the agent will presumably ask first; what it asked elsewhere after that is guessed to follow.
        """
        asked = start.state, line, choices, repr(foreseen)
        guess = self._talks.get(asked, foreseen)
        turn = self._play(start, line, choices, guess)
        if guess and not turn.end:  # it failed, and how far it had come was not told
            turn = self._play(start, line, choices)
        self._talks[asked] = self.agent.talk
        return turn

    def close(self) -> None:
        """End the agent's process."""
        self.agent.quit()

    def __enter__(self) -> "Driver":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _open(self) -> Turn:
        self._call.resume(State.LISTEN, 0, Consent())
        self._tools.begin(())
        try:
            return self._turn(None, "", self._call.open())
        except CannotBeCopied:
            return self._open()

    def _play(self, start: Place, line: str, choices: tuple[Choice, ...], foreseen: Talk = ()) -> Turn:
        try:
            return self._hear(start, line, choices, foreseen)
        except CannotBeCopied:
            return self._play(start, line, choices)

    def _hear(self, start: Place, line: str, choices: tuple[Choice, ...], foreseen: Talk) -> Turn:
        if not self.agent.reaches(start.mark):
            self._lead_to(start)
        self.agent.foreseen = foreseen
        self._call.resume(start.state, 0, Consent())
        self._tools.begin(choices)
        self.agent.leave_from = start.mark
        return self._turn(start, line, self._call.hear(line))

    def _turn(self, start: Place | None, line: str, events: tuple[Event, ...]) -> Turn:
        tools = self._tools
        turn = Turn(start, line, tuple(tools.chosen), tuple(tools.options), self._one_of_a_kind(events))
        if self._call.ended:
            return turn
        end = Place(self.agent.mark, self._call.state, turn)
        object.__setattr__(turn, "end", end)  # the two know each other
        return turn

    def _one_of_a_kind(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        once = tuple(self._event.setdefault(e, e) for e in events if not isinstance(e, InvariantBroken))
        return self._events.setdefault(once, once)

    def _first_words(self, start: Place, line: str) -> Talk:
        heard = self._hearing.understand(line, start.state)
        return (Said("understand", {"line": line, "state": start.state}, heard.to_wire()),)

    def _lead_to(self, place: Place) -> None:
        """Say again what leads there, from the last place on the way that the agent can be sent to."""
        way = way_to(place)
        for _ in range(2):
            reached = [n for n, turn in enumerate(way, 1) if turn.end and self.agent.reaches(turn.end.mark)]
            if all(self._repeat(turn) for turn in way[max(reached, default=0) :]):
                return
            self.agent.quit()
        raise NotRepeatable

    def _repeat(self, turn: Turn) -> bool:
        again = self._play(turn.start, turn.line, turn.choices) if turn.start else self._open()
        return bool(again.end and turn.end and again.end.mark == turn.end.mark)


def _without_words(turn: Turn) -> list[Event]:
    return [replace(event, reply="") if isinstance(event, AgentReplied) else event for event in turn.events]


def _check_acts(alphabet: Alphabet, hearing: RememberingHearing) -> None:
    for number, act in enumerate(alphabet.act, 1):
        heard = hearing.grammar(act.line, State.LISTEN)
        said = notation(LineHeard(0, act.line, State.LISTEN, heard)).removeprefix("heard ")
        if act.heard not in (None, said):
            raise DataError(f"{act.name} is heard as {said}, and not as {act.heard}", key=f"act[{number}].heard")
