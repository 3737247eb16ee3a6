"""All that the call screen shows, as one frozen value; workers post messages, and each folds into the next scene."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, replace

from textual.message import Message

from lab.call.call import Call
from lab.call.view import CallView, add
from lab.protocol import State
from lab.record import CallEnded, Event, Head


@dataclass
class Placed(Message):
    """A call has been placed; the agent has not greeted yet."""

    number: int
    call: Call


@dataclass
class Happened(Message):
    """Something happened in a call."""

    number: int
    event: Event

    @property
    def turn(self) -> int:
        return self.event.turn


@dataclass
class Listening(Message):
    """The agent has said all it has to say in this turn: the caller may speak."""

    number: int
    turn: int


@dataclass
class NoCall(Message):
    """A call could not be placed; `why` says what to do."""

    number: int
    why: str


Entry = tuple[int, str, str]
"""An entry of the failure plan: its number, what it does, and `armed`, `used` or `waiting`."""


EMPTY = CallView()


@dataclass(frozen=True, slots=True)
class Scene:
    """The call's own picture, and what the bench knows beside it.

    `number` counts the calls of this sitting. `entries` are the failure plan's. `now` is the call's clock. While
    `busy` the agent has the word. `no_call` says why there is none.
    """

    number: int = 0
    agent: str = ""
    clinic: str = ""
    plan: str = ""
    view: CallView = EMPTY
    head: Head | None = None
    states: tuple[str, ...] = tuple(State)
    entries: tuple[Entry, ...] = ()
    now: dt.datetime | None = None
    busy: bool = True
    printed: str = ""
    no_call: NoCall | None = None

    @property
    def ended(self) -> CallEnded | None:
        return self.view.ended

    @property
    def told(self) -> tuple[Event | NoCall, ...]:
        """All there is to tell, in order."""
        return (*self.view.events, *([self.no_call] if self.no_call else []))

    @property
    def over(self) -> bool:
        """Nobody listens any more."""
        return self.view.ended is not None or self.no_call is not None


def happen(scene: Scene, events: Iterable[Event]) -> Scene:
    """The scene after these events."""
    view = scene.view
    for event in events:
        view = add(view, event)
    return replace(scene, view=view)
