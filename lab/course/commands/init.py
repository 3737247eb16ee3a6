"""Make a folder to work in: the exercises' pages, the files that you will write, and your progress.

Nothing that is there already is overwritten, so it may be run again at any time."""

import argparse
from pathlib import Path

from lab import terminal
from lab.course.commands.options import add_language
from lab.course.course import PARTS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `lab init` takes."""
    parser.add_argument(
        "folder", nargs="?", type=Path, metavar="DIR", help="the new folder (course, and for the second part course-2)"
    )
    parser.add_argument(
        "--part", choices=tuple(PARTS), default="1", help="the second part goes on where the first ends"
    )
    parser.add_argument("--course", type=Path, metavar="DIR", help="another course, in a folder of its own")
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Make the workspace. Raises UsageError, DataError or OSError."""
    from lab.course.course import course_folder, load_course
    from lab.course.progress import Progress
    from lab.course.words import Words
    from lab.course.workspace import make_workspace

    language = args.language or "en"
    word = str(args.course.resolve()) if args.course else PARTS[args.part]
    course = load_course(course_folder(word), language)
    folder = args.folder or Path("course" if args.part == "1" else f"course-{args.part}")
    made = make_workspace(folder, course, Progress(word, language))
    for path, written in made:
        if not written:
            terminal.say(terminal.literal(f"kept     {path}"))
    count = sum(written for _, written in made)
    say = Words(language)
    terminal.say(say("made", count=count, folder=terminal.literal(str(folder))))
    terminal.say(say("begin", folder=terminal.literal(str(folder))))
    return terminal.OK
