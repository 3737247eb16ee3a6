"""A developer's session: one call after another with the same agent, shown on a face and written down if asked."""

import contextlib
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from fake_api.clock import FakeClock
from lab import terminal
from lab.call.breaking import Failing, failing_under
from lab.call.call import Call
from lab.call.place import Arrangement, place_call
from lab.call.view import CallView, add
from lab.console.tables import about
from lab.record import FAULTS, UNHEARD, Event, Head, InvariantBroken
from lab.record_file import RecordWriter


class Face(Protocol):
    """Where a session shows itself: at a terminal, as plain lines, or as JSON Lines."""

    @property
    def interactive(self) -> bool:
        """A person is typing, who may want another call after this one."""
        ...

    def opened(self, head: Head, about: str) -> None:
        """A call is placed; `about` says with which agent, and how."""

    def event(self, event: Event) -> None:
        """Something happened in the call."""

    def answer(self, text: str) -> None:
        """What a slash command was asked for."""

    def aside(self, text: str) -> None:
        """Something about the call that is no part of it."""


class Session:
    """Holds the call that is on the line, and the picture of it."""

    def __init__(self, arranged: Arrangement, face: Face, save: Path | None = None) -> None:
        self.arranged, self.face = arranged, face
        self.view = CallView()
        self.leaving = False
        self._save, self._calls = save, 0
        self._writers: dict[Path, RecordWriter] = {}
        self._shown, self._unheard = "", False
        self._call: Call | None = None

    @property
    def call(self) -> Call:
        """The call on the line, or the last one that was."""
        assert self._call, "place a call first"
        return self._call

    def place(self, plan: str | None = None) -> None:
        """Hang up and call (again), with the agent as it is on disk now; the plan is kept unless another is named.

        Raises DataError, NoSuchAgent, AgentFault or OSError; the call on the line then goes on.
        """
        arranged = replace(self.arranged, plan=plan) if plan else self.arranged
        call = place_call(arranged, self._happened)
        try:
            writers = self._write_to(self._next_file(self._save), call.head) if self._save else {}
        except OSError:
            call.agent.close()
            raise
        self.close()
        self.arranged, self._call, self._writers = arranged, call, writers
        self._calls += 1
        self.view, self._shown, self._unheard = CallView(), "", False
        self.face.opened(call.head, about(arranged, call.head))
        self._speak(lambda: call.open())

    def say(self, line: str) -> None:
        """The caller says a line, unless the call is over."""
        if not self.call.ended:
            self._speak(lambda: self.call.hear(line))
        elif not self._unheard or self.face.interactive:
            self._unheard = True
            self.face.aside("the call is over, and nobody hears that; /reload calls again")

    @property
    def failing(self) -> Failing:
        """What fails as planned under the agent's tools. Raises ValueError where nothing does."""
        failing = failing_under(self.call)
        if failing is None:
            raise ValueError("these tools can't be broken by hand")
        return failing

    @property
    def at_clinic(self) -> bool:
        """Whether the agent has a clinic's tools; else plans and failures are a practice's."""
        return self.arranged.toolset == "clinic"

    def wait(self, seconds: float) -> None:
        """Let time pass on the call's clock while nobody speaks."""
        if not isinstance(self.call.clock, FakeClock):
            raise ValueError("this call's clock can't be moved")
        self.call.clock.advance(seconds)

    def save(self, file: Path) -> None:
        """Write the record so far, and go on writing until the call ends. Raises OSError."""
        if file.resolve() in self._writers:
            return
        writers = self._write_to(file, self.call.head)
        for write in writers.values():
            for event in self.call.events:
                write(event)
        self._writers |= writers

    def interrupt(self) -> None:
        """End the call in the middle of whatever it is at."""
        if self._call:
            self._call.end("bench", "interrupted")
            self._show_printed()
            self._offer_another()

    def close(self) -> None:
        """End the call, if one is open: as its agent's if that is done, else as hung up."""
        if self._call and not self._call.ended:
            self._call.finish()
            self._show_printed()

    @property
    def verdict(self) -> int:
        """FAILED if the agent's process failed in the last call, or broke what may never be broken; else OK.

        CANNOT if there was nothing to understand the caller by.
        """
        ended = self.view.ended
        if ended and ended.why == UNHEARD:
            return terminal.CANNOT
        broken = any(isinstance(event, InvariantBroken) for event in self.view.events)
        return terminal.FAILED if broken or (ended and ended.why in FAULTS) else terminal.OK

    def _speak(self, turn: Callable[[], object]) -> None:
        # in our own process what the agent prints would stand between the events
        apart = contextlib.redirect_stdout(sys.stderr) if self.arranged.in_process else contextlib.nullcontext()
        with apart:
            turn()
        if self.call.over:
            self.close()
        self._show_printed()
        self._offer_another()

    def _happened(self, event: Event) -> None:
        self.view = add(self.view, event)
        for write in self._writers.values():
            write(event)
        self.face.event(event)

    def _offer_another(self) -> None:
        ended = self.view.ended
        if ended and self.face.interactive:
            first = "mend the agent, and " if ended.why in FAULTS else ""
            self.face.aside(f"the call is over: {first}/reload calls again, /quit leaves")

    def _show_printed(self) -> None:
        printed = self.call.agent.printed
        whole = printed if self.call.ended else printed[: printed.rfind("\n") + 1]
        if whole.startswith(self._shown):
            for line in whole[len(self._shown) :].splitlines():
                self.face.aside(f"{self.call.head.agent} prints | {line}")
            self._shown = whole

    def _write_to(self, file: Path, head: Head) -> dict[Path, RecordWriter]:
        writer = RecordWriter(file, head)
        self.face.aside(f"the record is written to {file}")
        return {file.resolve(): writer}

    def _next_file(self, file: Path) -> Path:
        return file.with_stem(f"{file.stem}-{self._calls + 1}") if self._calls else file
