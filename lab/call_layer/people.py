"""Who calls, and for whom: noting the caller, and finding the one patient on file who is meant."""

import datetime as dt
from typing import Any

from lab.call_layer.practice import Brief, Match, read_brief, read_matches
from lab.call_layer.session import Caller, Session, Told
from lab.middleware.spoken import fold


def note_caller(session: Session, caller_name: str, calling_for: str, relation: str = "") -> Told:
    """A caller who says late that it is for someone else starts again with that person."""
    caller = Caller(caller_name, calling_for == "someone_else", relation)
    if session.caller is not None and session.caller.for_other != caller.for_other:
        session.forget()
    session.caller = caller
    return Told({"code": "noted", "text": "Noted."}, "note_caller")


def find_patient(session: Session, name: str, date_of_birth: str, phone: str | None = None) -> Told:
    """One match on name and birth date is who it is; of several nobody is named, and what separates them is asked."""
    filled = {"caller_phone": session.caller_phone} if session.caller_phone else {}
    found = session.executor.ask(
        "inbound/lookup", read_matches, name=name, date_of_birth=date_of_birth, phone=phone, **filled
    )
    born = dt.date.fromisoformat(date_of_birth)
    fitting = [match for match in found if match.born == born]
    best = [match for match in fitting if match.exact] or fitting
    if len(best) != 1:
        return _not_one(session, best, phone, filled)
    patient = read_patient(session, best[0].account_number)
    session.serve(patient)
    told: dict[str, Any] = {"code": "found", "text": "Found on file.", "resolved": {"patient": patient.name}}
    if session.caller and session.caller.for_other:
        told["caller_may_act"] = may_act(session, patient)
    return Told(told, "find_patient", filled=filled | {"account_number": patient.account_number})


def read_patient(session: Session, account: str) -> Brief:
    """The brief; raises NotDone."""
    return session.executor.ask("inbound/brief", read_brief, account_number=account)


def may_act(session: Session, patient: Brief) -> bool:
    """Whether the caller may act for the patient: as the patient, or as someone whom the file allows."""
    caller = session.caller
    if caller is None or not caller.for_other:
        return True
    return any(each.allowed and fold(each.name) == fold(caller.name) for each in patient.may_act)


def _not_one(session: Session, best: list[Match], phone: str | None, filled: dict[str, Any]) -> Told:
    session.forget()
    session.several = bool(best)
    session.searched += 1
    if not best:
        return Told({"code": "not_found", "text": "Nobody on file fits."}, "find_patient", filled=filled)
    missing = [] if phone else ["phone"]
    told = {"code": "ambiguous", "text": "Several people on file fit.", "missing": missing}
    return Told(told, "find_patient", filled=filled)
