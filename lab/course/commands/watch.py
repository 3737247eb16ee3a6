"""Check the exercise you are at on every save, and show the one next thing.

Keys: h a hint, r the record of the call, o open the call in the app, l the list of exercises, space more, q quit. Where
there is no terminal the results come as plain lines, and a key is a line."""

import argparse
import contextlib
import queue
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from lab import terminal
from lab.course.commands.options import add_exercise, add_language, bench

if TYPE_CHECKING:
    from lab.course.keys import Keys, TypedKeys
    from lab.course.verdict import CheckResult
    from lab.course.watching import Happened


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `lab watch` takes."""
    add_exercise(parser)
    parser.add_argument("--plain", action="store_true", help="plain lines one after another, also at a terminal")
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Watch until told to leave. Raises UsageError, BadProgress, DataError or OSError."""
    from lab.call.nursery import AVAILABLE, Stem
    from lab.course.open_call import open_call
    from lab.course.saves import Saves
    from lab.course.screen import PlainScreen, Screen
    from lab.course.watching import Watching

    opened, words = bench(args)
    only = opened.course.choose(args.exercise) if args.exercise else None
    files = {name for exercise in opened.course.exercises for name in exercise.sheet.files}
    happened: queue.SimpleQueue[Happened] = queue.SimpleQueue()
    plain = args.plain or not terminal.draws_screens()
    screen = PlainScreen() if plain else Screen()

    def leave_for(result: "CheckResult") -> None:
        with keys.released(), screen.left():
            open_call(result, opened)

    with (
        Stem() if AVAILABLE else contextlib.nullcontext() as stem,
        Saves(opened.workspace, files, lambda name: happened.put(("saved", name))),
        screen,
        _keys(plain, happened) as keys,
    ):
        Watching(replace(opened, stem=stem), words, screen, only, leave_for).serve(happened)
    return terminal.OK


def _keys(plain: bool, happened: "queue.SimpleQueue[Happened]") -> "Keys | TypedKeys":
    from lab.course.keys import Keys, TypedKeys

    at_keyboard = not plain and sys.stdin is not None and sys.stdin.isatty()
    return (Keys if at_keyboard else TypedKeys)(lambda key: happened.put(("key", key)))
