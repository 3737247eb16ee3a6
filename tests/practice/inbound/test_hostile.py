"""Whatever a client sends, the answer is an envelope that says no, or what was asked; and nothing changes by itself."""

import http.client
import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fake_api.practice.emr import Practice
from fake_api.practice.inbound.endpoints import INBOUND
from fake_api.practice.inbound.ids import Opening
from fake_api.practice.wire import Request, Transport
from tests.practice.inbound.front_desk import JAMIE, FrontDesk, said_no
from tests.practice.inbound.test_strict import SAMPLES
from tests.practice.serving import Latest

TEXT = st.text(st.characters(exclude_categories=()), max_size=20)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda values: st.lists(values, max_size=3) | st.dictionaries(TEXT, values, max_size=3),
    max_leaves=6,
)
LIKELY = st.sampled_from([*SAMPLES.values(), "A-50212", "E-70002", "create", "book", "refill", "payment", "message"])
BODIES = st.dictionaries(st.sampled_from(sorted(SAMPLES)) | TEXT, LIKELY | ANYTHING, max_size=8)
WRITTEN = ("appointments", "occupied", "patients", "refill_requests", "payments", "messages")


@given(st.sampled_from(sorted(INBOUND)), BODIES)
@settings(max_examples=400, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_values_get_an_envelope(
    in_process: Transport, practice: Practice, endpoint: str, body: dict[str, Any]
) -> None:
    """It never raises, its answer is plain JSON, and what stands is not changed by anything but a commit."""
    before = [practice.store.all(f"SELECT * FROM {table}") for table in WRITTEN]
    answer = in_process(Request(endpoint, body, json.dumps(sorted(body))))
    assert answer.status in (200, 400, 404, 409)
    assert answer.body["ok"] is (answer.status == 200)
    assert json.loads(json.dumps(answer.body)) == answer.body
    assert [practice.store.all(f"SELECT * FROM {table}") for table in WRITTEN] == before


@given(
    st.tuples(*[st.integers(-5, 2**70)] * 3, st.sampled_from([None, "new", "established", "old", ""])),
    st.sampled_from(["book", "reschedule"]),
)
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_forged_opening_is_none(in_process: Transport, fields: tuple[Any, ...], kind: str) -> None:
    """Someone who knows how the ids are made cannot make one that is not offered."""
    more = {"reason": "sick_visit"} if kind == "book" else {"encounter_id": "E-70001"}
    asked = {"kind": kind, "account_number": JAMIE, "opening_id": Opening(*fields).id, **more}
    answer = FrontDesk(in_process).ask("inbound/quote", **asked)
    assert said_no(answer)[0] in (400, 404, 409)


Send = Callable[..., tuple[int, Any]]


@pytest.fixture
def send(url: str, latest: Latest, in_process: Transport) -> Send:
    latest.inbound = in_process

    def send(method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, Any]:
        connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=5)
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, json.loads(text)

    return send


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (b"", "body"),
        (b"[]", "body"),
        (b"\xff\xfe", "body"),
        (b"[" * 60_000, "body"),
        (b'{"call_id": ' + b"9" * 9_000 + b"}", "body"),
        (b"{" + b" " * 70_000 + b"}", "body"),
        (b'{"call_id": "a", "account_number": "A-50211", "account_number": "A-50212"}', "account_number"),
        (b'{"call_id": "a", "account_number": "A-50211", "x": {"y": 1, "y": 2}}', "y"),
        (b'{"call_id": NaN, "account_number": "A-50211"}', "call_id"),
        (b'{"call_id": "\\ud800", "account_number": "A-50211"}', "call_id"),
    ],
)
def test_a_body_that_is_no_request(send: Send, body: bytes, field: str) -> None:
    """Not an object, too long, too deep, a key that comes twice: an envelope names what is wrong."""
    status, answer = send("POST", "/inbound/brief", body)
    assert (status, answer["ok"], answer["error"]["code"], answer["error"]["field"]) == (400, False, "BAD_INPUT", field)


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("office_id=1&office_id=2", "office_id"),
        ("office_id=one", "office_id"),
        ("office_id=%ff", "office_id"),
        ("office_id=99999999999999999999999", "office_id"),
        ("office_id=1&x=", "x"),
    ],
)
def test_a_query_that_is_no_request(send: Send, query: str, field: str) -> None:
    """The same for what is read."""
    status, answer = send("GET", f"/hub/providers?{query}")
    assert (status, answer["error"]["code"], answer["error"]["field"]) == (400, "BAD_INPUT", field)


def test_a_long_log_is_taken_and_a_long_brief_is_not(send: Send) -> None:
    """Only a call's log may be as long as a call."""
    flags = {"human_review": False, "emergency": False, "identity": False}
    log = {"call_id": "a", "transcript": ["x" * 900] * 1_000, "accounts": [], "end_reason": "agent", "flags": flags}
    assert send("POST", "/inbound/call/log", json.dumps(log).encode())[0] == 200
    assert send("POST", "/inbound/brief", json.dumps(log).encode())[1]["error"]["field"] == "body"


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [
        ("POST", "/inbound/everything", "NOT_FOUND"),
        ("GET", "/hub/", "NOT_FOUND"),
        ("GET", "/inbound/commit", "METHOD_NOT_ALLOWED"),
        ("POST", "/hub/offices", "METHOD_NOT_ALLOWED"),
    ],
)
def test_a_path_or_method_that_is_none(send: Send, method: str, path: str, code: str) -> None:
    """Both are told in an envelope."""
    _, answer = send(method, path)
    assert (answer["ok"], answer["error"]["code"], "field" in answer["error"]) == (False, code, False)


def test_a_plan_that_does_not_ship_is_told_in_an_envelope(send: Send) -> None:
    """The header names a plan, and no file."""
    status, answer = send("GET", "/hub/offices", X_Failure_Plan="../secrets.toml")
    assert (status, answer["ok"], answer["error"]["field"]) == (400, False, "X-Failure-Plan")
