"""The one request of an act, and what is made of its answer: written, not written, or nobody knows."""

import datetime as dt
from dataclasses import dataclass, replace
from typing import Any, Literal

from fake_api.clock import Clock
from lab.middleware import emr as line
from lab.middleware import results
from lab.middleware.consent import Act
from lab.middleware.results import Result
from lab.middleware.spoken import Place, place_words
from lab.middleware.visits import Visit, read_visit, read_visits

_DONE = {
    "en": {"book": "Booked", "reschedule": "Moved", "cancel": "Cancelled"},
    "es": {"book": "Reservado", "reschedule": "Cambiado", "cancel": "Cancelado"},
}
_SCHEDULE_CODES = frozenset({"SLOT_TAKEN", "SLOT_CHANGED", "VISIT_CHANGED", "PATIENT_BUSY"})


@dataclass(frozen=True, slots=True)
class Write:
    """One request with all that code filled in, for an act on a place."""

    act: Act
    place: Place
    endpoint: Literal["create", "reschedule", "cancel"]
    arguments: dict[str, Any]

    def is_done(self, visit: Visit) -> bool:
        """Whether a visit is what this request was to make of it."""
        wanted = self.arguments
        if visit.patient != self.act.patient or visit.id != wanted.get("appointmentId", visit.id):
            return False
        if self.endpoint == "cancel":
            return not visit.is_booked
        return (
            visit.is_booked
            and (visit.column, visit.minutes, visit.code)
            == (wanted["columnId"], wanted["duration"], wanted["appointmentTypeId"])
            and visit.start == dt.datetime.fromisoformat(wanted["startDatetime"])
        )


@dataclass(frozen=True, slots=True)
class StaffTask:
    """Something that a person has to look after: an act whose outcome nobody knows."""

    act: Act
    place: Place
    at: dt.datetime


class WriteOnce:
    """The writes of one call: a patient's end at the first of which nobody knows whether it happened."""

    def __init__(self, emr: line.Emr, clock: Clock, language: str) -> None:
        self._emr, self._clock, self._language = emr, clock, language
        self.locked: set[int] = set()
        self.tasks: list[StaffTask] = []

    def send(self, write: Write) -> Result:
        """Sends it once, whatever comes of it."""
        try:
            answer = self._emr.write(write.endpoint, **write.arguments)
        except line.Busy:
            return results.PracticeBusy("The practice is busy; nothing was written. Ask for the same once more.")
        except line.Refused as refused:
            return _refusal(refused)
        except line.Unclear:
            return self._look_for(write)
        return self._done(write) if _tells(write, answer) else self._look_for(write)

    def _look_for(self, write: Write) -> Result:
        """Reads the patient's visits back once. That it is not there proves nothing: it may still arrive."""
        try:
            visits = self._emr.read("appointments", read_visits, patientId=write.act.patient)
        except (line.Refused, line.Unreachable):
            visits = []
        if any(write.is_done(visit) for visit in visits):
            return replace(self._done(write), found_by_reading_back=True)
        self.locked.add(write.act.patient)
        self.tasks.append(StaffTask(write.act, write.place, self._clock.now()))
        return indeterminate()

    def _done(self, write: Write) -> results.Done:
        act, place = write.act.name, write.place
        return results.Done(f"{_DONE[self._language][act]}: {place_words(place, self._language)}.", act, place)


def indeterminate() -> results.IndeterminateWrite:
    """The truth, for want of a better one."""
    return results.IndeterminateWrite(
        "It is not certain whether this was written. Nothing more is written for this patient in this call: "
        "say that staff will check and call back, and never that it failed or succeeded."
    )


def schedule_changed(why: str) -> results.SlotUnavailable:
    text = "The schedule has changed since; nothing was written. Look again, and offer what is there now."
    return results.SlotUnavailable(text, why)


def _tells(write: Write, answer: dict[str, Any]) -> bool:
    """Whether the answer itself says that exactly this was written."""
    try:
        return write.is_done(read_visit(answer))
    except (KeyError, TypeError, ValueError):
        return False


def _refusal(refused: line.Refused) -> Result:
    if refused.status == 409 or refused.code in _SCHEDULE_CODES:
        return schedule_changed(refused.code)
    return results.WriteRefused("The practice refused; nothing was written. Offer a person.", refused.code)
