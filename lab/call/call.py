"""A call: every line, tool call and wait goes through here and comes out as an event."""

import threading
from collections.abc import Callable, Mapping
from typing import Any, Protocol, runtime_checkable

from fake_api.clock import Clock
from lab.call.consent import Consent
from lab.call.invariants import Claims, Watch
from lab.call.process import InvalidRequest, Serve
from lab.call.program import AgentFault
from lab.protocol import Heard, Setting, State, ToolError, ToolTimeout
from lab.record import (
    UNHEARD,
    AgentReplied,
    CallEnded,
    CallerSaid,
    Event,
    Head,
    LineHeard,
    Record,
    Refused,
    Slept,
    ToolCalled,
    Written,
)
from lab.toolset import BadArguments, Tool, to_wire
from lab.understanding import UnderstandingUnavailable

LONGEST_SLEEP = 3600.0
LONGEST_REASON = 80  # of a hand-off, as the end of a call tells it: a model may write pages
LONGEST_LINE = 2_000  # characters of a line that the caller has not said
Understand = Callable[[str, str], Heard]
Listener = Callable[[Event], None]


class Agent(Protocol):
    """Whatever answers `start`, `hear` and `end`: a process, or the same in ours."""

    @property
    def printed(self) -> str: ...

    @property
    def left(self) -> Mapping[str, Any]: ...

    def ask(self, method: str, params: dict[str, Any], serve: Serve) -> Any: ...

    def goodbye(self, reason: str) -> None: ...

    def close(self, reason: str = "") -> None: ...


class Toolset(Protocol):
    """The tools of a call, and how one runs; arguments are typed and fit."""

    @property
    def tools(self) -> tuple[Tool, ...]: ...

    def call(self, tool: Tool, arguments: Mapping[str, Any], turn: int, state: str) -> ToolCalled: ...

    def standing(self) -> tuple[Mapping[str, Any], ...] | None:
        """What stands in the record system by this call, for its end; None where the answers alone tell."""
        ...


@runtime_checkable
class Layered(Protocol):
    """A toolset behind code that takes a tool call just as a model wrote it, and that owes a log of every call."""

    @property
    def hears(self) -> str:
        """The state in which our grammar hears the caller's next line."""
        ...

    def handle(self, name: str, said: Any, turn: int) -> tuple[ToolCalled | Refused, Any]:
        """One tool call as the event it makes, and what the agent is to know of it."""
        ...

    def hand_over(self, reason: str, emergency: bool, turn: int) -> ToolCalled:
        """Code itself gives the call to a person."""
        ...

    def hang_up(self, by: str, why: str) -> str:
        """Log the call, which ends here; what became of the log, as `CallEnded.log` has it."""
        ...


class Hearing(Protocol):
    """Understanding, bound to the call: the grammar, what the agent is told, and the days and times in a text."""

    def grammar(self, line: str, state: str) -> Heard: ...

    def understand(self, line: str, state: str) -> Heard: ...

    def mentions(self, text: str) -> Any: ...


class CallIsOver(Exception):
    """The call has ended; place a new one."""


class _HungUp(Exception):
    """The call was ended from another thread while the agent was busy."""


class Call:
    """One phone call. `listen` gets every event as it happens, on the thread that made it happen."""

    def __init__(
        self,
        agent: Agent,
        toolset: Toolset,
        hearing: Hearing,
        clock: Clock,
        head: Head,
        setting: Setting,
        listen: Listener = lambda event: None,
        claims: Claims | None = None,
    ) -> None:
        self.agent, self.toolset, self.hearing, self.clock = agent, toolset, hearing, clock
        self.head, self.setting = head, setting
        self.state: str = State.LISTEN
        self.states: tuple[str, ...] = tuple(State)
        self.turn = 0
        self.ended: CallEnded | None = None
        self.events: list[Event] = []
        self._listen = listen
        self._tools = {tool.name: tool for tool in toolset.tools}
        self._layered = toolset if isinstance(toolset, Layered) else None
        self._claims = claims
        self._watch = Watch(claims=claims)
        self._line = ""
        self._heard: dict[str, tuple[Event, ...]] = {}
        self._lock = threading.RLock()

    @property
    def record(self) -> Record:
        """Everything so far."""
        return Record(self.head, tuple(self.events))

    @property
    def over(self) -> bool:
        """The agent's part is done: it has said goodbye, booked, or handed the caller to a person."""
        return self.ended is not None or self.state in (State.DONE, State.HANDOFF)

    def open(self) -> tuple[Event, ...]:
        """The agent takes the call and greets."""
        setting = {"language": self.setting.language, "today": self.setting.today.isoformat()}
        setting |= {"zone": self.setting.zone, "clinic": self.setting.clinic}
        tools = [tool.to_wire() for tool in self.toolset.tools]
        return self._ask("start", {"protocol": 1, "setting": setting, "tools": tools})

    def hear(self, line: str, line_id: str = "") -> tuple[Event, ...]:
        """The caller says a line; returns what followed. Raises CallIsOver after the end.

        A line that is delivered twice, under one id, is heard once: what followed then is what follows now.
        """
        if line_id in self._heard:
            return self._heard[line_id]
        if self.ended:
            raise CallIsOver(self.ended.why)
        self.turn += 1
        self._line = line
        state = self._layered.hears if self._layered else self.state
        said = CallerSaid(self.turn, line, self.clock.now(), self.hearing.grammar(line, state))
        followed = self._ask("hear", {"line": line}, said)
        if line_id:
            self._heard[line_id] = followed
        return followed

    def resume(self, state: str, turn: int, consent: Consent) -> None:
        """Stand where an earlier call of the same agent stood after a turn, with nothing recorded since."""
        self.state, self.turn, self.ended = state, turn, None
        self.events.clear()
        self._watch = Watch(consent, claims=self._claims)

    def hang_up(self) -> None:
        """The caller hangs up; an answer that comes later is dropped. Safe from any thread."""
        self.end("caller", "hung up")

    def finish(self) -> None:
        """End a call whose agent has said it is over as the agent's, any other as hung up by the caller."""
        try:
            if not self.ended:
                self.agent.goodbye("the caller has hung up")
        except AgentFault as fault:
            self.end("agent", fault.kind, fault.detail)
        if self.state in (State.DONE, State.HANDOFF) and not self.ended:
            handed_off = self.state == State.HANDOFF
            reasons = [
                str(e.arguments.get("reason", ""))[:LONGEST_REASON]
                for e in self.events
                if isinstance(e, ToolCalled) and e.nature == "ends"
            ]
            self.end("agent", "handed off" if handed_off else "done", *reasons[-1:] if handed_off else ())
        else:
            self.hang_up()

    def end(self, by: Any, why: str, detail: str = "", trace: str = "") -> None:
        """End the call, once; the agent's process goes with it."""
        with self._lock:
            if self.ended:
                return
            try:
                log = self._layered.hang_up(by, why) if self._layered else ""
                standing = self.toolset.standing()
                self._emit(CallEnded(self.turn, by, why, detail, self._written(), trace, standing, log))
            except BaseException:  # a listener that can't write: the process must not outlive the call for that
                self.agent.close(why)
                raise
        self.agent.close(why)

    def __enter__(self) -> "Call":
        return self

    def __exit__(self, *error: object) -> None:
        self.end("bench", "interrupted")

    def _ask(self, method: str, params: dict[str, Any], *first: Event) -> tuple[Event, ...]:
        since = len(self.events)
        try:
            for event in first:
                self._emit(event)
            self._take(method, self.agent.ask(method, params, self._serve))
        except AgentFault as fault:
            self.end("agent", fault.kind, fault.detail, fault.trace)
        except _HungUp:
            pass
        return tuple(self.events[since:])

    def _take(self, method: str, answer: Any) -> None:
        if not isinstance(answer, dict):
            raise AgentFault("bad_answer", f"answered {method} with {answer!r:.80}, which is no object")
        reply, state = answer.get("greeting" if method == "start" else "reply"), answer.get("state")
        if method == "start":
            self.states = _declared(answer.get("states"))
        if not isinstance(reply, str):
            raise AgentFault("bad_answer", f"said {reply!r:.80}, which is no text")
        if state not in self.states:
            raise AgentFault("bad_answer", f"says its state is {state!r:.80}; the states are {', '.join(self.states)}")
        self.state = str(state)
        mentioned = self.hearing.mentions(reply)
        self._emit(AgentReplied(self.turn, reply, self.state, mentioned.days, mentioned.times))

    def _serve(self, method: str, params: dict[str, Any]) -> Any:
        if method == "understand":  # without the lock: a model takes seconds, in which the caller can hang up
            return self._understand(params)
        with self._lock:
            if self.ended:
                raise _HungUp
            match method:
                case "handle" if self._layered:
                    return self._handle(self._layered, params)
                case "hand_over" if self._layered:
                    return self._emit(self._layered.hand_over(**params, turn=self.turn))
                case "refuse" if self._layered:
                    return self._emit(Refused(self.turn, **params))
                case "tool":
                    return self._tool(params)
                case "sleep":
                    return self._sleep(params)
        raise InvalidRequest(f"there is no request {method!r:.40}; there are understand, tool and sleep")

    def _understand(self, params: dict[str, Any]) -> dict[str, Any]:
        line, state = params.get("line"), params.get("state") or self.state
        if not isinstance(line, str) or not isinstance(state, str):
            raise InvalidRequest("understand takes a line and a state, both text")
        if len(line) > LONGEST_LINE and line != self._line:  # to understand it takes our time, and not the agent's
            raise InvalidRequest(f"understand takes what a caller says, and no line of {len(line)} characters")
        try:
            heard = self.hearing.understand(line, state)
        except UnderstandingUnavailable as error:
            self.end("bench", UNHEARD, str(error))
            raise _HungUp from None
        self._emit(LineHeard(self.turn, line, state, heard, line.split() == self._line.split()))
        return heard.to_wire()

    def _tool(self, params: dict[str, Any]) -> Any:
        name, raw = params.get("name"), params.get("arguments")
        tool = self._tools.get(name) if isinstance(name, str) else None
        if tool is None or not isinstance(raw, dict):
            raise InvalidRequest(f"there is no tool {name!r:.40}; there are {', '.join(self._tools)}")
        try:
            arguments = tool.read_arguments(raw)
        except BadArguments as error:
            self._emit(ToolCalled(self.turn, tool.name, raw, "invalid", str(error), nature=tool.nature))
            raise InvalidRequest(str(error)) from None
        called = self.toolset.call(tool, arguments, self.turn, self.state)
        self._emit(called)
        if called.answer is not None:  # a toolset may say in its own words what became of a call
            return to_wire(called.answer)
        if called.outcome == "timeout":
            raise ToolTimeout
        if called.outcome == "rejected":
            raise ToolError(called.reason or "refused")
        return None

    def _handle(self, layered: Layered, params: dict[str, Any]) -> Any:
        event, answer = layered.handle(params["name"], params["arguments"], self.turn)
        self._emit(event)
        return answer

    def _sleep(self, params: dict[str, Any]) -> None:
        seconds = params.get("seconds")
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds <= LONGEST_SLEEP:
            raise InvalidRequest(f"sleep takes seconds from 0 to {LONGEST_SLEEP:g}, not {seconds!r:.40}")
        self.clock.sleep(seconds)
        self._emit(Slept(self.turn, seconds, params.get("real") is True))

    def _emit(self, event: Event) -> None:
        with self._lock:
            if self.ended:
                raise _HungUp
            for seen in (event, *([] if isinstance(event, CallEnded) else self._watch.see(event))):
                self.events.append(seen)
                if isinstance(seen, CallEnded):
                    self.ended = seen
                self._listen(seen)

    def _written(self) -> Written:
        consent = self._watch.consent
        if consent.unknown:
            return "unknown"
        return "done" if consent.written else "not done"


def _declared(states: Any) -> tuple[str, ...]:
    if isinstance(states, list) and states and all(isinstance(state, str) for state in states):
        return tuple(states)
    return tuple(State)
