"""The argument layers in their order, each of which can be switched off by its name."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from lab.call_layer.arguments.consistency import Confirmed, agree
from lab.call_layer.arguments.entities import Entity, Scope
from lab.call_layer.arguments.left_out import left_out
from lab.call_layer.arguments.provenance import Flag, flags
from lab.call_layer.arguments.refusal import Question
from lab.call_layer.arguments.schema import Field, Sheet, fit, sheet
from lab.call_layer.arguments.settling import settle
from lab.call_layer.shapes import Refusal

NUMBERED = ("office_id", "provider_id")
LAYERS = ("schema", "resolution", "consistency", "provenance", "echo")


@dataclass(frozen=True)
class Told:
    """What is known when a tool is called: the caller's lines, what tools returned, who and what is in scope.

    `sheet` says what arguments must look like.
    """

    today: dt.date
    scope: Scope = field(default_factory=Scope)
    lines: Sequence[str] = ()
    results: Sequence[Any] = ()
    confirmed: Confirmed = ()
    sheet: Sheet = field(default_factory=sheet)


@dataclass(frozen=True)
class Taken:
    """What became of a call's arguments: they go on, or `stopped` says why not.

    `filled` are the ids that code writes, `resolved` what they stand for in words, by argument.
    """

    arguments: Mapping[str, Any]
    filled: Mapping[str, Any] = field(default_factory=dict)
    resolved: Mapping[str, str] = field(default_factory=dict)
    flags: tuple[Flag, ...] = ()
    notes: tuple[str, ...] = ()
    stopped: Refusal | Question | None = None


def take(tool: str, arguments: Mapping[str, Any], told: Told, off: frozenset[str] = frozenset()) -> Taken:
    """All layers in one, for whoever has no other checks between them."""
    taken = Taken(dict(arguments))
    for name, layer in _LAYERS.items():
        if not taken.stopped:
            taken = layer(tool, taken, told) if name not in off else _WITHOUT.get(name, _as_it_is)(tool, taken, told)
    return taken if "echo" not in off else replace(taken, resolved={})


def schema(tool: str, taken: Taken, told: Told) -> Taken:
    """The arguments typed and within their caps; nothing that the caller named is left out."""
    fitted = fit(tool, taken.arguments, told.today, told.sheet)
    if isinstance(fitted, Refusal):
        return replace(taken, stopped=fitted)
    missed = left_out(told.sheet.get(tool, {}), fitted.arguments, told.lines, told.scope)
    return replace(taken, arguments=fitted.arguments, notes=fitted.notes, stopped=missed)


def resolution(tool: str, taken: Taken, told: Told) -> Taken:
    """Every entity's id, and its label."""
    found: dict[str, Entity] = {}
    for name, each in _entities(tool, taken, told):
        said, scope = str(taken.arguments[name]), told.scope
        one = settle(name, each, said, told.lines, scope.entities(each.of), scope.language)
        if not isinstance(one, Entity):
            return replace(taken, stopped=one)
        found[name] = one
    fields = told.sheet.get(tool, {})
    filled = {fields[name].fills: one.id for name, one in found.items()}
    return replace(taken, filled=filled, resolved={name: one.label for name, one in found.items()})


def unresolved(tool: str, taken: Taken, told: Told) -> Taken:
    """Without resolution a model's words are the id; the practice numbers its offices and providers."""
    said = {each.fills: str(taken.arguments[name]) for name, each in _entities(tool, taken, told)}
    numbered = {fills: int(text) for fills, text in said.items() if fills in NUMBERED and text.isdecimal()}
    return replace(taken, filled={**said, **numbered})


def consistency(tool: str, taken: Taken, told: Told) -> Taken:
    """Stopped where the arguments do not agree with what is known."""
    verdict = agree(tool, {**taken.arguments, **taken.filled}, told.scope, told.confirmed)
    return replace(taken, stopped=verdict)


def provenance(tool: str, taken: Taken, told: Told) -> Taken:
    """Flagged where an identifier traces to nothing; never stopped."""
    return replace(taken, flags=flags(tool, taken.arguments, told.lines, told.results))


def _entities(tool: str, taken: Taken, told: Told) -> list[tuple[str, Field]]:
    fields = told.sheet.get(tool, {})
    return [(name, each) for name, each in fields.items() if each.kind == "entity" and name in taken.arguments]


def _as_it_is(tool: str, taken: Taken, told: Told) -> Taken:
    return taken


_LAYERS = {"schema": schema, "resolution": resolution, "consistency": consistency, "provenance": provenance}
_WITHOUT = {"resolution": unresolved}
