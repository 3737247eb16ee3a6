"""What only HTTP has: methods, bodies, headers, and a description of itself."""

import http.client
import json
from urllib.parse import urlsplit

import pytest

from fake_api.practice.emr import Practice
from fake_api.practice.endpoints import ENDPOINTS
from fake_api.practice.inbound.endpoints import INBOUND
from tests.practice.booking_arguments import SUKARNO, place
from tests.practice.serving import Latest


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


@pytest.mark.parametrize("body", ["", "[]", "{", "null", '"text"', "[" * 50_000, "{}" + " " * 70_000])
def test_a_body_that_is_no_object_is_bad_input(send, body: str) -> None:  # type: ignore[no-untyped-def]
    """Whatever is sent in place of an object is refused in the same words."""
    status, text = send("POST", "/appointments/create", body)
    assert (status, json.loads(text)["error"]["key"]) == (400, "body")


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
