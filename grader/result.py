"""What grading finds out, typed: from a row of two record lines up to the report over a class."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from lab.record import Event

Verdict = Literal["passed", "failed", "error", "timeout", "crash", "tampering", "blocked", "not run", "grader's fault"]
"""`error`: its own exception or answer; `timeout`, `crash`: its process; `tampering`: it did what no agent may.

`blocked` needs something that fails already; `not run` is what every scenario is until it has earned another.
"""

VERSION = 1


@dataclass(frozen=True, slots=True)
class Row:
    """An expected record line and the real one beside it, in the notation; `kind` is what is wrong, or empty."""

    expected: str
    real: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Failure:
    """The first difference of a scenario: where, what, why it matters, which rule it breaks, and hints in steps.

    `turn` 0 is the moment in which the call opens. `rows` are the turn's lines side by side, the state last.
    `trace` is the agent's own traceback, its frames only.
    """

    kind: str
    turn: int
    caller: str
    what: str
    why: str
    hint: str
    expected_state: str
    state: str
    reply: str
    rows: tuple[Row, ...] = ()
    trace: str = ""
    rule: str = ""
    more_hints: tuple[str, ...] = ()

    @property
    def hints(self) -> tuple[str, ...]:
        """Every hint, the gentlest first."""
        return tuple(hint for hint in (self.hint, *self.more_hints) if hint)

    @property
    def first_difference(self) -> int | None:
        """The place in `rows` of the first that differs."""
        return next((place for place, row in enumerate(self.rows) if row.kind), None)


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """One scenario with one agent; `seconds` is the machine's time, `turns` how many of `of_turns` were played.

    `packages` are those that the agent imported, `threads` those that it left running.
    `partial`: turns that went well before the first difference bring their share of the points.
    """

    name: str
    title: str
    capability: str
    points: float
    verdict: Verdict = "not run"
    failure: Failure | None = None
    blocked_by: str = ""
    problem: str = ""
    seconds: float = 0.0
    turns: int = 0
    hidden: bool = False
    record: tuple[Event, ...] = ()
    printed: str = ""
    packages: tuple[str, ...] = ()
    threads: tuple[str, ...] = ()
    of_turns: int = 0
    partial: bool = False

    @property
    def earned(self) -> float:
        """The points it brought: all of them when passed, else none, or those of the turns that went well."""
        if self.verdict == "passed":
            return self.points
        if not self.partial or not self.failure or self.verdict not in ("failed", "error", "timeout", "crash"):
            return 0
        return round(self.points * max(0, self.failure.turn - 1) / self.of_turns, 2) if self.of_turns else 0


@dataclass(frozen=True, slots=True)
class AgentResult:
    """All scenarios with one agent; `problem` says why it could not be graded at all.

    `second_call` is the first scenario once more in the process that has just played it: what differs has leaked from
    one call into the next. `walls` are what stood around its processes, `notes` what else its owner should know.
    `varied` are the same scenarios told in other words, where that was asked for: each passed in every variant, or
    with the failure of the first that did not.
    """

    agent: str
    scenarios: tuple[ScenarioResult, ...] = ()
    problem: str = ""
    second_call: ScenarioResult | None = None
    walls: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    varied: tuple[ScenarioResult, ...] = ()

    @property
    def points(self) -> float:
        """What its scenarios brought."""
        return sum(result.earned for result in self.scenarios)

    @property
    def of_points(self) -> float:
        """What they could have brought."""
        return sum(result.points for result in self.scenarios)

    @property
    def seconds(self) -> float:
        """The machine's time in all its scenarios."""
        return sum(result.seconds for result in self.scenarios)

    @property
    def overfit(self) -> bool:
        """It passes a story as it is written, and not the same one told otherwise."""
        passed = {result.name for result in self.scenarios if result.verdict == "passed"}
        return any(result.name in passed and result.verdict != "passed" for result in self.varied)

    @property
    def passed(self) -> int:
        """How many scenarios passed."""
        return sum(result.verdict == "passed" for result in self.scenarios)

    @property
    def all_passed(self) -> bool:
        """Every scenario, and the second call too if there was one."""
        checks = (*self.scenarios, *([self.second_call] if self.second_call else []))
        return not self.problem and all(check.verdict == "passed" for check in checks)

    @property
    def gradable(self) -> bool:
        """Nothing but the agent decided."""
        return not self.problem and all(result.verdict != "grader's fault" for result in self.scenarios)

    @property
    def first_failure(self) -> ScenarioResult | None:
        """The scenario to be told about: the first in the pack's order that failed by itself."""
        return next((result for result in self.scenarios if result.failure and not result.blocked_by), None)


@dataclass(frozen=True, slots=True)
class Report:
    """What one run of the grader found: the pack, by name and hash, and each agent in the order given."""

    pack: str
    sha256: str
    agents: tuple[AgentResult, ...]

    @property
    def exit_code(self) -> int:
        """0 all passed, 1 something failed, 2 something could not be graded."""
        if not all(agent.gradable for agent in self.agents):
            return 2
        return 0 if all(agent.all_passed for agent in self.agents) else 1


@dataclass(frozen=True, slots=True)
class Submission:
    """What one student handed in, graded. `id` is text as the roster or the folder has it, leading zeros and all.

    `sketch` is what `grader.likeness` compares, empty where there is nothing to compare. `kept` is the share of the
    points that counts, below 1 when it came late; `handed_in` is when it came, if that is known.
    """

    id: str
    name: str
    result: AgentResult
    sketch: bytes = b""
    handed_in: dt.datetime | None = None
    kept: float = 1.0

    @property
    def points(self) -> float:
        """The mark; a whole number where it is one, which some gradebooks insist on."""
        mark = round(self.result.points * self.kept, 2)
        return int(mark) if mark == int(mark) else mark


@dataclass(frozen=True, slots=True)
class ClassResult:
    """One run over a class: the pack, by name and hash, and a submission for every name, in the roster's order.

    `submissions` may be read from a file one by one, and is walked more than once.
    """

    pack: str
    sha256: str
    submissions: Sequence[Submission]


def as_class(report: Report) -> ClassResult:
    """Agents that were named on a command line, as the class that every exporter takes."""
    return ClassResult(report.pack, report.sha256, [Submission(each.agent, "", each) for each in report.agents])


def to_wire(report: Report) -> Mapping[str, object]:
    """As JSON values; durations stand apart, so that the rest of two runs is equal byte for byte."""
    return {
        "readback_report": VERSION,
        "pack": {"name": report.pack, "sha256": report.sha256},
        "agents": [agent_to_wire(agent) for agent in report.agents],
        "seconds": [[round(result.seconds, 3) for result in agent.scenarios] for agent in report.agents],
    }


def agent_to_wire(agent: AgentResult, reveal: bool = False) -> Mapping[str, object]:
    """One agent as JSON values, without durations; what is hidden stays so unless it is revealed."""
    return {
        "agent": agent.agent,
        "problem": agent.problem,
        "passed": agent.passed,
        "of": len(agent.scenarios),
        "points": agent.points,
        "of_points": agent.of_points,
        "walls": agent.walls,
        "notes": agent.notes,
        "second_call": _scenario(agent.second_call, reveal) if agent.second_call else None,
        "scenarios": [_scenario(result, reveal) for result in agent.scenarios],
        "varied": [_scenario(result, reveal) for result in agent.varied],
    }


def _scenario(result: ScenarioResult, reveal: bool) -> Mapping[str, object]:
    return {
        "name": result.name,
        "title": result.title,
        "capability": result.capability,
        "verdict": result.verdict,
        "points": result.earned,
        "of_points": result.points,
        "blocked_by": result.blocked_by,
        "problem": result.problem,
        "turns": result.turns,
        "of_turns": result.of_turns,
        "failure": None if result.blocked_by else _failure(result.failure, result.hidden and not reveal),
    }


def _failure(failure: Failure | None, hidden: bool) -> Mapping[str, object] | None:
    if failure is None:
        return None
    if hidden:
        return {"kind": failure.kind, "hidden": True}
    return {
        "kind": failure.kind,
        "turn": failure.turn,
        "caller": failure.caller,
        "what": failure.what,
        "why": failure.why,
        "rule": failure.rule,
        "hint": failure.hint,
        "hints": failure.hints,
        "state": {"expected": failure.expected_state, "real": failure.state},
        "reply": failure.reply,
        "expected": [row.expected for row in failure.rows if row.expected],
        "real": [row.real for row in failure.rows if row.real],
        "rows": [{"expected": row.expected, "real": row.real, "kind": row.kind} for row in failure.rows],
        "first_difference": failure.first_difference,
        "trace": failure.trace,
    }
