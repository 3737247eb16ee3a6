"""A record as a file: JSON Lines, a head with the format's version first, each line flushed as it is written."""

import dataclasses
import datetime as dt
import errno
import json
from pathlib import Path
from typing import IO, Any
from zoneinfo import ZoneInfo

from lab.protocol import Heard
from lab.record import (
    AgentReplied,
    CallEnded,
    CallerSaid,
    Event,
    Head,
    InvariantBroken,
    Layers,
    LineHeard,
    Record,
    Refused,
    Sent,
    Slept,
    ToolCalled,
)
from lab.toolset import BadArguments, Tool, to_wire

VERSION = 1
_EVENTS = {
    event.__name__: event
    for event in (CallerSaid, LineHeard, ToolCalled, Refused, Slept, InvariantBroken, AgentReplied, CallEnded)
}


class BadRecord(ValueError):
    """The file is no record of ours; the sentence says where and why."""


class RecordWriter:
    """Writes a call down while it happens; call it with each event."""

    def __init__(self, path: Path, head: Head) -> None:
        """Raises OSError if the file can't be written, or holds something that is no record."""
        self._file: IO[str] = _open(path)
        self._write(head_to_wire(head))

    def __call__(self, event: Event) -> None:
        if self._file.closed:
            return
        self._write(event_to_wire(event))
        if isinstance(event, CallEnded):
            self._file.close()

    def _write(self, line: dict[str, Any]) -> None:
        self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
        self._file.flush()


def save(path: Path, record: Record) -> None:
    """Write a whole record. Raises OSError, also for a file that holds something that is no record."""
    lines = [head_to_wire(record.head), *map(event_to_wire, record.events)]
    with _open(path) as file:
        file.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def load(path: Path) -> Record:
    """Read a record back; one that was cut off lacks only its end. Raises BadRecord or OSError."""
    try:
        rows = path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    except UnicodeDecodeError:
        raise BadRecord(f"{path} is not text in UTF-8, so it is no saved record") from None
    if rows == [""]:
        raise BadRecord(f"{path} is empty; a saved record starts with a line that names its version")
    head = _row(path, 1, rows[0], head_from_wire)
    tools = {tool.name: tool for tool in head.tools}
    return Record(
        head, tuple(_row(path, n, row, lambda wire: event_from_wire(wire, tools)) for n, row in enumerate(rows[1:], 2))
    )


def head_to_wire(head: Head) -> dict[str, Any]:
    """The first line of the file."""
    plain = {f.name: getattr(head, f.name) for f in dataclasses.fields(head)}
    return {
        "readback_record": VERSION,
        **plain,
        "now": head.now.isoformat(),
        "tools": [tool.to_wire() for tool in head.tools],
        "states": list(head.states),
    }


def head_from_wire(wire: dict[str, Any]) -> Head:
    """Read what `head_to_wire` wrote."""
    version = wire.pop("readback_record", None)
    if version != VERSION:
        raise ValueError(f"its version is {version!r} and this bench reads version {VERSION}")
    now = dt.datetime.fromisoformat(wire["now"]).astimezone(ZoneInfo(wire["zone"]))
    tools = tuple(Tool.from_wire(tool) for tool in wire["tools"])
    return Head(**{**wire, "now": now, "tools": tools, "states": tuple(wire["states"])})


def event_to_wire(event: Event) -> dict[str, Any]:
    """An event as one JSON object."""
    wire: dict[str, Any] = {"event": type(event).__name__}
    for f in dataclasses.fields(event):
        value = getattr(event, f.name)
        if isinstance(value, Heard):
            value = value.to_wire()
        elif isinstance(value, dt.datetime):
            value = value.isoformat()
        elif isinstance(value, frozenset):
            value = sorted(to_wire(value))
        wire[f.name] = to_wire(value)
    return wire


def event_from_wire(wire: dict[str, Any], tools: dict[str, Tool]) -> Event:
    """Read what `event_to_wire` wrote; `tools` types the arguments. Raises ValueError, TypeError or KeyError."""
    made = _EVENTS[wire.pop("event")]
    if "heard" in wire:
        wire["heard"] = Heard.from_wire(wire["heard"])
    if made is CallerSaid:
        wire["at"] = dt.datetime.fromisoformat(wire["at"])
    if made is AgentReplied:
        wire["days"] = frozenset(map(dt.date.fromisoformat, wire["days"]))
        wire["times"] = frozenset(map(dt.time.fromisoformat, wire["times"]))
    if made is CallEnded:
        wire["standing"] = _standing(wire.get("standing"))
    if made is ToolCalled:
        wire["layers"] = _layers(wire.get("layers"))
    if made is ToolCalled and wire["name"] in tools:
        tool = tools[wire["name"]]
        wire["answer"] = tool.read_answer(wire["answer"])
        if wire["outcome"] != "invalid":
            wire["arguments"] = tool.read_arguments(wire["arguments"])
    event: Event = made(**wire)
    return event


def _layers(wire: Any) -> Layers | None:
    if wire is None:
        return None
    sent = tuple(Sent(**sent) for sent in wire["sent"])
    return Layers(**{**wire, "filled": _coordinates(wire["filled"]), "sent": sent})


def _standing(wire: Any) -> tuple[dict[str, Any], ...] | None:
    return None if wire is None else tuple(map(_coordinates, wire))


def _coordinates(wire: dict[str, Any]) -> dict[str, Any]:
    """A day and a time as what they are, all else as it stands."""
    readers = {"day": dt.date.fromisoformat, "time": dt.time.fromisoformat}
    return {key: readers[key](value) if key in readers else value for key, value in wire.items()}


def _open(path: Path) -> IO[str]:
    if path.is_file() and not b'{"readback_record"'.startswith(path.read_bytes()[:18]):
        raise FileExistsError(errno.EEXIST, "it holds something else than a saved record", str(path))
    # half a surrogate pair, which UTF-8 has not, becomes its escape, and that is JSON too
    return path.open("w", encoding="utf-8", errors="backslashreplace", newline="\n")


def _row(path: Path, number: int, text: str, read: Any) -> Any:
    try:
        wire = json.loads(text)
        if not isinstance(wire, dict):
            raise ValueError("it is no JSON object")
        return read(wire)
    except (ValueError, TypeError, KeyError, AttributeError, BadArguments) as error:
        raise BadRecord(f"{path}, line {number} is no line of a saved record: {error}") from None
