"""A line to the clinic without an agent: every call by hand, and the clinic's own book beside it."""

import datetime as dt
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from fake_api.clinic import load_clinic
from fake_api.clock import FakeClock
from fake_api.failures import FailingClinic, Failure, FailurePlan, load_plan
from fake_api.tools import Clinic
from lab.call.clinic_tools import ClinicTools
from lab.call.place import start_time
from lab.protocol import State, spell
from lab.record import ToolCalled, notation
from lab.toolset import Tool

TOOLS: dict[str, Tool] = {tool.name: tool for tool in ClinicTools.tools if tool.nature != "ends"}


@dataclass(frozen=True, slots=True)
class Answered:
    """One call: its event, and what the clinic's book holds after it."""

    event: ToolCalled
    holds: tuple[str, ...]

    @property
    def line(self) -> str:
        return notation(self.event)

    @property
    def times(self) -> list[dt.time]:
        """What a look-up answered; nothing if it was not answered."""
        answer: list[dt.time] = self.event.answer if self.event.name == "find_open_times" and self.event.answer else []
        return answer


class ClinicLine:
    """Calls the clinic's tools under a failure plan. Raises DataError for a clinic or a plan that is none."""

    def __init__(self, plan: str | FailurePlan = "calm", clinic: str = "maple-street") -> None:
        self.data = load_clinic(clinic)
        self.plan = load_plan(plan) if isinstance(plan, str) else plan
        clock = FakeClock(start_time(None, ZoneInfo(self.data.zone)))
        self.now = clock.now()
        self._clinic = FailingClinic(Clinic(self.data, clock), self.plan, clock)
        self._tools = ClinicTools(self._clinic)

    def call(self, tool: str, **arguments: Any) -> Answered:
        """Call a tool with its typed arguments."""
        event = self._tools.call(TOOLS[tool], arguments, turn=1, state=State.CONFIRM)
        return Answered(event, self.holds)

    def arm(self, failure: Failure) -> None:
        """Let a failure strike the next call that it fits."""
        self._clinic.arm(failure)

    @property
    def holds(self) -> tuple[str, ...]:
        """The clinic's book: every reservation in a line."""
        return tuple(f"{each.day} {spell(each.time)} {each.name}" for each in self._clinic.clinic.reservations)
