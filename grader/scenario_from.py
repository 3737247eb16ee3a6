"""Make a scenario out of a saved call: what its agent did becomes what is expected, to be edited."""

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lab.record import CallEnded, CallerSaid, Event, InvariantBroken, Record, Slept, ToolCalled
from lab.terminal import UsageError, literal, say

if TYPE_CHECKING:
    from grader.scenario import Turn

_LONGEST_WORK = 60
"""Seconds: no look-up takes longer, however often it is tried."""

EXAMPLES = """examples:
  lab chat --save call.jsonl           have the call, and save it
  lab scenario-from call.jsonl         see what it becomes
  lab scenario-from call.jsonl --to my_pack/1-my-story.toml"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `lab scenario-from` takes."""
    parser.epilog = EXAMPLES
    parser.add_argument("record", type=Path, metavar="RECORD", help="a file that --save or /save wrote")
    parser.add_argument("--to", type=Path, metavar="FILE.toml", help="write it there; left out: on stdout")


def run(args: argparse.Namespace) -> int:
    """Read, write, and answer the exit code. Raises BadRecord, UsageError or OSError."""
    from lab.record_file import load

    text = scenario_from(load(args.record))
    if args.to is None:
        say(text.rstrip("\n"))
        return 0
    if args.to.exists():
        raise UsageError(f"{args.to} is there already", "name another file, or remove that one first")
    args.to.write_text(text, encoding="utf-8", newline="\n")
    say(f"wrote {args.to}; read every line of it: it says what the agent did, which may not be what is right")
    return 0


def scenario_from(record: Record) -> str:
    """The call as the text of a scenario. Raises UsageError for a call in which nobody spoke."""
    from grader.toml import table
    from grader.variants import turns_of

    turns = turns_of(record.events, _turn(record))
    if not turns:
        raise UsageError("there is no whole turn in this call", "a scenario needs at least one line with its reply")
    parts = [*_remarks(record), table("", {**_head(record), **_plan(record)})]
    parts += [table("[[failure]]", failure) for failure in _failures(record)]
    for turn, pause in zip(turns, _pauses(record.events), strict=False):
        told = {"pause": pause, "caller": turn.caller, "state": turn.state, "record": turn.record}
        parts.append(table("[[turn]]", {key: value for key, value in told.items() if value or key == "caller"}))
    return "\n\n".join(parts) + "\n"


def _turn(record: Record) -> "type[Turn]":
    """What its turns are; raises UsageError for a call with tools that no scenario knows."""
    from grader.at_practice import PracticeTurn
    from grader.scenario import Turn

    called = {tool.name for tool in record.head.tools}
    for kind in (Turn, PracticeTurn):
        if called == {tool.name for tool in kind.tools}:
            return kind
    raise UsageError(
        "no scenario can be made of a call with these tools",
        "have the call at a clinic or at a practice; a front desk's are written by hand, as in its pack",
    )


def _at_practice(record: Record) -> bool:
    from grader.at_practice import PracticeTurn

    return _turn(record) is PracticeTurn


def _pauses(events: Sequence[Event]) -> Iterator[int]:
    """For each line the seconds that the caller let pass before it, where nothing else took so long."""
    before, busy = None, 0.0
    for event in events:
        match event:
            case CallerSaid(at=at):
                waited = (at - before).total_seconds() - busy if before else 0.0
                yield int(waited) if waited > _LONGEST_WORK else 0
                before, busy = at, 0.0
            case Slept(seconds=seconds) | ToolCalled(seconds=seconds):
                busy += seconds


def _head(record: Record) -> Mapping[str, Any]:
    head = record.head
    place = {"toolset": "practice", "world": head.clinic} if _at_practice(record) else {"clinic": head.clinic}
    return {
        "title": f"A call with {Path(head.agent).name}",
        "capability": "happy",
        "why": "Say here why it matters to the caller.",
        "hint": "Say here where to look.",
        "now": head.now.replace(tzinfo=None),
        "language": head.language,
        **place,
    }


def _plan(record: Record) -> Mapping[str, Any]:
    """The plan by its name, where it ships and did all that failed in this call."""
    return {"plan": record.head.plan} if _is_named(record) else {}


def _is_named(record: Record) -> bool:
    from fake_api.failures import load_plan
    from lab.call.place import plans_at

    toolset = "practice" if _at_practice(record) else "clinic"
    if record.head.plan not in dict(plans_at(toolset)):
        return False
    if toolset == "practice":
        return True
    entries = len(load_plan(record.head.plan).failures)
    return all(call.rule is None or call.rule <= entries for call in _calls(record.events))


def _failures(record: Record) -> Iterator[Mapping[str, Any]]:
    """What failed by a plan that has no name, or by hand: call by call."""
    if _is_named(record):
        return
    attempts: Counter[str] = Counter()
    for call in _calls(record.events):
        attempts[call.name] += 1
        if call.rule is not None:
            yield _failure(call, attempts[call.name])


def _failure(call: ToolCalled, attempt: int) -> Mapping[str, Any]:
    struck: dict[str, Any] = {"tool": call.name, "attempts": [attempt]}
    if call.outcome == "ok" and isinstance(call.answer, list) and not call.seconds:
        return struck | {"outcome": "changed", "open": call.answer}
    if call.outcome == "ok":
        return struck | {"outcome": "slow", "seconds": call.seconds}
    return struck | {"outcome": call.outcome, **({"reason": call.reason} if call.reason else {})}


def _remarks(record: Record) -> Iterator[str]:
    """What whoever edits it has to know, as comments."""
    lines = ["made from a saved call: what the agent did is expected here, so change what was not right"]
    lines += [
        f"turn {event.turn}: the agent {event.text}" for event in record.events if isinstance(event, InvariantBroken)
    ]
    ended = next((event for event in record.events if isinstance(event, CallEnded)), None)
    if ended is None or ended.by == "bench":
        lines.append(f"the call broke off{f': {ended.why} {ended.detail}' if ended else ''}")
    timeouts = [call for call in _calls(record.events) if call.nature == "irreversible" and call.outcome == "timeout"]
    if _at_practice(record):
        lines += _at_a_practice(record)
    elif timeouts and not _is_named(record):
        lines.append("a record does not say whether the booking that timed out was made: `committed = true` if it was")
    yield "\n".join(f"# {literal(' '.join(line.split()))}" for line in lines)


def _at_a_practice(record: Record) -> Iterator[str]:
    """What a record does not tell, in words."""
    if not _is_named(record):
        yield f"the practice failed by {record.head.plan}, which does not ship: name one under `plan` that does"
    layers = [call.layers for call in _calls(record.events) if call.layers]
    if any(sent.outcome != "ok" for each in layers for sent in each.sent):
        yield "what failed by hand, and what the front desk did, is in no record: say it by a `plan` or `meanwhile`"


def _calls(events: Sequence[Event]) -> list[ToolCalled]:
    return [event for event in events if isinstance(event, ToolCalled) and event.nature != "ends"]
