"""Print a saved record in the notation: what was said, heard, asked of the clinic and answered, turn by turn.

A record that was cut off is shown as far as it goes."""

import argparse
from pathlib import Path

from lab import terminal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `lab show` takes."""
    parser.add_argument("record", type=Path, metavar="RECORD", help="a file that --save or /save wrote")
    parser.add_argument(
        "--layers", action="store_true", help="below each tool call what code filled in, and what went to the practice"
    )


def run(args: argparse.Namespace) -> int:
    """Show the record. Raises BadRecord or OSError."""
    from lab.console.tables import head_line
    from lab.record import CallEnded, beneath, indented
    from lab.record_file import load

    record = load(args.record)
    terminal.say(terminal.literal(head_line(record.head)))
    for event in record.events:
        terminal.say(indented(event))
        for line in beneath(event) if args.layers else ():
            terminal.say(f"    {line}")
    last = record.events[-1] if record.events else None
    if not isinstance(last, CallEnded):
        terminal.complain("the record was cut off here")
    elif last.trace:
        terminal.say(terminal.literal(last.trace.rstrip()))
    return terminal.OK
