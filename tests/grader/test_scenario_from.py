"""A scenario out of life: what a saved call becomes, and that it can be graded with."""

from dataclasses import replace
from pathlib import Path

import pytest

from fake_api.failures import Failure, FailurePlan
from fake_api.practice.trouble import Trouble, TroublePlan
from fake_api.reading import parse
from fake_api.shipped import shipped
from grader.at_practice import PracticeScenario
from grader.replay import Subject, play
from grader.scenario import Scenario
from grader.scenario_from import scenario_from
from lab.call.place import Arrangement, place_call
from lab.cli import main
from lab.record import CallEnded, InvariantBroken, Record
from lab.record_file import save
from lab.terminal import UsageError

LOST = Trouble("find_patient", attempts=(1,), outcome="timeout")
LINES = ('Tuesday at 11 a.m., my name is Rosa "Ro" O\'Neill', "yes", "half past eleven", "yes")


def called(*lines: str, **arranged: object) -> Record:
    """A call of the finished agent."""
    arrangement = Arrangement(shipped("agent.py"), in_process=True, **arranged)  # type: ignore[arg-type]
    with place_call(arrangement) as call:
        call.open()
        for line in lines:
            call.hear(line)
        call.finish()
    return call.record


@pytest.mark.parametrize(
    "plan",
    [
        "opening-taken",
        "read-flaky",
        FailurePlan(
            "mine",
            failures=(
                Failure("find_open_times", attempts=(1,), outcome="slow", seconds=2.5),
                Failure("book", attempts=(1,), outcome="rejected", reason="maintenance"),
            ),
        ),
    ],
    ids=["by name", "another name", "written out"],
)
def test_what_is_made_of_a_call_is_passed_by_its_agent(plan: str | FailurePlan) -> None:
    """With the plan by its name, or written out where it has none."""
    text = scenario_from(called(*LINES, plan=plan))
    scenario = parse(text, Scenario)
    assert [turn.caller for turn in scenario.turn] == list(LINES)
    assert ("\nplan " in text) == isinstance(plan, str)
    assert play(Subject("agent.py", shipped("agent.py")), "made", scenario).failure is None


def test_a_call_to_a_practice_becomes_a_scenario_there() -> None:
    """With its world, its plan, and the time that the caller let pass; the agent that had it passes."""
    lines = ("Estoy enfermo, soy Sukarno", "14 de febrero de 1971", "North", "el martes a las nueve", "Ana", "sí")
    arranged = Arrangement(toolset="practice", plan="taken", language="es", in_process=True)
    with place_call(arranged) as call:
        call.open()
        for line in lines:
            if line == "sí":
                call.clock.sleep(960)
            call.hear(line)
        call.finish()
    text = scenario_from(call.record)
    scenario = parse(text, PracticeScenario)
    assert (scenario.plan, scenario.language, [turn.pause for turn in scenario.turn]) == (
        "taken",
        "es",
        [0] * 5 + [960],
    )
    assert play(Subject("practice", shipped("grader/packs/practice/agent.py")), "made", scenario).failure is None


def test_what_no_record_tells_of_a_practice_is_a_remark() -> None:
    """A request that was refused may have been failed by hand, or by the front desk."""
    arranged = Arrangement(toolset="practice", plan=TroublePlan("mine", troubles=(LOST,)), in_process=True)
    with place_call(arranged) as call:
        call.open()
        call.hear("this is Sukarno")
        call.hear("February 14th 1971")
        call.finish()
    remarks = [line for line in scenario_from(call.record).splitlines() if line.startswith("#")]
    assert "the practice failed by mine, which does not ship" in remarks[1]
    assert "say it by a `plan` or `meanwhile`" in remarks[2]


def test_a_call_with_other_tools_makes_no_scenario() -> None:
    """A front desk's scenario needs its model's steps, which are written by hand."""
    record = called("hello")
    with pytest.raises(UsageError, match="no scenario can be made"):
        scenario_from(replace(record, head=replace(record.head, tools=())))


def test_what_went_wrong_stands_there_as_a_remark() -> None:
    """Who edits it has to see it, and no remark of a file's making ends its line."""
    record = called("Tuesday at 11 a.m., my name is Rosa", plan=FailurePlan("mine"))
    broken = InvariantBroken(1, "silent", "said nothing\nstate = 1")
    text = scenario_from(replace(record, events=(*record.events[:-1], broken, CallEnded(2, "bench", "crashed"))))
    assert "# turn 1: the agent said nothing state = 1" in text.splitlines()
    assert "# the call broke off: crashed" in text
    assert parse(text, Scenario)


def test_the_command_writes_it_and_never_over_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On stdout, or into a new file of a pack, which then can be graded with."""
    saved, made = tmp_path / "call.jsonl", tmp_path / "pack" / "1-mine.toml"
    made.parent.mkdir()
    save(saved, called(*LINES, plan="opening-taken"))
    assert main(["scenario-from", str(saved)]) == 0
    shown = capsys.readouterr().out
    assert main(["scenario-from", str(saved), "--to", str(made)]) == 0
    assert made.read_text(encoding="utf-8") == shown
    assert main(["grade", str(shipped("agent.py")), "--pack", str(made.parent)]) == 0
    assert main(["scenario-from", str(saved), "--to", str(made)]) == 2
    assert "is there already" in capsys.readouterr().err


def test_a_call_in_which_nobody_spoke_makes_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In words."""
    save(tmp_path / "call.jsonl", called())
    assert main(["scenario-from", str(tmp_path / "call.jsonl")]) == 2
    assert "no whole turn" in capsys.readouterr().err


@pytest.mark.parametrize("line", ["\x7f\x00\x1b", "\ud800", '"""', "'''\"", "\\", "a\tb\nc", "🙂"])
def test_any_line_can_be_written_down(line: str) -> None:
    """What comes back is the line, but for half a surrogate pair, which no file can hold."""
    scenario = parse(scenario_from(called(line)), Scenario)
    assert scenario.turn[0].caller == line.replace("\ud800", "?")
