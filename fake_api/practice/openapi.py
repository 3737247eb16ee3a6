"""What OpenAPI says of an endpoint, made from the table that also checks its arguments."""

from typing import Any

from fake_api.practice.endpoints import LONGEST_TEXT, WANTED, Argument, Endpoint

_SCHEMAS: dict[str, dict[str, Any]] = {
    "integer": {"type": "integer", "minimum": 0},
    "minutes": {"type": "integer", "minimum": 15, "multipleOf": 15, "maximum": 1440},
    "text": {"type": "string", "minLength": 1, "maxLength": LONGEST_TEXT},
    "date": {"type": "string", "format": "date"},
    "month": {"type": "string", "pattern": r"^\d{4}-\d\d$"},
    "datetime": {"type": "string", "format": "date-time"},
}


def describe(endpoint: Endpoint) -> dict[str, Any]:
    """The parameters or the body of an operation, and how it refuses."""
    refusals = {"400": "BAD_INPUT, with the key", "429": "too many requests a second"}
    if endpoint.writes:
        refusals["409"] = "what was seen is no longer so; nothing was written"
    responses = {status: {"description": text} for status, text in refusals.items()}
    if not endpoint.writes:
        return {"parameters": [_parameter(each) for each in endpoint.arguments], "responses": responses}
    schema = {
        "type": "object",
        "additionalProperties": False,
        "required": [each.name for each in endpoint.arguments if each.required],
        "properties": {each.name: _schema(each) for each in endpoint.arguments},
    }
    body = {"required": True, "content": {"application/json": {"schema": schema}}}
    return {"requestBody": body, "responses": responses}


def _parameter(argument: Argument) -> dict[str, Any]:
    return {"name": argument.name, "in": "query", "required": argument.required, "schema": _schema(argument)}


def _schema(argument: Argument) -> dict[str, Any]:
    return {**_SCHEMAS[argument.kind], "description": WANTED[argument.kind]}
