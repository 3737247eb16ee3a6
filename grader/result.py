"""What grading finds out, typed: from a row of two record lines up to the report over several agents."""

from collections.abc import Mapping
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
    """The first difference of a scenario: where, what, why it matters, and a hint.

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

    @property
    def first_difference(self) -> int | None:
        """The place in `rows` of the first that differs."""
        return next((place for place, row in enumerate(self.rows) if row.kind), None)


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """One scenario with one agent; `seconds` is the machine's time, `turns` how many were played."""

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

    @property
    def earned(self) -> float:
        """The points it brought: all of them when passed, else none."""
        return self.points if self.verdict == "passed" else 0


@dataclass(frozen=True, slots=True)
class AgentResult:
    """All scenarios with one agent; `problem` says why it could not be graded at all.

    `second_call` is the first scenario once more in the process that has just played it: what differs has leaked from
    one call into the next. `walls` are what stood around its processes, `notes` what else its owner should know.
    """

    agent: str
    scenarios: tuple[ScenarioResult, ...] = ()
    problem: str = ""
    second_call: ScenarioResult | None = None
    walls: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

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


def to_wire(report: Report) -> Mapping[str, object]:
    """As JSON values; durations stand apart, so that the rest of two runs is equal byte for byte."""
    return {
        "readback_report": VERSION,
        "pack": {"name": report.pack, "sha256": report.sha256},
        "agents": [_agent(agent) for agent in report.agents],
        "seconds": [[round(result.seconds, 3) for result in agent.scenarios] for agent in report.agents],
    }


def _agent(agent: AgentResult) -> Mapping[str, object]:
    return {
        "agent": agent.agent,
        "problem": agent.problem,
        "passed": agent.passed,
        "of": len(agent.scenarios),
        "points": sum(result.earned for result in agent.scenarios),
        "of_points": sum(result.points for result in agent.scenarios),
        "walls": agent.walls,
        "notes": agent.notes,
        "second_call": _scenario(agent.second_call) if agent.second_call else None,
        "scenarios": [_scenario(result) for result in agent.scenarios],
    }


def _scenario(result: ScenarioResult) -> Mapping[str, object]:
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
        "failure": _failure(result.failure, result.hidden) if result.failure and not result.blocked_by else None,
    }


def _failure(failure: Failure, hidden: bool) -> Mapping[str, object]:
    if hidden:
        return {"kind": failure.kind, "hidden": True}
    return {
        "kind": failure.kind,
        "turn": failure.turn,
        "caller": failure.caller,
        "what": failure.what,
        "why": failure.why,
        "hint": failure.hint,
        "state": {"expected": failure.expected_state, "real": failure.state},
        "reply": failure.reply,
        "expected": [row.expected for row in failure.rows if row.expected],
        "real": [row.real for row in failure.rows if row.real],
        "rows": [{"expected": row.expected, "real": row.real, "kind": row.kind} for row in failure.rows],
        "first_difference": failure.first_difference,
        "trace": failure.trace,
    }
