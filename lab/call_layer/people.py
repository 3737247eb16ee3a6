"""Who calls, and for whom: noting the caller, and finding the one patient on file who is meant."""

import datetime as dt
from typing import Any

from fake_api.practice.people import digits
from lab.call_layer.arguments.steps import Taken
from lab.call_layer.checks import Identity
from lab.call_layer.names import name_key
from lab.call_layer.practice import Brief, Match, read_brief, read_matches
from lab.call_layer.session import Caller, Session, Told


def note_caller(session: Session, call: Taken) -> Told:
    """A caller who says late that it is for someone else starts again with that person."""
    given = call.arguments
    caller = Caller(given["caller_name"], given["calling_for"] == "someone_else", given.get("relation", ""))
    if session.caller is not None and session.caller.for_other != caller.for_other:
        session.forget()
    session.caller = caller
    return Told({"code": "noted", "text": "Noted."}, "note_caller")


def find_patient(session: Session, call: Taken) -> Told:
    """One match on name and birth date is who it is; of several nobody is named, and what separates them is asked.

    A phone number only tells several apart: who has a new one since is found all the same.
    """
    filled = {"caller_phone": session.caller_phone, **call.filled}
    name, born, phone = (call.arguments.get(key) for key in ("name", "date_of_birth", "phone"))
    found = session.executor.ask("inbound/lookup", read_matches, name=name, date_of_birth=born, **filled)
    best = _best([match for match in found if match.born == dt.date.fromisoformat(str(born))], phone)
    if len(best) != 1:
        return _not_one(session, best, call)
    patient = read_patient(session, best[0].account_number)
    session.serve(patient)
    session.identity = Identity(str(name), patient.born, session.turn)
    told: dict[str, Any] = {"code": "found", "text": "Found on file.", "resolved": {"patient": patient.name}}
    if session.caller and session.caller.for_other:
        told["caller_may_act"] = may_act(session, patient)
    return Told(told, "find_patient", filled={"account_number": patient.account_number})


def _best(fitting: list[Match], phone: str | None) -> list[Match]:
    best = [match for match in fitting if match.exact] or fitting
    with_phone = [match for match in best if phone and digits(match.phone) == digits(phone)]
    return with_phone if len(best) > 1 and phone else best


def read_patient(session: Session, account: str) -> Brief:
    """The brief; raises NotDone."""
    return session.executor.ask("inbound/brief", read_brief, account_number=account)


def may_act(session: Session, patient: Brief) -> bool:
    """Whether the caller may act for the patient: as the patient, or as someone whom the file allows."""
    caller = session.caller
    if caller is None or not caller.for_other:
        return True
    return any(each.allowed and name_key(each.name) == name_key(caller.name) for each in patient.may_act)


def _not_one(session: Session, best: list[Match], call: Taken) -> Told:
    session.forget()
    session.searched += 1
    if not best:
        return Told({"code": "not_found", "text": "Nobody on file fits."}, "find_patient")
    session.identity = Identity(call.arguments["name"], best[0].born, session.turn, len(best))
    missing = [] if call.arguments.get("phone") else ["phone"]
    return Told({"code": "ambiguous", "text": "Several people on file fit.", "missing": missing}, "find_patient")
