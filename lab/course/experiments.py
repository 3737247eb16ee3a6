"""What the clinic really does: experiments with its two tools, each with the lines that prove it."""

import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from fake_api.failures import Failure, FailurePlan
from lab.call.invariants import LONGEST_WAIT
from lab.course.clinic_line import Answered, ClinicLine

MORE_TRIES = 2
TUESDAY, WEDNESDAY = dt.date(2026, 9, 15), dt.date(2026, 9, 16)
TEN, HALF_PAST = dt.time(10), dt.time(10, 30)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What turned out to be right, and what was seen, line by line."""

    right: object
    lines: tuple[str, ...]


def nature(tool: str) -> Evidence:
    """Does a call change what the clinic holds?"""
    line = ClinicLine()
    done = _ask(line, tool)
    return Evidence("irreversible" if done.holds else "read", (done.line, _book(done)))


def after_timeout(tool: str) -> Evidence:
    """What the clinic holds after a timeout, in every world in which there is one."""
    worlds = [_ask(ClinicLine(_failing(tool, "timeout", committed=done)), tool) for done in _worlds(tool)]
    changed = {bool(done.holds) for done in worlds}
    right = "nobody knows" if len(changed) == 2 else "it was done" if True in changed else "nothing changed"
    return Evidence(right, tuple(line for done in worlds for line in (done.line, _book(done))))


def after_refusal(tool: str) -> Evidence:
    """What the same request gets after a refusal."""
    line = _refusing(tool)
    first, second = _ask(line, tool), _ask(line, tool)
    same = first.event.reason == second.event.reason
    return Evidence("the same refusal" if same else "another answer", (first.line, second.line))


def repeat(tool: str) -> Evidence:
    """What comes of asking again after a timeout, by an agent that takes every answer at its word."""
    if tool == "find_open_times":
        line = ClinicLine("read-flaky")
        asked = [_ask(line, tool) for _ in range(1 + MORE_TRIES)]
        return Evidence("yes", (*(each.line for each in asked), _book(asked[-1])))
    line = ClinicLine("book-lost-done")
    asked = [_ask(line, tool), _ask(line, tool), line.call("book", day=TUESDAY, time=HALF_PAST, name="Jamie")]
    right = "no" if len(asked[-1].holds) > 1 else "yes"
    return Evidence(right, (*(each.line for each in asked), _book(asked[-1])))


def tries(tool: str, said: int) -> Evidence:
    """How far so many more tries get."""
    if tool == "book":
        return Evidence(0, repeat(tool).lines)
    made = 1 + max(0, min(said, 9))
    if made > MORE_TRIES:
        line = ClinicLine("read-down")
        return Evidence(MORE_TRIES, tuple(_ask(line, tool).line for _ in range(made)))
    line = ClinicLine("read-flaky")
    asked = [_ask(line, tool).line for _ in range(1 + MORE_TRIES)]
    return Evidence(MORE_TRIES, (*asked[:made], *(f"not tried:  {left}" for left in asked[made:])))


def waits(tool: str, said: Sequence[float]) -> Evidence:
    """How long a caller hears nothing. The right answer is `said` itself if that is one."""
    if tool == "book":
        return Evidence((), (f"{len(said)} waits before tries that must not be made",))
    growing = all(one < other for one, other in pairwise((0.0, *said)))
    good = len(said) == MORE_TRIES and growing and sum(said) <= LONGEST_WAIT
    silence = f"{' + '.join(f'{wait:g}' for wait in said) or 'no waits'} = {sum(said):g} seconds of silence"
    return Evidence(tuple(said) if good else (0.5, 1.0), (silence,))


def then(tool: str) -> Evidence:
    """Who can go on when no answer comes."""
    if tool == "book":
        return Evidence("a person", after_timeout(tool).lines)
    line = ClinicLine("read-down")
    days = [line.call(tool, day=day).line for day in (TUESDAY, WEDNESDAY)]
    return Evidence("a person", tuple(days))


def if_refused(tool: str) -> Evidence:
    """Who can go on when the clinic refuses."""
    line = _refusing(tool)
    if tool == "find_open_times":
        return Evidence("a person", tuple(line.call(tool, day=day).line for day in (TUESDAY, WEDNESDAY)))
    refused, open_now = _ask(line, tool), line.call("find_open_times", day=TUESDAY)
    others = ", ".join(f"{time:%H:%M}" for time in open_now.times)
    return Evidence("the caller", (refused.line, open_now.line, f"still open: {others}"))


BY_KEY: dict[str, Callable[[str], Evidence]] = {
    "nature": nature,
    "after_timeout": after_timeout,
    "after_refusal": after_refusal,
    "repeat": repeat,
    "then": then,
    "if_refused": if_refused,
}


def _ask(line: ClinicLine, tool: str) -> Answered:
    if tool == "book":
        return line.call(tool, day=TUESDAY, time=TEN, name="Jamie")
    return line.call(tool, day=TUESDAY)


def _failing(tool: str, outcome: str, **more: object) -> FailurePlan:
    return FailurePlan("experiment", failures=(Failure(tool, outcome=outcome, **more),))  # type: ignore[arg-type]


def _refusing(tool: str) -> ClinicLine:
    return ClinicLine("opening-taken" if tool == "book" else _failing(tool, "rejected", reason="maintenance"))


def _worlds(tool: str) -> Iterator[bool]:
    yield from (True, False) if tool == "book" else (False,)


def _book(done: Answered) -> str:
    return f"the clinic holds: {'; '.join(done.holds) or 'nothing'}"
