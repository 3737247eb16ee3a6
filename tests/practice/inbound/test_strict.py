"""The API takes exactly the keys it knows, each of its kind, and wraps every answer."""

from itertools import product
from typing import Any

import pytest

from fake_api.practice.inbound.endpoints import INBOUND, QUOTES
from fake_api.practice.inbound.ids import Opening
from fake_api.practice.wire import Request, Transport
from tests.practice.inbound.front_desk import JAMIE, TUESDAY, FrontDesk, said_no

SAMPLES: dict[str, Any] = {
    "call_id": "call-1",
    "office_id": 1,
    "provider_id": 88,
    "reason": "sick_visit",
    "status": "established",
    "age": 40,
    "from_date": TUESDAY,
    "days": 1,
    "name": "Jamie Rivera",
    "date_of_birth": "1985-04-03",
    "phone": "212-555-0142",
    "caller_phone": "212-555-0142",
    "account_number": JAMIE,
    "token": "a token",
    "flags": {},
    "transcript": ["hello"],
    "accounts": [JAMIE],
    "end_reason": "agent",
    "kind": "cancel",
    "encounter_id": "E-70001",
    "opening_id": Opening(1, 88, 29824620).id,
    "sex": "female",
    "state": "NY",
    "zip": "10014",
    "medication_id": "RX-1234",
    "quantity": 30,
    "days_of_supply": 30,
    "invoice_id": "INV-2026-0042",
    "amount_cents": 4000,
    "currency": "USD",
    "text": "Please call back.",
}
CALL_FLAGS = {"human_review": False, "emergency": False, "identity": True}
KINDS = [*(name for name in INBOUND if name != "inbound/quote"), *(f"quote {kind}" for kind in QUOTES)]


def whole(name: str) -> tuple[str, dict[str, Any]]:
    """An endpoint's name and a request with every key that it needs."""
    kind = name.removeprefix("quote ")
    endpoint = INBOUND["inbound/quote" if kind != name else name]
    arguments = (*endpoint.arguments, *endpoint.by_kind.get(kind, ()))
    given = {each.name: SAMPLES[each.name] for each in arguments if each.required}
    given |= {"kind": kind} if kind != name else {}
    return endpoint.name, given | ({"flags": CALL_FLAGS} if name == "inbound/call/log" else {})


@pytest.mark.parametrize("name", KINDS)
def test_an_unknown_key_is_bad_input(inbound: Transport, name: str) -> None:
    """One key too many, and the answer names it."""
    endpoint, given = whole(name)
    assert said_no(inbound(Request(endpoint, {**given, "confirmed": True}))) == (400, "BAD_INPUT", "confirmed")


@pytest.mark.parametrize(("name", "key"), [(name, key) for name in KINDS for key in whole(name)[1]])
def test_a_missing_key_is_bad_input(in_process: Transport, name: str, key: str) -> None:
    """Every key that is needed is asked for by its name."""
    endpoint, given = whole(name)
    del given[key]
    assert said_no(in_process(Request(endpoint, given))) == (400, "BAD_INPUT", key)


ODD = (None, True, 1.0, "1", "", [], {}, ["1"], "\ud800", float("nan"), -1, 2**70, "x" * 9999)


@pytest.mark.parametrize("name", KINDS)
def test_a_value_of_another_kind_is_bad_input(in_process: Transport, name: str) -> None:
    """Whatever stands in place of a value is refused by its key, or is of the right kind and leads nowhere."""
    endpoint, given = whole(name)
    for key, value in product(given, ODD):
        answer = in_process(Request(endpoint, {**given, key: value}))
        if type(value) is not type(given[key]) and (endpoint, key) != ("inbound/commit", "reason"):
            assert said_no(answer) == (400, "BAD_INPUT", key)
        assert answer.status in (200, 400, 404, 409)
        assert answer.body["ok"] is (answer.status == 200)


@pytest.mark.parametrize("kind", ["reschedule", "cancel"])
def test_a_quote_for_a_change_carries_no_reason(desk: FrontDesk, kind: str) -> None:
    """The reason of a change belongs to its commit."""
    endpoint, given = whole(f"quote {kind}")
    del given["call_id"]
    assert desk.refused(endpoint, **given, reason="ill") == (400, "BAD_INPUT", "reason")


@pytest.mark.parametrize("key", ["account_number", "opening_id", "name", "starts", "kind"])
def test_a_commit_carries_nothing_else(desk: FrontDesk, key: str) -> None:
    """What is written stands in the quote alone."""
    commit = {"token": "a token", "reason": None, "flags": {}}
    assert desk.refused("inbound/commit", **commit, **{key: SAMPLES.get(key, "x")}) == (400, "BAD_INPUT", key)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("account_number", "50211"),
        ("account_number", "A-050211"),
        ("account_number", "A-50211 "),
        ("account_number", "a-50211"),
        ("account_number", "A-٥٠٢١١"),
        ("encounter_id", "70001"),
        ("encounter_id", "E-1"),
        ("encounter_id", JAMIE),
    ],
)
def test_an_id_is_written_in_one_way_only(desk: FrontDesk, key: str, value: str) -> None:
    """Nothing that only looks like an id is taken for one."""
    ids = {"account_number": JAMIE, "encounter_id": "E-70001", key: value}
    assert desk.refused("inbound/quote", kind="cancel", **ids) == (400, "BAD_INPUT", key)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("account_number", "A-99999"),
        ("encounter_id", "E-79999"),
        ("encounter_id", "E-70002"),
        ("account_number", "A-999999999999999"),
    ],
)
def test_what_is_not_this_patients_is_not_found(desk: FrontDesk, key: str, value: str) -> None:
    """An id of nobody's and one of somebody else's are answered alike."""
    ids = {"account_number": JAMIE, "encounter_id": "E-70001", key: value}
    assert desk.refused("inbound/quote", kind="cancel", **ids) == (404, "NOT_FOUND", key)


def test_an_endpoint_that_is_not_there(in_process: Transport) -> None:
    """In process it is an envelope too."""
    assert said_no(in_process(Request("inbound/everything", {})))[:2] == (404, "NOT_FOUND")
