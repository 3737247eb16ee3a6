"""The same stories in other words: told from a seed, proved by the finished agent, and no trap for a right one."""

import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from grader.replay import Subject, grade
from grader.scenario import Pack, Scenario, load_pack
from grader.variants import variants
from lab.cli import main
from tests.grader.conftest import RIGHT

CORE = load_pack("core")
BY_HEART = """
from datetime import date, time
class ReservationAgent:
    greeting = "Hello."
    state = "LISTEN"
    def __init__(self, tools, understand, sleep, setting):
        self.tools = tools
    def hear(self, line):
        if line == "Friday at 10 a.m.":
            self.tools.find_open_times(date(2026, 9, 18))
            self.state = "ASK_NAME"
        else:
            self.tools.hand_off("caller_asked", day=date(2026, 9, 18), time=time(10))
            self.state = "HANDOFF"
        return "Well."
"""


def lines(found: Mapping[str, tuple[Scenario, ...]]) -> list[str]:
    return [turn.caller for varied in found.values() for each in varied for turn in each.turn]


@pytest.fixture(scope="module")
def found() -> Mapping[str, tuple[Scenario, ...]]:
    """Three variants of each of the nine."""
    return variants(CORE, 3, seed=1)


def test_a_practice_s_stories_have_no_other_wordings(capsys: pytest.CaptureFixture[str]) -> None:
    """Who asks for them is told so, and nothing is graded."""
    assert main(["grade", "--pack", "practice", "--variants", "2"]) == 2
    assert "no other wordings yet" in capsys.readouterr().err


def test_every_one_of_the_nine_is_told_otherwise(found: Mapping[str, tuple[Scenario, ...]]) -> None:
    """Three times, no two alike, and none as it is written."""
    assert list(found) == list(CORE.scenarios)
    for name, varied in found.items():
        told = {tuple(turn.caller for turn in each.turn) for each in (*varied, CORE.scenarios[name])}
        assert len(told) == 4


def test_a_seed_tells_the_same_again(found: Mapping[str, tuple[Scenario, ...]]) -> None:
    """And another one tells something else."""
    assert lines(variants(CORE, 3, seed=1)) == lines(found)
    assert lines(variants(CORE, 3, seed=2)) != lines(found)


def test_slots_are_given_in_another_order_where_the_scenario_allows() -> None:
    """Here and there the name or the time comes before the day; the story ends as it did."""
    varied = variants(CORE, 12, seed=1)["1-one-slot-at-a-time"]
    flows = {tuple(turn.state for turn in each.turn) for each in varied}
    assert len(flows) > 1
    assert {flow[-1] for flow in flows} == {"DONE"}


def test_a_story_with_failures_keeps_its_plan_and_its_flow(found: Mapping[str, tuple[Scenario, ...]]) -> None:
    """The states are the old ones, and the same look-ups and bookings fail."""
    for name in ("4-the-clinic-answers-late", "9-the-opening-was-taken"):
        for each in found[name]:
            assert [turn.state for turn in each.turn] == [turn.state for turn in CORE.scenarios[name].turn]
            assert sum("-> ok" not in line for turn in each.turn for line in turn.record) == sum(
                "-> ok" not in line for turn in CORE.scenarios[name].turn for line in turn.record
            )


def test_an_expression_is_about_the_new_day() -> None:
    """A plan that fails one day fails the day that stands in its place."""
    pack = load_pack("extended")
    name = "23-the-second-look-up-is-refused"
    varied = variants(replace(pack, scenarios={name: pack.scenarios[name]}), 2)[name]
    for each in varied:
        assert "rejected maintenance" in each.turn[1].record[0]
        day = each.turn[1].record[0].split("day=")[1][:10]
        assert day in str(each.failure[0].when)


def test_a_story_that_the_finished_agent_does_not_know_is_left_as_it_is(pack: Path) -> None:
    """A pack about another agent has no variants, and no fault."""
    assert variants(load_pack(pack), 2) == {}


def test_spanish_callers_say_it_in_spanish() -> None:
    """One o'clock is la una, and no article is said twice."""
    told = " | ".join(lines(variants(CORE.spoken_in("es"), 6)))
    assert "me llamo" in told
    assert [part for part in ("a las 1 ", "a las una", "el el ", "my name") if part in told] == []


def test_who_knows_the_nine_by_heart_is_found_out(found: Mapping[str, tuple[Scenario, ...]], tmp_path: Path) -> None:
    """What it passes as it is written it fails in other words; that costs no points."""
    path = tmp_path / "by_heart.py"
    path.write_text(BY_HEART, encoding="utf-8")
    result = grade(Subject("by_heart.py", path), CORE, ["6-a-person-please"], variants=found)
    assert (result.passed, result.points, result.overfit) == (1, 1, True)
    assert [each.verdict for each in result.varied] == ["failed"]


@pytest.mark.parametrize("name", ["table_driven.py", "careful_and_odd.py", "one_generator.py"])
def test_a_right_agent_passes_in_other_words_too(name: str, found: Mapping[str, tuple[Scenario, ...]]) -> None:
    """Whoever trusts what was heard passes all of them."""
    result = grade(Subject(name, RIGHT / name), CORE, variants=found)
    assert [(each.name, each.failure) for each in result.varied if each.verdict != "passed"] == []
    assert not result.overfit


@pytest.mark.long
@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", ["table_driven.py", "agent.js"])
def test_right_agents_pass_the_extended_pack_in_other_words(name: str) -> None:
    """In Python and in JavaScript."""
    if name.endswith(".js") and not shutil.which("node"):
        pytest.skip("Node.js is not installed")
    pack: Pack = load_pack("extended")
    command = ("node", str(RIGHT / name)) if name.endswith(".js") else ()
    result = grade(Subject(name, RIGHT / name, command=command), pack, variants=variants(pack, 1, seed=3))
    assert len(result.varied) > 50
    assert [(each.name, each.failure) for each in result.varied if each.verdict != "passed"] == []
