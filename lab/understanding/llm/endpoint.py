"""A model behind an OpenAI-compatible endpoint: llama.cpp's server, Ollama, vLLM, or one far away."""

import http.client
import json
import os
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import urlsplit

from lab.understanding.llm.deadline import within
from lab.understanding.llm.question import response_format
from lab.understanding.unavailable import UnderstandingUnavailable

KEY = "READBACK_LLM_KEY"
"""The environment variable that holds the endpoint's key; no agent's process gets to see it."""

TRIES = 2
LONGEST_BODY = 1_000_000
MOST_TOKENS = 200

_START = "start the server (llama-server, ollama serve, vllm serve), or give its address with --llm-url"
_ADDRESS = "--llm-url takes an address such as http://127.0.0.1:8080/v1"
_ADVICE = {
    401: f"put the endpoint's key into the environment variable {KEY}",
    403: f"put the endpoint's key into the environment variable {KEY}",
    404: "check the address in --llm-url and the model's name in --llm-model",
}


class Endpoint:
    """Asks a model over HTTP; a try that gets no answer in `seconds` of the machine's time is made once more."""

    def __init__(self, url: str, model: str, seconds: float) -> None:
        """Raises UnderstandingUnavailable for what can be no address, or no key."""
        self.url, self.model, self.seconds = chat_url(url), model, seconds
        self._headers = {"Content-Type": "application/json", "User-Agent": "readback", **_authorization()}
        self._open = _opener(self.url).open

    def complete(self, messages: list[dict[str, str]], schema: dict[str, Any]) -> str:
        """The text of the model's answer. Raises UnderstandingUnavailable if no chat completion comes."""
        body = {
            "messages": messages,
            "temperature": 0,
            "max_tokens": MOST_TOKENS,
            "response_format": response_format(schema),
        }
        content = self.message(body).get("content")
        return content if isinstance(content, str) else ""

    def message(self, body: dict[str, Any]) -> dict[str, Any]:
        """The message that a chat completion brings, whatever is in it. Raises UnderstandingUnavailable."""
        body = {"model": self.model, **body}
        for _ in range(TRIES):
            try:
                return self._message(within(self.seconds, lambda: self._post(json.dumps(body).encode())))
            except TimeoutError:
                continue
        why = f"no answer within {self.seconds:g} seconds, {TRIES} times over"
        raise self._unavailable(why, "give it longer with --llm-seconds, or take a smaller model")

    def _post(self, body: bytes) -> bytes:
        request = urllib.request.Request(self.url, body, self._headers)
        try:
            with self._open(request, timeout=self.seconds) as response:
                answer: bytes = response.read(LONGEST_BODY)
            return answer
        except urllib.error.HTTPError as error:
            with error:
                why = f"it answers {error.code} ({_told(error.read(LONGEST_BODY)) or error.reason})"
            raise self._unavailable(why, _ADVICE.get(error.code, "its own log says more")) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            reason = error.reason if isinstance(error, urllib.error.URLError) else error
            if isinstance(reason, TimeoutError):
                raise TimeoutError from None
            raise self._unavailable(_in_words(reason), _START) from None

    def _message(self, body: bytes) -> dict[str, Any]:
        try:
            return dict(json.loads(body)["choices"][0]["message"])
        except (ValueError, LookupError, TypeError, RecursionError):
            raise self._unavailable(f"it answers with no chat completion: {body[:60]!r}", _ADDRESS) from None

    def _unavailable(self, why: str, advice: str) -> UnderstandingUnavailable:
        return UnderstandingUnavailable(f"the language model at {self.url} can't be asked", why, advice)


def chat_url(url: str) -> str:
    """Where chat completions are asked for, from as much of the address as a person gives."""
    what = f"{url!r:.80} is no endpoint"
    try:
        parts = urlsplit(url.strip())
        named = bool(parts.hostname) and (parts.port or True)
    except ValueError as error:
        raise UnderstandingUnavailable(what, str(error), _ADDRESS) from None
    if parts.scheme not in ("http", "https") or not named:
        raise UnderstandingUnavailable(what, "it does not begin with http:// or https:// and a host", _ADDRESS)
    if parts.username or parts.password:
        raise UnderstandingUnavailable("the address holds a secret", "addresses get printed", _ADVICE[401])
    path = parts.path.rstrip("/") or "/v1"
    return parts._replace(path=path if path.endswith("/chat/completions") else f"{path}/chat/completions").geturl()


def _authorization() -> dict[str, str]:
    key = os.environ.get(KEY, "").strip()
    if not (key.isascii() and key.isprintable()):
        raise UnderstandingUnavailable(f"the key in {KEY} can't be sent", "it is not plain ASCII text", "copy it anew")
    return {"Authorization": f"Bearer {key}"} if key else {}


def _opener(url: str) -> urllib.request.OpenerDirector:
    """HTTP without redirects, which would carry the key to another host; and no proxy to this very machine."""
    local = urlsplit(url).hostname in ("localhost", "127.0.0.1", "::1")
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler({} if local else None),
        urllib.request.HTTPHandler(),
        urllib.request.HTTPSHandler(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
    ):
        opener.add_handler(handler)
    return opener


def _in_words(reason: object) -> str:
    return str(getattr(reason, "strerror", None) or reason or type(reason).__name__)


def _told(body: bytes) -> str:
    """An endpoint's own words for an error: OpenAI's form, or the beginning of whatever it is."""
    try:
        error = json.loads(body)["error"]
        return str(error["message"] if isinstance(error, dict) else error)[:200]
    except (ValueError, LookupError, TypeError, RecursionError):
        return " ".join(body[:200].decode("utf-8", "replace").split())
