"""Files of invented patients, as the practice's API answers them."""

import datetime as dt
from typing import Any

from lab.call_layer.arguments.entities import Scope
from lab.call_layer.arguments.steps import Taken, Told, take

TODAY = dt.date(2026, 9, 14)


def medication(number: str, name: str, strength: str, *, filled: str = "2026-08-03", left: int = 3, **more: Any) -> Any:
    """A row of a brief's medications: ninety for ninety days, unless told otherwise."""
    row = {"medication_id": number, "name": name, "strength": strength, "quantity": 90, "days_of_supply": 90}
    return row | {"refills_left": left, "last_filled": filled, "history": []} | more


def invoice(number: str, about: str, balance: int, issued: str = "2026-08-10") -> Any:
    """A row of a brief's invoices, with its balance in cents."""
    return {
        "invoice_id": number, "about": about, "amount_cents": max(balance, 9000), "balance_cents": balance,
        "issued": issued,
    }  # fmt: skip


def filled(*quantities: int) -> list[Any]:
    """A medication's history."""
    return [{"filled": f"2025-{month:02}-01", "quantity": each} for month, each in enumerate(quantities, 1)]


def brief(account: str, name: str, medications: Any = (), invoices: Any = (), born: str = "1985-04-03") -> Any:
    """A patient's brief."""
    return {
        "account_number": account, "name": name, "date_of_birth": born, "phone": "212-555-0142",
        "medications": list(medications), "invoices": list(invoices),
    }  # fmt: skip


OFFICES = (
    {"office_id": 1, "name": "North", "zone": "America/New_York", "hours": []},
    {"office_id": 2, "name": "North Harbor", "zone": "America/New_York", "hours": []},
)
PROVIDERS = (
    {"provider_id": 11, "given": "Ana", "family": "Reyes", "office_ids": [1]},
    {"provider_id": 12, "given": "Marta", "family": "Reyes", "office_ids": [2]},
    {"provider_id": 13, "given": "Sean", "family": "O’Neil", "office_ids": [1, 2]},
    {"provider_id": 14, "given": "", "family": "Sukarno", "office_ids": [1]},
)
JAMIE = brief(
    "A-50012",
    "Jamie Rivera",
    (
        medication("RX-1234", "lisinopril", "10 mg"),
        medication("RX-2345", "lisinopril", "20 mg", filled="2026-05-03"),
        medication("RX-3456", "metformin", "500 mg", quantity=60, history=filled(60, 60, 60, 60, 60, 60)),
        medication("RX-4567", "metoprolol", "25 mg", left=0),
    ),
    (invoice("INV-2026-0042", "blood test", 4550), invoice("INV-2026-0051", "checkup", 12000, "2026-09-01")),
)
SCOPE = Scope(OFFICES, PROVIDERS, JAMIE)


def refill(medication: Any, quantity: Any = 90, days: Any = 90) -> dict[str, Any]:
    """The arguments of a refill."""
    return {"medication": medication, "quantity": quantity, "days_of_supply": days}


def payment(amount: Any, **more: Any) -> dict[str, Any]:
    """The arguments of a payment of dollars."""
    return {"amount": amount, "currency": "USD", "reason": "invoice"} | more


def taken(
    tool: str, arguments: Any, *lines: str, off: tuple[str, ...] = (), scope: Scope = SCOPE, **more: Any
) -> Taken:
    """What becomes of a call after these lines, at Jamie's file unless told otherwise."""
    return take(tool, arguments, Told(TODAY, scope, lines, **more), frozenset(off))
