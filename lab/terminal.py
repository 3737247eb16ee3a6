"""Who writes stdout and stderr, and which error is which exit code. Nothing else of ours prints."""

import codecs
import contextlib
import io
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple, TextIO

OK = 0
FAILED = 1  # the agent, or what was checked, is not right
CANNOT = 2  # the command could not do its work
INTERRUPTED = 130
NOBODY_READS = 141

_shown = 0.0
_JOINERS = "\u200c\u200d"  # they hold emoji and scripts together, and move nothing


_NARROW = "readback_plainer"  # how text is written in an encoding that lacks a character
_MARKS = {"✓": "+", "✗": "x", "·": "|", "→": "->", "─": "-", "…": "...", "’": "'", "“": '"', "”": '"'}


class UsageError(Exception):
    """A command line that can't be understood: what is wrong with it, and what to do."""

    def __init__(self, problem: str, advice: str) -> None:
        super().__init__(problem)
        self.advice = advice


class Explained(NamedTuple):
    """An error in three parts, for a person; the last two may be empty."""

    what: str
    why: str = ""
    advice: str = ""

    def __str__(self) -> str:
        parts = [self.what, self.why and f"  why   {self.why}", self.advice and f"  next  {self.advice}"]
        return literal("\n".join(part for part in parts if part))


def say(text: str = "", stdout: TextIO | None = None) -> None:
    """Write a line to stdout (or to what it was before someone borrowed it), at once."""
    print(text, file=stdout, flush=True)


def write(text: str) -> None:
    """Write to stdout as it stands, at once: what draws a whole screen ends no line."""
    print(text, end="", flush=True)


def complain(text: str) -> None:
    """Write a line to stderr."""
    print(text, file=sys.stderr, flush=True)


def progress(text: str) -> None:
    """Write over the last line of stderr, if a person sees it, some ten times a second at most."""
    global _shown
    if sys.stderr and sys.stderr.isatty() and time.monotonic() - _shown > 0.1:
        _shown = time.monotonic()
        print(f"\r{text[:78]:78}", end="", file=sys.stderr, flush=True)


def clear_progress() -> None:
    """Take the last progress away."""
    if sys.stderr and sys.stderr.isatty():
        print(f"\r{'':78}\r", end="", file=sys.stderr, flush=True)


def literal(text: str) -> str:
    """Text that can't steer a terminal: but for line ends and tabs, what does not print is shown as its escape."""
    return "".join(c if c.isprintable() or c in "\n\t" or c in _JOINERS else _escape(c) for c in text)


def at_a_terminal() -> bool:
    """A person can be asked, and can see the answer."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def can_be_drawn_on() -> bool:
    """A whole screen can be drawn: Textual reads stdin, asks stdout for its size, and draws on stderr.

    Where Textual is told to draw elsewhere, in a browser, it can be drawn too.
    """
    return "TEXTUAL_DRIVER" in os.environ or (at_a_terminal() and sys.stderr is not None and sys.stderr.isatty())


def draws_screens() -> bool:
    """A whole screen can be drawn, and drawn again."""
    return at_a_terminal() and os.environ.get("TERM") not in ("dumb", "unknown")


def run(work: Callable[[], int]) -> int:
    """Do a command's work and answer its exit code; what goes wrong is told in words, never by a traceback of ours."""
    _tolerate_any_text()
    with _stoppable():
        try:
            code = work()
            _flush()
        except KeyboardInterrupt:
            code = INTERRUPTED
        except BrokenPipeError:
            code = NOBODY_READS
        except Exception as error:
            _tell(error)
            code = CANNOT
    try:
        _flush()
    except OSError:
        _write_no_more()
    return code


def explain(error: Exception) -> Explained:
    """What happened, why, and what to do next."""
    if isinstance(error, UsageError):
        return Explained(str(error), advice=error.advice)
    return _explain(error)


def _explain(error: Exception) -> Explained:
    from fake_api.reading import DataError
    from lab.call.place import NoSuchAgent
    from lab.call.program import AgentFault
    from lab.record_file import BadRecord
    from lab.understanding import UnderstandingUnavailable

    match error:
        case DataError():
            return _bad_data(error)
        case NoSuchAgent():
            return Explained(
                "there is no such agent", str(error), "with no name, ./agent.py or the one that ships answers"
            )
        case AgentFault():
            return Explained("the agent can't be started", error.detail, "try its command line by itself first")
        case UnderstandingUnavailable():
            return Explained(error.what, error.why, error.advice)
        case BadRecord():
            return Explained("this is no saved record", str(error), "`lab chat --save FILE` writes one")
        case OSError():
            return Explained(f"{error.filename or 'a file'} can't be used", error.strerror or str(error))
        case ValueError():
            return Explained(str(error))
    return Explained(
        f"a fault of Readback's own: {type(error).__name__}: {error}",
        advice="READBACK_DEBUG=1 shows where; please report it",
    )


def _bad_data(error: Exception) -> Explained:
    key, problem = getattr(error, "key", ""), getattr(error, "problem", "")
    meant = getattr(error, "suggestion", None)
    why = f"{key}: {problem}" if key else problem
    advice = f"did you mean {meant}?" if meant else ""
    file = getattr(error, "file", "")
    return Explained(f"{file} can't be used", why, advice) if file else Explained(why, advice=advice)


def _tell(error: Exception) -> None:
    if os.environ.get("READBACK_DEBUG"):
        import traceback

        traceback.print_exception(error)
    complain(f"lab: {explain(error)}")


def _tolerate_any_text() -> None:
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, _NARROW), (sys.stderr, _NARROW)):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


@contextlib.contextmanager
def _stoppable() -> Iterator[None]:
    """A signal that ends us lets a record be closed and an agent's process be ended on the way out."""
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    here = threading.current_thread() is threading.main_thread()
    ours = [number for number in numbers if here and signal.getsignal(number) is signal.SIG_DFL]
    for number in ours:
        signal.signal(number, _stop)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


def _stop(number: int, frame: object) -> None:
    raise SystemExit(128 + number)


def _flush() -> None:
    if sys.stdout:
        sys.stdout.flush()


def _write_no_more() -> None:
    """What is still buffered would fail once more when Python ends."""
    with contextlib.suppress(OSError, ValueError):
        stdout = sys.stdout.fileno()
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, stdout)
        os.close(nothing)


def _plainer(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return "".join(_MARKS.get(c) or _escape(c) for c in error.object[error.start : error.end]), error.end


codecs.register_error("readback_plainer", _plainer)


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
