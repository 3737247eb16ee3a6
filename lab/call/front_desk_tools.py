"""The front desk's toolset: a call layer over a practice's API, with each call, refusal and log in the record."""

import atexit
import datetime as dt
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fake_api.clock import Clock
from fake_api.practice.emr import open_practice
from fake_api.practice.failing import Failing
from fake_api.practice.inbound.api import open_inbound
from fake_api.practice.times import zone_of
from fake_api.practice.trouble import TroublePlan
from fake_api.practice.wire import Answer, Request, Transport
from fake_api.practice.world import World
from lab.call.front_desk_words import FRONT_DESK_TOOLS, in_words
from lab.call_layer.configuration import Configuration
from lab.call_layer.layer import CallLayer
from lab.call_layer.shapes import Exchange, Handled, Urgent
from lab.front_desk.model import Model
from lab.middleware.directory import read_directory
from lab.middleware.emr import Emr
from lab.record import AgentReplied, CallerSaid, Event, Layers, Refused, Sent, ToolCalled
from lab.toolset import Tool, Word, to_wire
from lab.understanding.context import Hours

LOG = "inbound/call/log"
Row = dict[str, Any]


class FrontDeskTools:
    """Hosts the layer of one call, over a practice that fails as planned; `see` has to be told every event of it."""

    tools = FRONT_DESK_TOOLS

    def __init__(
        self,
        world: World,
        plan: TroublePlan,
        clock: Clock,
        language: str,
        *,
        configuration: Configuration | None = None,
        caller_phone: str | None = None,
        log_folder: Path | None = None,
    ) -> None:
        self.practice = open_practice(world, clock)
        self._hours = read_directory(Emr(self.practice, clock)).offices.values()
        line = Failing(open_inbound(self.practice, clock), plan, clock)
        self.failing = line.run
        self._api = _Logged(line)
        self.layer = CallLayer(
            self._api,
            clock,
            call_id=f"CALL-{secrets.token_hex(8)}",
            language=language,
            caller_phone=caller_phone,
            configuration=configuration,
            log_folder=log_folder,
        )
        self.urgent: Urgent | None = None
        self.seated: Model | None = None
        self.hears = self.layer.hears
        self._transcript: list[str] = []
        self._before = self._booked()
        # whoever stops the program, the log of a call that is open is still owed
        atexit.register(self.hang_up, "bench", "interrupted")

    def call(self, tool: Tool, arguments: Mapping[str, Any], turn: int, state: str) -> ToolCalled:
        """No agent has these tools under its own hands."""
        raise NotImplementedError("the front desk's tools are reached through its layer")

    def handle(self, name: str, said: Any, turn: int) -> tuple[ToolCalled | Refused, Handled]:
        """One tool call of the model, as the event it makes."""
        handled = self.layer.call(name, said)
        refusal = handled.refusal
        if refusal is None:
            return _called(handled, turn), handled
        return Refused(turn, name, said, refusal.step, refusal.code, refusal.text, refusal.next), handled

    def hand_over(self, reason: str, emergency: bool, turn: int) -> ToolCalled:
        """Code itself gives the call to a person."""
        arguments = {"reason": reason, **({"emergency": Word("yes")} if emergency else {})}
        return ToolCalled(turn, "transfer", arguments, nature="ends")

    def see(self, event: Event) -> None:
        """The layer hears the call: the caller's line, and what was really said to it."""
        match event:
            case CallerSaid(line=line, heard=heard):
                self._transcript.append(f"caller: {line}")
                self.urgent = self.layer.caller_said(line, heard)
            case AgentReplied(reply=reply):
                self._transcript.append(f"agent: {reply}")
                self.layer.agent_said(reply)
                # a line is heard once, in the state that asked, whatever it leads to
                self.hears = self.layer.hears

    def hang_up(self, by: str, why: str) -> str:
        """Have the call logged, once; what became of that."""
        atexit.unregister(self.hang_up)
        self.layer.hang_up(by, why, tuple(self._transcript))
        return self._api.logged or ("kept" if self.layer.log == "kept" else "lost")

    def standing(self) -> tuple[Row, ...]:
        """The visits that were made or moved in this call, whoever's they are, as the practice has them now."""
        return tuple(self._row(visit) for visit in sorted(self._booked() - self._before))

    def meanwhile(self, endpoint: str, arguments: Mapping[str, Any]) -> Answer:
        """Someone else at the practice asks its record system for something."""
        return self.practice(Request(endpoint, dict(arguments), "front desk"))

    @property
    def hours(self) -> Hours:
        """When any of the offices is open, by weekday: what a bare hour is settled by."""
        return {day: tuple(span for office in self._hours for span in office.hours.get(day, ())) for day in range(7)}

    def _booked(self) -> set[tuple[Any, ...]]:
        query = """SELECT a.id, a.version, a.starts, p.name, d.given, d.family, o.zone
            FROM appointments a JOIN patients p ON p.id = a.patient_id JOIN columns c ON c.id = a.column_id
            JOIN providers d ON d.id = c.provider_id JOIN offices o ON o.id = c.office_id WHERE a.status = 'booked'"""
        return set(self.practice.store.all(query))

    @staticmethod
    def _row(visit: tuple[Any, ...]) -> Row:
        _, _, starts, name, given, family, zone = visit
        start = dt.datetime.fromtimestamp(starts * 60, zone_of(zone))
        return {"day": start.date(), "time": start.time(), "doctor": f"{given} {family}".strip(), "name": name}


class _Logged:
    """A transport that notes what log has arrived, whatever the layer says of it: `logged`, and the flags in it."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.logged = ""

    def __call__(self, request: Request) -> Answer:
        answer = self._transport(request)
        if request.endpoint == LOG and isinstance(answer.body, Mapping) and answer.body.get("ok") is True:
            flags = request.arguments.get("flags", {})
            self.logged = " ".join(["logged", *sorted(name for name, flag in flags.items() if flag)])
        return answer


def _called(handled: Handled, turn: int) -> ToolCalled:
    outcome = handled.outcome if handled.outcome != "refused" else "rejected"
    layers = Layers(
        to_wire(handled.filled),
        tuple(map(_sent, handled.sent)),
        handled.sentence,
        said=handled.said,
        told=to_wire(handled.result),
        quote=handled.quote,
    )
    words = in_words(handled.tool, handled.words)
    return ToolCalled(turn, handled.tool, words, outcome, handled.reason, nature=handled.nature, layers=layers)


def _sent(exchange: Exchange) -> Sent:
    return Sent(exchange.endpoint, to_wire(exchange.arguments), exchange.outcome, exchange.writes)
