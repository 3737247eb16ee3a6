"""Two calls in one process of an agent: what leaks from the first caller into the second."""

from dataclasses import replace
from typing import Any

from grader.judge import judge
from grader.replay import Subject, arranged
from grader.result import ScenarioResult
from grader.scenario import Scenario
from lab.call.call import Agent, Call
from lab.call.nursery import Nursery
from lab.call.place import place_call
from lab.call.process import Serve
from lab.course.mistakes import LEAK


class Kept:
    """An agent that outlives its calls: when one ends it is told so, and goes on."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent

    @property
    def printed(self) -> str:
        return self._agent.printed

    def ask(self, method: str, params: dict[str, Any], serve: Serve) -> Any:
        return self._agent.ask(method, params, serve)

    def close(self, reason: str = "") -> None:
        """The call is over, and the process is not."""

    def release(self) -> None:
        """End the process."""
        self._agent.close()


def second_call(subject: Subject, name: str, scenario: Scenario, nest: Nursery | None) -> ScenarioResult:
    """The scenario once more, in a process that has had the same call before; right agents do the same again.

    Raises NoSuchAgent or AgentFault if there is nobody to call.
    """
    result = ScenarioResult(name, scenario.title, scenario.capability, 0, verdict="passed")
    arrangement = arranged(subject, scenario, nest)
    first = place_call(arrangement)
    second = place_call(replace(arrangement, in_process=True))  # which starts nothing: the first one's agent takes it
    first.agent = second.agent = kept = Kept(first.agent)
    try:
        if not _right(first, scenario) or _right(second, scenario):
            return result  # an agent that is wrong the first time is told so elsewhere
    finally:
        kept.release()
    failure = judge(scenario, second.record)
    assert failure
    return replace(
        result, verdict="failed", failure=replace(failure, kind=LEAK), record=tuple(second.events), printed=kept.printed
    )


def _right(call: Call, scenario: Scenario) -> bool:
    call.open()
    for turn in scenario.turn:
        if not call.ended:
            call.hear(turn.caller)
    call.finish()
    return judge(scenario, call.record) is None
