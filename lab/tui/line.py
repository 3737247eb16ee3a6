"""The phone line: calls, one after another. What an agent may keep waiting runs in a thread, which only posts."""

import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from textual.message import Message
from textual.screen import Screen

from fake_api.failures import Failure
from fake_api.practice.trouble import Trouble
from lab import terminal
from lab.call.breaking import failing_under
from lab.call.call import Call, CallIsOver, Listener
from lab.call.place import Arrangement, place_call
from lab.record import Event
from lab.record_file import RecordWriter
from lab.tui.scene import Entry, Happened, Listening, NoCall, Placed

Step = str | Failure | Trouble
"""What a person did in a call: said a line, or armed a failure."""


class PhoneLine:
    """One call at a time; every message carries the call's number, so that a late one can be told."""

    def __init__(
        self, screen: Screen[Any], arrangement: Arrangement, numbers: Iterator[int], save: Path | None = None
    ) -> None:
        """`numbers` counts the calls of a sitting; `save` is the first one's file, and later ones get their number."""
        self.arrangement, self._numbers, self._save = arrangement, numbers, save
        self.number = 0
        self.call: Call | None = None
        self.steps: list[Step] = []
        self._screen = screen

    def place(self, arrangement: Arrangement | None = None, steps: Sequence[Step] = ()) -> None:
        """Hang up, and call again; then do the same steps again."""
        self.hang_up()
        self.arrangement = arrangement or self.arrangement
        self.number = next(self._numbers)
        self.call, self.steps = None, list(steps)
        self._work(self._place, self.number, self.arrangement, tuple(steps))

    def say(self, line: str) -> None:
        """The caller says a line."""
        if self.call:
            self.steps.append(line)
            self._work(self._say, self.number, self.call, line)

    def arm(self, failure: Failure | Trouble) -> bool:
        """Let a failure strike next; says whether there is anything to break."""
        failing = failing_under(self.call)
        if failing:
            self.steps.append(failure)
            failing.arm(failure)
        return failing is not None

    def hang_up(self) -> None:
        """End the call; it may wait for what the agent is doing, so it waits elsewhere."""
        if self.call:
            self._work(self.call.hang_up)

    def entries(self) -> tuple[Entry, ...]:
        """The failure plan as it stands."""
        failing = failing_under(self.call)
        return failing.entries() if failing else ()

    def now(self) -> dt.datetime | None:
        """The call's clock."""
        return self.call.clock.now() if self.call else None

    # In a thread

    def _place(self, number: int, arrangement: Arrangement, steps: tuple[Step, ...]) -> None:
        write: Listener = ignore

        def listen(event: Event) -> None:
            write(event)
            self._post(Happened(number, event))

        call = place_call(arrangement, listen)
        if self._save:
            try:
                write = RecordWriter(_numbered(self._save, number), call.head)
            except OSError:
                call.agent.close()
                raise
        self._post(Placed(number, call))
        call.open()
        for step in steps:
            if number != self.number or call.over:
                break
            _do(call, step)
        self._rest(number, call)

    def _say(self, number: int, call: Call, line: str) -> None:
        _do(call, line)
        self._rest(number, call)

    def _rest(self, number: int, call: Call) -> None:
        if call.over or number != self.number:
            call.finish()
        self._post(Listening(number, call.turn))

    def _post(self, message: Message) -> None:
        self._screen.post_message(message)

    def _work(self, work: Callable[..., None], *arguments: Any) -> None:
        self._screen.run_worker(partial(self._guarded, self.number, work, *arguments), thread=True)

    def _guarded(self, number: int, work: Callable[..., None], *arguments: Any) -> None:
        try:
            work(*arguments)
        except CallIsOver:
            pass  # the caller hung up just before the line was said
        except Exception as error:  # whoever's fault it is, the app stays up and says so
            self._post(NoCall(number, str(terminal.explain(error))))


def ignore(event: Event) -> None:
    """Write nothing down."""


def _do(call: Call, step: Step) -> None:
    if not isinstance(step, str):
        if failing := failing_under(call):
            failing.arm(step)
    elif not call.ended:
        call.hear(step)


def _numbered(file: Path, number: int) -> Path:
    return file.with_stem(f"{file.stem}-{number}") if number > 1 else file
