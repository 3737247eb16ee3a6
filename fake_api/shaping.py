"""The way of a data file without a fault: tables straight into frozen dataclasses, as strict as pydantic would be.

Loading pydantic takes longer than nine calls to the clinic do. It is needed where something does not fit, for then it
says what and where; so whatever is in doubt here is left to it.
"""

import dataclasses
import datetime as dt
import math
import typing
from collections.abc import Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any

_AS_THEY_ARE = (str, int, bool, dt.date, dt.time)


class Doubt(Exception):
    """Not plainly a value of that kind."""


def shape(value: Any, kind: Any) -> Any:
    """What was read from TOML as a `kind`. Raises Doubt, also where a type's own checks refuse the value."""
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if kind in _AS_THEY_ARE and type(value) is kind:
        return value
    if kind is float and type(value) in (int, float) and math.isfinite(value):
        return float(value)
    if kind is dt.datetime and type(value) is dt.datetime and value.tzinfo is None:
        return value
    if origin in (UnionType, typing.Union) and len(parts) == 2 and NoneType in parts:
        return shape(value, parts[parts[0] is NoneType])
    if origin is tuple and type(value) is list:
        return _row(value, parts)
    if origin in (dict, Mapping) and parts[0] is str and type(value) is dict:
        return {key: shape(item, parts[1]) for key, item in value.items()}
    if type(value) is dict and (fields := _fields(kind)):
        return _table(value, kind, fields)
    raise Doubt


def _row(values: list[Any], parts: tuple[Any, ...]) -> tuple[Any, ...]:
    kinds = (parts[0],) * len(values) if parts[-1] is Ellipsis else parts
    if len(kinds) != len(values):
        raise Doubt
    return tuple(map(shape, values, kinds))


def _table(values: dict[str, Any], kind: Any, fields: Mapping[str, Any]) -> Any:
    if not values.keys() <= fields.keys():
        raise Doubt
    shaped = {key: shape(value, fields[key]) for key, value in values.items()}
    try:
        return kind(**shaped)
    except (TypeError, ValueError):  # a field is missing, or the type refuses
        raise Doubt from None


@cache
def _fields(kind: Any) -> Mapping[str, Any]:
    """The keys of a strict dataclass or a named tuple with their kinds; nothing for any other kind."""
    strict = dataclasses.is_dataclass(kind) and hasattr(kind, "__pydantic_config__")
    if not (strict or (isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"))):
        return {}
    hints = typing.get_type_hints(kind, include_extras=True)
    names = [field.name for field in dataclasses.fields(kind) if field.init] if strict else kind._fields
    return {name: hints[name] for name in names}
