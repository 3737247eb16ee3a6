"""What OpenAPI says of the API, made from the table that also checks its arguments."""

from typing import Any

from fake_api.practice.endpoints import ENDPOINTS, Argument, Endpoint


def document(title: str, version: str, about: str) -> dict[str, Any]:
    """The whole description, as JSON values."""
    paths = {each.path: {each.method.lower(): _operation(each)} for each in ENDPOINTS.values()}
    return {"openapi": "3.1.0", "info": {"title": title, "version": version, "description": about}, "paths": paths}


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    """The parameters or the body of an operation, and how it answers."""
    answers = {"200": "what was asked for", "400": "BAD_INPUT, with the key", "429": "too many requests a second"}
    if endpoint.writes:
        answers["409"] = "what was seen is no longer so; nothing was written"
    told = {
        "operationId": endpoint.name,
        "summary": endpoint.about,
        "responses": {status: {"description": text} for status, text in answers.items()},
    }
    if endpoint.writes:
        return {**told, "requestBody": {"required": True, "content": {"application/json": {"schema": _body(endpoint)}}}}
    return {**told, "parameters": [_parameter(each) for each in endpoint.arguments]}


def _body(endpoint: Endpoint) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [each.name for each in endpoint.arguments if each.required],
        "properties": {each.name: _schema(each) for each in endpoint.arguments},
    }


def _parameter(argument: Argument) -> dict[str, Any]:
    return {"name": argument.name, "in": "query", "required": argument.required, "schema": _schema(argument)}


def _schema(argument: Argument) -> dict[str, Any]:
    return {**argument.kind.schema, "description": argument.kind.wanted}
