"""Make a scenario out of a saved call: what its agent did becomes what is expected, to be edited."""

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from lab.record import CallEnded, Event, InvariantBroken, Record, ToolCalled
from lab.terminal import UsageError, literal, say

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

    turns = turns_of(record.events)
    if not turns:
        raise UsageError("there is no whole turn in this call", "a scenario needs at least one line with its reply")
    parts = [*_remarks(record), table("", {**_head(record), **_plan(record)})]
    parts += [table("[[failure]]", failure) for failure in _failures(record)]
    told = ({"caller": turn.caller, "state": turn.state, "record": turn.record} for turn in turns)
    parts += [
        table("[[turn]]", {key: value for key, value in turn.items() if key != "record" or value}) for turn in told
    ]
    return "\n\n".join(parts) + "\n"


def _head(record: Record) -> Mapping[str, Any]:
    head = record.head
    return {
        "title": f"A call with {Path(head.agent).name}",
        "capability": "happy",
        "why": "Say here why it matters to the caller.",
        "hint": "Say here where to look.",
        "now": head.now.replace(tzinfo=None),
        "language": head.language,
        "clinic": head.clinic,
    }


def _plan(record: Record) -> Mapping[str, Any]:
    """The plan by its name, where it ships and did all that failed in this call."""
    return {"plan": record.head.plan} if _is_named(record) else {}


def _is_named(record: Record) -> bool:
    from fake_api.failures import load_plan
    from fake_api.shipped import names

    if record.head.plan not in names("plan"):
        return False
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
    if timeouts and not _is_named(record):
        lines.append("a record does not say whether the booking that timed out was made: `committed = true` if it was")
    yield "\n".join(f"# {literal(' '.join(line.split()))}" for line in lines)


def _calls(events: Sequence[Event]) -> list[ToolCalled]:
    return [event for event in events if isinstance(event, ToolCalled) and event.nature != "ends"]
