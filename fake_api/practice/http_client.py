"""The practice over HTTP, as a transport: the same requests and answers as in process."""

import http.client
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode, urlsplit

from fake_api.practice.endpoints import ENDPOINTS
from fake_api.practice.failing import PATIENCE
from fake_api.practice.inbound.endpoints import INBOUND
from fake_api.practice.wire import Answer, NoAnswer, Request

_ENDPOINTS = ENDPOINTS | INBOUND
PLAN_HEADER = "X-Failure-Plan"
CALL_HEADER = "X-Call-Id"


class HttpTransport:
    """Carries each request over a connection of its own, so that none is ever sent twice."""

    def __init__(self, url: str, plan: str = "calm", call_id: str = "", patience: float = PATIENCE) -> None:
        """`patience` is how many seconds it waits for an answer."""
        where = urlsplit(url)
        self._host, self._port = where.hostname or "127.0.0.1", where.port or 80
        self._headers = {PLAN_HEADER: plan, CALL_HEADER: call_id}
        self._patience = patience

    def __call__(self, request: Request) -> Answer:
        endpoint = _ENDPOINTS[request.endpoint]
        if endpoint.writes:
            return self._send("POST", endpoint.path, json.dumps(dict(request.arguments)), request.caller)
        query = urlencode(dict(request.arguments))
        return self._send("GET", f"{endpoint.path}?{query}" if query else endpoint.path, None, request.caller)

    def _send(self, method: str, path: str, body: str | None, caller: str) -> Answer:
        headers: Mapping[str, str] = {
            **self._headers,
            CALL_HEADER: caller or self._headers[CALL_HEADER],
            "Content-Type": "application/json",
        }
        connection = http.client.HTTPConnection(self._host, self._port, timeout=self._patience)
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            text = response.read().decode("utf-8", errors="replace")
            return Answer(response.status, _json(text), response.headers.get("Retry-After"))
        except (OSError, http.client.HTTPException) as fault:
            raise NoAnswer(str(fault)) from None
        finally:
            connection.close()


def _json(text: str) -> Any:
    """The values, or the text itself where it is no JSON."""
    try:
        return json.loads(text)
    except ValueError:
        return text
