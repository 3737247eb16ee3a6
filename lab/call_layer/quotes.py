"""Writes: a quote of exactly what would be written, read aloud, met with a whole yes, and sent once."""

import datetime as dt
from collections.abc import Callable, Mapping
from typing import Any

from lab.call_layer.executor import COMMIT, Busy, NotDone, Rejected, Unclear
from lab.call_layer.practice import Brief, Match, Row, Visit, read_brief, read_matches, read_quote, read_written
from lab.call_layer.session import Quote, Session, Stopped, Told
from lab.call_layer.shapes import Refusal
from lab.call_layer.tools import KINDS
from lab.toolset import Word

_SPOKEN = {
    "SLOT_TAKEN": "taken",
    "SAME_TIME": "same_time",
    "QUOTE_EXPIRED": "expired",
    "STATUS_NOT_BOOKED": "gone",
}
_WRITTEN_ALREADY = ("QUOTE_USED", "ALREADY_COMMITTED")
_SAME = ("account_number", "name", "starts", "provider_id", "office_id")
CLAIMS = {
    "book": "booked",
    "reschedule": "moved",
    "cancel": "cancelled",
    "create": "created",
    "refill": "refilled",
    "payment": "paid",
    "message": "sent",
}
"""What may be said to have happened once a write of that kind has."""


def quote_booking(session: Session, opening: str, reason: str) -> Told:
    patient, chosen = session.require_patient(), _listed(session, "opening", opening)
    filled = {"account_number": patient.account_number, "opening_id": chosen}
    return _prepare(session, "quote_booking", filled, {"reason": reason}, {"opening": Word(opening), "reason": reason})


def quote_reschedule(session: Session, visit: str, opening: str) -> Told:
    patient = session.require_patient()
    filled = {"account_number": patient.account_number, "encounter_id": _listed(session, "visit", visit)}
    filled["opening_id"] = _listed(session, "opening", opening)
    words = {"visit": Word(visit), "opening": Word(opening)}
    return _prepare(session, "quote_reschedule", filled, {}, words, session.visits.find(visit))


def quote_cancel(session: Session, visit: str) -> Told:
    patient = session.require_patient()
    filled = {"account_number": patient.account_number, "encounter_id": _listed(session, "visit", visit)}
    return _prepare(session, "quote_cancel", filled, {}, {"visit": Word(visit)})


def quote_new_patient(session: Session, **given: Any) -> Told:
    session.forget()
    return _prepare(session, "quote_new_patient", {}, given, given)


def _listed(session: Session, argument: str, reference: str) -> str:
    """The id behind a reference; raises Stopped for one that is not listed now."""
    opening = session.offers.find(reference) if argument == "opening" else None
    visit = session.visits.find(reference) if argument == "visit" else None
    if opening:
        return opening.opening_id
    if visit:
        return visit.encounter_id
    if not session.configuration.has("references"):
        return reference
    text = f"{reference!r:.60} is not among what was listed."
    look = "find_openings" if argument == "opening" else "list_visits"
    following = f"Choose one exactly as listed, or call {look} again."
    raise Stopped(Refusal("references", "NOT_LISTED", text, following, argument=argument, given=reference))


def _prepare(
    session: Session,
    tool: str,
    filled: dict[str, Any],
    given: Mapping[str, Any],
    words: Mapping[str, Any],
    was: Visit | None = None,
) -> Told:
    """Asks for a quote; what the practice says it would write is what is read aloud."""
    require_unlocked(session)
    session.end_quote()
    kind, directory = KINDS[tool], session.directory

    def parse(result: Any) -> tuple[str, Row, str]:
        token, _, writes = read_quote(result)
        if writes["kind"] != kind or writes.get("account_number", account) != account:
            raise ValueError("a quote for something else")
        row = {"name": session.patient.name if session.patient else "", **writes}
        return token, row, session.speech.question(row, directory, _as_row(was))

    account = filled.get("account_number", "")
    token, writes, sentence = session.executor.ask("inbound/quote", parse, kind=kind, **filled, **given)
    session.quotes += 1
    session.quote = Quote(
        session.quotes, kind, token, writes, sentence, account, {"act": Word(kind), **words}, session.patient
    )
    told = {"code": "quoted", "text": "It is read aloud now; wait for the caller's answer.", "read_back": sentence}
    return Told(
        told,
        tool,
        words=dict(words),
        filled=filled,
        spoken=sentence,
        whole=True,
        sentence=sentence,
        quote=session.quotes,
    )


def commit(session: Session, reason: str = "") -> Told:
    """Sends the quote that met its yes: once, whatever comes of it."""
    require_unlocked(session)
    quote = session.quote
    if quote is None:
        text = "Nothing waits to be done."
        raise Stopped(Refusal("checks", "READ_BACK_REQUIRED", text, "Prepare it with a quote first.", ("quote",)))
    if session.configuration.has("checks.READ_BACK_REQUIRED") and not quote.yes:
        text = "The caller has not said a whole yes to what was read aloud."
        raise Stopped(Refusal("checks", "READ_BACK_REQUIRED", text, "Wait for the caller's yes.", ("consent",)))
    quote.yes = quote.aloud = False
    filled = {"token": quote.token, "flags": sorted(session.flags)}
    send: dict[str, Any] = {"token": quote.token, "reason": reason or quote.kind, "flags": {}}
    try:
        written = session.executor.ask(COMMIT, _reader(quote), **send)
    except Busy:
        return _busy(session, quote)
    except Rejected as no:
        session.end_quote()
        if no.code not in _WRITTEN_ALREADY:
            return rejected(session, no, quote.words)
    except Unclear:
        session.end_quote()
    else:
        return _done(session, quote, written, filled)
    found = _look_again(session, quote) if session.configuration.has("executor.look_again") else None
    return _done(session, quote, found, filled) if found else _unknown(session, quote)


def require_unlocked(session: Session) -> None:
    """Raises Stopped where nobody knows what the last write for this patient did."""
    if session.is_locked:
        text = "Nobody knows yet whether the last write for this patient happened; staff will check."
        following = "Tell the caller that someone will call back; offer leave_message or transfer."
        raise Stopped(Refusal("executor", "PATIENT_LOCKED", text, following))


def rejected(session: Session, no: Rejected, words: dict[str, Any]) -> Told:
    """The practice said no, and nothing was written; where that leads is in the flows."""
    if no.code == "SLOT_TAKEN":
        session.taken += 1
        session.offers.clear()
    if no.code == "STATUS_NOT_BOOKED":
        session.visits.clear()
    if no.code == "NAME_MISMATCH":
        session.mismatches += 1
        session.forget()
    told: dict[str, Any] = {"code": no.code, "text": "The practice said no; nothing was written."}
    if no.field:
        told["field"] = no.field
    spoken = session.speech.line(_SPOKEN[no.code]) if no.code in _SPOKEN else ""
    return Told(told, no.code, "rejected", no.code, words, spoken=spoken)


def _reader(quote: Quote) -> Callable[[Any], Row]:
    def read(result: Any) -> Row:
        kind, written = read_written(result)
        if kind != quote.kind or any(written.get(key, quote.writes.get(key)) != quote.writes.get(key) for key in _SAME):
            raise ValueError("something else was written")
        return {**quote.writes, **written, "kind": kind}

    return read


def _busy(session: Session, quote: Quote) -> Told:
    """Nothing was written: the same quote is read aloud once more, for its yes is spent."""
    told = {"code": "BUSY", "text": "The practice is busy; nothing was written. It is read aloud once more."}
    spoken = f"{session.speech.line('busy')} {quote.sentence}"
    return Told(told, "", "rejected", "BUSY", quote.words, {}, spoken, True, quote.sentence, quote.number)


def _done(session: Session, quote: Quote, written: Row, filled: dict[str, Any]) -> Told:
    session.end_quote()
    session.clear()
    session.written.append(quote.kind)
    session.claimable.add(CLAIMS[quote.kind])
    session.taken = session.mismatches = 0
    spoken = session.speech.done(written, session.directory)
    if quote.kind == "create":
        _serve_created(session, written)
    told = {"code": "done", "text": "Done; it is told to the caller for you. Do not repeat it.", "resolved": spoken}
    return Told(told, "commit", words=quote.words, filled=filled, spoken=spoken, whole=True, quote=quote.number)


def _serve_created(session: Session, written: Row) -> None:
    row = {"visits": (), "may_act": (), "status": "new", **written}
    session.serve(read_brief(row))


def _look_again(session: Session, quote: Quote) -> Row | None:
    """Reads once what stands in the practice; that it is not there proves nothing, for it may still arrive."""
    try:
        if quote.kind == "create":
            wanted = {key: quote.writes[key] for key in ("name", "date_of_birth", "phone") if key in quote.writes}
            matches = session.executor.ask("inbound/lookup", read_matches, **wanted)
            return _created(matches, quote)
        brief = session.executor.ask("inbound/brief", read_brief, account_number=quote.account)
    except NotDone:
        return None
    return quote.writes if _stands(quote, brief) else None


def _created(matches: list[Match], quote: Quote) -> Row | None:
    exact = [match for match in matches if match.exact]
    return {**quote.writes, "account_number": exact[0].account_number} if len(exact) == 1 else None


def _stands(quote: Quote, brief: Brief) -> bool:
    """Whether the brief shows what the quote was to write."""
    known = {visit.encounter_id for visit in quote.before.visits} if quote.before else set()
    changed = quote.writes.get("encounter_id")
    match quote.kind:
        case "book":
            return any(_is_at(visit, quote.writes) and visit.encounter_id not in known for visit in brief.visits)
        case "reschedule":
            return any(_is_at(visit, quote.writes) and visit.encounter_id == changed for visit in brief.visits)
        case "cancel":
            return any(visit.status != "booked" and visit.encounter_id == changed for visit in brief.visits)
    return False


def _is_at(visit: Visit, writes: Row) -> bool:
    here = visit.start, visit.provider_id, visit.office_id
    there = dt.datetime.fromisoformat(writes["starts"]), writes["provider_id"], writes["office_id"]
    return visit.status == "booked" and here == there


def _unknown(session: Session, quote: Quote) -> Told:
    if session.configuration.has("executor.lock"):
        session.locked.add(quote.account)
    session.clear()
    session.flags.add("human_review")
    session.tasks.append(f"Check whether this happened: {quote.sentence}")
    told = {"code": "UNCLEAR", "text": "Nobody knows whether it was written. Never say that it was, or that it failed."}
    spoken = session.speech.line("unclear")
    return Told(told, "UNCLEAR", "timeout", None, quote.words, {}, spoken, True, quote=quote.number)


def _as_row(visit: Visit | None) -> Row | None:
    if visit is None:
        return None
    return {"starts": visit.start.isoformat(), "provider_id": visit.provider_id, "office_id": visit.office_id}
