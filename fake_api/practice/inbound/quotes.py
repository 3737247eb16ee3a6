"""Quotes: each says exactly what will be written, and is a row under an opaque token for fifteen minutes."""

import datetime as dt
import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, NamedTuple

from fake_api.clock import later
from fake_api.practice.inbound import new_patients, requests, visits
from fake_api.practice.inbound.drafts import Draft, Moment

LIFETIME = 15 * 60
"""Seconds."""


class Kind(NamedTuple):
    """How a kind of quote is drafted and written; `busy` and `changed` are its codes where that cannot be."""

    draft: Callable[..., Draft]
    write: Callable[..., dict[str, Any]]
    busy: str
    changed: str


KINDS: Mapping[str, Kind] = {
    "book": Kind(visits.draft_book, visits.write_book, "SLOT_BUSY", "SLOT_TAKEN"),
    "reschedule": Kind(visits.draft_reschedule, visits.write_reschedule, "SLOT_BUSY", "SLOT_TAKEN"),
    "cancel": Kind(visits.draft_cancel, visits.write_cancel, "SLOT_BUSY", "STATUS_NOT_BOOKED"),
    "create": Kind(new_patients.draft_create, new_patients.write_create, "CREATE_BUSY", "PATIENT_MAY_EXIST"),
    "refill": Kind(requests.draft_refill, requests.write_refill, "PATIENT_BUSY", "NOT_BUILDABLE"),
    "payment": Kind(requests.draft_payment, requests.write_payment, "PATIENT_BUSY", "NOT_BUILDABLE"),
    "message": Kind(requests.draft_message, requests.write_message, "PATIENT_BUSY", "NOT_BUILDABLE"),
}


def quote(at: Moment, call_id: str, kind: str, **asked: Any) -> Any:
    """Looks, writes nothing but the quote itself, and says what would be written; raises Refused."""
    token, expires = secrets.token_urlsafe(18), later(at.now.replace(microsecond=0), LIFETIME)
    with at.store.writing() as db:
        draft = KINDS[kind].draft(at, **asked)
        request = json.dumps(dict(at.given))
        row = (token, call_id, kind, request, json.dumps(asdict(draft)), draft.change, second(expires))
        columns = "token, call_id, kind, request, draft, change, expires"
        db.execute(f"INSERT INTO quotes ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    return {"token": token, "expires_at": expires.isoformat(), "writes": {"kind": kind, **draft.writes}}


def second(moment: dt.datetime) -> int:
    return int(moment.timestamp())
