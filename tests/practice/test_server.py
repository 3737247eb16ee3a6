"""What only HTTP has: methods, bodies, headers, and a description of itself."""

import datetime as dt
import http.client
import json
from contextlib import closing, nullcontext
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from fake_api.clock import FakeClock
from fake_api.practice.emr import Practice
from fake_api.practice.endpoints import ENDPOINTS
from fake_api.practice.inbound.endpoints import INBOUND
from fake_api.practice.store import Store
from fake_api.practice.wire import Request
from fake_api.practice.world import World
from lab.cli import main
from tests.practice.booking_arguments import SUKARNO, place
from tests.practice.serving import Latest

NOON = dt.datetime(2026, 9, 14, 12, tzinfo=dt.UTC)


@pytest.fixture
def send(url: str, latest: Latest, practice: Practice):  # type: ignore[no-untyped-def]
    latest.practice = practice

    def send(method: str, path: str, body: str | None = None, **headers: str) -> tuple[int, str]:
        connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=5)
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text

    return send


@pytest.mark.parametrize("endpoint", [*ENDPOINTS.values(), *INBOUND.values()], ids=lambda endpoint: endpoint.name)
def test_the_wrong_method_is_not_allowed(send, endpoint) -> None:  # type: ignore[no-untyped-def]
    """A read is no POST and a write no GET."""
    status, _ = send("GET" if endpoint.writes else "POST", endpoint.path)
    assert status == 405


def test_another_path_is_not_found(send) -> None:  # type: ignore[no-untyped-def]
    """In the words that the API has for everything it refuses."""
    status, text = send("GET", "/nowhere")
    assert (status, json.loads(text)["error"]["code"]) == (404, "NOT_FOUND")


@pytest.mark.parametrize("body", ["", "[]", "{", "null", '"text"', "[" * 50_000, "{}" + " " * 70_000])
def test_a_body_that_is_no_object_is_bad_input(send, body: str) -> None:  # type: ignore[no-untyped-def]
    """Whatever is sent in place of an object is refused in the same words."""
    status, text = send("POST", "/appointments/create", body)
    assert (status, json.loads(text)["error"]["key"]) == (400, "body")


def test_a_body_without_a_length_is_not_read_to_its_end(send) -> None:  # type: ignore[no-untyped-def]
    """One that comes in chunks is refused as soon as it is longer than any booking."""
    status, text = send("POST", "/appointments/create", iter([b" " * 40_000, b" " * 40_000, b"{}"]))
    assert (status, json.loads(text)["error"]["key"]) == (400, "body")


@pytest.mark.parametrize("in_a_file", [True, False])
def test_what_is_known_from_a_read_ends_with_any_write(tmp_path: Path, maple: World, in_a_file: bool) -> None:
    """Whether the server itself writes or somebody else who has the file open."""
    with closing(Store(tmp_path / "practice.db" if in_a_file else None)) as store:
        store.fill(maple)
        practice = Practice(store, FakeClock(NOON))
        with closing(Store(tmp_path / "practice.db")) if in_a_file else nullcontext(store) as writer:
            desk = Practice(writer, FakeClock(NOON))
            read = Request("appointments", {"patientId": SUKARNO})
            assert [practice.in_writing(read).body for _ in range(2)] == ["[]", "[]"]
            visit = desk(Request("create", {"patientId": SUKARNO, **place()})).body
            assert json.loads(practice.in_writing(read).body) == [visit]
            cancelled = desk(Request("cancel", {"appointmentId": visit["appointmentId"], "version": 1})).body
            assert json.loads(practice.in_writing(read).body) == [cancelled]
        assert practice.requests["appointments"] == 4


@pytest.mark.parametrize("port", ["in use", "70000"])
def test_where_nobody_may_listen_is_said(port: str, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A port that is taken, or none at all, ends with a line and no address that leads nowhere."""
    assert main(["serve", "--port", str(urlsplit(url).port) if port == "in use" else port]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(
        "lab: can't listen on 127.0.0.1:" if port == "in use" else "lab: --port 70000 is no port"
    )


def test_it_describes_every_endpoint(send) -> None:  # type: ignore[no-untyped-def]
    """OpenAPI knows each operation, its keys and that no other is taken; /docs is a page."""
    _, text = send("GET", "/openapi.json")
    paths = json.loads(text)["paths"]
    operations = {spec["operationId"] for methods in paths.values() for spec in methods.values()}
    assert operations == {*ENDPOINTS, *INBOUND}
    schema = paths["/appointments/create"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert (set(schema["properties"]), schema["additionalProperties"]) == (
        {each.name for each in ENDPOINTS["create"].arguments},
        False,
    )
    assert send("GET", "/docs")[0] == 200


def test_a_header_chooses_the_plan_for_a_call(send) -> None:  # type: ignore[no-untyped-def]
    """Each call's attempts are counted apart, and a request without the header meets no trouble."""
    body = json.dumps({"patientId": SUKARNO, **place()})
    taken = {"X_Failure_Plan": "taken"}
    path = "/appointments/create"
    statuses = [send("POST", path, body, **taken, X_Call_Id=call)[0] for call in ("one", "two")]
    assert statuses == [409, 409]
    assert send("POST", path, body)[0] == 200


@pytest.mark.parametrize("name", ["nonsense", "../../secrets.toml", "/etc/passwd", "x.toml"])
def test_a_header_names_no_file(send, name: str) -> None:  # type: ignore[no-untyped-def]
    """A plan that does not ship is bad input, and no path is ever opened."""
    status, text = send("GET", "/offices", X_Failure_Plan=name)
    assert (status, json.loads(text)["error"]["key"]) == (400, "X-Failure-Plan")
