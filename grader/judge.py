"""The judge: a scenario and the record of a call in, the first difference out. Runs nothing, trusts nobody.

A record may be of a call that is still going on: only the turns in it are judged.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from grader import matching
from grader.appointments import misplaced
from grader.kinds import HINTS, KINDS, NO_PYTHON, PROCESS, WHY_PROCESS, first
from grader.result import Failure, Row
from grader.rules import broken, worded
from grader.scenario import Scenario, Turn
from lab.call.invariants import Watch, front_desk_claims
from lab.record import (
    AgentReplied,
    CallEnded,
    Event,
    InvariantBroken,
    Record,
    Refused,
    Slept,
    ToolCalled,
    call_notation,
    notation,
)

_OPENING = Turn("", "LISTEN")
"""The moment before the first line: nothing is expected of it, and its state is not compared."""


def judge(scenario: Scenario, record: Record) -> Failure | None:
    """The first difference between what had to come out and what did; None if there is none so far."""
    return Judge(scenario).see(record.events) or _judge_end(scenario, record)


class Judge:
    """The same, told of a call turn by turn, while it goes on."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self._watch = _watch(scenario)

    def see(self, events: Iterable[Event]) -> Failure | None:
        """The first difference in these turns, which are whole and follow those seen before."""
        for number, turn, happened in _turns(self._scenario, events, self._watch):
            if failure := _judge_turn(self._scenario, number, turn, happened):
                return failure
        return None


def side_by_side(scenario: Scenario, events: Iterable[Event]) -> Iterator[tuple[int, tuple[Row, ...]]]:
    """Each turn that was played, the opening as 0: what was expected beside what came, the state last."""
    for number, turn, happened in _turns(scenario, events, _watch(scenario)):
        yield number, _rows(number, turn, happened)


def _watch(scenario: Scenario) -> Watch:
    """Where a model speaks, what it says is held against what was done."""
    return Watch(claims=front_desk_claims(scenario.language) if scenario.toolset == "front-desk" else None)


def _turns(scenario: Scenario, events: Iterable[Event], watch: Watch) -> Iterator[tuple[int, Turn, list[Event]]]:
    turns = dict(enumerate((_OPENING, *scenario.turn)))
    for number, happened in groupby(_witnessed(events, watch), key=lambda event: event.turn):
        if number in turns:
            yield number, turns[number], list(happened)


def _witnessed(events: Iterable[Event], watch: Watch) -> Iterator[Event]:
    """The events, and after each the invariants that it breaks, found anew."""
    for event in events:
        if not isinstance(event, InvariantBroken):
            yield event
        if not isinstance(event, InvariantBroken | CallEnded):
            yield from watch.see(event)


def _judge_turn(scenario: Scenario, number: int, turn: Turn, events: Sequence[Event]) -> Failure | None:
    rows = _rows(number, turn, events)
    if not any(row.kind for row in rows):
        return None
    kind = first([row.kind for row in rows if row.kind])
    reply = next((event for event in events if isinstance(event, AgentReplied)), None)
    ended = next((event for event in events if isinstance(event, CallEnded)), None)
    line = next((row for row in matching.compare(turn.expected, _real_lines(events)) if row.kind == kind), None)
    what = _told(kind, turn, events, line)
    return Failure(
        kind=kind,
        turn=number,
        caller=turn.caller,
        what=what,
        why=WHY_PROCESS if kind in PROCESS else scenario.why,
        hint=NO_PYTHON if _is_no_python(what) else HINTS.get(kind, scenario.hint),
        expected_state=turn.state if number else "",
        state=reply.state if reply else "",
        reply=reply.reply if reply else "",
        rows=rows,
        trace=ended.trace if ended else "",
        rule=worded(_rule(kind, line, scenario, turn, events)),
        more_hints=() if kind in HINTS else scenario.more_hints,
    )


def _is_no_python(what: str) -> bool:
    return any(name in what for name in ("SyntaxError:", "IndentationError:", "TabError:"))


def _judge_end(scenario: Scenario, record: Record) -> Failure | None:
    """Once the call is over: whatever was said, the record system has the last word, and so has the log."""
    ended = record.events[-1]
    log = ended.log if isinstance(ended, CallEnded) else ""
    wrong, kind = misplaced(record.events), "wrong_appointment"
    if not wrong:
        wrong, kind = scenario.judge_log(log), "wrong_log"
    if not wrong:
        return None
    turn = min(ended.turn, len(scenario.turn))
    caller = scenario.turn[turn - 1].caller if turn else ""
    return Failure(kind, turn, caller, wrong, scenario.why, scenario.hint, "", "", "", (Row("", wrong, kind),))


def _rule(kind: str, line: matching.Row | None, scenario: Scenario, turn: Turn, events: Sequence[Event]) -> int | None:
    if kind in PROCESS:
        return None
    # the numbered rules are the reservation agent's; one at a practice breaks none of them
    of_the_line = broken(kind, line, turn.expected, _real_lines(events)) if scenario.toolset == "clinic" else None
    return turn.rule or of_the_line or scenario.rule


def _rows(number: int, turn: Turn, events: Sequence[Event]) -> tuple[Row, ...]:
    return (*_record_rows(turn, events), *_closing_rows(number, turn, events))


def _real_lines(events: Iterable[Event]) -> list[matching.Line]:
    lines = [event for event in events if isinstance(event, ToolCalled | Refused | Slept | InvariantBroken)]
    return [line for line in lines if not (isinstance(line, InvariantBroken) and line.name == "silent")]


def _record_rows(turn: Turn, events: Sequence[Event]) -> list[Row]:
    return [
        Row(notation(row.expected) if row.expected else "", notation(row.real) if row.real else "", row.kind)
        for row in matching.compare(turn.expected, _real_lines(events))
    ]


def _closing_rows(number: int, turn: Turn, events: Sequence[Event]) -> Iterator[Row]:
    """How the turn ended: the state, a reply that says nothing, a process that failed."""
    wanted = f"=> {turn.state}" if number else ""
    for event in events:
        match event:
            case AgentReplied(state=state):
                yield Row(wanted, f"=> {state}", "state" if number and state != turn.state else "")
            case InvariantBroken(name="silent"):
                yield Row("", notation(event), "silent")
            case CallEnded(why=why) if why in PROCESS:
                yield Row(wanted, notation(event), why)


def _told(kind: str, turn: Turn, events: Sequence[Event], line: matching.Row | None) -> str:
    """The failure in a sentence, with the values that it is about."""
    for event in events:
        if isinstance(event, CallEnded) and event.why == kind:
            return f"{KINDS[kind]}: {event.detail}" if event.detail else KINDS[kind]
        if isinstance(event, InvariantBroken) and event.name == kind:
            return f"the agent {event.text}{_by_the_machine(kind, events)}"
    if kind == "state":
        state = next(event.state for event in events if isinstance(event, AgentReplied))
        return f"after this line the agent is in {state}; {turn.state} is right"
    assert line
    return _told_row(kind, line)


def _by_the_machine(kind: str, events: Sequence[Event]) -> str:
    real = sum(event.seconds for event in events if isinstance(event, Slept) and event.real)
    return (
        f"; {real:g} s of it with the machine's time (time.sleep or its like), in place of the sleep that it was handed"
        if kind == "long_wait" and real
        else ""
    )


def _told_row(kind: str, row: matching.Row) -> str:
    match kind, row.expected, row.real:
        case "missing_call", ToolCalled() as expected, ToolCalled() as real:
            return f"{expected.name} was answered {real.outcome}, not {expected.outcome}: calls before it went astray"
        case "missing_call", ToolCalled() as expected, _:
            return f"`{call_notation(expected.name, expected.arguments)}` did not come"
        case "not_refused", Refused() as expected, real:
            instead = f"there was `{notation(real)}`" if real else "it did not come"
            return f"{expected.tool} had to be refused with {expected.code}, and {instead}"
        case "unexpected_call", _, ToolCalled() as real:
            return f"`{call_notation(real.name, real.arguments)}` does not belong here"
        case "arguments", ToolCalled() as expected, ToolCalled() as real:
            return _told_arguments(expected, real)
        case "sleep", expected, real:
            return f"expected {_wait(expected)}, and there was {_wait(real)}"
        case "real_sleep", _, Slept(seconds=seconds):
            return f"waited {seconds:g} seconds of real time; use the `sleep` that the agent is handed"
    return KINDS[kind]


def _told_arguments(expected: ToolCalled, real: ToolCalled) -> str:
    differing = matching.differing(expected, real)
    if not differing:
        return f"{real.name} was called with arguments that do not fit: {real.reason}"
    right, wrong = _arguments(expected, differing), _arguments(real, differing)
    return f"{real.name} was called with {wrong}; right is {right}"


def _arguments(call: ToolCalled, keys: Sequence[str]) -> str:
    """Those arguments in the notation, and those that were left out in words."""
    given = {key: call.arguments[key] for key in keys if key in call.arguments}
    left_out = [f"no {key}" for key in keys if key not in given]
    return ", ".join([*([call_notation("", given).strip()] if given else []), *left_out])


def _wait(line: matching.Line | None) -> str:
    return f"`{notation(line)}`" if line else "no wait"
