"""The front desk's pack: the policy passes it, and each scenario fails without the part of the layer it is about."""

import pytest

from grader.at_front_desk import FrontDeskScenario
from grader.replay import Subject, grade, play
from grader.scenario import FRONT_DESK, finished_agent, load_pack
from lab.call_layer.configuration import Configuration
from lab.front_desk.liar import Liar
from lab.front_desk.policy import Policy
from lab.record import InvariantBroken

PACK = load_pack("front-desk")
STORIES = {name: each for name, each in PACK.scenarios.items() if isinstance(each, FrontDeskScenario)}
GUARDS = [(name, guard) for name, story in STORIES.items() for guard in story.guards]
POLICY = Subject("policy", model=Policy)


def test_the_policy_passes() -> None:
    """Every scenario, and once more in the same process: nothing of a call outlives it."""
    result = grade(POLICY, PACK)
    assert [(each.name, each.failure, each.problem) for each in result.scenarios if each.verdict != "passed"] == []
    assert result.second_call
    assert result.second_call.verdict == "passed"


def test_there_is_enough_of_everything() -> None:
    """At least twenty scenarios, each with a part of the layer that it stands for, in both languages."""
    assert len(STORIES) >= 20
    assert STORIES.keys() == PACK.scenarios.keys()
    assert all(story.guards for story in STORIES.values())
    assert {story.language for story in STORIES.values()} == {"en", "es"}
    assert finished_agent("front-desk") == PACK.agent == FRONT_DESK


@pytest.mark.parametrize(("name", "guard"), GUARDS)
def test_a_scenario_fails_without_what_it_guards(name: str, guard: str) -> None:
    """So none is there for show: with that one step or check switched off something else comes out."""
    result = play(Subject("policy", model=Policy, configuration=Configuration((guard,))), name, STORIES[name])
    assert result.verdict == "failed"


@pytest.mark.parametrize("name", STORIES)
def test_no_model_writes_what_it_may_not(name: str) -> None:
    """A liar in the seat may fail a scenario, and breaks no invariant in it."""
    result = play(Subject("liar", model=lambda: Liar(7, 0.2)), name, STORIES[name])
    assert [event for event in result.record if isinstance(event, InvariantBroken)] == []
