"""What an argument must look like: kinds, caps and closed lists from `schema.toml`, held by pydantic."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, Literal

from fake_api.reading import STRICT, read
from lab.call_layer.arguments.forms import adapter, surely_meant
from lab.call_layer.arguments.refusal import invalid, missing
from lab.call_layer.shapes import Refusal

FILE = Path(__file__).with_name("schema.toml")
LONGEST_NAME = 200


@dataclass(frozen=True)
class Field:
    """One argument: its kind, and what narrows it; the head of `schema.toml` explains each."""

    __pydantic_config__ = STRICT

    kind: Literal["text", "name", "phone", "date", "count", "money", "choice", "entity"]
    optional: bool = False
    at_most: int = LONGEST_NAME
    pattern: str = ""
    wanted: str = ""
    unit: str = ""
    units: Mapping[str, int] = field(default_factory=dict, hash=False)
    values: tuple[str, ...] = ()
    also: Mapping[str, str] = field(default_factory=dict, hash=False)
    past: bool = False
    of: str = ""
    fills: str = ""
    heard: bool = False
    named: tuple[str, ...] = ()

    def looks_like(self) -> str:
        """What a value must look like, in words."""
        return (
            self.wanted
            or {
                "text": f"text of 1 to {self.at_most} characters",
                "name": f"a name of at most {self.at_most} characters; ask for a shorter form",
                "phone": "a phone number as NNN-NNN-NNNN",
                "date": f"a {'past ' if self.past else ''}date as YYYY-MM-DD",
                "count": f"a whole number of {self.unit} from 1 to {self.at_most}",
                "money": f"an amount above 0 and at most {self.at_most:,}, with at most two decimals",
                "choice": f"one of {', '.join(self.values)}",
                "entity": f"the {self.of} in the caller's words, at most {self.at_most} characters",
            }[self.kind]
        )


@dataclass(frozen=True, slots=True)
class Fitted:
    """Arguments that fit, typed as JSON has them, and what was noted: keys that mean nothing were left out."""

    arguments: Mapping[str, Any]
    notes: tuple[str, ...] = ()


Fields = Mapping[str, Field]
Sheet = Mapping[str, Fields]


@cache
def sheet(path: Path = FILE) -> Sheet:
    """The fields of every tool, by name, as a file has them. Raises DataError."""
    return read(path, dict[str, dict[str, Field]])


def fit(tool: str, arguments: Mapping[str, Any], today: dt.date, known: Sheet | None = None) -> Fitted | Refusal:
    """The arguments as the tool takes them, or the first fault; a tool that the sheet does not know takes anything."""
    fields = (sheet() if known is None else known).get(tool)
    if fields is None:
        return Fitted(dict(arguments))
    context = {"today": today}
    fitted: dict[str, Any] = {}
    for name, each in fields.items():
        given = arguments.get(name)
        if given is None or given == "":
            if not each.optional:
                return missing(name)
            continue
        try:
            fitted[name] = adapter(each).validate_python(given, context=context)
        except ValueError:
            return invalid(name, given, each.looks_like(), surely_meant(each, given, context))
    notes = tuple(f"{name} means nothing to {tool} and was left out" for name in arguments if name not in fields)
    return Fitted(fitted, notes)


def parameters(tool: str) -> dict[str, Any]:
    """A tool's arguments as the JSON Schema that a model is shown."""
    fields = sheet()[tool]
    properties = {name: {"description": each.looks_like()} | _json(each) for name, each in fields.items()}
    required = [name for name, each in fields.items() if not each.optional]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def cents(amount: float) -> int:
    """An amount that fitted, in the smallest unit."""
    return int(Decimal(str(amount)) * 100)


def _json(each: Field) -> dict[str, Any]:
    match each.kind:
        case "count":
            return {"type": "integer", "minimum": 1, "maximum": each.at_most}
        case "money":
            return {"type": "number", "exclusiveMinimum": 0, "maximum": each.at_most, "multipleOf": 0.01}
        case "choice":
            return {"type": "string", "enum": list(each.values)}
        case _:
            return {"type": "string", "maxLength": each.at_most}
