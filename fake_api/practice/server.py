"""The practice over HTTP, with OpenAPI at /docs: for agents in any language. Needs the extra `serve`.

A request chooses its failure plan with the header `X-Failure-Plan`; attempts are counted for each `X-Call-Id`.
"""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import FastAPI
from fastapi import Request as HttpRequest
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from fake_api.data_error import DataError
from fake_api.practice.emr import Practice
from fake_api.practice.endpoints import ENDPOINTS, Endpoint
from fake_api.practice.failing import PlanRun
from fake_api.practice.http_client import CALL_HEADER, PLAN_HEADER
from fake_api.practice.inbound.endpoints import INBOUND
from fake_api.practice.inbound.envelope import refuse as refused
from fake_api.practice.kinds import BadInput
from fake_api.practice.openapi import document
from fake_api.practice.trouble import TroublePlan, load_trouble
from fake_api.practice.wire import Answer, Request, Transport, refusal

Refuse = Callable[[int, str, str, str], Answer]
"""How an API says no: status, code, key, and why."""
_HELD = 60.0
_RUNS_KEPT = 1000


def make_app(practice: Practice, inbound: Transport, plan: TroublePlan | None = None) -> FastAPI:
    """The API of a practice and the one for its front desk; `plan` is for requests that choose none."""
    app = FastAPI(title=practice.name, version="1", description=__doc__)
    runs = _Runs(plan or TroublePlan())
    for endpoints, transport, refuse in ((ENDPOINTS, practice, refusal), (INBOUND, inbound, refused)):
        for endpoint in endpoints.values():
            # a plain route: the table of endpoints checks the arguments, so that FastAPI need not do it again
            app.add_route(endpoint.path, _handler(transport, endpoint, runs, refuse), methods=[endpoint.method])
    described = document(app.title, app.version, app.description)
    app.openapi = lambda: described  # type: ignore[method-assign]
    return app


def _handler(
    transport: Transport, endpoint: Endpoint, runs: "_Runs", refuse: Refuse
) -> Callable[[HttpRequest], Awaitable[Response]]:
    async def handle(http: HttpRequest) -> Response:
        try:
            arguments = await _arguments(endpoint, http)
        except BadInput as fault:
            return _respond(refuse(400, "BAD_INPUT", fault.key, str(fault)))
        request = Request(endpoint.name, arguments, http.headers.get(CALL_HEADER, ""))
        try:
            run = runs.of(http.headers.get(PLAN_HEADER), request.caller)
        except DataError as fault:
            return _respond(refuse(400, "BAD_INPUT", PLAN_HEADER, str(fault)))
        trouble = run.next(request) if run else None
        if trouble is None:
            return _respond(transport(request))
        answer = transport(request) if trouble.reaches else None
        if trouble.outcome == "slow":
            await asyncio.sleep(trouble.seconds)
        spoilt = trouble.spoil(answer)
        return _respond(spoilt) if spoilt else _Silence(trouble.outcome == "timeout")

    return handle


class _Runs:
    """Plans on their way through the calls of many callers; those not heard of for long are forgotten."""

    def __init__(self, usual: TroublePlan) -> None:
        self._usual = usual
        self._runs: OrderedDict[tuple[str, str], PlanRun] = OrderedDict()

    def of(self, name: str | None, call_id: str) -> PlanRun | None:
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


class _Silence(Response):
    """No answer: the line stays open until the client gives up, or breaks in the middle of the answer."""

    def __init__(self, holds: bool) -> None:
        super().__init__()
        self._holds = holds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._holds:
            try:
                async with asyncio.timeout(_HELD):
                    while (await receive())["type"] != "http.disconnect":
                        pass
            except TimeoutError:
                pass
        else:
            # a body that ends before its length makes the server cut the connection
            headers = [(b"content-type", b"application/json"), (b"content-length", b"1000")]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": b'{"appoint', "more_body": True})


async def _arguments(endpoint: Endpoint, http: HttpRequest) -> dict[str, Any]:
    """Raw arguments as JSON values; raises BadInput for a key that comes twice, and a body that is no object."""
    if not endpoint.writes:
        numbers = {each.name for each in endpoint.arguments if each.kind.schema.get("type") == "integer"}
        pairs = http.query_params.multi_items()
        return _once([(key, _number(raw) if key in numbers else raw) for key, raw in pairs])
    try:
        body = json.loads(await _body(http, endpoint.longest_body), object_pairs_hook=_once)
    except BadInput:
        raise
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise BadInput("body", "must be a JSON object")
    return body


async def _body(http: HttpRequest, longest: int) -> bytes:
    """Raises BadInput as soon as it is too long, whatever its header said."""
    body = bytearray()
    async for part in http.stream():
        body += part
        if len(body) > longest:
            raise BadInput("body", f"is longer than {longest} bytes")
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


def _respond(answer: Answer) -> Response:
    headers = {"Retry-After": answer.retry_after} if answer.retry_after is not None else None
    if isinstance(answer.body, str):
        return Response(answer.body, answer.status, headers, media_type="text/html")
    return Response(json.dumps(answer.body), answer.status, headers, media_type="application/json")
