"""A model's arguments as they should have been written: lossless, or refused in one clear sentence."""

import datetime as dt
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from fake_api.data_error import quote
from lab.call_layer.shapes import ModelTool, Refusal
from lab.call_layer.tables import plain, read_tables
from lab.call_layer.values import READERS, Place, Read, Unreadable, chosen

_TABLES = read_tables("normalise")
_NOTHING = frozenset(map(plain, _TABLES["nothing"]))
_POWERLESS = frozenset(_TABLES["powerless"])
_ALIASES = {alias: key for key, aliases in _TABLES["aliases"].items() for alias in aliases}
_LONGEST = 100_000


@dataclass(frozen=True, slots=True)
class Normalised:
    """Arguments in the schema's own forms, and what was done to them, one sentence each."""

    arguments: Mapping[str, Any] = field(hash=False)
    notes: tuple[str, ...] = ()


class NotArguments(ValueError):
    """Arguments that can't be used: the sentence says what fits, `argument` and `given` what does not."""

    def __init__(self, text: str, argument: str | None = None, given: Any = None, suggestion: Any = None) -> None:
        super().__init__(text)
        self.argument, self.given, self.suggestion = argument, given, suggestion

    def refusal(self) -> Refusal:
        """As what the model is told."""
        next_step = "Send the call again with this put right, or ask the caller."
        given = {"argument": self.argument, "given": self.given, "suggestion": self.suggestion}
        return Refusal("normalise", "NOT_ARGUMENTS", str(self), next_step, **given)


def normalise(tool: ModelTool, raw: object, language: str, today: dt.date) -> Normalised:
    """Put a model's arguments into the schema's forms. Raises NotArguments.

    Blank values are as if they had not been written; keys that the tool has not are dropped and noted.
    """
    notes: list[str] = []
    written = _object(tool, raw)
    properties = tool.parameters.get("properties", {})
    arguments: dict[str, Any] = {}
    for key, value in _known(tool, written, properties, notes).items():
        try:
            read = _read(key, value, Place(language, today, properties[key]))
        except Unreadable as error:
            raise NotArguments(f"{key}: {error}, not {quote(value)}.", key, value, error.suggestion) from None
        if read.value is not None:
            arguments[key] = read.value
        if read.note:
            notes.append(f"{key}: {read.note}")
    return Normalised({key: arguments[key] for key in properties if key in arguments}, tuple(notes))


def _object(tool: ModelTool, raw: object) -> Mapping[str, Any]:
    if isinstance(raw, str) and len(raw) <= _LONGEST:
        raw = _parsed(raw, raw)
    if raw is None or raw == "":
        return {}
    if not isinstance(raw, Mapping):
        keys = ", ".join(tool.parameters.get("properties", {})) or "no keys"
        raise NotArguments(f"The arguments of {tool.name} are one JSON object with {keys}, not {quote(raw)}.")
    return raw


def _known(
    tool: ModelTool, written: Mapping[str, Any], properties: Mapping[str, Any], notes: list[str]
) -> dict[str, Any]:
    """The values whose keys the tool has, under its own spelling of them."""
    found = {key: value for key, value in written.items() if key in properties}
    for key, value in written.items():
        if key in properties:
            continue
        ours = _snake(str(key))
        ours = ours if ours in properties else _ALIASES.get(ours, ours)
        if ours in properties and ours not in found:
            found[ours] = value
            notes.append(f"{key!s:.40}: read as {ours}")
        else:
            notes.append(f"{key!s:.40}: {_dropped(ours, tool)}")
    return found


def _dropped(key: str, tool: ModelTool) -> str:
    if key in _POWERLESS:
        return "dropped, it has no power: only what the caller says counts"
    return "dropped, code fills it in" if key in tool.filled else f"dropped, {tool.name} takes no such key"


def _snake(key: str) -> str:
    return re.sub(r"[\s-]+", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", key.strip())).lower()


def _read(key: str, value: Any, place: Place) -> Read:
    """One value by its schema: none for a blank, its type, its closed list, then its own reader."""
    if value is None or (isinstance(value, str) and _is_blank(value)):
        return Read(None)
    schema = place.schema
    reader = _reader(key, schema)
    if reader in READERS and isinstance(value, str | int | float) and not isinstance(value, bool):
        read = READERS[reader](_text(value), place)
    else:
        read = Read(_typed(value, schema))
    if "enum" in schema and isinstance(read.value, str) and read.value not in schema["enum"]:
        return read._replace(value=chosen(read.value, schema["enum"]))
    return read


def _reader(key: str, schema: Mapping[str, Any]) -> str:
    """The reader for a value: by the parameter's name, else by a `format` of ours."""
    by_schema = schema.get("format", "minutes" if key.endswith("_minutes") else "")
    return str(_TABLES["readers"].get(key, by_schema))


def _is_blank(text: str) -> bool:
    return not text.strip() or (len(text) < 40 and plain(text) in _NOTHING)


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) else str(value)


def _typed(value: Any, schema: Mapping[str, Any]) -> Any:
    """The value in its schema's type, if it is that written as text; else as it is, for the schema to refuse."""
    kinds = schema.get("type", ())
    for kind in (kinds,) if isinstance(kinds, str) else kinds:
        typed = _TYPES[kind](value, schema) if kind in _TYPES else value
        if typed is not None:
            return typed
    return value


def _as_text(value: Any, schema: Mapping[str, Any]) -> Any:
    if isinstance(value, str):
        return value.strip()
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _as_integer(value: Any, schema: Mapping[str, Any]) -> Any:
    value = _as_number(value, schema)
    return int(value) if value is not None and value == int(value) else None


def _as_number(value: Any, schema: Mapping[str, Any]) -> Any:
    value = _parsed(value.strip(), None) if isinstance(value, str) else value
    return value if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e15 else None


def _as_flag(value: Any, schema: Mapping[str, Any]) -> Any:
    return {"true": True, "false": False}.get(value.strip().lower()) if isinstance(value, str) else value


def _as_list(value: Any, schema: Mapping[str, Any]) -> Any:
    value = _parsed(value, None) if isinstance(value, str) else value
    return [_typed(item, schema.get("items", {})) for item in value] if isinstance(value, list) else None


def _as_object(value: Any, schema: Mapping[str, Any]) -> Any:
    value = _parsed(value, None) if isinstance(value, str) else value
    if not isinstance(value, Mapping):
        return None
    inner = schema.get("properties", {})
    return {key: _typed(item, inner.get(key, {})) for key, item in value.items()}


_TYPES: Mapping[str, Callable[[Any, Mapping[str, Any]], Any]] = {
    "string": _as_text,
    "integer": _as_integer,
    "number": _as_number,
    "boolean": _as_flag,
    "array": _as_list,
    "object": _as_object,
}


def _parsed(text: str, otherwise: Any) -> Any:
    """JSON out of a text, and of a text in that text once more."""
    try:
        value = json.loads(text, parse_constant=_no_constant)
        return json.loads(value, parse_constant=_no_constant) if _is_object_text(value) else value
    except (ValueError, RecursionError):
        return otherwise


def _is_object_text(value: Any) -> bool:
    return isinstance(value, str) and value.lstrip().startswith("{")


def _no_constant(word: str) -> Any:
    raise ValueError(word)
