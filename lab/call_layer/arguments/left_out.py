"""An optional value that the caller named and the model left out: a request that would miss what was asked for."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lab.call_layer.arguments.entities import Scope
from lab.call_layer.arguments.own_words import named
from lab.call_layer.arguments.refusal import Question, missing
from lab.call_layer.arguments.schema import Field, Fields
from lab.call_layer.arguments.settling import ask
from lab.call_layer.arguments.words import frees, words_of
from lab.call_layer.shapes import Refusal


def left_out(
    fields: Fields, arguments: Mapping[str, Any], lines: Sequence[str], scope: Scope
) -> Refusal | Question | None:
    """The first such value, or the question which is meant if the name that was said is of several.

    Where the caller named two, or nobody in particular, nothing is missed.
    """
    for name, each in fields.items():
        if each.optional and name not in arguments:
            missed = _entity(name, each, lines, scope) if each.kind == "entity" else _value(name, each, lines)
            if missed:
                return missed
    return None


def _value(name: str, each: Field, lines: Sequence[str]) -> Refusal | None:
    said = {"-".join(found.groups()) for pattern in each.named for found in _found(pattern, lines)}
    return missing(name, said.pop()) if len(said) == 1 else None


def _found(pattern: str, lines: Sequence[str]) -> Iterator[re.Match[str]]:
    for line in lines:
        yield from re.finditer(pattern, line, re.IGNORECASE)


def _entity(name: str, each: Field, lines: Sequence[str], scope: Scope) -> Refusal | Question | None:
    """Of an entity the last line counts that names any, or that wants none in particular."""
    entities = scope.entities(each.of)
    for line in reversed(lines):
        if frees(words_of(line, scope.language), each.of):
            return None
        if found := named(line, entities, scope.language):
            if len(found) > 1:
                return None
            (alike,) = found
            return missing(name, alike[0].label) if len(alike) == 1 else ask(name, line, each.of, alike, scope.language)
    return None
