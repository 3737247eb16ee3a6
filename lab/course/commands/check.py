"""Check an exercise, and say the one next thing.

An exercise that is played checks its own scenarios and those of all before it."""

import argparse
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lab import terminal
from lab.course.commands.options import add_exercise, add_language, bench

if TYPE_CHECKING:
    from lab.course.bench import Bench
    from lab.course.words import Words


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `lab check` takes."""
    add_exercise(parser)
    add_language(parser)
    parser.add_argument("--record", action="store_true", help="show the whole call that failed, too")


def run(args: argparse.Namespace) -> int:
    """Check and tell. Raises UsageError, BadProgress, DataError or OSError."""
    from grader.paper import paper_for
    from lab.course import show

    opened, words = bench(args)
    exercise = opened.choose(args.exercise)
    result, paper = opened.check(exercise), paper_for(sys.stdout)
    lines = [show.title_line(result, paper, words), *show.verdict(result, opened.course, paper, words)]
    if args.record and not result.passed:
        lines += ["", *show.record_lines(result.next_thing, words)]
    lines += ["", *(what_now(opened, words) if result.passed else [words("hints_at")])]
    terminal.say("\n".join(lines))
    return terminal.OK if result.passed else terminal.FAILED


def what_now(opened: "Bench", words: "Words") -> Iterator[str]:
    """Where to go on, for whoever has passed an exercise."""
    left = opened.current()
    if left:
        page = f"exercises/{left.name}/README.md"
        yield words("go_on", number=left.number, title=left.title(words.language))
        yield words("read", page=page)
        return
    yield words("all_done", of=len(opened.course.exercises))
    if opened.course.manifest.after:
        yield words("read", page=f"exercises/{opened.course.manifest.after}")
    if opened.course.manifest.pack == "core":
        yield words("nine")
        yield words("explore")
    if opened.course.manifest.then:
        yield words("part")
