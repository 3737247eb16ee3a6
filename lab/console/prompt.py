"""The session at a terminal: a line with history and completion, and the state of the call below it."""

from collections.abc import Iterable, Iterator

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.shortcuts import print_formatted_text
from prompt_toolkit.styles import Style

from lab import terminal
from lab.console.commands import completions
from lab.console.plain import typed
from lab.console.session import Session
from lab.protocol import SLOTS
from lab.record import CallEnded, CallerSaid, Event, Head, indented

STYLE = Style.from_dict(
    {
        "agentreplied": "bold",
        "invariantbroken": "bold ansired",
        "aside": "italic",
        "bottom-toolbar": "noreverse",
        "state": "bold reverse",
    }
)


class PromptFace:
    """Draws a session with prompt_toolkit, and reads the caller's lines."""

    interactive = True

    def __init__(self) -> None:
        """Raises whatever prompt_toolkit raises where there is no terminal for it."""
        self.history = InMemoryHistory()  # and in no file: callers have names
        self._prompt: PromptSession[str] = PromptSession(
            history=self.history, completer=SlashCompleter(), key_bindings=_keys(), style=STYLE
        )

    def opened(self, head: Head, about: str) -> None:
        self.aside(about)

    def event(self, event: Event) -> None:
        if not isinstance(event, CallerSaid):  # it stands at the prompt already
            self._print(indented(event), type(event).__name__.lower())
        if isinstance(event, CallEnded) and event.trace:
            self.aside(f"the agent's own traceback:\n{event.trace.rstrip()}")

    def answer(self, text: str) -> None:
        self._print(terminal.literal(text), "answer")

    def aside(self, text: str) -> None:
        self._print(terminal.literal(text), "aside")

    def lines(self, session: Session) -> Iterator[str]:
        """What is typed, a whole paste at a time."""
        return typed(lambda: self._prompt.prompt("you> ", bottom_toolbar=lambda: toolbar(session)), self.aside)

    def _print(self, text: str, kind: str) -> None:
        print_formatted_text(FormattedText([(f"class:{kind}", text)]), style=STYLE, output=self._prompt.output)


class SlashCompleter(Completer):
    """Completes slash commands and their arguments, and leaves what a caller says alone."""

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        typed_so_far = document.text_before_cursor
        if typed_so_far.startswith("/"):
            last = typed_so_far.rpartition(" ")[2]
            for word in completions(typed_so_far):
                yield Completion(word, start_position=-len(last))


def toolbar(session: Session) -> FormattedText:
    """The state, the slots, the clock and the plan."""
    view, head = session.view, session.call.head
    held = [
        f"{slot} {'|'.join(seen.candidates) + '?' if seen.candidates else seen.value or '-'}"
        for slot, seen in zip(SLOTS, view.slots, strict=True)
    ]
    now = f"{session.call.clock.now():%a %d %b %H:%M:%S}"
    rest = terminal.literal("  ".join([*held, now, f"plan {head.plan}", "/help"]))
    return FormattedText([("class:state", f" {'over' if view.ended else view.state} "), ("", f" {rest}")])


def _keys() -> KeyBindings:
    keys = KeyBindings()

    @keys.add("c-c")
    def clear_or_stop(event: KeyPressEvent) -> None:
        if event.current_buffer.text:
            event.current_buffer.reset()
        else:
            event.app.exit(exception=KeyboardInterrupt)

    return keys
