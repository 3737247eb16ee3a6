"""A pack's scenarios as pytest's test items: `pytest --readback-agent agent.py --readback-pack core`.

Without these options nothing of Readback is loaded, and pytest does what it always does.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from grader.result import ScenarioResult
    from grader.scenario import Pack

BLOCKED = ("blocked", "not run")


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options that load the rest."""
    group = parser.getgroup("readback", "grade an agent with Readback")
    group.addoption("--readback-agent", metavar="AGENT.py", help="collect a pack's scenarios for this agent")
    group.addoption("--readback-pack", metavar="DIR|NAME", help="which pack (core)")
    group.addoption("--readback-hint", action="count", default=0, help="add a hint to each failure; given twice, two")


def pytest_configure(config: pytest.Config) -> None:
    """Take part only where an agent or a pack is named."""
    if config.getoption("--readback-agent") or config.getoption("--readback-pack"):
        config.pluginmanager.register(_Readback(), "readback-scenarios")


class _Readback:
    """Adds the scenarios to what is collected."""

    def pytest_collection_modifyitems(self, session: pytest.Session, items: list[pytest.Item]) -> None:
        """Last of all the scenarios, in the pack's order."""
        items.extend(_PackOfScenarios.from_parent(session, name="readback", nodeid="readback").collect())


class _PackOfScenarios(pytest.Collector):
    """The scenarios of the pack that was named."""

    def collect(self) -> Iterator["_ScenarioItem"]:
        """One item for each; a pack or an agent that is not there is an error of usage."""
        from fake_api.data_error import DataError
        from grader.scenario import load_pack
        from lab.call.place import NoSuchAgent, which_agent

        agent = self.config.getoption("--readback-agent")
        try:
            pack = load_pack(self.config.getoption("--readback-pack") or "core")
            path = which_agent(Path(agent) if agent else None)
        except (DataError, NoSuchAgent) as error:
            raise pytest.UsageError(str(error)) from None
        sitting = _Sitting(pack, path)
        for name in pack.scenarios:
            yield _ScenarioItem.from_parent(self, name=f"{pack.name}::{name}", scenario=name, sitting=sitting)


class _Sitting:
    """Grades the agent once, when the first of its scenarios is run."""

    def __init__(self, pack: "Pack", agent: Path) -> None:
        self.pack, self.agent = pack, agent
        self._results: dict[str, ScenarioResult] = {}
        self.problem = ""

    def result(self, name: str) -> "ScenarioResult | None":
        """What became of a scenario; None where the agent could not be graded."""
        if not self._results and not self.problem:
            from grader.replay import Subject, grade

            graded = grade(Subject(self.agent.name, self.agent), self.pack)
            self._results = {each.name: each for each in graded.scenarios}
            self.problem = graded.problem
        return self._results.get(name)


class _Failed(Exception):
    """A scenario that did not pass; its lines are the report."""


class _ScenarioItem(pytest.Item):
    """One scenario as a test."""

    def __init__(self, scenario: str, sitting: _Sitting, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._scenario, self._sitting = scenario, sitting

    def runtest(self) -> None:
        """Passed, failed with the verdict that teaches, or skipped because an earlier capability fails."""
        from grader.exports.words import details

        result = self._sitting.result(self._scenario)
        if result is None:
            raise _Failed(f"{self._sitting.agent} could not be graded: {self._sitting.problem}")
        if result.verdict == "passed":
            return
        lines = details(result)
        if result.verdict in BLOCKED:
            pytest.skip(lines[0] if lines else result.verdict)
        hints = result.failure.hints if result.failure and not result.hidden else ()
        told = [f"hint: {hint}" for hint in hints[: self.config.getoption("--readback-hint")]]
        raise _Failed("\n".join([f"{result.title} [{result.verdict}]", *lines, *told]))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The verdict, and no traceback of ours."""
        return str(excinfo.value) if isinstance(excinfo.value, _Failed) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The agent's file, and the scenario."""
        return self._sitting.agent, None, self.name
