"""Look at what the call layer flagged and let through: arguments that trace to nothing anyone said.

Nothing in the queue was stopped; half of it is usually right. `--fine N` and `--wrong N` note what you made of one."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from lab import terminal

if TYPE_CHECKING:
    from lab.call_layer.arguments.review import Entry


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `lab review` takes."""
    parser.add_argument(
        "folder", type=Path, nargs="?", help="where calls left their logs (where calls to the front desk do)"
    )
    parser.add_argument("--fine", type=int, metavar="N", help="the n-th was right after all")
    parser.add_argument("--wrong", type=int, metavar="N", help="the n-th was wrong")
    parser.add_argument("--all", action="store_true", help="show those too that were looked at")
    parser.add_argument("--json", action="store_true", help="print one JSON object for each")


def run(args: argparse.Namespace) -> int:
    """Note a verdict, or show the queue. Raises UsageError or OSError."""
    from lab.call.options import log_folder
    from lab.call_layer.arguments.review import judge, queue

    folder = args.folder or log_folder()
    for verdict in ("fine", "wrong"):
        if (number := getattr(args, verdict)) is not None:
            try:
                entry = judge(folder, number, verdict)
            except IndexError:
                raise terminal.UsageError(f"there is no entry {number}", "`lab review` shows the numbers") from None
            terminal.say(terminal.literal(f"{number}: {_words(entry)}, noted as {verdict}"))
            return terminal.OK
    entries = [(n, each) for n, each in enumerate(queue(folder), 1) if args.all or not each.verdict]
    _show(entries, args.json)
    return terminal.OK


def _show(entries: "list[tuple[int, Entry]]", as_json: bool) -> None:
    import json
    from dataclasses import asdict

    for number, entry in entries:
        seen = f"  ({entry.verdict})" if entry.verdict else ""
        line = f"{number:4}  {entry.at[:16]}  call {entry.call_id}  {_words(entry)}{seen}"
        terminal.say(json.dumps({"number": number} | asdict(entry)) if as_json else terminal.literal(line))
    if not entries and not as_json:
        terminal.say("nothing to look at: every identifier traces to a line or an answer of its call")


def _words(entry: "Entry") -> str:
    return f'{entry.tool} {entry.argument}="{entry.value}" {entry.code}'
