"""A record line as a scenario writes it, read into the very event that it expects."""

import json
import re
from collections.abc import Sequence
from typing import Any

from fake_api.data_error import DataError, near_miss
from lab.record import Outcome, Refused, Slept, ToolCalled
from lab.toolset import BadArguments, Parameter, Tool

Expected = ToolCalled | Refused | Slept

_VALUE = r'"(?:[^"\\]|\\.)*"|[^\s"]+'
_LINE = re.compile(rf"(?P<tool>\w+)(?P<arguments>(?:\s+\w+=(?:{_VALUE}))*)(?:\s*->\s*(?P<outcome>.+))?")
_REFUSED = re.compile(rf"refused\s+(?P<code>\w+)\s+(?P<tool>\w+)(?P<arguments>(?:\s+\w+=(?:{_VALUE}))*)")
_ARGUMENT = re.compile(rf"(\w+)=({_VALUE})")
_OUTCOME = re.compile(
    r"(?P<outcome>ok|timeout|rejected(?= \w))(?: (?!after\b)(?P<reason>\w+))?(?: after (?P<s>[\d.]+)s)?"
)
_SHAPE = "a line is `TOOL key=value -> OUTCOME` or `sleep SECONDS`"
_OUTCOMES = ("ok", "timeout", "rejected REASON")


def read_line(line: str, tools: Sequence[Tool]) -> Expected:
    """One expected line as an event of turn 0. Raises DataError, its key left empty."""
    match = _LINE.fullmatch(line.strip())
    if line.split()[:1] == ["sleep"]:
        return Slept(0, _seconds(line))
    if line.split()[:1] == ["refused"]:
        return _refused(line)
    if not match:
        raise DataError(f"{_SHAPE}, text in double quotes; this is neither: {line}")
    tool = _tool(match["tool"], tools)
    arguments = _arguments(tool, match["arguments"])
    if tool.nature == "ends":
        if match["outcome"]:
            raise DataError(f"{tool.name} is never answered, so nothing follows it: {line}")
        return ToolCalled(0, tool.name, arguments, nature=tool.nature)
    outcome, reason, seconds = _outcome(tool, match["outcome"])
    return ToolCalled(0, tool.name, arguments, outcome, reason, seconds, nature=tool.nature)


def _refused(line: str) -> Refused:
    """A call that code has to stop: its arguments are a model's own, and those that are named have to be there."""
    match = _REFUSED.fullmatch(line.strip())
    if not match:
        raise DataError(f"a refusal is `refused CODE TOOL key=value`: {line}")
    said = {key: _json(value) for key, value in _ARGUMENT.findall(match["arguments"])}
    return Refused(0, match["tool"], said, "", match["code"])


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _seconds(line: str) -> float:
    try:
        _, number = line.split()
        seconds = float(number)
    except ValueError:
        raise DataError(f"a wait is `sleep SECONDS`, with one number: {line}") from None
    if not 0 <= seconds < float("inf"):
        raise DataError(f"nobody can wait that long: {line}")
    return seconds


def _tool(name: str, tools: Sequence[Tool]) -> Tool:
    known = {tool.name: tool for tool in tools}
    if name not in known:
        words = [*known, "sleep"]
        raise DataError(f"there is no tool {name} (there are {', '.join(words)})", suggestion=near_miss(name, words))
    return known[name]


def _arguments(tool: Tool, text: str) -> dict[str, Any]:
    known = {parameter.name: parameter for parameter in tool.parameters}
    written: dict[str, Any] = {}
    for key, value in _ARGUMENT.findall(text):
        if key not in known:
            problem = f"{tool.name} takes no {key} (it takes {', '.join(known)})"
            raise DataError(problem, suggestion=near_miss(key, known))
        if key in written:
            raise DataError(f"{key} is given twice")
        written[key] = _value(known[key], value)
    try:
        return tool.read_arguments(written)
    except BadArguments as error:
        raise DataError(str(error)) from None


def _value(parameter: Parameter, text: str) -> Any:
    quoted = text.startswith('"')
    if quoted != (parameter.kind == "text"):
        how = "stands in double quotes" if parameter.kind == "text" else "stands without quotes"
        raise DataError(f"{parameter.name} {how}, not as {text}")
    if not quoted and parameter.kind != "number":
        return text
    try:
        return json.loads(text)
    except ValueError:
        raise DataError(f"{parameter.name} can't be read: {text}") from None


def _outcome(tool: Tool, text: str | None) -> tuple[Outcome, str | None, float]:
    known = ", ".join(_OUTCOMES)
    if text is None:
        raise DataError(f"{tool.name} needs its outcome: `-> ` and one of {known}")
    match = _OUTCOME.fullmatch(text.strip())
    if not match or bool(match["reason"]) != (match["outcome"] == "rejected"):
        problem = f"an outcome is one of {known}, and may be followed by `after 2.5s`; not {text}"
        raise DataError(problem, suggestion=near_miss(text, _OUTCOMES))
    outcome: Any = match["outcome"]
    return outcome, match["reason"], float(match["s"] or 0)
