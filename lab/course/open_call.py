"""Opens a failing call in the app, at the very turn: what the caller said before it is said already."""

import json
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

from fake_api.failures import Failure
from grader.scenario import Scenario
from lab.course.bench import Bench
from lab.course.course import AGENT
from lab.course.progress import FOLDER
from lab.course.run_lab import run_lab
from lab.course.verdict import CheckResult


def open_call(result: CheckResult, bench: Bench) -> None:
    """Run the app until it is left; nothing for a check without a call. Raises OSError."""
    told = result.next_thing
    scenario = bench.course.scenarios_up_to(result.exercise).get(told.part) if told else None
    if told and scenario:
        words = call_arguments(scenario, told.turn, bench.workspace)
        run_lab(words, bench.workspace)  # a process of its own, since the app is a face above us


def call_arguments(scenario: Scenario, turn: int, workspace: Path) -> list[str]:
    """The words for `lab` that place this scenario's call, with every line before the turn. Raises OSError."""
    words = ["call", AGENT, "--clinic", scenario.clinic, "--language", scenario.language]
    words += (
        ["--plan", scenario.plan or "calm"] if not scenario.failure else ["--plan", str(_written(scenario, workspace))]
    )
    if scenario.toolset != "clinic":
        words += ["--toolset", scenario.toolset, "--world", scenario.world]
    if scenario.now:
        words += ["--now", scenario.now.isoformat()]
    return [*words, *(f"--say={each.caller}" for each in scenario.turn[: max(0, turn - 1)])]


def _written(scenario: Scenario, workspace: Path) -> Path:
    path = workspace / FOLDER / "plan.toml"
    path.write_text(
        "\n".join(line for failure in scenario.failure for line in _table(failure)) + "\n", encoding="utf-8"
    )
    return path


def _table(failure: Failure) -> Iterator[str]:
    yield "[[failure]]"
    for each in fields(failure):
        value = getattr(failure, each.name)
        if value not in (None, (), "", 0.0, False):
            yield f"{each.name} = {json.dumps(value, ensure_ascii=False, default=str)}"
