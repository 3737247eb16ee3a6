"""A caller as the tests of the call layer hear one: lines on a Monday morning, in a clinic open on weekdays."""

import datetime as dt

from lab.call_layer.chosen import Offered
from lab.call_layer.evidence import Evidence
from lab.call_layer.shapes import ModelTool
from lab.understanding import Context, understand

HOURS = {weekday: ((dt.time(8), dt.time(17)),) for weekday in range(5)}
MONDAY = dt.datetime(2026, 9, 14, 9, tzinfo=dt.UTC)
TODAY = MONDAY.date()


def heard_by(*said: str, language: str = "en") -> Evidence:
    """The evidence after these lines, each a turn; `STATE: line` says what was asked, `agent: line` is the agent's."""
    evidence, turn = Evidence(language), 0
    for each in said:
        state, _, line = each.partition(": ") if ": " in each else ("LISTEN", "", each)
        if state == "agent":
            evidence = evidence.speak(line)
            continue
        turn += 1
        evidence = evidence.hear(line, understand(line, state, Context(MONDAY, language, HOURS)), turn, MONDAY)
    return evidence


def tool(of: str, /, *required: str, **properties: object) -> ModelTool:
    """A tool with these parameters; one given as `str` is a string, a dict is its schema."""
    schemas = {key: {"type": "string"} if schema is str else schema for key, schema in properties.items()}
    parameters = {"type": "object", "properties": schemas, "required": list(required)}
    return ModelTool(of, "", "read", parameters, filled=("account_number",))


OFFERED = (
    Offered("SEP15-0900-REYES", dt.datetime(2026, 9, 15, 9), "Ana", "Reyes", "North"),
    Offered("SEP15-1030-REYES", dt.datetime(2026, 9, 15, 10, 30), "Ana", "Reyes", "North"),
    Offered("SEP16-0900-CHEN", dt.datetime(2026, 9, 16, 9), "Wei", "Chen", "Harbor"),
)
