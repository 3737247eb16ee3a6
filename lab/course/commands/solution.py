"""Show an exercise's solution, once you have passed it or given up."""

import argparse

from lab import terminal
from lab.course.commands.options import add_exercise, add_language, bench


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `lab solution` takes."""
    add_exercise(parser, needed=True)
    parser.add_argument("--give-up", action="store_true", help="show it although the exercise is not passed")
    parser.add_argument(
        "--write", action="store_true", help="put it into this folder; what you wrote is kept beside it"
    )
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Show it or write it. Raises UsageError, BadProgress, DataError or OSError."""
    from lab.course.commands.reset import say_put
    from lab.course.workspace import put

    opened, _ = bench(args)
    exercise = opened.course.choose(args.exercise)
    if not opened.progress.of(exercise.name).passed:
        if not args.give_up:
            raise terminal.UsageError(
                f"exercise {exercise.number} is not passed yet",
                f"`lab hint {exercise.number}` helps; `lab solution {exercise.number} --give-up` shows it all the same",
            )
        opened.give_up(exercise)
    if args.write:
        say_put(put(opened.workspace, exercise, exercise.solution))
        return terminal.OK
    for name in exercise.sheet.files:
        if len(exercise.sheet.files) > 1:
            terminal.say(f"# --- {name} ---")
        terminal.say((exercise.solution / name).read_text(encoding="utf-8").rstrip("\n"))
    return terminal.OK
