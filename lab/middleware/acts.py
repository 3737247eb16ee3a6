"""Booking, moving and cancelling in six steps: look up, read back, open the token, type, re-read, write once.

The first step is the desk's, which holds the tables. Each of the others may end the act: it raises Stopped with a
result of its own, TokenRefused, or what a read of the record system raises.
"""

from dataclasses import dataclass, replace
from typing import Any

from fake_api.clock import Clock
from fake_api.practice.columns import Column, Wanted
from fake_api.practice.rules import Facts, Resolved, resolve
from fake_api.practice.times import instant
from lab.middleware import results
from lab.middleware.consent import Act, Consents
from lab.middleware.directory import Directory, Office
from lab.middleware.emr import Emr
from lab.middleware.openings import Opening, Schedule, read_schedule
from lab.middleware.results import Result, Stopped
from lab.middleware.spoken import Place, question
from lab.middleware.terms import Terms, unseal
from lab.middleware.tokens import Keys
from lab.middleware.visits import Patient, Visit, read_visits, unseal_visit
from lab.middleware.write_once import Write, WriteOnce, indeterminate, schedule_changed


@dataclass(frozen=True, slots=True)
class Offered:
    """An opening under the reference it was asked for, its token, and the reason it was searched for."""

    reference: str
    opening: Opening
    token: str
    reason: str
    place: Place


@dataclass(frozen=True, slots=True)
class Listed:
    """A visit under the reference it was asked for, its token, and what its patient knows of it."""

    reference: str
    visit: Visit
    token: str
    place: Place


class Acts:
    """Steps two to six of the writes of one call."""

    def __init__(self, emr: Emr, directory: Directory, clock: Clock, keys: Keys, consents: Consents, language: str):
        self.writes = WriteOnce(emr, clock, language)
        self._emr, self._directory, self._clock, self._keys = emr, directory, clock, keys
        self._consents, self._language = consents, language

    def book(self, patient: Patient, offered: Offered) -> Result:
        act = Act("book", (offered.reference,), patient.id)
        self._require_consent(act, offered.place, patient)
        terms = self._open(offered, patient)
        place = self._place(offered, terms, patient)
        return self._send(Write(act, offered.place, "create", {"patientId": patient.id} | place))

    def reschedule(self, patient: Patient, listed: Listed, offered: Offered) -> Result:
        """The old visit stays where it is until the new one is certain: the record system moves it in one piece."""
        act = Act("reschedule", (listed.reference, offered.reference), patient.id)
        self._require_consent(act, offered.place, patient)
        terms = self._open(offered, patient)
        visit = self._open_visit(listed, patient)
        place = self._place(offered, terms, patient)
        return self._send(Write(act, offered.place, "reschedule", visit | place))

    def cancel(self, patient: Patient, listed: Listed) -> Result:
        act = Act("cancel", (listed.reference,), patient.id)
        self._require_consent(act, listed.place, patient)
        return self._send(Write(act, listed.place, "cancel", self._open_visit(listed, patient)))

    def _require_consent(self, act: Act, place: Place, patient: Patient) -> None:
        """Step two: a whole yes to the read-back of exactly this act; else the sentence to read aloud."""
        if patient.id in self.writes.locked:
            raise Stopped(indeterminate())
        if self._consents.covers(act, self._clock.now()):
            return
        differs = self._consents.differ(place)
        self._consents.ask(act, place)
        sentence = question(act.name, place, patient.name, self._language)
        if differs:
            text = f"What was read aloud is not what this reference stands for ({', '.join(differs)}). Say: {sentence}"
            raise Stopped(results.ReadBackMismatch(text, sentence, differs))
        raise Stopped(results.NeedsInput(f"Read this aloud and wait for a whole yes: {sentence}", sentence))

    def _open(self, offered: Offered, patient: Patient) -> Terms:
        """Step three."""
        return unseal(offered.token, self._keys, self._clock.now(), offered.opening.office.id, patient.born)

    def _open_visit(self, listed: Listed, patient: Patient) -> dict[str, Any]:
        """Steps three and five for a visit: it must still be as it was when it was listed."""
        visit, version = unseal_visit(listed.token, self._keys, self._clock.now(), patient.id)
        found = self._emr.read("appointments", read_visits, patientId=patient.id)
        if not any((each.id, each.version, each.is_booked) == (visit, version, True) for each in found):
            raise Stopped(schedule_changed("visit_changed"))
        return {"appointmentId": visit, "version": version}

    def _place(self, offered: Offered, terms: Terms, patient: Patient) -> dict[str, Any]:
        """Steps four and five for an opening: what the record system wants to know of it."""
        code = self._type(terms, offered.reason, patient)
        minutes = self._directory.minutes[code]
        column = self._unchanged_column(offered.opening.office, terms)
        return {
            "columnId": terms.column,
            "profileId": terms.doctor,
            "startDatetime": terms.start.isoformat(),
            "duration": minutes,
            "appointmentTypeId": code,
            # the record system compares once more, in the transaction that writes
            "sameStartBooked": column.count(instant(terms.start), minutes),
        }

    def _type(self, terms: Terms, reason: str, patient: Patient) -> str:
        """The one appointment type, by what is known of the patient now."""
        facts = Facts(terms.office_id, reason, patient.status, patient.born)
        outcome = resolve(self._directory.rules, facts, terms.start.date())
        if isinstance(outcome, Resolved) and outcome.lane == terms.lane and len(outcome.codes) == 1:
            (code,) = outcome.codes
            if code in terms.codes:
                return code
        raise Stopped(unresolved(outcome.missing))

    def _unchanged_column(self, office: Office, terms: Terms) -> Column:
        """The column as it is now, if the very predicate that offered the opening finds it again as it was."""
        day = terms.start.date()
        where = {"officeId": office.id, "profileId": terms.doctor, "date": day.isoformat()}
        schedule: Schedule = self._emr.read("day", read_schedule(office), **where)
        column = next((each for each in schedule.columns if each.id == terms.column), None)
        if column and column.capacity == terms.capacity:
            alone = replace(schedule, columns=(column,))
            wanted = Wanted(terms.lane, terms.codes, terms.minutes)
            for start, _, booked in alone.openings(day, wanted, instant(self._clock.now()), shared=True):
                if (start, booked) == (instant(terms.start), terms.booked):
                    return column
        raise Stopped(schedule_changed("schedule_changed"))

    def _send(self, write: Write) -> Result:
        """Step six."""
        result = self.writes.send(write)
        if not isinstance(result, results.PracticeBusy):
            self._consents.end()
        return result


def unresolved(missing: tuple[str, ...]) -> results.TypeUnresolved:
    """What to ask for, or that nothing of the kind is offered here."""
    if missing:
        text = f"The appointment type depends on {' and '.join(missing)}. Ask for it, note it, then try again."
    else:
        text = "No appointment type fits this reason for this patient here. Search again, or offer a person."
    return results.TypeUnresolved(text, missing)
