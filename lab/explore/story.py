"""A dialogue that a search has found, as a ready scenario: lines, failures, and what a right agent does instead."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from fake_api.clinic import load_clinic
from fake_api.failures import FailingClinic, Failure, FailurePlan
from fake_api.shipped import shipped
from fake_api.tools import TOOLS, Clinic
from grader.toml import table
from lab.call.place import Arrangement, place_call, start_time
from lab.explore.alphabet import Alphabet
from lab.explore.driver import Turn
from lab.explore.world import Choice, StoppedClock
from lab.record import AgentReplied, Event, Slept, ToolCalled, notation

CAPABILITIES = {
    "long_wait": "retry",
    "no_consent": "irreversible",
    "resent": "irreversible",
    "not_held": "irreversible",
}


class CannotTell(Exception):
    """What the clinic did in this dialogue can't be written as a plan; the sentence says what."""


@dataclass(frozen=True, slots=True)
class Told:
    """A scenario that was written and played: how the agent fails in it, and whether the finished one passes."""

    path: Path
    fails_with: str
    finished_passes: bool


def tell(kind: str, text: str, turns: Sequence[Turn], agent: Path, alphabet: Alphabet, path: Path) -> Told:
    """Write the scenario, and play it with the agent and with the finished one. Raises CannotTell or OSError."""
    from fake_api.reading import read
    from grader.replay import Subject, play
    from grader.scenario import Scenario

    path.write_text(as_toml(kind, text, turns, alphabet), encoding="utf-8")
    scenario = read(path, Scenario)
    played = play(Subject(agent.name, agent), path.stem, scenario)
    finished = play(Subject("finished", shipped("agent.py")), path.stem, scenario)
    return Told(path, played.failure.kind if played.failure else "", finished.verdict == "passed")


def as_toml(kind: str, text: str, turns: Sequence[Turn], alphabet: Alphabet) -> str:
    """The scenario as text; what must come out is what the finished agent does. Raises CannotTell."""
    failures = failures_of(turns, alphabet)
    lines = [turn.line for turn in turns if turn.start]
    head = {
        "title": f"Found by a search: {kind}",
        "capability": CAPABILITIES.get(kind, "happy"),
        "why": text[:1].upper() + text[1:] + ".",
        "clinic": alphabet.clinic,
        "language": alphabet.language,
    }
    parts = [table("", head)]
    parts += [table("[[failure]]", _written(failure)) for failure in failures]
    parts += [table("[[turn]]", turn) for turn in _expected(lines, failures, alphabet)]
    return "\n\n".join(parts) + "\n"


def failures_of(turns: Sequence[Turn], alphabet: Alphabet) -> list[Failure]:
    """The plan under which the clinic does in a whole call what it did in these turns. Raises CannotTell."""
    data = load_clinic(alphabet.clinic)
    clock = StoppedClock(start_time(None, ZoneInfo(data.zone)))
    clinic = FailingClinic(Clinic(data, clock), FailurePlan(), clock)
    attempts: Counter[str] = Counter()
    planned: list[Failure] = []
    for choice, call in _calls(turns):
        attempts[call.name] += 1
        failure = _needed(clinic, choice, call)
        if failure:
            planned.append(replace(failure, tool=call.name, attempts=(attempts[call.name],)))
    return planned


def _calls(turns: Sequence[Turn]) -> Iterator[tuple[Choice, ToolCalled]]:
    for turn in turns:
        called = [event for event in turn.events if isinstance(event, ToolCalled) and event.outcome != "invalid"]
        yield from ((choice, call) for choice, call in zip(turn.choices, called, strict=True) if call.name in TOOLS)


def _needed(clinic: FailingClinic, choice: Choice, call: ToolCalled) -> Failure | None:
    """What must be planned for this call to end as it did; nothing, if a clinic in a whole call does so by itself."""
    before = clinic.snapshot()
    if choice is None and _same(clinic, call):
        return None
    for failure in filter(None, (choice, _as_it_was(call))):
        clinic.restore(before)
        clinic.arm(failure)
        if _same(clinic, call):
            return failure
    raise CannotTell(f"no plan makes it so: {notation(call)}")


def _same(clinic: FailingClinic, call: ToolCalled) -> bool:
    done = clinic.call(call.name, call.arguments, turn=0, state="")
    return (done.status, done.reason, done.answer) == (call.outcome, call.reason, call.answer)


def _as_it_was(call: ToolCalled) -> Failure | None:
    if isinstance(call.answer, list):
        return Failure(call.name, outcome="changed", open=tuple(call.answer))
    return Failure(call.name, outcome="rejected", reason=call.reason) if call.outcome == "rejected" else None


def _expected(lines: Sequence[str], failures: Sequence[Failure], alphabet: Alphabet) -> Iterator[dict[str, Any]]:
    plan = FailurePlan("scenario", failures=tuple(failures))
    arranged = Arrangement(shipped("agent.py"), clinic=alphabet.clinic, plan=plan, language=alphabet.language)
    with place_call(arranged) as call:
        call.open()
        for line in lines:
            yield {"caller": line, **_outcome(call.hear(line))}


def _outcome(events: Sequence[Event]) -> dict[str, Any]:
    record = [notation(event) for event in events if isinstance(event, ToolCalled | Slept)]
    state = next(event.state for event in events if isinstance(event, AgentReplied))
    return {"state": state, **({"record": record} if record else {})}


def _written(failure: Failure) -> dict[str, Any]:
    shown = ("tool", "attempts", "outcome", "committed", "reason", "open")
    given = {key: getattr(failure, key) for key in shown}
    return {key: value for key, value in given.items() if value or (key == "open" and failure.outcome == "changed")}
