"""Make a folder to work in: the exercises' pages, the files that you will write, and your progress.

Nothing that is there already is overwritten, so it may be run again at any time."""

import argparse
from pathlib import Path

from lab import terminal
from lab.course.commands.options import add_language


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `lab init` takes."""
    parser.add_argument(
        "folder", nargs="?", type=Path, default=Path("course"), metavar="DIR", help="the new folder (course)"
    )
    parser.add_argument("--course", type=Path, metavar="DIR", help="another course, in a folder of its own")
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Make the workspace. Raises UsageError, DataError or OSError."""
    from lab.course.course import load_course
    from lab.course.progress import Progress
    from lab.course.words import Words
    from lab.course.workspace import make_workspace

    language = args.language or "en"
    course = load_course(args.course, language)
    progress = Progress(str(args.course.resolve()) if args.course else "", language)
    made = make_workspace(args.folder, course, progress)
    for path, written in made:
        if not written:
            terminal.say(terminal.literal(f"kept     {path}"))
    count = sum(written for _, written in made)
    say = Words(language)
    terminal.say(say("made", count=count, folder=terminal.literal(str(args.folder))))
    terminal.say(say("begin", folder=terminal.literal(str(args.folder))))
    return terminal.OK
