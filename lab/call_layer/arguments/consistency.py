"""Whether arguments agree with each other and with what is known: entitlement, prescription, balance, habit."""

import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from lab.call_layer.arguments.entities import Row, Scope
from lab.call_layer.arguments.phrases import phrase
from lab.call_layer.arguments.refusal import Question, inconsistent
from lab.call_layer.arguments.schema import cents
from lab.call_layer.shapes import Refusal

_LARGEST = 1e12

Verdict = Refusal | Question | None
Confirmed = Collection[tuple[str, Any]]
"""Arguments and values to whose preview the caller has said a whole yes."""


def agree(tool: str, arguments: Mapping[str, Any], scope: Scope, confirmed: Confirmed = ()) -> Verdict:
    """The first rule that a call breaks. `arguments` hold what code filled in too."""
    verdicts = (rule(arguments, scope) for rule in RULES.get(tool, ()))
    return next((verdict for verdict in verdicts if verdict and not _is_confirmed(verdict, confirmed)), None)


def medication_not_prescribed(arguments: Mapping[str, Any], scope: Scope) -> Verdict:
    """Only what is on the patient's list can be filled again."""
    number = arguments.get("medication_id")
    if number is None or scope.medication(number):
        return None
    text = f"{number} is not among the medications that this patient is prescribed"
    return inconsistent("medication_not_prescribed", "medication", number, text, "ask which medication is meant")


def refill_above_entitlement(arguments: Mapping[str, Any], scope: Scope) -> Verdict:
    """Not more than the refills that are left allow."""
    row, given = scope.medication(arguments.get("medication_id")), _number(arguments, "quantity")
    if row is None or given is None or given <= (most := row["refills_left"] * row["quantity"]):
        return None
    text = f"{row['refills_left']} refills of {row['quantity']} are left: at most {most}"
    then = "say so, and offer a smaller quantity or a message to the doctor"
    return inconsistent("refill_above_entitlement", "quantity", given, text, then)


def amount_above_balance(arguments: Mapping[str, Any], scope: Scope) -> Verdict:
    """Not more than is owed: on the bill that is named, else on all of them."""
    number, amount = arguments.get("invoice_id"), _number(arguments, "amount")
    if amount is None:
        return None
    bill = scope.invoice(number) if number else None
    rows: Sequence[Row] = (scope.file or {}).get("invoices", ()) if number is None else [bill] if bill else []
    owed = sum(row["balance_cents"] for row in rows)
    if cents(amount) <= owed:
        return None
    text = f"{owed / 100:,.2f} is owed, which is less than {amount:,.2f}"
    return inconsistent("amount_above_balance", "amount", amount, text, "ask the caller for the amount")


def quantity_implausible(arguments: Mapping[str, Any], scope: Scope) -> Verdict:
    """Far more than ever: not invalid, so the caller is shown the largest before, and asked."""
    row, given = scope.medication(arguments.get("medication_id")), _number(arguments, "quantity")
    history = _history(row) if row else []
    if not history or given is None or given <= _rule("times") * nearest_rank(history, _rule("percentile")):
        return None
    unit = phrase("units", scope.language)
    asked = phrase("implausible", scope.language, given=given, unit=unit, largest=max(history))
    return Question("quantity_implausible", "quantity", given, asked)


RULES: Mapping[str, tuple[Callable[[Mapping[str, Any], Scope], Verdict], ...]] = {
    "request_refill": (medication_not_prescribed, quantity_implausible, refill_above_entitlement),
    "take_payment": (amount_above_balance,),
}


def nearest_rank(values: Iterable[int], percentile: int) -> int:
    """The smallest value that at least so many percent of them do not exceed."""
    ordered = sorted(values)
    rank = -(-percentile * len(ordered) // 100)
    return ordered[max(rank, 1) - 1]


def _history(row: Row) -> list[int]:
    """The quantities filled for this patient; where they are few, those of the medication at all."""
    own = [entry["quantity"] for entry in row.get("history", ())]
    return own if len(own) >= _rule("fewest") else [*row.get("dispensed", ())] or [*own, row["quantity"]]


def _number(arguments: Mapping[str, Any], name: str) -> Any:
    """A number; none where it is missing or, without a schema before this, anything else."""
    given = arguments.get(name)
    if not isinstance(given, int | float) or isinstance(given, bool):
        return None
    return given if abs(given) < _LARGEST else None


def _is_confirmed(verdict: Refusal | Question, confirmed: Confirmed) -> bool:
    return isinstance(verdict, Question) and (verdict.argument, verdict.said) in confirmed


def _rule(name: str) -> int:
    return int(_rules()[name])


@cache
def _rules() -> dict[str, int]:
    return tomllib.loads(Path(__file__).with_name("consistency.toml").read_text(encoding="utf-8"))
