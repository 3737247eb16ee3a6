"""Talk to an agent in the app: the phone line, what the agent does, and keys to break the clinic under it."""

import argparse
from typing import TYPE_CHECKING

from lab import terminal
from lab.call.options import add_call_options, arrangement

if TYPE_CHECKING:
    from lab.call.place import Arrangement
    from lab.tui import Start


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `lab call` takes."""
    add_call_options(parser)
    parser.add_argument("--say", action="append", default=[], metavar="LINE", help="what the caller has said already")
    add_light(parser)


def add_light(parser: argparse.ArgumentParser) -> None:
    """`--light`, for every command that opens the app."""
    parser.add_argument("--light", action="store_true", help="dark ink on light paper")


def run(args: argparse.Namespace) -> int:
    """Open the app until it is left. Raises UsageError, DataError, NoSuchAgent or ValueError before it opens."""
    return open_app(args, "call", tuple(args.say))


def open_app(args: argparse.Namespace, start: "Start", steps: tuple[str, ...] = ()) -> int:
    """The app on this screen, for the calls that these options arrange; the same errors."""
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

    app = make_app(arranged, start=start, steps=steps, save=args.save, light=args.light)
    app.run()
    return app.return_code or terminal.OK


def _check(arranged: "Arrangement") -> None:
    """What can't be found is better told before the app covers the terminal."""
    from fake_api.clinic import load_clinic
    from fake_api.failures import load_plan
    from fake_api.practice.trouble import load_trouble
    from fake_api.practice.world import load_world
    from lab.call.place import which_agent

    if not arranged.command and arranged.toolset != "front-desk":
        which_agent(arranged.agent, arranged.toolset)
    if arranged.toolset != "clinic":
        load_world(arranged.world)
        load_trouble(str(arranged.plan))
    else:
        load_clinic(arranged.clinic)
        load_plan(str(arranged.plan))
