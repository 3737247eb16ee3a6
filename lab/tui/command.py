"""Talk to an agent in the app: the phone line, what the agent does, and keys to break the clinic under it."""

import argparse
from typing import TYPE_CHECKING

from lab import terminal
from lab.call.options import add_call_options, arrangement

if TYPE_CHECKING:
    from lab.call.place import Arrangement


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `lab call` takes."""
    add_call_options(parser)
    parser.add_argument("--say", action="append", default=[], metavar="LINE", help="what the caller has said already")
    parser.add_argument("--light", action="store_true", help="dark ink on light paper")


def run(args: argparse.Namespace) -> int:
    """Open the app until it is left. Raises UsageError, DataError, NoSuchAgent or ValueError before it opens."""
    if not terminal.can_be_drawn_on():
        raise terminal.UsageError(
            "the app needs a terminal to draw on, and here stdin, stdout or stderr is none",
            "`lab chat` talks through a pipe",
        )
    if args.in_process:
        raise terminal.UsageError(
            "a breakpoint() needs the terminal that the app draws on", "`lab chat --in-process` has it free"
        )
    arranged = arrangement(args)
    _check(arranged)
    from lab.tui import make_app

    app = make_app(arranged, steps=tuple(args.say), save=args.save, light=args.light)
    app.run()
    return app.return_code or terminal.OK


def _check(arranged: "Arrangement") -> None:
    """What can't be found is better told before the app covers the terminal."""
    from fake_api.clinic import load_clinic
    from fake_api.failures import load_plan
    from lab.call.place import which_agent

    if not arranged.command:
        which_agent(arranged.agent)
    load_clinic(arranged.clinic)
    load_plan(str(arranged.plan))
