"""One agent driven turn by turn: from any place where it has been, with any ending of its tool calls."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from zoneinfo import ZoneInfo

from fake_api.clinic import load_clinic
from fake_api.data_error import DataError
from lab.call.call import Call
from lab.call.consent import Consent
from lab.call.place import start_time
from lab.call.process import PATIENT, Limits
from lab.explore.alphabet import Alphabet
from lab.explore.traveller import Said, Talk, Traveller
from lab.explore.world import Choice, ChosenTools, RememberingHearing, StoppedClock
from lab.protocol import Setting, State
from lab.record import CallEnded, Event, Head, InvariantBroken, LineHeard, notation


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

    def __init__(self, path: Path, alphabet: Alphabet, ignored: tuple[str, ...] = (), limits: Limits = PATIENT) -> None:
        """`ignored` names attributes of the agent that make no new state. Raises DataError."""
        data = load_clinic(alphabet.clinic)
        now = start_time(None, ZoneInfo(data.zone))
        clock = StoppedClock(now)
        self.alphabet = alphabet
        self.agent = Traveller(path, ignored, limits)
        self._tools = ChosenTools(data, alphabet.failure, alphabet.failures_in_a_turn, clock)
        self._talks: dict[tuple[str, str, tuple[Choice, ...], str], Talk] = {}
        self._event: dict[Event, Event] = {}
        self._events: dict[tuple[Event, ...], tuple[Event, ...]] = {}
        self._hearing = RememberingHearing(clock, alphabet.language, data)
        _check_acts(alphabet, self._hearing)
        head = Head(path.name, alphabet.clinic, "", alphabet.language, now, data.zone, self._tools.tools)
        setting = Setting(alphabet.language, now.date(), data.zone, data.name)
        self._call = Call(self.agent, self._tools, self._hearing, clock, head, setting)

    def open(self) -> Turn:
        """The agent takes the call."""
        self._call.resume(State.LISTEN, 0, Consent())
        self._tools.begin(())
        return self._turn(None, "", self._call.open())

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

    def _play(self, start: Place, line: str, choices: tuple[Choice, ...], foreseen: Talk = ()) -> Turn:
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
        """Say all of the dialogue again, in a fresh process if the old one has been changed by its calls."""
        for _ in range(2):
            if all(self._repeat(turn) for turn in way_to(place)):
                return
            self.agent.quit()
        raise NotRepeatable

    def _repeat(self, turn: Turn) -> bool:
        again = self._play(turn.start, turn.line, turn.choices) if turn.start else self.open()
        return bool(again.end and turn.end and again.end.mark == turn.end.mark)


def _check_acts(alphabet: Alphabet, hearing: RememberingHearing) -> None:
    for number, act in enumerate(alphabet.act, 1):
        heard = hearing.grammar(act.line, State.LISTEN)
        said = notation(LineHeard(0, act.line, State.LISTEN, heard)).removeprefix("heard ")
        if act.heard not in (None, said):
            raise DataError(f"{act.name} is heard as {said}, and not as {act.heard}", key=f"act[{number}].heard")
