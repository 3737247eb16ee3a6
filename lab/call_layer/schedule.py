"""What is free, and which visits there are, each under a name that a person can check."""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from fake_api.practice.rules import age
from lab.call_layer.people import read_patient
from lab.call_layer.practice import Opening, Visit, read_openings
from lab.call_layer.session import Session, Stopped, Told
from lab.call_layer.shapes import Refusal
from lab.middleware.spoken import fold
from lab.toolset import Word

DAYS = 14
MOST = 100
"""So many openings are listed at once, soonest first."""


def find_openings(
    session: Session, reason: str, office: str | None = None, doctor: str | None = None, first_day: str | None = None
) -> Told:
    """Openings of every office that takes visits of this kind, or of the one that was named."""
    patient, today = session.require_patient(), session.clock.now().date()
    known = {"status": patient.status, "age": age(patient.born, today)}
    routed = session.executor.ask("hub/route_patient", _route, reason=reason, **known)
    if routed["missing"]:
        return Told({"code": "unresolved", "text": "What it is booked as is not known.", "missing": routed["missing"]})
    offices = _offices(session, office, routed["office_ids"])
    where = {"reason": reason, **known, "provider_id": _doctor(session, doctor) if doctor else None, "days": DAYS}
    first = first_day or (today + dt.timedelta(days=1)).isoformat()
    session.end_quote()
    session.offers.clear()
    found = [
        opening
        for office_id in offices
        for opening in session.executor.ask(
            "hub/availability", read_openings, office_id=office_id, from_date=first, **where
        )
    ]
    free = sorted(found, key=lambda opening: opening.start)
    listed = session.offers.list(free[:MOST], session.directory)
    session.offered_at = session.turn
    told: dict[str, Any] = {"code": "openings", "openings": rows(session, "opening", listed)}
    if not listed:
        told |= {"text": "Nothing is free there in the fourteen days from then on."}
        return Told(told, "find_openings", filled=known, spoken=session.speech.line("nothing_free"))
    return Told(told | {"text": f"{len(listed)} openings."}, "find_openings", filled=known)


def list_visits(session: Session) -> Told:
    """The visits that lie ahead, as the practice has them now."""
    patient = read_patient(session, session.require_patient().account_number)
    now = session.clock.now()
    session.patient = patient
    ahead = [visit for visit in patient.visits if visit.status == "booked" and visit.start > now]
    session.end_quote()
    listed = session.visits.list(sorted(ahead, key=lambda visit: visit.start), session.directory)
    told = {"code": "visits", "text": f"{len(listed)} visits lie ahead.", "visits": rows(session, "visit", listed)}
    return Told(told, "list_visits", filled={"account_number": patient.account_number})


def rows(session: Session, key: str, listed: Mapping[str, Opening] | Mapping[str, Visit]) -> list[dict[str, str]]:
    """Each with its reference, and in words."""
    directory = session.directory
    return [
        {
            key: Word(reference),
            "day": f"{each.start:%A} {each.start.date().isoformat()}",
            "time": f"{each.start:%H:%M}",
            "doctor": directory.doctors[each.provider_id].full_name,
            "office": directory.offices[each.office_id].name,
        }
        for reference, each in listed.items()
    ]


def _route(result: Any) -> dict[str, Any]:
    return {"missing": list(result["missing"]), "office_ids": list(result["office_ids"])}


def _offices(session: Session, said: str | None, fitting: list[int]) -> list[int]:
    known = session.directory.offices
    if said is None:
        return [office for office in fitting if office in known]
    named = [each.id for each in known.values() if fold(each.name) == fold(said)]
    return [_the_one("office", said, named, [each.name for each in known.values()])]


def _doctor(session: Session, said: str) -> int:
    known = session.directory.doctors.values()
    named = [each.id for each in known if fold(said) in (fold(each.family), fold(each.full_name))]
    return _the_one("doctor", said, named, [each.full_name for each in known])


def _the_one(argument: str, said: str, named: list[int], names: list[str]) -> int:
    if len(named) == 1:
        return named[0]
    text = f"{argument} {said!r:.60} is {'more than one' if named else 'none'} of: {', '.join(names)}."
    raise Stopped(
        Refusal("resolution", "NOT_RESOLVED", text, "Ask the caller which one.", argument=argument, given=said)
    )
