"""The session without a screen: plain lines for a pipe or a simple terminal, or JSON Lines for a program."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from lab import terminal
from lab.record import CallEnded, CallerSaid, Event, Head, indented
from lab.record_file import event_to_wire, head_to_wire


class PlainFace:
    """The record on stdout as it grows, in the notation; what is about the call on stderr."""

    def __init__(self, interactive: bool = False) -> None:
        self.interactive = interactive
        self._stdout = sys.stdout

    def opened(self, head: Head, about: str) -> None:
        self.aside(about)

    def event(self, event: Event) -> None:
        if not (self.interactive and isinstance(event, CallerSaid)):  # there the line stands on the screen already
            terminal.say(indented(event), self._stdout)
        if isinstance(event, CallEnded) and event.trace:
            self.aside(f"the agent's own traceback:\n{event.trace.rstrip()}")

    def answer(self, text: str) -> None:
        terminal.say(terminal.literal(text), self._stdout)

    def aside(self, text: str) -> None:
        terminal.complain(terminal.literal(text))


class JsonFace(PlainFace):
    """The lines of a saved record on stdout, and all else on stderr."""

    def opened(self, head: Head, about: str) -> None:
        self._write(head_to_wire(head))
        self.aside(about)

    def event(self, event: Event) -> None:
        self._write(event_to_wire(event))

    def answer(self, text: str) -> None:
        self.aside(text)

    def _write(self, line: dict[str, Any]) -> None:
        terminal.say(json.dumps(line), self._stdout)


def piped(stdin: Iterable[str] | None) -> Iterator[str]:
    """The lines of a pipe or a file."""
    for number, line in enumerate(stdin or ()):
        yield line.removeprefix("\ufeff" if number == 0 else "").rstrip("\r\n")


def typed(ask: Callable[[], str], aside: Callable[[str], None]) -> Iterator[str]:
    """The lines that a person types, until Ctrl-D or a second Ctrl-C in a row."""
    stopped_once = False
    while True:
        try:
            line = ask()
        except EOFError:
            return
        except KeyboardInterrupt:
            if stopped_once:
                return
            stopped_once = True
            aside("Ctrl-C once more hangs up and leaves, as does Ctrl-D")
            continue
        stopped_once = False
        yield line
