"""Writes: a quote of exactly what would be written, read aloud, met with a whole yes, and sent once."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from lab.call_layer.arguments.schema import cents
from lab.call_layer.arguments.steps import Taken
from lab.call_layer.checks import Identity
from lab.call_layer.executor import COMMIT, Busy, Rejected, Unclear
from lab.call_layer.flows import load_flows
from lab.call_layer.practice import Brief, Row, read_brief, read_quote, read_written
from lab.call_layer.session import Quote, Session, Stopped, Told
from lab.call_layer.shapes import Refusal
from lab.call_layer.tools import KINDS
from lab.call_layer.unclear import look_again
from lab.toolset import Word

_SPOKEN = {
    "SLOT_TAKEN": "taken",
    "SAME_TIME": "same_time",
    "QUOTE_EXPIRED": "expired",
    "STATUS_NOT_BOOKED": "gone",
}
_READ_ALOUD = "It is read aloud now; wait for the caller's answer."
_WRITTEN_ALREADY = ("QUOTE_USED", "ALREADY_COMMITTED")
_REFERENCES = ("opening", "visit")
_BECAME_IDS = ("opening", "visit", "medication", "invoice", "provider")
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


def quote(session: Session, tool: str, call: Taken) -> Told:
    """Asks for a quote; what the practice says it would write is what is read aloud."""
    require_unlocked(session)
    if tool == "quote_new_patient":
        session.forget()
    session.refresh()
    session.end_quote()
    kind, directory = KINDS[tool], session.directory
    own = {} if kind == "create" else {"account_number": session.require_patient().account_number}
    filled: dict[str, Any] = {**own, **call.filled}
    account = str(filled.get("account_number", ""))
    was = session.visits.find(call.arguments.get("visit"))

    def parse(result: Any) -> tuple[str, Row, str]:
        token, _, writes = read_quote(result)
        if writes["kind"] != kind or writes.get("account_number", account) != account:
            raise ValueError("a quote for something else")
        row = {"name": session.patient.name if session.patient else "", **writes}
        return token, row, session.speech.question(row, directory, was)

    body = {"kind": kind, **_asked(call.arguments), **filled}
    token, writes, sentence = session.executor.ask("inbound/quote", parse, **body)
    session.quotes += 1
    words = {"act": Word(kind), **_in_words(call.arguments), **_named(call)}
    session.quote = Quote(session.quotes, kind, token, writes, sentence, account, words, session.patient)
    text = "It is read aloud now; wait for the caller's answer."
    told = {
        "code": "quoted",
        "text": text,
        "read_back": sentence,
        "resolved": {**call.resolved, "patient": writes["name"]},
    }
    number = session.quotes
    return Told(told, tool, filled=filled, spoken=sentence, whole=True, sentence=sentence, quote=number)


def _asked(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a tool in the words of the API: what became an id goes without its words."""
    asked = {key: value for key, value in arguments.items() if key not in _BECAME_IDS}
    if "amount" in asked:
        asked["amount_cents"] = cents(asked.pop("amount"))
    return asked


def _named(call: Taken) -> dict[str, str]:
    """What was meant by the words that became ids; a reference says by itself what it stands for."""
    return {name: label for name, label in call.resolved.items() if name in call.arguments and name not in _REFERENCES}


def _in_words(arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {key: Word(value) if key in _REFERENCES else value for key, value in arguments.items()}


def commit(session: Session, call: Taken) -> Told:
    """Sends the quote that met its yes: once, whatever comes of it."""
    require_unlocked(session)
    quote = session.quote
    if quote is None:
        text = "Nothing waits to be done."
        raise Stopped(Refusal("executor", "NOTHING_QUOTED", text, "Prepare it with a quote first.", ("quote",)))
    quote.yes = quote.aloud = False
    send: dict[str, Any] = {"token": quote.token, "flags": dict.fromkeys(sorted(session.flags), True), **call.filled}
    send["reason"] = call.arguments.get("reason") or quote.kind
    filled = {"account_number": quote.account, "token": quote.token, **call.filled}
    try:
        written = session.executor.ask(COMMIT, _reader(session, quote), **send)
    except Busy:
        return _busy(session, quote, filled)
    except Rejected as no:
        session.end_quote()
        if no.code not in _WRITTEN_ALREADY:
            return replace(rejected(session, no), words=quote.words, filled=filled, quote=quote.number)
    except Unclear:
        session.end_quote()
    else:
        return _done(session, quote, written, filled)
    found = look_again(session, quote) if session.configuration.has("executor.look_again") else None
    return _done(session, quote, found, filled) if found else _unknown(session, quote, filled)


def require_unlocked(session: Session) -> None:
    """Raises Stopped where nobody knows what the last write for this patient did."""
    if session.is_locked:
        text = "Nobody knows yet whether the last write for this patient happened; staff will check."
        following = "Tell the caller that someone will call back; offer leave_message or transfer."
        raise Stopped(Refusal("executor", "PATIENT_LOCKED", text, following))


def rejected(session: Session, no: Rejected) -> Told:
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
    event = no.code if load_flows().knows(no.code) else "REFUSED"
    return Told(told, event, "rejected", no.code, spoken=spoken)


def _reader(session: Session, quote: Quote) -> Callable[[Any], Row]:
    """Reads what was written; anything else than what was quoted, or could be told of, is not believed."""

    def read(result: Any) -> Row:
        kind, written = read_written(result)
        quoted = {key: quote.writes[key] for key in _SAME if key in quote.writes}
        if kind != quote.kind or any(written.get(key, value) != value for key, value in quoted.items()):
            raise ValueError("something else was written")
        row = {**quote.writes, **written, "kind": kind}
        session.speech.done(row, session.directory)
        if kind == "create":
            _created_patient(row)
        return row

    return read


def _busy(session: Session, quote: Quote, filled: dict[str, Any]) -> Told:
    """Nothing was written: the same quote is read aloud once more, for its yes is spent."""
    told = {"code": "BUSY", "text": "The practice is busy; nothing was written. It is read aloud once more."}
    spoken = f"{session.speech.line('busy')} {quote.sentence}"
    return Told(told, "", "rejected", "BUSY", quote.words, filled, spoken, True, quote.sentence, quote.number)


def _done(session: Session, quote: Quote, written: Row, filled: dict[str, Any]) -> Told:
    session.end_quote()
    session.clear()
    session.written.append(quote.kind)
    session.stale = True
    session.claimable |= {CLAIMS[quote.kind], "done"}
    session.taken = session.mismatches = 0
    spoken = session.speech.done(written, session.directory)
    if quote.kind == "create":
        _serve_created(session, written)
    told = {"code": "done", "text": "Done; it is told to the caller for you. Do not repeat it.", "resolved": spoken}
    return Told(told, "commit", words=quote.words, filled=filled, spoken=spoken, whole=True, quote=quote.number)


def _serve_created(session: Session, written: Row) -> None:
    patient = _created_patient(written)
    session.serve(patient)
    session.identity = Identity(patient.name, patient.born, session.turn)


def _created_patient(written: Row) -> Brief:
    return read_brief({"visits": (), "may_act": (), "status": "new", **written})


def _unknown(session: Session, quote: Quote, filled: dict[str, Any]) -> Told:
    if session.configuration.has("executor.lock"):
        session.locked.add(quote.account)
    session.clear()
    session.flags.add("human_review")
    session.tasks.append(f"Check whether this happened: {quote.sentence}")
    told = {"code": "UNCLEAR", "text": "Nobody knows whether it was written. Never say that it was, or that it failed."}
    spoken = session.speech.line("unclear")
    return Told(told, "UNCLEAR", "timeout", None, quote.words, filled, spoken, True, quote=quote.number)
