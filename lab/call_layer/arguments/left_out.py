"""An optional value that the caller named and the model left out: a request that would miss what was asked for."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lab.call_layer.arguments.entities import Scope
from lab.call_layer.arguments.refusal import missing
from lab.call_layer.arguments.resolution import heard
from lab.call_layer.arguments.schema import Field, sheet
from lab.call_layer.arguments.words import frees
from lab.call_layer.shapes import Refusal


def left_out(tool: str, arguments: Mapping[str, Any], lines: Sequence[str], scope: Scope) -> Refusal | None:
    """The first such value; where the caller named two, or nobody in particular, nothing is missed."""
    for name, each in sheet().get(tool, {}).items():
        if each.optional and name not in arguments:
            named = set(_named(each, lines, scope))
            if len(named) == 1:
                return missing(name, named.pop())
    return None


def _named(each: Field, lines: Sequence[str], scope: Scope) -> Iterator[str]:
    """What the caller's lines name for a field, each in the form that the field wants."""
    if each.kind == "entity":
        yield from _entity(each.of, lines, scope)
    for pattern in each.named:
        for line in lines:
            yield from ("-".join(found.groups()) for found in re.finditer(pattern, line, re.IGNORECASE))


def _entity(kind: str, lines: Sequence[str], scope: Scope) -> Iterator[str]:
    entities = scope.entities(kind)
    for line in lines:
        found = heard([line], entities, scope.language)
        if found.entity and found.by_name and not frees(line.casefold().split()):
            yield found.entity.label
        elif found.outcome == "ambiguous" and found.by_name:
            yield from found.candidates
