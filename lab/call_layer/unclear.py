"""A commit of which nobody knows: what stands in the practice is read once, and tells whether it happened."""

import datetime as dt

from lab.call_layer.executor import NotDone
from lab.call_layer.practice import Brief, Match, Row, Visit, read_brief, read_matches
from lab.call_layer.session import Quote, Session


def look_again(session: Session, quote: Quote) -> Row | None:
    """What was written after all, as the quote's own row; that it is not there proves nothing: it may still arrive."""
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
        case "payment":
            left = _row(brief, "invoices", "invoice_id", quote).get("balance_cents", -1)
            return bool(left == quote.writes["balance_cents"])
        case "refill":
            were = _row(quote.before, "medications", "medication_id", quote).get("refills_left", 0)
            return bool(_row(brief, "medications", "medication_id", quote).get("refills_left", were) < were)
    return False


def _row(brief: Brief | None, rows: str, key: str, quote: Quote) -> Row:
    """What a brief holds of the medication or the invoice that a quote is about."""
    listed = brief.row.get(rows) or () if brief else ()
    return next((row for row in listed if row[key] == quote.writes[key]), {})


def _is_at(visit: Visit, writes: Row) -> bool:
    here = visit.start, visit.provider_id, visit.office_id
    there = dt.datetime.fromisoformat(writes["starts"]), writes["provider_id"], writes["office_id"]
    return visit.status == "booked" and bool(here == there)
