"""The events of a call, and their one notation: in a scenario, on screen, in a diff and in a saved record."""

import datetime as dt
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from lab.protocol import SLOTS, Heard, spell
from lab.toolset import Nature, Tool, Word

Outcome = Literal["ok", "timeout", "rejected", "invalid"]
Written = Literal["done", "not done", "unknown"]


@dataclass(frozen=True, slots=True)
class CallerSaid:
    """The caller's line, at a time on the call's clock, as our grammar hears it in the state the agent was in."""

    turn: int
    line: str
    at: dt.datetime
    heard: Heard


@dataclass(frozen=True, slots=True)
class LineHeard:
    """The agent asked what a line means in a state, and this is what it was told."""

    turn: int
    line: str
    state: str
    heard: Heard
    said: bool = True  # the very line the caller said, not another text


class Sent(NamedTuple):
    """One request to a record system, and what came of it in a word; `writes` says that it was one to write."""

    endpoint: str
    arguments: Mapping[str, Any]
    outcome: str
    writes: bool = False


class Layers(NamedTuple):
    """What lies under a tool call: what code filled in, and what went to the record system, in order.

    `sentence` is what has to be read aloud first, where the call ended for want of that; `quote` is the number of the
    quote that it reads aloud, or that was committed. `said` is what a model wrote itself, `told` what it was told.
    """

    filled: Mapping[str, Any]
    sent: tuple[Sent, ...] = ()
    sentence: str = ""
    said: Any = None
    told: Any = None
    quote: int = 0

    @property
    def wrote(self) -> bool:
        """Whether a request to write went out, whatever came of it."""
        return any(request.writes for request in self.sent)


@dataclass(frozen=True, slots=True)
class ToolCalled:
    """A tool call and how it ended; `seconds` is a slow answer's wait, `rule` the entry of the plan that fired.

    `layers` are there where code stands between the tool and a record system.
    """

    turn: int
    name: str
    arguments: Mapping[str, Any] = field(hash=False)
    outcome: Outcome = "ok"
    reason: str | None = None
    seconds: float = 0
    answer: Any = field(default=None, hash=False)
    rule: int | None = None
    nature: Nature = "read"
    layers: Layers | None = field(default=None, hash=False)

    @property
    def acts(self) -> bool:
        """Whether it did, or may have done, what can't be taken back; a call that code stopped before has not."""
        stopped = self.layers is not None and not self.layers.wrote
        return self.nature == "irreversible" and self.outcome != "invalid" and not stopped


@dataclass(frozen=True, slots=True)
class Refused:
    """A tool call of a model that code stopped before it was one: nothing was sent.

    `said` are the arguments as the model wrote them, whatever they are. `step` is the part of the call layer that said
    no, with a `code`, the reason in `text`, and in `next` what the model was told to do instead.
    """

    turn: int
    tool: str
    said: Any = field(hash=False)
    step: str
    code: str
    text: str = ""
    next: str = ""


@dataclass(frozen=True, slots=True)
class Slept:
    """The agent waited, in seconds; `real` when it did so with the machine's time in place of the call's clock."""

    turn: int
    seconds: float
    real: bool = False


@dataclass(frozen=True, slots=True)
class InvariantBroken:
    """Something that may never happen did; `text` says it in words."""

    turn: int
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class AgentReplied:
    """What the agent said, where it is now, and the days and times that its words mention."""

    turn: int
    reply: str
    state: str
    days: frozenset[dt.date] = frozenset()
    times: frozenset[dt.time] = frozenset()


@dataclass(frozen=True, slots=True)
class CallEnded:
    """Who ended the call (`agent`, `caller`, `bench`) and why, and whether something was written.

    `why` is `done`, `handed off`, `hung up`, `interrupted`, `nothing understands` (a model can't be asked), or a fault
    of the agent: `tampering`, `raised`, `exited`, `crashed`, `timed_out`, `too_many_calls`, `bad_answer`. `detail`
    says more; `trace` is the agent's own traceback, its frames only. `standing` are the visits made or moved in this
    call as the record system has them at the end, each with its day, time, doctor and name; None where none is asked.
    `log` says what became of the call log, where one is owed: `logged` with its flags, `kept` (on disk, for the next
    start), `lost`.
    """

    turn: int
    by: Literal["agent", "caller", "bench"]
    why: str
    detail: str = ""
    written: Written = "not done"
    trace: str = ""
    standing: tuple[Mapping[str, Any], ...] | None = field(default=None, hash=False)
    log: str = ""


LONGEST_TOLD = 400
"""Characters of an answer that are shown; the whole of it is in the saved record."""

_JOINERS = "\u200c\u200d"  # they hold emoji and scripts together, and move nothing

Event = CallerSaid | LineHeard | ToolCalled | Refused | Slept | InvariantBroken | AgentReplied | CallEnded

FAULTS = ("tampering", "raised", "exited", "crashed", "timed_out", "too_many_calls", "bad_answer")
"""The ways in which an agent's process, not its behaviour, ends a call."""

UNHEARD = "nothing understands"
"""The way in which the bench ends a call when the model in the grammar's place can't be asked."""


@dataclass(frozen=True, slots=True)
class Head:
    """What a record says before its events: enough to read, and to judge again, without running anything."""

    agent: str
    clinic: str
    plan: str
    language: str
    now: dt.datetime
    zone: str
    tools: tuple[Tool, ...]
    states: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """A call from its head to its end."""

    head: Head
    events: tuple[Event, ...]


def notation(event: Event) -> str:
    """One event as one line, without indentation, whatever is in it."""
    return printable(_written(event))


def _written(event: Event) -> str:
    match event:
        case CallerSaid():
            return f"turn {event.turn}  {quote(event.line)}"
        case LineHeard():
            return " ".join(["heard", *([] if event.said else [quote(event.line)]), *_heard_words(event.heard)])
        case ToolCalled():
            return f"{call_notation(event.name, event.arguments)}{_outcome(event)}"
        case Refused():
            return call_notation(f"refused {event.code} {event.tool}", _said(event.said))
        case Slept():
            return f"{'slept for real' if event.real else 'sleep'} {event.seconds:g}"
        case InvariantBroken():
            return f"broken {event.name}: {event.text}"
        case AgentReplied():
            return f"=> {event.state}  {quote(event.reply)}"
        case CallEnded():
            detail = f" ({event.detail})" if event.detail else ""
            log = f", log: {event.log}" if event.log else ""
            return f"ended by {event.by}, {event.why}{detail}, written: {event.written}{log}"


def indented(event: Event) -> str:
    """One event as it stands in a whole record: a turn and the end at the margin, the rest below their turn."""
    return notation(event) if isinstance(event, CallerSaid | CallEnded) else f"  {notation(event)}"


def beneath(event: Event) -> Iterator[str]:
    """What lies under a tool call, a line each.

    What a model wrote, what code filled in, every request to the record system, what the model was told; or why it was
    refused, and what to do instead.
    """
    if isinstance(event, Refused):
        yield printable(f"by {event.step}: {event.text}")
        yield printable(f"next {event.next}")
    layers = event.layers if isinstance(event, ToolCalled) else None
    if layers is None:
        return
    if layers.said is not None:
        yield printable(call_notation("said", _said(layers.said)))
    if layers.filled:
        yield printable(call_notation("filled", layers.filled))
    for request in layers.sent:
        yield printable(f"{call_notation('sent ' + request.endpoint, request.arguments)} -> {request.outcome}")
    if layers.told is not None:
        answer = layers.told if isinstance(layers.told, Mapping) else {"answer": layers.told}
        told = call_notation("told", {key: _counted(value) for key, value in answer.items()})
        yield printable(f"{told[:LONGEST_TOLD]}{'...' if len(told) > LONGEST_TOLD else ''}")


def lines(events: tuple[Event, ...] | list[Event]) -> Iterator[str]:
    """A whole record in the notation."""
    return map(indented, events)


def call_notation(name: str, arguments: Mapping[str, Any]) -> str:
    """A tool call as it is written before its outcome."""
    return " ".join([name, *(f"{key}={write_value(value)}" for key, value in arguments.items())])


def write_value(value: Any) -> str:
    """A typed argument: days, times and numbers bare, free text in double quotes, a word as it is."""
    if isinstance(value, dt.date | dt.time):
        return spell(value) or ""
    if isinstance(value, Word):
        return str(value)
    return json.dumps(value, ensure_ascii=False, default=str)


def quote(text: str) -> str:
    """Text in double quotes on one line, with what a terminal must not get escaped."""
    return printable(json.dumps(text, ensure_ascii=False))


def printable(text: str) -> str:
    """Text on one line, in which what does not print is written as JSON writes it."""
    return "".join(c if c.isprintable() or c in _JOINERS else _escaped(c) for c in text)


def _escaped(character: str) -> str:
    # beyond the first plane JSON has a pair of escapes; DEL it leaves as it is
    return f"\\u{ord(character):04x}" if ord(character) < 0x10000 else json.dumps(character)[1:-1]


def _counted(value: Any) -> Any:
    """How many there are, in place of a list that nobody would read here."""
    return Word(f"[{len(value)}]") if isinstance(value, list | tuple) and len(value) > 3 else value


def _said(said: Any) -> Mapping[str, Any]:
    """A model's own arguments; what is no object stands under one name."""
    return said if isinstance(said, Mapping) else {"arguments": said}


def _outcome(event: ToolCalled) -> str:
    if event.nature == "ends" and event.outcome == "ok":
        return ""
    reason = f" {event.reason}" if event.reason and event.outcome != "invalid" else ""
    slow = f" after {event.seconds:g}s" if event.seconds else ""
    return f" -> {event.outcome}{reason}{slow}"


def _heard_words(heard: Heard) -> Iterator[str]:
    yield str(heard.intent)
    for slot, value in heard.values().items():
        yield f"{slot}={write_value(value)}"
    for slot, candidates in heard.unclear.items():
        yield f"{slot}={'|'.join(write_value(value) for value in candidates)}?"
    yield from (f"{slot}=not" for slot in SLOTS if slot in heard.denied)
    if heard.born:
        yield f"born={heard.born.isoformat()}"
    if heard.part_of_day:
        yield f"part={heard.part_of_day}"
    if heard.choice is not None:
        yield f"choice={heard.choice}"
