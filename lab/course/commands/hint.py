"""Show the next hint of an exercise; each says a little more than the one before."""

import argparse
import sys

from lab import terminal
from lab.course.commands.options import add_exercise, add_language, bench


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `lab hint` takes."""
    add_exercise(parser)
    parser.add_argument("--again", type=int, metavar="K", help="the K-th hint, once more")
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Show it, and note that it was shown. Raises UsageError, BadProgress, DataError or OSError."""
    from grader.paper import paper_for
    from lab.course.show import hint_lines

    opened, words = bench(args)
    exercise = opened.choose(args.exercise)
    if args.again is not None and not 1 <= args.again <= len(exercise.page.hints):
        raise terminal.UsageError(
            f"there is no hint {args.again}", f"they are numbered 1 to {len(exercise.page.hints)}"
        )
    hint = opened.hint(exercise, args.again)
    lines = hint_lines(hint, exercise, paper_for(sys.stdout), words) if hint else [words("no_hint")]
    terminal.say("\n".join(lines))
    return terminal.OK
