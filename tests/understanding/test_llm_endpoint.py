"""A model behind an endpoint: asked in the usual form, with a deadline, and told apart from one that is not there."""

import threading
from typing import Any

import pytest

from lab.understanding import UnderstandingUnavailable
from lab.understanding.llm.deadline import within
from lab.understanding.llm.endpoint import KEY, Endpoint, chat_url
from lab.understanding.llm.question import messages, schema
from tests.understanding.endpoints import completion, endpoint, says

INTENTS = ("book", "yes")
SOON = 0.2  # seconds that a test is willing to wait for an answer that never comes


def ask(url: str, seconds: float = 10.0) -> str:
    return Endpoint(url, "small", seconds).complete(messages("Tuesday", "ASK_DAY", INTENTS), schema(INTENTS))


def test_the_model_is_held_to_the_schema_in_the_usual_form() -> None:
    """The request has the model's name, the line as the user's message, and a strict JSON schema with the intents."""
    with endpoint(lambda request: says("book", day="Tuesday")) as fake:
        assert '"Tuesday"' in ask(fake.url)
    [request] = fake.requests
    assert (request["path"], request["model"]) == ("/v1/chat/completions", "small")
    assert request["messages"][-1] == {"role": "user", "content": "Tuesday"}
    held = request["response_format"]
    assert (held["type"], held["json_schema"]["strict"]) == ("json_schema", True)
    assert held["json_schema"]["schema"]["properties"]["intent"]["enum"] == ["book", "yes"]


def test_the_key_comes_from_the_environment_and_goes_nowhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is sent as a bearer token, and an error that quotes the endpoint does not have it."""
    monkeypatch.setenv(KEY, "secret-key")
    with endpoint(lambda request: (500, b"out of memory")) as fake, pytest.raises(UnderstandingUnavailable) as caught:
        ask(fake.url)
    assert fake.headers[0]["Authorization"] == "Bearer secret-key"
    assert "secret-key" not in f"{caught.value} {caught.value.__dict__} {caught.value.__context__}"


def test_a_key_that_no_header_can_carry_is_told_without_printing_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line break inside a pasted key is the key's fault, and the key stays secret."""
    monkeypatch.setenv(KEY, "sec\nret")
    with pytest.raises(UnderstandingUnavailable, match=KEY) as caught:
        ask("http://127.0.0.1:9")
    assert "ret" not in str(caught.value).replace("secret", "")


def test_no_key_no_header(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server at home needs no key and gets none."""
    monkeypatch.delenv(KEY, raising=False)
    with endpoint(lambda request: says()) as fake:
        ask(fake.url)
    assert "Authorization" not in fake.headers[0]


def test_a_redirect_is_not_followed() -> None:
    """It would carry the key and the caller's words to a host that nobody named."""
    with endpoint(lambda request: says()) as other, endpoint(lambda request: (302, other.url.encode())) as fake:
        with pytest.raises(UnderstandingUnavailable, match="302"):
            ask(fake.url)
        assert other.requests == []


def test_an_answer_that_does_not_come_is_asked_for_once_more() -> None:
    """The first try times out, the second is answered."""
    with endpoint(lambda request: says()) as fake:

        def reply(request: dict[str, Any]) -> tuple[int, bytes]:
            return fake.held(request) if len(fake.requests) == 1 else says("yes")

        fake.reply = reply
        assert '"yes"' in ask(fake.url, SOON)
        assert len(fake.requests) == 2


def test_after_the_second_silence_it_is_unavailable() -> None:
    """It is asked twice and no more, and the error says how long it waited."""
    with endpoint(lambda request: says()) as fake:
        fake.reply = fake.held
        with pytest.raises(UnderstandingUnavailable, match=r"no answer within 0\.2 seconds, 2 times") as caught:
            ask(fake.url, SOON)
        assert len(fake.requests) == 2
    assert "--llm-seconds" in caught.value.advice


@pytest.mark.parametrize("url", [f"http://{'a' * 70}.example", "http://127.0.0.1:9/a path", "http://127.0.0.1:9/ñ"])
def test_an_address_that_no_request_can_have_is_told(url: str) -> None:
    """A host or a path that HTTP can't carry is no crash."""
    with pytest.raises(UnderstandingUnavailable):
        ask(url)


def test_nothing_there_is_told_at_once_with_what_to_do() -> None:
    """A refused connection is not tried again: what happened, why, and what to do next."""
    with endpoint(lambda request: says()) as gone:
        pass
    with pytest.raises(UnderstandingUnavailable) as caught:
        ask(gone.url)
    assert gone.url in caught.value.what
    assert caught.value.why
    assert "--llm-url" in caught.value.advice


def test_work_that_never_ends_is_left_behind() -> None:
    """The deadline holds however little by little the work goes on; what it raises in time comes through."""
    ending = threading.Event()
    with pytest.raises(TimeoutError):
        within(0.05, ending.wait)
    ending.set()
    assert within(10, ending.wait) is True
    with pytest.raises(KeyError, match="told"):
        within(10, lambda: {}["told"])


def hang_up(request: dict[str, Any]) -> tuple[int, bytes]:
    raise ConnectionError


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        (lambda request: (200, b"<html>Hello</html>"), "no chat completion"),
        (lambda request: (200, b"{}"), "no chat completion"),
        (lambda request: (200, b'{"choices": []}'), "no chat completion"),
        (lambda request: (200, b"[" * 50_000), "no chat completion"),
        (lambda request: (200, b"x" * 1_500_000), "no chat completion"),
        (lambda request: (401, b'{"error": {"message": "who are you"}}'), "who are you"),
        (lambda request: (404, b'{"error": "no model small"}'), "no model small"),
        (lambda request: (503, b""), "503"),
        (hang_up, "closed"),
    ],
    ids=["html", "empty", "no-choice", "deep", "huge", "401", "404", "503", "hung-up"],
)
def test_what_is_no_such_endpoint_is_told_apart(reply: Any, why: str) -> None:
    """A server of another kind, one that refuses, and one that hangs up are each named for what they did."""
    with endpoint(reply) as fake, pytest.raises(UnderstandingUnavailable, match=why):
        ask(fake.url)


@pytest.mark.parametrize("content", [None, 3, {"intent": "yes"}], ids=repr)
def test_a_content_that_is_no_text_is_an_empty_answer(content: Any) -> None:
    """A model that refuses to speak is there, and has said nothing."""
    with endpoint(lambda request: completion(content)) as fake:
        assert ask(fake.url) == ""


@pytest.mark.parametrize(
    ("given", "asked"),
    [
        ("http://localhost:8080", "http://localhost:8080/v1/chat/completions"),
        ("http://localhost:11434/v1/", "http://localhost:11434/v1/chat/completions"),
        ("https://host/api/v2/chat/completions", "https://host/api/v2/chat/completions"),
    ],
)
def test_as_much_of_the_address_as_a_person_gives_is_enough(given: str, asked: str) -> None:
    """The base address, the versioned one and the whole one all name the same endpoint."""
    assert chat_url(given) == asked


@pytest.mark.parametrize(
    "url", ["localhost:8080", "ftp://host", "http://", "file:///etc/passwd", "http://h:port", "http://["]
)
def test_what_can_be_no_endpoint_is_refused_before_anything_is_sent(url: str) -> None:
    """The error shows what an address looks like."""
    with pytest.raises(UnderstandingUnavailable, match=r"http://127\.0\.0\.1:8080/v1"):
        chat_url(url)


def test_a_secret_in_the_address_is_refused_unseen() -> None:
    """Addresses get printed; a password in one is told about without being repeated."""
    with pytest.raises(UnderstandingUnavailable) as caught:
        chat_url("http://me:hunter2@host/v1")
    assert "hunter2" not in str(caught.value)
