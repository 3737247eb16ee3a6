"""The `when` of a failure: a rule-engine expression over one call of a tool.

It may use `tool`, `attempt`, `call`, `turn`, `state`, `day` (text, "2026-09-15"), `time` (text, "10:00") and `name`;
what a call does not carry is the empty text. Nothing in it reaches the machine's clock or its dice.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from fake_api.reading import DataError

if TYPE_CHECKING:
    from rule_engine import Rule
    from rule_engine.errors import EngineError

Facts = Mapping[str, str | int]
"""What is known of one call, by the names an expression may use; plain text and whole numbers only."""

_NUMBERS = {"attempt": 1, "call": 1, "turn": 1}
_SAMPLES: tuple[Facts, ...] = (
    {**_NUMBERS, "tool": "find_open_times", "state": "LISTEN", "day": "2026-09-15", "time": "", "name": ""},
    {**_NUMBERS, "tool": "book", "state": "CONFIRM", "day": "2026-09-15", "time": "10:00", "name": "Jamie"},
)
_MACHINES_OWN = {"now", "today", "random"}
_SLIPS = {r"(?<![=!<>:])=(?![=~])": "==", "&&": "and", r"\|\|": "or", r"!(?![=~])": "not"}


def check(text: str) -> None:
    """Raise DataError, with key `when`, unless `text` can be worked out for a call of either tool."""
    for facts in _SAMPLES:
        holds(text, facts)


def holds(text: str, facts: Facts) -> bool:
    """Whether an expression is true of a call; raises DataError if that can't be worked out."""
    from rule_engine.errors import EngineError

    try:
        verdict = _compiled(text).evaluate(facts)
    except EngineError as fault:
        raise _explain(text, fault) from None
    if not isinstance(verdict, bool):
        raise DataError(f"is neither true nor false for a call: {text}", key="when")
    return verdict


@cache
def _compiled(text: str) -> "Rule":
    from rule_engine import Context, DataType, Rule
    from rule_engine.errors import SymbolResolutionError

    class CallContext(Context):
        """Knows the facts of a call, and of the built-in names those that give the same answer every time."""

        def resolve_type(self, name: str, scope: str | None = None) -> Any:
            known = set(self.builtins) - _MACHINES_OWN
            if scope == "built-in" and name not in known:
                raise SymbolResolutionError(f"${name}", symbol_scope=scope)
            return super().resolve_type(name, scope)

    types = {name: DataType.FLOAT if name in _NUMBERS else DataType.STRING for name in _SAMPLES[0]}
    return Rule(text, CallContext(type_resolver=types, default_timezone="utc"))


def _explain(text: str, fault: "EngineError") -> DataError:
    from rule_engine.errors import RuleSyntaxError

    suggestion = getattr(fault, "suggestion", None)
    if isinstance(fault, RuleSyntaxError):
        suggestion = next((meant for slip, meant in _SLIPS.items() if re.search(slip, text)), None)
    known = ", ".join(_SAMPLES[0])
    return DataError(f"{fault.message} in: {text} (known: {known})", key="when", suggestion=suggestion)
