"""The null configuration: whatever the model writes goes out as it is, and what comes back is what it is told.

It is there to be compared with, and to go back to. Nothing is filled in but what the model left out of `call_id`.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from lab.call_layer.executor import COMMIT, NotDone
from lab.call_layer.practice import read_quote
from lab.call_layer.session import Session, Told
from lab.call_layer.shapes import ModelTool
from lab.call_layer.tools import KINDS, TOOLS

_TEXT: Mapping[str, Any] = {"type": "string"}
_NUMBER: Mapping[str, Any] = {"type": "integer"}
_OF_API: Mapping[str, Mapping[str, Any]] = {
    "account_number": _TEXT,
    "call_id": _TEXT,
    "caller_phone": _TEXT,
    "encounter_id": _TEXT,
    "opening_id": _TEXT,
    "medication_id": _TEXT,
    "invoice_id": _TEXT,
    "token": _TEXT,
    "status": {"type": "string", "enum": ["new", "established"]},
    "office_id": _NUMBER,
    "provider_id": _NUMBER,
    "age": _NUMBER,
    "days": _NUMBER,
    "flags": {"type": "object"},
}
_RENAMED = {
    "office": "office_id",
    "doctor": "provider_id",
    "provider": "provider_id",
    "first_day": "from_date",
    "amount": "amount_cents",
}
_REPLACED = ("opening", "visit", "medication", "invoice", "seen_before")
_ENDPOINTS = {
    "find_patient": "inbound/lookup",
    "find_openings": "hub/availability",
    "list_visits": "inbound/brief",
    "commit": COMMIT,
    **dict.fromkeys(KINDS, "inbound/quote"),
}


def _as_the_api_takes_it(tool: ModelTool) -> ModelTool:
    """A tool whose every argument is the model's to write."""
    own = tool.parameters["properties"]
    kept = {_RENAMED.get(key, key): schema for key, schema in own.items() if key not in _REPLACED}
    ids = {key: _OF_API[key] for key in (*kept, *tool.filled) if key in _OF_API}
    required = [_RENAMED.get(key, key) for key in tool.parameters["required"] if key not in _REPLACED]
    schema = {"type": "object", "properties": {**kept, **ids}, "required": [*required, *tool.filled]}
    return replace(tool, parameters=schema, filled=())


LEGACY_TOOLS = tuple(map(_as_the_api_takes_it, TOOLS))
"""Every tool as it is without a layer."""


def pass_on(session: Session, tool: ModelTool, given: Mapping[str, Any]) -> Told:
    """One tool call, unseen. Raises NotDone."""
    endpoint = _ENDPOINTS.get(tool.name)
    if endpoint is None:
        return Told({"code": "noted"}, tool.name)
    body = {"days": 14, **given} if endpoint == "hub/availability" else dict(given)
    if tool.name in KINDS:
        body["kind"] = KINDS[tool.name]
    result = session.executor.send(endpoint, _as_it_is, body)
    return _told(session, tool, given, result)


def _told(session: Session, tool: ModelTool, given: Mapping[str, Any], result: Any) -> Told:
    """The answer; for the record also whose quote it was, and what it would have had to say aloud."""
    told = Told({"code": "ok", "result": result}, tool.name)
    if tool.name in KINDS:
        session.quotes += 1
        sentence = _sentence(session, result)
        session.legacy_quotes[str(result.get("token"))] = session.quotes
        return replace(told, sentence=sentence, quote=session.quotes)
    if tool.name == "commit":
        return replace(told, quote=session.legacy_quotes.get(str(given.get("token")), 0))
    return told


def _sentence(session: Session, result: Any) -> str:
    try:
        _, _, writes = read_quote(result)
        return session.speech.question({"name": "", **writes}, session.directory)
    except (NotDone, KeyError, TypeError, ValueError, AttributeError):
        return ""


def _as_it_is(result: Any) -> Any:
    return result
