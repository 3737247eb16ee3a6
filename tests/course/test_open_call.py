"""The words that open a failing call in the app where it failed."""

from pathlib import Path

import pytest

from fake_api.failures import load_plan
from lab.call.place import Arrangement
from lab.course.course import Course
from lab.course.open_call import call_arguments
from lab.course.progress import FOLDER
from tests.tui.phone import calling, run, scene


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A folder with the bench's own in it."""
    (tmp_path / FOLDER).mkdir()
    return tmp_path


def test_what_was_said_before_the_turn_is_said(course: Course, workspace: Path) -> None:
    """The plan by name, and the lines up to the one that failed."""
    scenario = course.exercises[6].scenarios["9-the-opening-was-taken"]
    words = call_arguments(scenario, 3, workspace)
    assert words[:2] == ["call", "agent.py"] and words[words.index("--plan") + 1] == "opening-taken"
    assert [word for word in words if word.startswith("--say=")] == [
        "--say=Tuesday at 11 a.m., the name is Rosa",
        "--say=yes",
    ]


@pytest.mark.parametrize("name", ["5-the-clinic-never-answers", "a-look-up-is-refused"])
def test_a_plan_of_the_scenarios_own_is_handed_over_as_a_file(course: Course, workspace: Path, name: str) -> None:
    """What is read back is the very plan."""
    scenario = course.exercises[4].scenarios[name]
    words = call_arguments(scenario, 1, workspace)
    assert load_plan(words[words.index("--plan") + 1]).failures == scenario.failure
    assert not [word for word in words if word.startswith("--say")]


def test_the_app_opens_with_what_was_said(course: Course, workspace: Path) -> None:
    """The call stands at the very turn: the failing line is the next one, and the agent is where it should be."""
    (workspace / "agent.py").write_bytes((course.exercises[3].starter / "agent.py").read_bytes())
    scenario = course.exercises[3].scenarios["2-a-no-is-a-correction"]
    words = call_arguments(scenario, 3, workspace)
    said = tuple(word.removeprefix("--say=") for word in words if word.startswith("--say="))

    async def opened() -> None:
        arranged = Arrangement(agent=workspace / "agent.py", in_process=True)
        async with calling(arranged, steps=said) as pilot:
            view = scene(pilot).view
            assert [text for who, text in view.spoken if who == "caller"] == list(said)
            assert view.state == "CONFIRM" and not view.ended

    run(opened())
