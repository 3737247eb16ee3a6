"""The reservation agent's toolset: the clinic's two tools, and the way out to a person."""

from collections.abc import Mapping
from typing import Any

from fake_api.failures import FailingClinic
from lab.record import Outcome, ToolCalled
from lab.toolset import Parameter, Tool

HAND_OFF_REASONS = ("caller_asked", "not_understood", "clinic_unreachable", "clinic_refused", "booking_unconfirmed")

FIND = Tool("find_open_times", "read", (Parameter("day", "day"),), "times")
BOOK = Tool(
    "book",
    "irreversible",
    (Parameter("day", "day"), Parameter("time", "time"), Parameter("name", "text")),
    "reservation",
)
HAND_OFF = Tool(
    "hand_off",
    "ends",
    (
        Parameter("reason", "word", words=HAND_OFF_REASONS),
        Parameter("day", "day", required=False),
        Parameter("time", "time", required=False),
        Parameter("name", "text", required=False),
    ),
    "nothing",
)


class ClinicTools:
    """Runs the reservation agent's tools on a clinic that fails as planned."""

    tools = (FIND, BOOK, HAND_OFF)

    def __init__(self, clinic: FailingClinic) -> None:
        self.clinic = self.failing = clinic

    def call(self, tool: Tool, arguments: Mapping[str, Any], turn: int, state: str) -> ToolCalled:
        """One call with arguments that fit, as the event it makes."""
        if tool is HAND_OFF:
            return ToolCalled(turn, tool.name, arguments, nature=tool.nature)
        done = self.clinic.call(tool.name, dict(arguments), turn=turn, state=state)
        outcome: Outcome = done.status
        return ToolCalled(
            turn, tool.name, arguments, outcome, done.reason, done.seconds, done.answer, done.rule, tool.nature
        )

    def standing(self) -> None:
        """The clinic's answers tell all that it holds."""
