"""The practice's toolset: a desk over a record system, and the way out to a person; each call with its layers."""

import datetime as dt
import secrets
from collections.abc import Mapping
from typing import Any

from fake_api.clock import Clock
from fake_api.practice.emr import open_practice
from fake_api.practice.endpoints import ENDPOINTS
from fake_api.practice.failing import Failing
from fake_api.practice.trouble import TroublePlan
from fake_api.practice.wire import Answer, Request
from fake_api.practice.world import World
from lab.call.clinic_tools import HAND_OFF
from lab.middleware.calendar import Calendar
from lab.middleware.desk import Desk
from lab.middleware.directory import read_directory
from lab.middleware.emr import Emr, Exchange
from lab.middleware.results import Result
from lab.middleware.spoken import Place
from lab.middleware.tokens import Keys
from lab.middleware.tools import TOOLS
from lab.record import AgentReplied, CallerSaid, Event, Layers, Outcome, Sent, ToolCalled
from lab.toolset import Tool, to_wire
from lab.understanding.context import Hours

PRACTICE_TOOLS = (*TOOLS, HAND_OFF)
STATES = (
    "LISTEN",
    "ASK_NAME",
    "ASK_BIRTH",
    "ASK_REASON",
    "ASK_STATUS",
    "ASK_OFFICE",
    "ASK_TIME",
    "ASK_DOCTOR",
    "CONFIRM",
    "DONE",
    "HANDOFF",
)
"""The states of an agent at a practice."""

_WENT_WELL = ("done", "patient_found", "noted", "visits", "calendar")
_TOLD = ("sentence", "missing", "differs", "references")
Row = dict[str, Any]


class PracticeTools:
    """Runs a desk's tools on a practice that fails as planned; `see` has to be told every event of the call."""

    tools = PRACTICE_TOOLS

    def __init__(self, world: World, plan: TroublePlan, clock: Clock, language: str) -> None:
        self.practice = open_practice(world, clock)
        # the practice's lists are there before the call: no plan may spoil them
        self.directory = read_directory(Emr(self.practice, clock))
        line = Failing(self.practice, plan, clock)
        self.failing = line.run
        emr = Emr(line, clock)
        keys = Keys("call", {"call": secrets.token_bytes(32)})
        self.desk = Desk(emr, self.directory, clock, keys, language=language)
        (self._newest,) = self.practice.store.one("SELECT coalesce(max(id), 0) FROM appointments")
        self._served: set[int] = set()

    def call(self, tool: Tool, arguments: Mapping[str, Any], turn: int, state: str) -> ToolCalled:
        """One call with arguments that fit, as the event it makes; what the desk says is the answer, good or bad."""
        if tool is HAND_OFF:
            return ToolCalled(turn, tool.name, arguments, nature=tool.nature)
        filled = self._filled(arguments)
        result = self.desk.call(tool.name, to_wire(arguments))
        self._served |= {self.desk.patient.id} if self.desk.patient else set()
        sent = tuple(map(_sent, self.desk.layers[-1].sent))
        layers = Layers(filled | _found(result), sent, getattr(result, "sentence", ""))
        outcome = _outcome(result, layers)
        reason = result.code if outcome == "rejected" else None
        return ToolCalled(
            turn, tool.name, arguments, outcome, reason, answer=_answer(result), nature=tool.nature, layers=layers
        )

    def see(self, event: Event) -> None:
        """The desk hears the call: what the agent really said, and the caller's answer."""
        match event:
            case AgentReplied(reply=reply):
                self.desk.said(reply)
            case CallerSaid(heard=heard):
                self.desk.heard(heard)

    def standing(self) -> tuple[Row, ...]:
        """The visits that were made or moved for who called, as the record system has them now."""
        return tuple(self._row(visit) for patient in sorted(self._served) for visit in self._changed(patient))

    def meanwhile(self, endpoint: str, arguments: Mapping[str, Any]) -> Answer:
        """The front desk asks the practice for something, behind the agent's back."""
        return self.practice(Request(endpoint, dict(arguments), "front desk"))

    @property
    def hours(self) -> Hours:
        """When any of the offices is open, by weekday: what a bare hour is settled by."""
        offices = self.directory.offices.values()
        return {day: tuple(span for office in offices for span in office.hours.get(day, ())) for day in range(7)}

    def _filled(self, arguments: Mapping[str, Any]) -> Row:
        """What code knows of the opening that a reference stands for, or else of the visit."""
        offered = self.desk.offers.find(arguments["reference"]) if "reference" in arguments else None
        listed = self.desk.visits.find(arguments["visit"]) if "visit" in arguments else None
        meant = offered or listed
        patient = self.desk.patient
        return (_coordinates(meant.place) if meant else {}) | ({"name": patient.name} if meant and patient else {})

    def _changed(self, patient: int) -> list[Row]:
        visits = self.practice(Request("appointments", {"patientId": patient}, "bench")).body
        booked = [visit for visit in visits if visit["status"] == "booked"]
        return [visit for visit in booked if visit["appointmentId"] > self._newest or visit["version"] > 1]

    def _row(self, visit: Row) -> Row:
        start = dt.datetime.fromisoformat(visit["startDatetime"])
        (name,) = self.practice.store.one("SELECT name FROM patients WHERE id = ?", visit["patientId"])
        doctor = self.directory.doctors[visit["profileId"]].full_name
        return {"day": start.date(), "time": start.time(), "doctor": doctor, "name": name}


def _coordinates(place: Place) -> Row:
    start = place.start
    return {"day": start.date(), "time": start.time(), "doctor": place.doctor.full_name, "office": place.office.name}


def _found(result: Result | Calendar) -> Row:
    """What a look-up settled: who calls, or where was searched and from when on."""
    if isinstance(result, Calendar):
        return {"office": result.search.office.name, "first_day": result.search.first.isoformat()}
    return {"name": name} if (name := getattr(result, "name", "")) else {}


def _sent(exchange: Exchange) -> Sent:
    endpoint = exchange.endpoint
    return Sent(endpoint, to_wire(exchange.arguments), exchange.outcome, ENDPOINTS[endpoint].writes)


def _outcome(result: Result | Calendar, layers: Layers) -> Outcome:
    if result.code in _WENT_WELL:
        return "ok"
    return "timeout" if result.code == "indeterminate_write" and layers.wrote else "rejected"


def _answer(result: Result | Calendar) -> Row:
    """What the agent is told: the code, the text, and what of it a program can use as it stands."""
    told = {key: value for key in _TOLD if (value := getattr(result, key, None))}
    return to_wire({"code": result.code, "text": result.text} | told)  # type: ignore[no-any-return]
