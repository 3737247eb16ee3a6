"""The desk of one call: the tools an agent has over a practice, and what it may see of it."""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from fake_api.clock import Clock
from fake_api.practice.times import zone_of
from lab.middleware import results
from lab.middleware.acts import Acts, Listed, Offered, unresolved
from lab.middleware.calendar import Calendar, day_words
from lab.middleware.consent import Consents
from lab.middleware.directory import Directory, Doctor, Office
from lab.middleware.emr import Emr, Exchange, Refused, Unreachable
from lab.middleware.offers import Offers, VisitTable
from lab.middleware.results import Result, Stopped
from lab.middleware.search import Search, find
from lab.middleware.search import unresolved as undecided
from lab.middleware.spoken import Place, Spoken, differences, fold, made_up, place_words, understand_speech
from lab.middleware.tokens import Keys, TokenRefused
from lab.middleware.tools import BY_NAME
from lab.middleware.visits import Patient, read_patients, read_visits
from lab.protocol import Heard
from lab.toolset import BadArguments
from lab.understanding import Context

Named = TypeVar("Named", Doctor, Office)

_KEEP = (results.NeedsInput, results.TypeUnresolved, results.PracticeBusy, results.Unreachable)
_STATUSES = ("new", "established")
_FURTHEST = dt.timedelta(days=730)


@dataclass(frozen=True, slots=True)
class Layers:
    """One tool call from three sides: what the model said, what went to the record system, what the model was told."""

    tool: str
    said: Mapping[str, Any] = field(hash=False)
    result: Result | Calendar
    sent: tuple[Exchange, ...]


class Desk:
    """One call's desk. `said` and `heard` must be told every reply of the agent and every line of the caller."""

    def __init__(
        self,
        emr: Emr,
        directory: Directory,
        clock: Clock,
        keys: Keys,
        *,
        language: str = "en",
        scheme: str = "projection",
        closed_loop: bool = True,
    ) -> None:
        """`scheme` and an open loop are for comparison; a call uses what they are by default."""
        self.consents = Consents(self._differences, closed_loop)
        self.acts = Acts(emr, directory, clock, keys, self.consents, language)
        self.offers = Offers(scheme, keys)
        self.visits = VisitTable(directory, keys)
        self.patient: Patient | None = None
        self.layers: list[Layers] = []
        self._emr, self._directory, self._clock, self._language = emr, directory, clock, language
        self._busy: frozenset[dt.datetime] = frozenset()
        self._turn = 0

    def call(self, tool: str, arguments: Mapping[str, Any]) -> Result | Calendar:
        """A tool call of the model, by name; what goes wrong is a result and never raised."""
        before = len(self._emr.exchanges)
        try:
            result = _DOES[tool](self, **BY_NAME[tool].read_arguments(arguments))
        except Stopped as stopped:
            result = stopped.result
        except BadArguments as fault:
            result = results.NeedsInput(f"{fault}.")
        except KeyError:
            result = results.NeedsInput(f"There is no tool {tool!r}; there are {', '.join(BY_NAME)}.")
        except (Unreachable, Refused):
            result = results.Unreachable("The practice does not answer; nothing was written.")
        self.layers.append(Layers(tool, dict(arguments), result, tuple(self._emr.exchanges[before:])))
        return result

    def said(self, text: str) -> None:
        """The agent spoke."""
        if self.consents.read_back:
            self.consents.said(self._understand(text))

    def heard(self, heard: Heard) -> None:
        """The caller spoke, and this is what the grammar heard."""
        self._turn += 1
        self.consents.heard(heard, self._turn, self._clock.now())

    def made_up(self, text: str) -> tuple[dt.date | dt.time, ...]:
        """Days and times in a text of the agent's that no tool has told it: neither offered nor a visit of theirs."""
        return made_up(self._understand(text), (*self.offers.places(), *self.visits.places()))

    def find_patient(self, name: str, date_of_birth: dt.date, phone: str | None = None) -> Result:
        if date_of_birth > self._clock.now().date():
            return results.NeedsInput("A date of birth has passed already. Ask for it again.")
        who = {"name": name, "dateOfBirth": date_of_birth.isoformat(), **({"phone": phone} if phone else {})}
        try:
            found = self._emr.read("find_patient", read_patients, **who)
        except Refused:
            return results.NeedsInput("That is more than a name can be. Ask for a shorter form of it.")
        exact = [patient for patient, is_exact in found if is_exact] or [patient for patient, _ in found]
        if len(exact) != 1:
            missing = "a phone number tells them apart" if exact else "ask for the name and the date of birth again"
            return results.NeedsInput(f"{len(exact) or 'No'} people on file fit; {missing}.")
        self._serve(exact[0])
        return results.PatientFound(f"Found: {exact[0].name}.", exact[0].name)

    def note_status(self, patient_status: str) -> Result:
        """New or established, as the caller says, where the practice does not know."""
        patient = self._known_patient()
        if patient_status not in _STATUSES:
            return results.NeedsInput(f"patient_status is one of {', '.join(_STATUSES)}.")
        if patient.status is None:
            self.patient = patient._replace(status=patient_status)
            self.consents.end()  # it decides the type: what was read back was for a visit of another kind
        return results.Noted(f"Noted: {(self.patient or patient).status}.")

    def find_openings(
        self, reason: str, office: str | None = None, first_day: dt.date | None = None, doctor: str | None = None
    ) -> Result | Calendar:
        search = self._search(reason, office, first_day, doctor)
        if undecided_fact := undecided(search, self._directory):
            return unresolved(undecided_fact.missing)
        self.consents.end()
        self.offers.clear()
        now = self._clock.now()
        found = find(search, self._directory, self._emr, now)
        # nobody is in two places at once: the record system would refuse it
        return self.offers.offer(search, [opening for opening in found if opening.start not in self._busy], now)

    def list_visits(self) -> Result:
        patient, now = self._known_patient(), self._clock.now()
        visits = self._emr.read("appointments", read_visits, patientId=patient.id)
        self.consents.end()
        listed = self.visits.list([visit for visit in visits if visit.is_booked and visit.start > now], now)
        lines = [f"{reference}: {place_words(each.place, 'en')}" for reference, each in listed.items()]
        return results.Visits("\n".join(lines) or "No visit lies ahead.", tuple(listed))

    def book(self, reference: str) -> Result:
        return self._ended(self.acts.book, None, self._offered(reference))

    def reschedule(self, visit: str, reference: str) -> Result:
        return self._ended(self.acts.reschedule, self._listed(visit), self._offered(reference))

    def cancel(self, visit: str) -> Result:
        return self._ended(self.acts.cancel, self._listed(visit), None)

    def _ended(self, act: Callable[..., Result], listed: Listed | None, offered: Offered | None) -> Result:
        """An act; unless it ended before anything went stale, nothing can be booked any more without another look."""
        try:
            result = act(self._known_patient(), *(each for each in (listed, offered) if each))
        except Stopped as stopped:
            result = stopped.result
        except TokenRefused as refused:
            text = "That can no longer be used as it was offered. Look again, and read the new choice back."
            result = results.OfferEnded(text, refused.kind)
        if isinstance(result, results.Done):
            self._busy -= {listed.visit.start} if listed else set()
            self._busy |= {offered.opening.start} if offered else set()
        if not isinstance(result, _KEEP):
            self.offers.clear()
            self.visits.clear()
            self.consents.end()
        return result

    def _known_patient(self) -> Patient:
        if self.patient is None:
            raise Stopped(results.NeedsInput("Find the patient first: the name and the date of birth."))
        return self.patient

    def _offered(self, reference: str) -> Offered:
        """Step one, for an opening."""
        if offered := self.offers.find(reference):
            return offered
        raise Stopped(results.NeedsInput("That is not on the list. Choose one exactly as listed, or search again."))

    def _listed(self, reference: str) -> Listed:
        """Step one, for a visit."""
        if listed := self.visits.find(reference):
            return listed
        raise Stopped(results.NeedsInput("That visit is not on the list. List the visits, and choose one as listed."))

    def _serve(self, patient: Patient) -> None:
        if self.patient is None or self.patient.id != patient.id:
            self.consents.end()
            self.visits.clear()
            self.patient = patient
            self._busy = self._starts_of(patient)

    def _starts_of(self, patient: Patient) -> frozenset[dt.datetime]:
        """When the patient is to be somewhere already, as far as the practice answers."""
        try:
            visits = self._emr.read("appointments", read_visits, patientId=patient.id)
        except (Unreachable, Refused):
            return frozenset()
        return frozenset(visit.start for visit in visits if visit.is_booked)

    def _search(self, reason: str, office: str | None, first_day: dt.date | None, doctor: str | None) -> Search:
        if reason not in self._directory.reasons:
            raise Stopped(results.NeedsInput(f"reason is one of {', '.join(self._directory.reasons)}."))
        offices, doctors = tuple(self._directory.offices.values()), tuple(self._directory.doctors.values())
        where = _the_one("office", office, offices, lambda each: (each.name,))
        whom = _the_one("doctor", doctor, doctors, lambda each: (each.family, each.full_name)) if doctor else None
        today = self._clock.now().astimezone(zone_of(where.zone)).date()
        first = first_day or today + dt.timedelta(days=1)
        if first < today:
            raise Stopped(results.NeedsInput(f"{day_words(first)} has passed; today is {day_words(today)}."))
        if first - today > _FURTHEST:
            raise Stopped(
                results.NeedsInput(f"{day_words(first)} {first.year} lies too far ahead. Ask for an earlier day.")
            )
        patient = self.patient
        known = (patient.status, patient.born) if patient else (None, None)
        return Search(where, reason, first, whom.id if whom else None, *known)

    def _understand(self, text: str) -> Spoken:
        context = Context(self._clock.now(), self._language, {})
        others = [self.patient.name] if self.patient else []
        others += [office.name for office in self._directory.offices.values()]
        return understand_speech(text, context, self._directory.doctors.values(), others)

    def _differences(self, spoken: Spoken, place: Place) -> tuple[str, ...]:
        patient = self.patient.name if self.patient else ""
        return differences(spoken, place, tuple(self._directory.doctors.values()), patient)


def _the_one(what: str, said: str | None, known: Sequence[Named], names: Callable[[Named], Sequence[str]]) -> Named:
    """The one that was named; the only one there is needs no name. Raises Stopped with what there is to choose from."""
    fitting = [each for each in known if said is None or fold(said) in map(fold, names(each))]
    if len(fitting) == 1:
        return fitting[0]
    choices = ", ".join(names(each)[-1] for each in fitting or known)
    raise Stopped(results.NeedsInput(f"Which {what}? There are: {choices}."))


_DOES: dict[str, Callable[..., Result | Calendar]] = {
    "find_patient": Desk.find_patient,
    "note_status": Desk.note_status,
    "find_openings": Desk.find_openings,
    "list_visits": Desk.list_visits,
    "book": Desk.book,
    "reschedule": Desk.reschedule,
    "cancel": Desk.cancel,
}
