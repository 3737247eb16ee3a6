"""The front desk's tools as a record and a scenario know them: each with what a person can check about it."""

from collections.abc import Mapping
from typing import Any

from lab.call_layer.flows import load_flows
from lab.call_layer.tools import TOOLS
from lab.toolset import LONGEST_TEXT, BadArguments, Kind, Parameter, Tool, to_wire

_KINDS: Mapping[str, Kind] = {
    "act": "word",
    "opening": "word",
    "visit": "word",
    "task": "word",
    "calling_for": "word",
    "emergency": "word",
    "seen_before": "word",
    "date_of_birth": "day",
    "first_day": "day",
    "day": "day",
    "time": "time",
    "quantity": "number",
    "days_of_supply": "number",
    "amount": "number",
}
"""What else than free text an argument is."""

_FIRST = ("act", "visit", "opening")
_MAY_SAY = (
    *("name", "date_of_birth", "phone", "reason", "day", "time", "doctor", "office", "text", "amount", "currency"),
    *("medication", "quantity", "days_of_supply", "invoice", "provider"),
)
"""What any call may be told by, beside its tool's own arguments."""


def _tool(name: str, nature: Any, own: Mapping[str, Any]) -> Tool:
    known = dict.fromkeys((*_FIRST, *own, *_MAY_SAY))
    return Tool(name, nature, tuple(Parameter(key, _KINDS.get(key, "text"), required=False) for key in known), "told")


FRONT_DESK_TOOLS = tuple(_tool(tool.name, tool.nature, tool.parameters["properties"]) for tool in TOOLS)
_BY_NAME = {tool.name: {each.name: each for each in tool.parameters} for tool in FRONT_DESK_TOOLS}

TASKS = frozenset({"cancel", "reschedule", "message"})
"""What a caller can ask for beside a booking."""

STATES = tuple(step.name for step in load_flows().step)
"""The steps of a call at the front desk: the states of its agent."""


def in_words(tool: str, words: Mapping[str, Any]) -> dict[str, Any]:
    """A call's words as the record has them; what fits no argument stands below the call, as the model said it."""
    known = _BY_NAME.get(tool, {})
    told = {name: _fitting(each, words[name]) for name, each in known.items() if words.get(name) is not None}
    return {name: value for name, value in told.items() if value is not None}


def _fitting(parameter: Parameter, value: Any) -> Any:
    if isinstance(value, bool):
        value = "yes" if value else "no"
    if parameter.kind == "text" and not isinstance(value, str):
        value = str(to_wire(value))
    try:
        return parameter.read(value[:LONGEST_TEXT] if isinstance(value, str) else to_wire(value))
    except BadArguments:
        return None
