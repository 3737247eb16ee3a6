"""The world of a search: time stands still, lines are understood once, and tool calls end as the search chooses."""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from fake_api.clinic import ClinicData
from fake_api.clock import Clock
from fake_api.failures import FailingClinic, Failure, FailurePlan
from fake_api.tools import Clinic
from lab.call.clinic_tools import ClinicTools
from lab.call.hearing import CallHearing
from lab.protocol import Heard
from lab.record import ToolCalled
from lab.toolset import Tool
from lab.understanding import Mentions

Choice = Failure | None
"""What becomes of one tool call: a failure, or none and the clinic answers by itself."""


class StoppedClock:
    """A clock on which nothing passes, so that being a second later makes no new state."""

    def __init__(self, now: dt.datetime) -> None:
        self._now = now

    def now(self) -> dt.datetime:
        return self._now

    def sleep(self, seconds: float) -> None:
        """Waits are events of the record; they need not pass."""


class RememberingHearing(CallHearing):
    """Hears each line in each state once, and reads each reply once."""

    def __init__(self, clock: Clock, language: str, data: ClinicData) -> None:
        super().__init__(clock, language, data.week)
        self._lines: dict[tuple[str, str], Heard] = {}
        self._texts: dict[str, Mentions] = {}

    def grammar(self, line: str, state: str) -> Heard:
        asked = line, state
        if asked not in self._lines:
            self._lines[asked] = super().grammar(line, state)
        return self._lines[asked]

    def mentions(self, text: str) -> Mentions:
        if text not in self._texts:
            self._texts[text] = super().mentions(text)
        return self._texts[text]


class ChosenTools:
    """The clinic's tools, each call ending as chosen beforehand; what might have been chosen is noted.

    Between two lines anything may happen to the openings, so every turn begins with a clinic as it was at first:
    all that can have changed is what a look-up may answer, and that is chosen.
    """

    tools = ClinicTools.tools

    def __init__(self, data: ClinicData, failures: tuple[Failure, ...], most_failures: int, clock: Clock) -> None:
        self._data, self._most = data, most_failures
        self._failures = {tool.name: tuple(f for f in failures if f.tool in (None, tool.name)) for tool in self.tools}
        self._failures["hand_off"] = ()
        self._clinic = FailingClinic(Clinic(data, clock), FailurePlan(), clock)
        self._tools = ClinicTools(self._clinic)
        self._fresh = self._clinic.snapshot()
        self.begin(())

    def begin(self, choices: tuple[Choice, ...]) -> None:
        """A turn begins, and its first tool calls shall end like this; those after them end well."""
        self._wanted = choices
        self.chosen: list[Choice] = []
        self.options: list[tuple[Choice, ...]] = []
        self._clinic.restore(self._fresh)

    def call(self, tool: Tool, arguments: Mapping[str, Any], turn: int, state: str) -> ToolCalled:
        """One call with arguments that fit, as the event it makes."""
        number = len(self.chosen)
        choice = self._wanted[number] if number < len(self._wanted) else None
        self.options.append(self._options(tool, arguments))
        self.chosen.append(choice)
        if choice:
            self._clinic.arm(choice)
        return self._tools.call(tool, arguments, turn, state)

    def standing(self) -> None:
        """The clinic's answers tell all that it holds."""

    def _has_failed_enough(self) -> bool:
        """Failures come in one row, one call right after another, so that many calls do not make too many turns."""
        failed = [choice for choice in self.chosen if choice]
        ended = failed and (self.chosen[-1] is None or failed[-1].outcome == "changed")
        return bool(ended) or len(failed) >= self._most

    def _options(self, tool: Tool, arguments: Mapping[str, Any]) -> tuple[Choice, ...]:
        if self._has_failed_enough():
            return (None,)
        changeable = "day" in arguments and self._data.openings(arguments["day"])
        return (None, *(f for f in self._failures[tool.name] if f.outcome != "changed" or changeable))
