"""What is free, and which visits there are, each under a name that a person can check."""

import datetime as dt
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from fake_api.data_error import near_miss
from fake_api.practice.rules import age
from lab.call_layer.arguments.steps import Taken
from lab.call_layer.arguments.words import key
from lab.call_layer.people import read_patient
from lab.call_layer.practice import Opening, Visit, read_openings
from lab.call_layer.session import Session, Stopped, Told
from lab.call_layer.shapes import Refusal
from lab.toolset import Word

DAYS = 14
MOST = 100
"""So many openings are listed at once, soonest first."""

_UNRESOLVED = {
    "code": "unresolved",
    "text": "It depends on whether the patient has been here before.",
    "next": "Ask the caller, then find_openings with seen_before.",
}
_NOWHERE = {
    "code": "not_offered",
    "text": "No office offers visits for this reason to this patient.",
    "next": "Ask what the visit is for in other words, or offer a person (transfer).",
}


def find_openings(session: Session, call: Taken) -> Told:
    """Openings of every office that takes visits of this kind, or of the one that was named."""
    today = session.clock.now().date()
    known = _known(session, call, today)
    reason, office = _reason(session, call.arguments["reason"]), call.filled.get("office_id")
    routed = session.executor.ask("hub/route_patient", _route, reason=reason, **known)
    if routed["missing"]:
        return Told(_UNRESOLVED | {"missing": routed["missing"]})
    if not routed["office_ids"]:
        return Told(_NOWHERE)
    first = call.arguments.get("first_day") or today + dt.timedelta(days=1)
    where = {"reason": reason, **known, "from_date": str(first), "days": DAYS}
    where["provider_id"] = call.filled.get("provider_id")
    session.end_quote()
    session.offers.clear()
    found: list[Opening] = []
    for office_id in routed["office_ids"] if office is None else [office]:
        found += session.executor.ask("hub/availability", read_openings, office_id=office_id, **where)
    free = sorted(filter(session.directory.knows, found), key=lambda opening: opening.start)
    listed = session.offers.list(free[:MOST], session.directory)
    session.offered_at, session.reason = session.turn, reason
    told: dict[str, Any] = {"code": "openings", "openings": rows(session, "opening", listed)}
    if not listed:
        told["text"] = "Nothing is free there in the fourteen days from then on."
        return Told(told, "find_openings", filled=known, spoken=session.speech.line("nothing_free"))
    return Told(told | {"text": f"{len(listed)} openings."}, "find_openings", filled=known)


def list_visits(session: Session, call: Taken) -> Told:
    """The visits that lie ahead, as the practice has them now."""
    account = call.filled.get("account_number") or session.require_patient().account_number
    patient = read_patient(session, str(account))
    now = session.clock.now()
    session.patient, session.stale = patient, False
    known = filter(session.directory.knows, patient.visits)
    ahead = [visit for visit in known if visit.status == "booked" and visit.start > now]
    session.end_quote()
    listed = session.visits.list(sorted(ahead, key=lambda visit: visit.start), session.directory)
    session.listed_at = session.turn
    visits = [
        row | _what_for(visit) for row, visit in zip(rows(session, "visit", listed), listed.values(), strict=True)
    ]
    told = {"code": "visits", "text": f"{len(listed)} visits lie ahead.", "visits": visits}
    return Told(told, "list_visits", filled={"account_number": patient.account_number})


def _what_for(visit: Visit) -> dict[str, str]:
    """What a visit is for, where the practice knows: who moves it need not ask."""
    return {"reason": visit.reason} if visit.reason else {}


def rows(session: Session, key: str, listed: Mapping[str, Opening] | Mapping[str, Visit]) -> list[dict[str, str]]:
    """Each with its reference, and in words."""
    directory = session.directory
    doctors = {id: doctor.full_name for id, doctor in directory.doctors.items()}
    return [
        {
            key: Word(reference),
            "day": _day(each.start.date()),
            "time": _time(each.start.hour, each.start.minute),
            "doctor": doctors[each.provider_id],
            "office": directory.offices[each.office_id].name,
        }
        for reference, each in listed.items()
    ]


@lru_cache
def _time(hour: int, minute: int) -> str:
    return f"{hour:02}:{minute:02}"


@lru_cache(1024)
def _day(day: dt.date) -> str:
    return f"{day:%A} {day.isoformat()}"


def _reason(session: Session, said: str) -> str:
    """The practice's own word for what a visit is for; raises Stopped with those that there are."""
    if not session.configuration.has("resolution"):
        return said
    known = sorted({reason for office in session.directory.office_rows for reason in office.get("reasons", ())})
    same = [reason for reason in known if key(reason) == key(said)]
    if same:
        return str(same[0])
    text, following = f"reason is one of {', '.join(known)}", "Ask what the visit is for, and choose one of them."
    meant = near_miss(said, known)
    raise Stopped(
        Refusal("resolution", "NOT_RESOLVED", text, following, argument="reason", given=said, suggestion=meant)
    )


def _route(result: Any) -> dict[str, Any]:
    return {"missing": list(result["missing"]), "office_ids": list(result["office_ids"])}


def _known(session: Session, call: Taken, today: dt.date) -> dict[str, Any]:
    """What a type of visit hangs on; whether the patient is new counts from the caller only if the file is silent."""
    patient = session.patient
    known = {"status": patient.status, "age": age(patient.born, today)} if patient else {}
    if known.get("status") is None and "seen_before" in call.arguments:
        known["status"] = "established" if call.arguments["seen_before"] else "new"
    return known | {key: call.filled[key] for key in ("status", "age") if key in call.filled}
