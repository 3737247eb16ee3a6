"""The kinds of quotes that add to a patient's file: a refill, a payment, a message."""

import sqlite3
from typing import Any

from fake_api.practice.inbound import charts
from fake_api.practice.inbound.drafts import Draft, Moment, not_buildable
from fake_api.practice.inbound.people import found, read_person

CURRENCY = "USD"


def draft_refill(at: Moment, account_number: int, medication_id: str, quantity: int, days_of_supply: int) -> Draft:
    person = read_person(at.store, account_number)
    drug = charts.medication(at.store, person, medication_id)
    if drug["refills_left"] < 1:
        raise not_buildable("medication_id", "has no refill left")
    (asked,) = at.store.one("SELECT count(*) FROM refill_requests WHERE medication_id = ?", medication_id)
    writes = {
        **person.who,
        "medication_id": medication_id,
        "medication": f"{drug['name']} {drug['strength']}",
        "quantity": quantity,
        "days_of_supply": days_of_supply,
    }
    return Draft(f"refill {medication_id} after {asked}", writes)


def write_refill(db: sqlite3.Connection, at: Moment, draft: Draft, **_: Any) -> dict[str, Any]:
    asked = draft.writes
    row = (asked["medication_id"], asked["quantity"], asked["days_of_supply"], at.now.isoformat())
    columns = "medication_id, quantity, days_of_supply, requested"
    done = db.execute(f"INSERT INTO refill_requests ({columns}) VALUES (?, ?, ?, ?)", row)
    return {"request_id": f"RF-{done.lastrowid}", "requested": at.now.isoformat()}


def draft_payment(
    at: Moment, account_number: int, invoice_id: str | None, amount_cents: int, currency: str, reason: str
) -> Draft:
    person = read_person(at.store, account_number)
    if currency != CURRENCY:
        raise not_buildable("currency", f"must be {CURRENCY}")
    bill = charts.invoice(at.store, person, invoice_id) if invoice_id else None
    if bill and amount_cents > bill["balance_cents"]:
        raise not_buildable("amount_cents", f"is more than the {bill['balance_cents']} that are still to be paid")
    query = "SELECT count(*) FROM payments WHERE patient_id = ? AND invoice_id IS ?"
    (paid,) = at.store.one(query, person.id, invoice_id)
    writes = {
        **person.who,
        "invoice_id": invoice_id,
        "about": bill["about"] if bill else None,
        "amount_cents": amount_cents,
        "currency": currency,
        "reason": reason,
        "balance_cents": bill["balance_cents"] - amount_cents if bill else None,
    }
    return Draft(f"payment {person.id} {invoice_id} after {paid}", writes)


def write_payment(db: sqlite3.Connection, at: Moment, draft: Draft, account_number: int, **_: Any) -> dict[str, Any]:
    paid = draft.writes
    row = (account_number, paid["invoice_id"], paid["amount_cents"], paid["reason"], at.now.isoformat())
    columns = "patient_id, invoice_id, cents, reason, paid"
    done = db.execute(f"INSERT INTO payments ({columns}) VALUES (?, ?, ?, ?, ?)", row)
    return {"payment_id": f"PAY-{done.lastrowid}", "paid": at.now.isoformat()}


def draft_message(at: Moment, account_number: int, provider_id: int, text: str) -> Draft:
    person = read_person(at.store, account_number)
    found("provider_id", at.store.one("SELECT 1 FROM providers WHERE id = ?", provider_id))
    query = "SELECT count(*) FROM messages WHERE patient_id = ? AND provider_id = ? AND text = ?"
    (sent,) = at.store.one(query, person.id, provider_id, text)
    writes = {**person.who, "provider_id": provider_id, "text": text}
    return Draft(f"message {person.id} {provider_id} after {sent}: {text}", writes)


def write_message(
    db: sqlite3.Connection, at: Moment, draft: Draft, account_number: int, provider_id: int, text: str, **_: Any
) -> dict[str, Any]:
    row = (account_number, provider_id, text, at.now.isoformat())
    done = db.execute("INSERT INTO messages (patient_id, provider_id, text, sent) VALUES (?, ?, ?, ?)", row)
    return {"message_id": f"MSG-{done.lastrowid}", "sent": at.now.isoformat()}
