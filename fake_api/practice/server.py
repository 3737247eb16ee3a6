"""The practice over HTTP, with OpenAPI at /docs: for agents in any language. Needs the extra `serve`.

A request chooses its failure plan with the header `X-Failure-Plan`; attempts are counted for each `X-Call-Id`.
"""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from fastapi import FastAPI
from fastapi import Request as HttpRequest
from fastapi.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from fake_api.data_error import DataError
from fake_api.practice.emr import Practice
from fake_api.practice.endpoints import ENDPOINTS, Endpoint
from fake_api.practice.failing import PlanRun
from fake_api.practice.http_client import CALL_HEADER, PLAN_HEADER
from fake_api.practice.inbound.endpoints import INBOUND
from fake_api.practice.inbound.envelope import refuse
from fake_api.practice.kinds import BadInput
from fake_api.practice.openapi import document
from fake_api.practice.trouble import TroublePlan, load_trouble
from fake_api.practice.wire import Answer, Json, Request, Transport, refusal

_HELD = 60.0
_RUNS_KEPT = 1000
_JSON, _TEXT = b"application/json", b"text/html; charset=utf-8"


class _Route(NamedTuple):
    """An endpoint, who answers it, and how that one says no: status, code, key, and why."""

    endpoint: Endpoint
    transport: Transport
    refuse: Callable[[int, str, str, str], Answer]


def make_app(practice: Practice, inbound: Transport, plan: TroublePlan | None = None) -> ASGIApp:
    """The API of a practice and the one for its front desk; `plan` is for requests that choose none."""
    pages = FastAPI(title=practice.name, version="1", description=__doc__)
    described = document(pages.title, pages.version, pages.description)
    pages.openapi = lambda: described  # type: ignore[method-assign]
    pages.add_exception_handler(404, _not_found)
    routes = [
        *(_Route(endpoint, practice.in_writing, refusal) for endpoint in ENDPOINTS.values()),
        *(_Route(endpoint, inbound, refuse) for endpoint in INBOUND.values()),
    ]
    return _Api(routes, _Runs(plan or TroublePlan()), pages)


def _not_found(request: HttpRequest, error: Exception) -> JSONResponse:
    path = request.url.path
    says_no = refuse if path.startswith(("/hub/", "/inbound/")) else refusal
    return JSONResponse(says_no(404, "NOT_FOUND", why=f"there is no {path}").body, 404)


class _Api:
    """Answers the endpoints itself: their table checks the arguments, so that no framework need do it once more."""

    def __init__(self, routes: list[_Route], runs: "_Runs", pages: ASGIApp) -> None:
        self._routes = {route.endpoint.path: route for route in routes}
        self._runs, self._pages = runs, pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        route = self._routes.get(scope["path"]) if scope["type"] == "http" else None
        match await self._answer(route, scope, receive) if route else None:
            case None:
                await self._pages(scope, receive, send)
            case Answer() as answer:
                await _respond(send, answer)
            case "timeout":
                await _hold(receive)
            case _:
                await _break_off(send)

    async def _answer(self, route: _Route, scope: Scope, receive: Receive) -> Answer | str:
        """What a request gets; where that is no answer, in which way (`timeout` or `dropped`)."""
        endpoint, transport, refuse = route
        if scope["method"].replace("HEAD", "GET") != endpoint.method:
            return refuse(405, "METHOD_NOT_ALLOWED", "", f"{endpoint.path} takes {endpoint.method} only")
        try:
            arguments = await _arguments(endpoint, scope, receive)
        except BadInput as fault:
            return refuse(400, "BAD_INPUT", fault.key, str(fault))
        request = Request(endpoint.name, arguments, _header(scope, CALL_HEADER))
        try:
            run = self._runs.of(_header(scope, PLAN_HEADER), request.caller)
        except DataError as fault:
            return refuse(400, "BAD_INPUT", PLAN_HEADER, str(fault))
        trouble = run.next(request) if run else None
        if trouble is None:
            return transport(request)
        answer = transport(request) if trouble.reaches else None
        if trouble.outcome == "slow":
            await asyncio.sleep(trouble.seconds)
        return trouble.spoil(answer) or trouble.outcome


class _Runs:
    """Plans on their way through the calls of many callers; those not heard of for long are forgotten."""

    def __init__(self, usual: TroublePlan) -> None:
        self._usual = usual
        self._runs: OrderedDict[tuple[str, str], PlanRun] = OrderedDict()

    def of(self, name: str, call_id: str) -> PlanRun | None:
        """The run of a plan for a call; none where nothing is to fail. Raises DataError."""
        chosen = name or self._usual.name
        if chosen == "calm":
            return None
        key = (chosen, call_id)
        if key not in self._runs:
            self._runs[key] = PlanRun(self._usual if chosen == self._usual.name else load_trouble(_plain(chosen)))
        self._runs.move_to_end(key)
        if len(self._runs) > _RUNS_KEPT:
            self._runs.popitem(last=False)
        return self._runs[key]


def _plain(name: str) -> str:
    """A plan's name; a stranger's header may not lead to a file."""
    if not name.replace("-", "").replace("_", "").isalnum():
        raise DataError("a header names a plan that ships, and no file")
    return name


async def _hold(receive: Receive) -> None:
    """No answer: the line stays open until the client gives up."""
    try:
        async with asyncio.timeout(_HELD):
            while (await receive())["type"] != "http.disconnect":
                pass
    except TimeoutError:
        pass


async def _break_off(send: Send) -> None:
    """No whole answer: a body that ends before its length makes the server cut the connection."""
    await _begin(send, 200, _JSON, 1000)
    await send({"type": "http.response.body", "body": b'{"appoint', "more_body": True})


async def _arguments(endpoint: Endpoint, scope: Scope, receive: Receive) -> dict[str, Any]:
    """Raw arguments as JSON values; raises BadInput for a key that comes twice, and a body that is no object."""
    if not endpoint.writes:
        numbers = {each.name for each in endpoint.arguments if each.kind.schema.get("type") == "integer"}
        pairs = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        return _once([(key, _number(raw) if key in numbers else raw) for key, raw in pairs])
    try:
        body = json.loads(await _body(receive, endpoint.longest_body), object_pairs_hook=_once)
    except BadInput:
        raise
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise BadInput("body", "must be a JSON object")
    return body


async def _body(receive: Receive, longest: int) -> bytes:
    """Raises BadInput as soon as it is too long, whatever its header said."""
    body, more = bytearray(), True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise BadInput("body", "broke off")
        body += message.get("body", b"")
        if len(body) > longest:
            raise BadInput("body", f"is longer than {longest} bytes")
        more = message.get("more_body", False)
    return bytes(body)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys are all different; raises BadInput."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise BadInput(key, "is there twice")
        found[key] = value
    return found


def _number(raw: str) -> int | str:
    return int(raw) if raw.isascii() and raw.isdecimal() and len(raw) < 20 else raw


def _header(scope: Scope, name: str) -> str:
    """The value of a header, empty where there is none."""
    wanted = name.lower().encode()
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == wanted), "")


async def _respond(send: Send, answer: Answer) -> None:
    is_text = isinstance(answer.body, str) and not isinstance(answer.body, Json)
    body = (answer.body if isinstance(answer.body, str) else json.dumps(answer.body)).encode()
    headers = [(b"retry-after", answer.retry_after.encode())] if answer.retry_after is not None else []
    await _begin(send, answer.status, _TEXT if is_text else _JSON, len(body), *headers)
    await send({"type": "http.response.body", "body": body})


async def _begin(send: Send, status: int, content: bytes, length: int, *headers: tuple[bytes, bytes]) -> None:
    usual = [(b"content-type", content), (b"content-length", str(length).encode())]
    await send({"type": "http.response.start", "status": status, "headers": [*usual, *headers]})
