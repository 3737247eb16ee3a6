"""What several of the course's commands take."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lab.course.bench import Bench
    from lab.course.words import Words


def add_language(parser: argparse.ArgumentParser) -> None:
    """`--language`, by which the course speaks and its callers are played; left out: as `lab init` was told."""
    parser.add_argument("--language", "--lang", choices=("en", "es"), help="English or Spanish, for this time")


def add_exercise(parser: argparse.ArgumentParser, needed: bool = False) -> None:
    """Which exercise: a number or a name."""
    about = "an exercise's number" + ("" if needed else "; left out: the one you are at")
    parser.add_argument("exercise", nargs=None if needed else "?", metavar="N", help=about)


def bench(args: argparse.Namespace) -> "tuple[Bench, Words]":
    """The bench of this folder, and its words. Raises UsageError, BadProgress, DataError or OSError."""
    from lab.course.bench import open_bench
    from lab.course.words import Words

    opened = open_bench(Path.cwd(), args.language)
    return opened, Words(opened.course.language)
