"""What a patient's file holds, as the wire tells it."""

from collections.abc import Sequence
from typing import Any

from fake_api.practice import patients
from fake_api.practice.directory import read_rules, rule_of
from fake_api.practice.inbound.ids import encounter_id
from fake_api.practice.inbound.people import Person, found
from fake_api.practice.rules import Rule
from fake_api.practice.store import Store

Row = dict[str, Any]
_REFILLS = "refills - (SELECT count(*) FROM refill_requests r WHERE r.medication_id = m.id)"
_MEDICATIONS = f"SELECT id, name, strength, quantity, days_of_supply, {_REFILLS} FROM medications m"
_DISPENSED = "SELECT quantity FROM fills WHERE drug = ? ORDER BY day DESC, id DESC LIMIT 100"
_BALANCE = "cents - (SELECT coalesce(sum(p.cents), 0) FROM payments p WHERE p.invoice_id = i.id)"
_INVOICES = f"SELECT id, about, cents, {_BALANCE}, issued FROM invoices i"


def visits(store: Store, person: Person) -> list[Row]:
    """Every visit, cancelled ones too, in the order of their starts, with what each is for."""
    rules = read_rules(store)
    return [{**_visit(row), "reason": _reason(rules, row)} for row in patients.appointments(store, person.id)]


def visit(store: Store, id: int) -> Row:
    """One visit as it stands."""
    return _visit(patients.read_visit(store, id))


def _visit(row: Row) -> Row:
    return {
        "encounter_id": encounter_id(row["appointmentId"]),
        "starts": row["startDatetime"],
        "minutes": row["duration"],
        "provider_id": row["profileId"],
        "office_id": row["officeId"],
        "status": row["status"],
        "version": row["version"],
    }


def _reason(rules: Sequence[Rule], row: Row) -> str | None:
    rule = rule_of(rules, row["appointmentTypeId"], row["officeId"])
    return rule.reason if rule else None


def may_act(store: Store, person: Person) -> list[Row]:
    """Whom the file names, and whether they may act for the patient."""
    rows = store.all("SELECT name, relation, allowed FROM may_act WHERE patient_id = ? ORDER BY name", person.id)
    return [{"name": name, "relation": relation, "allowed": bool(allowed)} for name, relation, allowed in rows]


def medications(store: Store, person: Person) -> list[Row]:
    """What is prescribed, with the refills that nobody has asked for yet."""
    rows = store.all(f"{_MEDICATIONS} WHERE m.patient_id = ? ORDER BY id", person.id)
    return [_medication(store, row) for row in rows]


def medication(store: Store, person: Person, id: str) -> Row:
    """One of the patient's own; raises Refused for any other."""
    row = store.one(f"{_MEDICATIONS} WHERE m.id = ? AND m.patient_id = ?", id, person.id)
    return _medication(store, found("medication_id", row))


def _medication(store: Store, row: tuple[Any, ...]) -> Row:
    id, name, strength, quantity, days, refills = row
    fills = store.all("SELECT day, quantity FROM fills WHERE medication_id = ? ORDER BY day, id", id)
    return {
        "medication_id": id,
        "name": name,
        "strength": strength,
        "quantity": quantity,
        "days_of_supply": days,
        "refills_left": refills,
        "last_filled": fills[-1][0] if fills else None,
        "history": [{"filled": day, "quantity": handed_out} for day, handed_out in fills],
        "dispensed": [handed_out for (handed_out,) in store.all(_DISPENSED, f"{name} {strength}")],
    }


def invoices(store: Store, person: Person) -> list[Row]:
    """What was billed, and what of it is still to be paid."""
    return [_invoice(row) for row in store.all(f"{_INVOICES} WHERE i.patient_id = ? ORDER BY id", person.id)]


def invoice(store: Store, person: Person, id: str) -> Row:
    """One of the patient's own; raises Refused for any other."""
    row = store.one(f"{_INVOICES} WHERE i.id = ? AND i.patient_id = ?", id, person.id)
    return _invoice(found("invoice_id", row))


def _invoice(row: tuple[Any, ...]) -> Row:
    id, about, cents, balance, issued = row
    return {"invoice_id": id, "about": about, "amount_cents": cents, "balance_cents": balance, "issued": issued}
