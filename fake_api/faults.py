"""Turns what pydantic found into one error in plain words."""

import dataclasses
import re
import typing
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fake_api.data_error import DataError, near_miss, quote, require_one_of

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

Path = Sequence[int | str]

_TABLE, _LIST = "a table", "a list in [brackets]"
_WANTED = {
    "int": "a whole number",
    "float": "a number",
    "string": "text in quotes",
    "bool": "true or false",
    "date": "a date such as 2026-09-15",
    "time": "a time such as 08:30:00",
    "datetime": "a date and time such as 2026-09-14T09:00:00",
    "tuple": _LIST,
    "list": _LIST,
    "dict": _TABLE,
    "model": _TABLE,
    "dataclass": _TABLE,
    "arguments": _TABLE,
    "named_tuple": _TABLE,
}
_UNKNOWN_KEY = {"extra_forbidden", "unexpected_keyword_argument"}


def first_fault(faults: "list[ErrorDetails]", kind: Any, file: str) -> DataError:
    """The one of several faults that explains most, as an error; `kind` is the type that was to be read."""
    # a misspelt key is also a missing one: told first, it explains the other
    fault = min(faults, key=lambda each: each["type"] not in _UNKNOWN_KEY)
    cause = fault.get("ctx", {}).get("error")
    told = cause if isinstance(cause, DataError) else _explain(fault, kind)
    key = ".".join(part for part in (_spell(fault["loc"]), told.key) if part)
    return DataError(told.problem, key=key, suggestion=told.suggestion, file=file)


def _explain(fault: "ErrorDetails", kind: Any) -> DataError:
    what, given, where = fault["type"], fault["input"], fault["loc"]
    if what in _UNKNOWN_KEY:
        known = sorted(_fields_at(kind, where[:-1]))
        return DataError(f"unknown key (known here: {', '.join(known)})", suggestion=near_miss(where[-1], known))
    if what.startswith("missing"):
        return DataError("is missing")
    if what == "literal_error":
        return _not_one_of(re.findall(r"'([^']*)'", fault["ctx"]["expected"]), given)
    wanted = _WANTED.get(re.sub(r"(_from_\w+)?_(type|parsing)$", "", what))
    if wanted == _LIST and isinstance(given, dict):
        return DataError(f"must be a list of tables: write [[{where[-1]}]]")
    if wanted:
        return DataError(f"must be {wanted}, not {quote(given)}")
    return DataError(fault["msg"].removeprefix("Value error, ").replace("Input should", "should", 1))


def _not_one_of(known: list[str], given: object) -> DataError:
    try:
        require_one_of("", given, known)
    except DataError as fault:
        return fault
    return DataError(f"is not allowed: {quote(given)}")


def _fields_at(kind: Any, where: Path) -> Mapping[str, Any]:
    """The fields of the table at a place; an optional, a list and a union are looked through."""
    if parts := typing.get_args(kind):
        return {name: hint for part in parts for name, hint in _fields_at(part, where).items()}
    fields = _fields(kind)
    # a position in a list is no key, nor is the name that a branch of a union has in the path
    keys = [step for step in where if step in fields]
    return _fields_at(fields[str(keys[0])], where[where.index(keys[0]) + 1 :]) if keys else fields


def _fields(kind: Any) -> dict[str, Any]:
    if models := getattr(kind, "model_fields", None):
        return {field.alias or name: field.annotation for name, field in models.items()}
    if dataclasses.is_dataclass(kind) or hasattr(kind, "_fields"):
        names = getattr(kind, "__dataclass_fields__", None) or kind._fields
        return {name: hint for name, hint in typing.get_type_hints(kind).items() if name in names}
    return {}


def _spell(where: Path) -> str:
    steps = (f"[{step + 1}]" if isinstance(step, int) else f".{step}" for step in where)
    return "".join(steps).removeprefix(".")
