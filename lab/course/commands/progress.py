"""Show how far you are."""

import argparse
import sys

from lab import terminal
from lab.course.commands.options import add_language, bench


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `lab progress` takes."""
    parser.add_argument("--json", action="store_true", help="the progress file itself, for an instructor's tools")
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Show it. Raises UsageError, BadProgress, DataError or OSError."""
    import json

    from grader.paper import paper_for
    from lab.course.show import standing

    opened, words = bench(args)
    if args.json:
        terminal.say(json.dumps(opened.progress.to_wire(), ensure_ascii=False, indent=2))
    else:
        terminal.say("\n".join(standing(opened.rows(), opened.course, paper_for(sys.stdout), words)))
    return terminal.OK
