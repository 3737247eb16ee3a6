"""The `when` of a failure: a rule-engine expression over one call of a tool.

It may use `tool`, `attempt`, `call`, `turn`, `state`, `day` (text, "2026-09-15"), `time` (text, "10:00") and `name`;
what a call does not carry is the empty text. Nothing in it reaches the machine's clock or its dice. Other rooms have
expressions over facts of their own, and hand in what is known there.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from fake_api.data_error import DataError, near_miss, shorten

if TYPE_CHECKING:
    from rule_engine import Rule
    from rule_engine.errors import EngineError

Facts = Mapping[str, str | int]
"""What is known of one call, by the names an expression may use; plain text, whole numbers, true and false only."""

_LOOK_UP: Facts = {
    "tool": "find_open_times",
    "attempt": 1,
    "call": 1,
    "turn": 1,
    "state": "LISTEN",
    "day": "2026-09-15",
    "time": "",
    "name": "",
}
_BOOKING: Facts = {**_LOOK_UP, "tool": "book", "state": "CONFIRM", "time": "10:00", "name": "Jamie"}
_MACHINES_OWN = {"now", "today", "random"}
_SLIPS = {r"(?<![=!<>:])=(?![=~])": "==", "&&": "and", r"\|\|": "or", r"!(?![=~])": "not"}


def check(text: str) -> None:
    """Raise DataError, with key `when`, unless `text` can be worked out for a call of either tool."""
    for facts in (_LOOK_UP, _BOOKING):
        holds(text, facts)


def holds(text: str, facts: Facts, known: Facts = _LOOK_UP) -> bool:
    """Whether an expression is true of a call; raises DataError if that can't be worked out.

    `known` has every name that it may use, each with a value of its kind.
    """
    from rule_engine.errors import EngineError

    try:
        verdict = _compiled(text, tuple((name, type(value)) for name, value in known.items())).evaluate(facts)
    except EngineError as fault:
        raise _explain(text, fault, known) from None
    if not isinstance(verdict, bool):
        raise DataError(f"is neither true nor false: {shorten(text)}", key="when")
    return verdict


@cache
def _compiled(text: str, kinds: tuple[tuple[str, type], ...]) -> "Rule":
    from rule_engine import Context, DataType, Rule
    from rule_engine.errors import SymbolResolutionError

    class CallContext(Context):
        """Knows the facts of a call, and of the built-in names those that give the same answer every time."""

        def resolve_type(self, name: str, scope: str | None = None) -> Any:
            known = set(self.builtins) - _MACHINES_OWN
            if scope == "built-in" and name not in known:
                raise SymbolResolutionError(f"${name}", symbol_scope=scope)
            return super().resolve_type(name, scope)

    named = {int: DataType.FLOAT, str: DataType.STRING, bool: DataType.BOOLEAN}
    types = {name: named[kind] for name, kind in kinds}
    return Rule(text, CallContext(type_resolver=types, default_timezone="utc"))


def _explain(text: str, fault: "EngineError", known: Facts) -> DataError:
    """The engine's fault in a sentence; what it holds for a near miss need not be near."""
    from rule_engine.errors import RuleSyntaxError, SymbolResolutionError

    problem = f"{fault.message} in: {shorten(text)}"
    suggestion = None
    if isinstance(fault, RuleSyntaxError):
        suggestion = next((meant for slip, meant in _SLIPS.items() if re.search(slip, text)), None)
    elif isinstance(fault, SymbolResolutionError):
        problem += f" (known here: {', '.join(known)})"
        suggestion = None if fault.symbol_scope else near_miss(fault.symbol_name, known)
    elif "type mismatch" in fault.message:
        numbers = [name for name, value in known.items() if type(value) is int]
        problem += f" (numbers are {', '.join(numbers)}; the rest is text)"
    elif near := getattr(fault, "suggestion", None):
        suggestion = near_miss(getattr(fault, "attribute_name", ""), [near])
    return DataError(problem, key="when", suggestion=suggestion)
