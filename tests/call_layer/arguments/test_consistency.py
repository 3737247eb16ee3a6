"""Whether arguments agree with each other and with what is known."""

import pytest

from lab.call_layer.arguments.consistency import agree, nearest_rank
from lab.call_layer.arguments.entities import Scope
from lab.call_layer.arguments.refusal import Question
from tests.call_layer.arguments.files import brief, filled, medication, payment, refill, taken


def scope_with(**row):
    """A file with one medication, ninety a fill and a hundred refills left."""
    return Scope(file=brief("A-1", "Jo", [medication("RX-1", "iron", "5 mg", left=100, **row)]))


def asked(quantity, scope, confirmed=()):
    """The verdict on a refill of so many."""
    return agree("request_refill", refill("iron", quantity) | {"medication_id": "RX-1"}, scope, confirmed)


def test_a_refill_above_what_is_left_is_refused():
    """No refills left, or more than they allow."""
    none_left = taken("request_refill", refill("metoprolol"), "my metoprolol").stopped
    too_many = taken("request_refill", refill("metformin", 181), "my metformin").stopped
    assert none_left.code == too_many.code == "refill_above_entitlement"
    assert "at most 180" in too_many.text
    assert taken("request_refill", refill("metformin", 180), "my metformin").stopped is None


def test_a_medication_that_is_not_on_the_list_is_refused():
    """Also where nothing resolved it: another patient's number."""
    found = taken("request_refill", refill("RX-7777"), "RX-7777", off=("resolution",)).stopped
    assert found.code == "medication_not_prescribed"


@pytest.mark.parametrize(("bill", "owed"), [("INV-2026-0042", 45.5), (None, 165.5)])
def test_an_amount_above_the_balance_is_refused(bill, owed):
    """Of the bill that was named, or of all of them."""
    line = f"I want to pay {bill}" if bill else "I want to pay everything"
    named = {"invoice": bill} if bill else {}
    assert taken("take_payment", payment(owed, **named), line).stopped is None
    found = taken("take_payment", payment(round(owed + 0.01, 2), **named), line).stopped
    assert found.code == "amount_above_balance"


@pytest.mark.parametrize(
    ("history", "limit", "largest"),
    [
        ({"history": filled(30, 30, 30, 30, 60)}, 300, 60),
        ({"history": filled(30, 30, 30, 30), "dispensed": [90] * 99 + [400]}, 450, 400),
        ({"history": filled(30, 30)}, 450, 90),
    ],
)
def test_a_quantity_far_above_habit_is_asked_about(history, limit, largest):
    """More than five times the 99th percentile of the own history; of few entries, of the medication's."""
    scope = scope_with(**history)
    assert asked(limit, scope) is None
    found = asked(limit + 1, scope)
    assert isinstance(found, Question)
    assert f"the most so far was {largest}" in found.ask


def test_a_confirmed_quantity_goes_on_and_no_other():
    """The caller's yes is for that number alone."""
    scope = scope_with(history=filled(30, 30, 30, 30, 30))
    assert asked(600, scope, {("quantity", 600)}) is None
    assert asked(601, scope, {("quantity", 600)}).code == "quantity_implausible"


@pytest.mark.parametrize(
    ("values", "rank"), [([7], 7), (range(1, 101), 99), (range(1, 102), 100), ([3, 1, 2], 3), (range(1, 201), 198)]
)
def test_the_percentile_is_the_nearest_rank(values, rank):
    """A value that is there, never one between two."""
    assert nearest_rank(values, 99) == rank


@pytest.mark.parametrize(
    ("tool", "arguments", "line"),
    [
        ("request_refill", refill("metformin", 1000), "my metformin, a thousand"),
        ("request_refill", refill("metoprolol"), "my metoprolol"),
        ("take_payment", payment(4550), "my bills, all of them"),
    ],
)
def test_switched_off_what_does_not_agree_goes_through(tool, arguments, line):
    """What consistency alone stops is sent without it."""
    assert taken(tool, arguments, line).stopped
    assert taken(tool, arguments, line, off=("consistency",)).stopped is None
