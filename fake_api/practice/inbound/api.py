"""The inbound API over a practice's rows: every answer is an envelope that says whether it went well."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from fake_api.clock import Clock
from fake_api.practice.emr import Practice
from fake_api.practice.inbound import call_log, hub, lookup, quotes
from fake_api.practice.inbound.commit import commit
from fake_api.practice.inbound.drafts import Moment
from fake_api.practice.inbound.endpoints import INBOUND
from fake_api.practice.inbound.envelope import busy_as, refuse
from fake_api.practice.kinds import BadInput
from fake_api.practice.wire import Answer, Refused, Request, Transport

_READS: dict[str, Callable[..., Any]] = {
    "hub/offices": hub.offices,
    "hub/providers": hub.providers,
    "hub/availability": hub.availability,
    "hub/provider_info": hub.provider_info,
    "hub/route_patient": hub.route_patient,
    "inbound/lookup": lookup.lookup,
    "inbound/brief": lookup.brief,
}
_WRITES: dict[str, Callable[..., Any]] = {
    "inbound/quote": quotes.quote,
    "inbound/commit": commit,
    "inbound/call/log": call_log.log,
}
_BUSY = {"inbound/quote": "KEY_BUSY"}


def open_inbound(practice: Practice, clock: Clock) -> Transport:
    """The API in process, as a transport; many calls may share one."""
    store = practice.store

    def answer(request: Request) -> Answer:
        endpoint = INBOUND.get(request.endpoint)
        if endpoint is None:
            return refuse(404, "NOT_FOUND", why=f"there is no {request.endpoint!r}")
        if not practice.admits(request):
            return refuse(503, "BUSY", why="too many requests a second")
        handler = _READS.get(endpoint.name) or _WRITES[endpoint.name]
        snapshot: AbstractContextManager[Any] = store.reading() if endpoint.name in _READS else nullcontext()
        try:
            arguments = endpoint.check(request.arguments)
            with busy_as(_BUSY.get(endpoint.name, "BUSY")), snapshot:
                result = handler(Moment(store, clock.now(), request.arguments), **arguments)
        except BadInput as fault:
            return refuse(400, "BAD_INPUT", fault.key, str(fault))
        except Refused as no:
            return refuse(no.status, no.code, no.key, no.why)
        return Answer(200, {"ok": True, "result": result})

    return answer
