"""What is told of one scenario in plain lines, for every format that has a place for text."""

from grader.result import Failure, ScenarioResult
from lab.record import quote
from lab.terminal import literal

HIDDEN = "this scenario is kept hidden: what it expects is not shown"


def details(result: ScenarioResult, reveal: bool = False) -> list[str]:
    """The failure, or why there is no verdict, the shortest account first; nothing for a pass."""
    if result.blocked_by:
        return [f"needs {result.blocked_by}, which fails already"]
    if result.problem:
        return [f"not the agent's fault: {literal(result.problem)}"]
    if result.failure is None:
        return []
    if result.hidden and not reveal:
        return [HIDDEN]
    return [literal(line) for line in _account(result.failure)]


def _account(told: Failure) -> list[str]:
    where = f"turn {told.turn}, the caller says {quote(told.caller)}" if told.turn else "when the call opens"
    rows = [line for place, row in enumerate(told.rows) for line in _row(row.expected, row.real, row.kind, place, told)]
    said = [f"the agent says {quote(told.reply)}"] if told.reply else []
    ends = [f"why: {told.why}", *([told.rule] if told.rule else [])]
    return [told.what, where, *rows, *said, *ends, *told.trace.splitlines()]


def _row(expected: str, real: str, kind: str, place: int, told: Failure) -> list[str]:
    if not kind:
        return [f"    {real or expected}"]
    mark = "> " if place == told.first_difference else "# "
    return [f"  {mark}expected: {expected or 'nothing'}", f"  {mark}happened: {real or 'nothing'}"]
