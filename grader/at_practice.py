"""Scenarios at a practice: what the front desk does behind the agent's back, and callers who let time pass."""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from fake_api.data_error import DataError, require_one_of
from fake_api.practice.endpoints import ENDPOINTS
from fake_api.practice.trouble import TroublePlan, load_trouble
from fake_api.practice.world import load_world
from fake_api.reading import STRICT
from grader.scenario import Scenario, Turn, found
from lab.call.call import Call
from lab.call.practice_tools import PRACTICE_TOOLS, STATES
from lab.toolset import Tool


@dataclass(frozen=True)
class Meanwhile:
    """A request of the front desk's own: one of the record system's endpoints, with its arguments."""

    __pydantic_config__ = STRICT

    endpoint: str
    arguments: dict[str, int | str]

    def __post_init__(self) -> None:
        require_one_of("endpoint", self.endpoint, tuple(ENDPOINTS))


@dataclass(frozen=True)
class PracticeTurn(Turn):
    """A turn before which so many seconds pass, and the front desk does what it likes."""

    __pydantic_config__ = STRICT
    tools: ClassVar[tuple[Tool, ...]] = PRACTICE_TOOLS
    states: ClassVar[tuple[str, ...]] = STATES

    pause: float = 0
    meanwhile: tuple[Meanwhile, ...] = ()

    def before(self, call: Call) -> None:
        """What happens until the caller speaks; raises DataError for a request that the practice refuses."""
        call.clock.sleep(self.pause)
        practice: Any = call.toolset  # a desk's or the front desk's: both have someone else at the practice
        for each in self.meanwhile:
            answer = practice.meanwhile(each.endpoint, each.arguments)
            if answer.status != 200:
                raise DataError(f"the practice answers {answer.status}: {answer.body}", key="meanwhile")


@dataclass(frozen=True)
class PracticeScenario(Scenario):
    """A scenario whose agent has a desk over a practice; `plan` is one of the record system's."""

    __pydantic_config__ = STRICT

    turn: tuple[PracticeTurn, ...]
    toolset: Literal["practice"] = "practice"

    def _check_names(self) -> None:
        if self.failure:
            raise DataError("a practice fails by a plan: name one under `plan`", key="failure")
        found("world", load_world, self.world)
        found("plan", load_trouble, self.plan or "calm")

    @property
    def failure_plan(self) -> TroublePlan:
        return load_trouble(self.plan or "calm")
