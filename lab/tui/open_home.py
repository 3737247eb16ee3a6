"""The lab's home in the app: the call, the course, the scenarios and a class, each behind a door."""

import argparse

from lab.call.options import add_call_options
from lab.tui.command import add_light, open_app


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `lab home` takes: the same as a call, for the calls that are opened from there."""
    add_call_options(parser)
    add_light(parser)


def run(args: argparse.Namespace) -> int:
    """Open it until it is left. Raises UsageError, DataError, NoSuchAgent or ValueError before it opens."""
    return open_app(args, "home")
