"""Reads what people write, strictly: a TOML file becomes a typed value, or one error that says what to mend."""

import json
import os
import tomllib
import typing
from collections.abc import Hashable
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from fake_api.data_error import DataError, near_miss, require_one_of
from fake_api.shaping import Doubt, shape

if TYPE_CHECKING:
    from pydantic import ConfigDict, TypeAdapter

__all__ = ["STRICT", "DataError", "near_miss", "parse", "read", "require_one_of"]

Kind = TypeVar("Kind")

STRICT: "ConfigDict" = {"extra": "forbid", "strict": True, "frozen": True}
"""How a type that is read from a file is set up: `model_config` of a model, `__pydantic_config__` of a dataclass."""


def read(path: Path, kind: type[Kind]) -> Kind:
    """The TOML file at `path` as a `kind` (a dataclass or a pydantic model); raises DataError."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise DataError("no such file", file=str(path), suggestion=_like(path)) from None
    except UnicodeDecodeError as fault:
        raise DataError(f"is not UTF-8 text (byte {fault.start + 1})", file=str(path)) from None
    except (OSError, ValueError) as fault:
        problem = "is a folder, not a file" if path.is_dir() else f"cannot be read: {fault}"
        raise DataError(problem, file=str(path)) from None
    return parse(text, kind, file=str(path))


def parse(text: str, kind: type[Kind], file: str = "") -> Kind:
    """A TOML text as a `kind`; raises DataError, which names `file`."""
    try:
        return typing.cast(Kind, _value(text, typing.cast(Hashable, kind)))
    except DataError as fault:
        raise DataError(fault.problem, key=fault.key, suggestion=fault.suggestion, file=file) from None
    except tomllib.TOMLDecodeError as fault:
        raise DataError(f"is not valid TOML: {fault}", file=file) from None
    except (RecursionError, OverflowError, ValueError):
        raise DataError("is nested too deeply, or holds a value out of all range", file=file) from None


@lru_cache(maxsize=128)
def _value(text: str, kind: Hashable) -> Any:
    """The same text is the same value, for all of them are frozen: nine calls to one clinic read its file once."""
    tables = tomllib.loads(text)
    try:
        return shape(tables, kind)
    except Doubt:
        return _checked(tables, kind)


def _checked(tables: dict[str, Any], kind: Hashable) -> Any:
    """What pydantic makes of the tables. Raises DataError with the first fault, or ValueError."""
    # else pydantic looks for plugins in every installed package, which takes longer than reading a file
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    from pydantic import ValidationError

    try:
        # by way of JSON, because in strict types only there a list is a tuple, a table a model and "08:30" a time
        return _adapter(kind).validate_json(json.dumps(tables, default=lambda moment: moment.isoformat()))
    except ValidationError as faults:
        from fake_api.faults import first_fault

        raise first_fault(faults.errors(include_url=False), typing.cast(type[Any], kind), "") from None


@cache
def _adapter(kind: Hashable) -> "TypeAdapter[Any]":
    from pydantic import TypeAdapter

    return TypeAdapter(typing.cast(type[Any], kind))


def _like(path: Path) -> str | None:
    """The name of a data file beside the missing one that was probably meant."""
    return near_miss(path.name, (file.name for file in path.parent.glob("*.toml")))
