"""Put an exercise's starter back; what you wrote is kept beside it."""

import argparse
from typing import TYPE_CHECKING

from lab import terminal
from lab.course.commands.options import add_exercise, add_language, bench

if TYPE_CHECKING:
    from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `lab reset` takes."""
    add_exercise(parser, needed=True)
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Keep the old files, write the starter. Raises UsageError, BadProgress, DataError or OSError."""
    from lab.course.workspace import reset

    opened, _ = bench(args)
    say_put(reset(opened.workspace, opened.course.choose(args.exercise)))
    return terminal.OK


def say_put(done: "list[tuple[Path, Path | None]]") -> None:
    """Each file that was written, and where the old one is now."""
    for path, kept in done:
        was = f"; what was there is now {kept.name}" if kept else ""
        terminal.say(terminal.literal(f"wrote {path.name}{was}"))
