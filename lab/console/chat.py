"""Talk to an agent as its caller, line by line.

At a terminal there is a prompt with history, completion and slash commands (/help lists them). Where stdin or stdout is
no terminal it reads a line a turn, prints the record, and hangs up at the end of its input; slash commands work too."""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from lab import terminal
from lab.call.options import add_call_options, arrangement

if TYPE_CHECKING:
    from lab.console.session import Face, Session

Lines = Callable[["Session"], Iterator[str]]
"""Where a session's lines come from."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `lab chat` takes."""
    add_call_options(parser)
    parser.add_argument(
        "--json", action="store_true", help="print the lines of a saved record in place of the notation"
    )


def run(args: argparse.Namespace) -> int:
    """Talk until the input ends. Raises DataError, NoSuchAgent, AgentFault or OSError if no call can be placed."""
    from lab.console.session import Session

    face, lines = _face(args.json)
    session = Session(arrangement(args), face, args.save)
    try:
        session.place()
        converse(session, lines(session))
    except (KeyboardInterrupt, SystemExit):
        session.leaving = True
        session.interrupt()
        raise
    finally:
        session.close()
    return session.verdict


def converse(session: "Session", lines: Iterable[str]) -> None:
    """Say each line, or obey it; while a person is at the keyboard, Ctrl-C ends the call and not the session."""
    from lab.console.commands import obey

    for line in lines:
        try:
            if line.startswith("/"):
                obey(session, line)
            elif line.strip():
                session.say(line)
        except KeyboardInterrupt:
            if not session.face.interactive:
                raise
            session.interrupt()
        if session.leaving:
            return


def _face(json: bool) -> "tuple[Face, Lines]":
    from lab.console.plain import JsonFace, PlainFace, piped, typed

    if json or not terminal.at_a_terminal():
        return JsonFace() if json else PlainFace(), lambda session: piped(sys.stdin)
    if os.environ.get("TERM") not in ("dumb", "unknown"):
        try:
            from lab.console.prompt import PromptFace

            prompt = PromptFace()
            return prompt, prompt.lines
        except Exception as error:  # whatever this terminal lacks, a line can still be typed
            terminal.complain(f"a plain prompt, since this terminal gives no better one ({type(error).__name__})")
    plain = PlainFace(interactive=True)
    return plain, lambda session: typed(_ask, plain.aside)


def _ask() -> str:
    try:
        return input("you> ")
    except EOFError:
        terminal.say()  # what comes next starts on a line of its own
        raise
