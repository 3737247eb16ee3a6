"""What OpenAPI says of the APIs, made from the tables that also check their arguments."""

from collections.abc import Mapping, Sequence
from typing import Any

from fake_api.practice.endpoints import ENDPOINTS, Argument, Endpoint
from fake_api.practice.inbound.endpoints import INBOUND
from fake_api.practice.inbound.envelope import BUSY, REJECTIONS

_READ = {"200": "what was asked for", "400": "BAD_INPUT, with the key", "429": "too many requests a second"}
_WRITE = {**_READ, "409": "what was seen is no longer so; nothing was written"}
_ENVELOPE = {
    "200": '{"ok": true, "result": ...}',
    "400": "BAD_INPUT, with the key as `field`",
    "404": "NOT_FOUND: what `field` names is not there",
    "409": f"nothing was written, and the same again gets the same answer: {', '.join(REJECTIONS)}",
    "503": f"nothing was written, and the same may be sent again once: {', '.join(BUSY)}",
}


def document(title: str, version: str, about: str) -> dict[str, Any]:
    """The whole description, as JSON values."""
    told = [(each, _WRITE if each.writes else _READ) for each in ENDPOINTS.values()]
    told += [(each, _ENVELOPE) for each in INBOUND.values()]
    paths = {each.path: {each.method.lower(): _operation(each, answers)} for each, answers in told}
    return {"openapi": "3.1.0", "info": {"title": title, "version": version, "description": about}, "paths": paths}


def _operation(endpoint: Endpoint, answers: Mapping[str, str]) -> dict[str, Any]:
    """The parameters or the body of an operation, and how it answers."""
    told = {
        "operationId": endpoint.name,
        "summary": endpoint.about,
        "responses": {status: {"description": text} for status, text in answers.items()},
    }
    if endpoint.writes:
        return {**told, "requestBody": {"required": True, "content": {"application/json": {"schema": _body(endpoint)}}}}
    return {**told, "parameters": [_parameter(each) for each in endpoint.arguments]}


def _body(endpoint: Endpoint) -> dict[str, Any]:
    if not endpoint.by_kind:
        return _object(endpoint.arguments)
    bodies = []
    for kind, more in endpoint.by_kind.items():
        body = _object((*endpoint.arguments, *more))
        body["properties"]["kind"] = {"const": kind}
        bodies.append(body)
    return {"oneOf": bodies}


def _object(arguments: Sequence[Argument]) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [each.name for each in arguments if each.required],
        "properties": {each.name: _schema(each) for each in arguments},
    }


def _parameter(argument: Argument) -> dict[str, Any]:
    return {"name": argument.name, "in": "query", "required": argument.required, "schema": _schema(argument)}


def _schema(argument: Argument) -> dict[str, Any]:
    return {**argument.kind.schema, "description": argument.kind.wanted}
