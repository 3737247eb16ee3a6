"""Consent as data: what was read aloud to whom, and the whole yes that followed. It ends by itself."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from lab.middleware.spoken import Place, Spoken
from lab.protocol import Heard, Intent

LIFETIME = dt.timedelta(minutes=15)

Differences = Callable[[Spoken, Place], tuple[str, ...]]
"""The coordinates in which what was said is not that place."""


@dataclass(frozen=True, slots=True)
class Act:
    """What is to be done for whom: `book`, `reschedule` or `cancel`, and every reference that it takes."""

    name: Literal["book", "reschedule", "cancel"]
    references: tuple[str, ...]
    patient: int


@dataclass(frozen=True, slots=True)
class ReadBack:
    """An act whose sentence was handed out to be read aloud, and what has been said since."""

    act: Act
    place: Place
    spoken: Spoken | None = None


@dataclass(frozen=True, slots=True)
class Consent:
    """A whole yes, in a turn and at a time, to the read-back of exactly this act."""

    act: Act
    turn: int
    at: dt.datetime


class Consents:
    """Folds what is asked, said and heard into the one consent that may stand."""

    def __init__(self, differences: Differences, closed_loop: bool = True) -> None:
        """With the loop open, what was really said is not compared with what is to be done."""
        self._differences = differences
        self._closed_loop = closed_loop
        self.read_back: ReadBack | None = None
        self.consent: Consent | None = None

    def said(self, spoken: Spoken) -> None:
        """The agent spoke: a day or a time is a read-back or a new offer, anything else leaves what stands."""
        if self.read_back and spoken.says_something:
            self.consent = None
            self.read_back = replace(self.read_back, spoken=spoken)

    def heard(self, heard: Heard, turn: int, now: dt.datetime) -> None:
        """The caller spoke: a whole yes to a right read-back consents, a correction ends what stands."""
        read_back = self.read_back
        if is_correction(heard):
            self.end()
        elif heard.intent == Intent.YES and read_back and read_back.spoken and not self.differ(read_back.place):
            self.consent = Consent(read_back.act, turn, now)

    def covers(self, act: Act, now: dt.datetime) -> bool:
        """Whether the consent that stands is for exactly this act, and young enough."""
        consent = self.consent
        return consent is not None and consent.act == act and now - consent.at < LIFETIME

    def differ(self, place: Place) -> tuple[str, ...]:
        """The coordinates in which what was read aloud is not that place; none where nothing was."""
        spoken = self.read_back.spoken if self.read_back else None
        return self._differences(spoken, place) if spoken and self._closed_loop else ()

    def ask(self, act: Act, place: Place) -> None:
        """An act waits for its read-back; one that was read aloud rightly needs no other."""
        read_back = self.read_back
        if read_back is None or read_back.act != act or self.differ(place):
            self.read_back, self.consent = ReadBack(act, place), None

    def end(self) -> None:
        """Nothing stands any more: a new search, a correction, or the act itself."""
        self.read_back = self.consent = None


def is_correction(heard: Heard) -> bool:
    """Whether a line takes back what stands: a no, a new value, a doubt about one, a choice, a goodbye."""
    changes = heard.values() or heard.denied or heard.unclear or heard.choice is not None or heard.part_of_day
    return heard.intent in (Intent.NO, Intent.HUMAN, Intent.GOODBYE) or bool(changes)
