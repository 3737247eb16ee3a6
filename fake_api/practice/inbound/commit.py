"""The commit: one transaction in which a quote is compared with the rows as they are now, and written once."""

import json
import sqlite3
from collections.abc import Mapping
from typing import Any, NamedTuple

from fake_api.practice.inbound.drafts import Draft, Moment
from fake_api.practice.inbound.endpoints import INBOUND
from fake_api.practice.inbound.envelope import busy_as
from fake_api.practice.inbound.people import found
from fake_api.practice.inbound.quotes import KINDS, Kind, second
from fake_api.practice.wire import Refused

_QUOTE = "SELECT kind, request, draft, expires, outcome FROM quotes WHERE token = ? AND call_id = ?"
WRITTEN = "written"
_MEANT = {"PATIENT_BUSY": "SAME_TIME"}
"""How a refusal of the schedule is called here."""


class _Quote(NamedTuple):
    kind: str
    request: Mapping[str, Any]
    draft: Draft


def commit(at: Moment, call_id: str, token: str, reason: str | None, flags: dict[str, bool]) -> Any:
    """The row as it stands afterwards; raises Refused, and a quote that was refused stays refused."""
    kinds = at.store.one("SELECT kind FROM quotes WHERE token = ?", token)
    with busy_as(KINDS[kinds[0]].busy if kinds else "KEY_BUSY"), at.store.writing() as db:
        quote = _open(at, call_id, token)
        written = _attempt(db, at, quote)
        outcome = written.code if isinstance(written, Refused) else WRITTEN
        values = (outcome, reason, json.dumps(flags), token)
        db.execute("UPDATE quotes SET outcome = ?, reason = ?, flags = ? WHERE token = ?", values)
    if isinstance(written, Refused):
        raise written
    return {"kind": quote.kind, "written": {**quote.draft.writes, **written}}


def _open(at: Moment, call_id: str, token: str) -> _Quote:
    """A quote of this call that may still be committed; raises Refused."""
    kind, request, draft, expires, outcome = found("token", at.store.one(_QUOTE, token, call_id))
    if outcome == WRITTEN:
        raise Refused(409, "QUOTE_USED", "token", "this very quote is written already")
    if outcome is not None:
        raise Refused(409, outcome, "token", "this quote was refused before; make another")
    if second(at.now) >= expires:
        raise Refused(409, "QUOTE_EXPIRED", "token", "fifteen minutes are over; make another quote")
    return _Quote(kind, json.loads(request), Draft(**json.loads(draft)))


def _attempt(db: sqlite3.Connection, at: Moment, quote: _Quote) -> dict[str, Any] | Refused:
    """Writes all of it, or nothing and says why."""
    db.execute("SAVEPOINT attempt")
    try:
        return _write(db, at, quote)
    except Refused as refused:
        db.execute("ROLLBACK TO attempt")
        return Refused(refused.status, _MEANT.get(refused.code, refused.code), refused.key, refused.why)
    finally:
        db.execute("RELEASE attempt")


def _write(db: sqlite3.Connection, at: Moment, quote: _Quote) -> dict[str, Any]:
    if at.store.one("SELECT 1 FROM quotes WHERE change = ? AND outcome = ?", quote.draft.change, WRITTEN):
        raise Refused(409, "ALREADY_COMMITTED", "token", "another quote for this change is written already")
    kind = KINDS[quote.kind]
    asked = INBOUND["inbound/quote"].check(quote.request)
    del asked["call_id"], asked["kind"]
    _compare(quote.draft, kind.draft(at, **asked, **quote.draft.again), kind)
    return kind.write(db, at, quote.draft, **asked)


def _compare(quoted: Draft, now: Draft, kind: Kind) -> None:
    """Raises Refused unless the same would be quoted now, down to how many visits stand at that start."""
    if quoted == now:
        return
    if quoted.writes.get("name") != now.writes.get("name"):
        raise Refused(409, "NAME_MISMATCH", "account_number", "the patient is on file under another name by now")
    if quoted.seen.get("version") != now.seen.get("version"):
        raise Refused(409, "STATUS_NOT_BOOKED", "encounter_id", "someone has changed the visit since")
    raise Refused(409, kind.changed, "token", "it is no longer as it was quoted; make another quote")
