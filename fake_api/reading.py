"""Reads what people write, strictly: a TOML file becomes a typed value, or one error that says what to mend."""

import dataclasses
import difflib
import json
import re
import tomllib
import typing
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from pydantic import ConfigDict, TypeAdapter
    from pydantic_core import ErrorDetails

Kind = TypeVar("Kind")

STRICT: "ConfigDict" = {"extra": "forbid", "strict": True, "frozen": True}
"""How a type that is read from a file is set up: `model_config` of a model, `__pydantic_config__` of a dataclass."""

_WANTED = {
    "int": "a whole number",
    "float": "a number",
    "finite_number": "a finite number",
    "string": "text in quotes",
    "bool": "true or false",
    "date": "a date such as 2026-09-15",
    "time": "a time such as 08:30:00",
    "datetime": "a date and time such as 2026-09-14T09:00:00",
    "tuple": "a list in [brackets]",
    "list": "a list in [brackets]",
    "dict": "a table",
    "model": "a table",
    "dataclass": "a table",
    "arguments": "a table",
    "named_tuple": "a table",
}
_UNKNOWN_KEY = {"extra_forbidden", "unexpected_keyword_argument"}


class DataError(ValueError):
    """A data file (or a value built in code) that cannot be used.

    `key` is the path to the fault, its list positions counted from 1 (`failure[2].when`); `suggestion` is what was
    probably meant. `file` and `key` are empty where there is none.
    """

    def __init__(self, problem: str, *, key: str = "", suggestion: str | None = None, file: str = "") -> None:
        self.problem, self.key, self.suggestion, self.file = problem, key, suggestion, file
        meant = f"; did you mean {suggestion}?" if suggestion else ""
        super().__init__(": ".join(part for part in (file, key, problem) if part) + meant)


def near_miss(word: object, known: Iterable[str]) -> str | None:
    """The one of `known` that `word` was probably meant to be."""
    folded = {name.casefold(): name for name in known}
    close = difflib.get_close_matches(str(word).casefold(), folded, n=1)
    return folded[close[0]] if close else None


def require_one_of(key: str, word: str, known: Sequence[str]) -> None:
    """Raise DataError, with a near miss, unless `word` is one of `known`."""
    if word not in known:
        problem = f"must be one of {', '.join(known)}, not {_spell(word)}"
        raise DataError(problem, key=key, suggestion=near_miss(word, known))


def read(path: Path, kind: type[Kind]) -> Kind:
    """The TOML file at `path` as a `kind` (a dataclass or a pydantic model); raises DataError."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        siblings = [file.name for file in path.parent.glob("*.toml")] if path.parent.is_dir() else []
        raise DataError("no such file", file=str(path), suggestion=near_miss(path.name, siblings)) from None
    except UnicodeDecodeError as fault:
        raise DataError(f"is not UTF-8 text (byte {fault.start + 1})", file=str(path)) from None
    except (OSError, ValueError) as fault:
        reason = "is a folder, not a file" if path.is_dir() else f"cannot be read ({fault})"
        raise DataError(reason, file=str(path)) from None
    return parse(text, kind, file=str(path))


def parse(text: str, kind: type[Kind], file: str = "") -> Kind:
    """A TOML text as a `kind`; raises DataError, which names `file`."""
    from pydantic import ValidationError

    try:
        # by way of JSON, because in strict types only there a list is a tuple, a table a model and "08:30" a time
        written = json.dumps(tomllib.loads(text), default=lambda moment: moment.isoformat())
        return typing.cast(Kind, _adapter(typing.cast(Hashable, kind)).validate_json(written))
    except RecursionError:
        raise DataError("is nested too deeply", file=file) from None
    except ValidationError as faults:
        raise _first_fault(faults.errors(include_url=False), kind, file) from None
    except ValueError as fault:
        raise DataError(f"is not valid TOML: {fault}", file=file) from None


@cache
def _adapter(kind: Hashable) -> "TypeAdapter[Any]":
    from pydantic import TypeAdapter

    return TypeAdapter(typing.cast(type[Any], kind))


def _first_fault(faults: "list[ErrorDetails]", kind: type[Any], file: str) -> DataError:
    # a misspelt key is also a missing one: told first, it explains the other
    fault = min(faults, key=lambda each: each["type"] not in _UNKNOWN_KEY)
    where, cause = fault["loc"], fault.get("ctx", {}).get("error")
    if isinstance(cause, DataError):
        key = ".".join(part for part in (_key_path(where), cause.key) if part)
        return DataError(cause.problem, key=key, suggestion=cause.suggestion, file=file)
    problem, suggestion = _explain(fault, kind)
    return DataError(problem, key=_key_path(where), suggestion=suggestion, file=file)


def _explain(fault: "ErrorDetails", kind: type[Any]) -> tuple[str, str | None]:
    what, given = fault["type"], fault["input"]
    if what in _UNKNOWN_KEY:
        known = sorted(_keys_at(kind, fault["loc"][:-1]))
        return f"unknown key (known here: {', '.join(known)})", near_miss(fault["loc"][-1], known)
    if what.startswith("missing"):
        return "is missing", None
    if what == "literal_error":
        known = re.findall(r"'([^']*)'", fault["ctx"]["expected"])
        return f"must be one of {', '.join(known)}, not {_spell(given)}", near_miss(given, known)
    if wanted := _WANTED.get(what.removesuffix("_type")):
        return f"must be {wanted}, not {_spell(given)}", None
    return fault["msg"].removeprefix("Value error, ").replace("Input should", "should", 1), None


def _keys_at(kind: Any, where: Sequence[int | str]) -> set[str]:
    """The keys a table may have at that place; a union, an optional and a list are looked through."""
    if parts := typing.get_args(kind):
        return set().union(*(_keys_at(part, where) for part in parts))
    fields = _fields(kind)
    names = [step for step in where if isinstance(step, str)]
    if not names:
        return set(fields)
    # a union's own branches stand in the path beside the keys, and are no keys
    deeper = where[where.index(names[0]) + 1 :]
    return _keys_at(fields[names[0]], deeper) if names[0] in fields else _keys_at(kind, deeper) if fields else set()


def _fields(kind: Any) -> Mapping[str, Any]:
    if dataclasses.is_dataclass(kind) or hasattr(kind, "model_fields") or hasattr(kind, "_fields"):
        hints = typing.get_type_hints(kind)
        declared = getattr(kind, "model_fields", None) or getattr(kind, "__dataclass_fields__", None) or kind._fields
        return {name: hints[name] for name in declared}
    return {}


def _key_path(where: Sequence[int | str]) -> str:
    steps = (f"[{step + 1}]" if isinstance(step, int) else f".{step}" for step in where)
    return "".join(steps).removeprefix(".")


def _spell(value: object) -> str:
    if isinstance(value, str):
        return f'"{value}"' if len(value) <= 40 else f'"{value[:37]}..."'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a table"
    return "a list" if isinstance(value, list) else str(value)
