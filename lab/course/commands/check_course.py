"""Check a course itself: its names, hints and links, and that every starter fails what it should, every solution
passes, every trap is told by name, and the commands of every page run as written."""

import argparse
import sys
from pathlib import Path

from lab import terminal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `lab check-course` takes."""
    parser.add_argument(
        "--course", type=Path, metavar="DIR", help="the folder of another course than the one that ships"
    )


def run(args: argparse.Namespace) -> int:
    """Show each part with its problems; FAILED if there is one. Raises DataError or OSError."""
    from grader.paper import paper_for
    from lab.course.course import load_course
    from lab.course.verify import verify_all

    paper, count = paper_for(sys.stdout), 0
    for part, problems in verify_all(load_course(args.course)):
        count += len(problems)
        how = "bad" if problems else "good"
        terminal.say(f"{paper.paint(paper.sign(how), how)} {terminal.literal(part)}")
        for problem in problems:
            terminal.say(f"    {terminal.literal(problem)}")
    terminal.say(f"problems: {count}" if count else "the course is in order")
    return terminal.FAILED if count else terminal.OK
