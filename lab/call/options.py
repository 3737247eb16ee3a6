"""The options that arrange a call, as every command has them on its command line."""

import argparse
import datetime as dt
import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lab.call.hearing import Understanding
    from lab.call.place import Arrangement

UNDERSTANDINGS: dict[str, "Understanding | None"] = {"grammar": None}
"""What may hear the caller's lines in the agent's place, by name; none is our own grammar."""


def add_setting_options(parser: argparse.ArgumentParser) -> Any:
    """Where and when a line is said: `--clinic --language --now`. Answers their group, for more of the kind."""
    group = parser.add_argument_group("where and when")
    group.add_argument("--clinic", default="maple-street", metavar="NAME", help="a clinic's name, or its TOML file")
    group.add_argument(
        "--language", "--lang", default="en", choices=("en", "es"), help="what the caller speaks (en unless told)"
    )
    group.add_argument(
        "--now",
        type=_now,
        metavar="TIME",
        help="when the call starts, as 2026-09-14T09:00 on the clinic's wall, or `real` for the machine's time",
    )
    return group


def add_call_options(parser: argparse.ArgumentParser) -> None:
    """Everything that a live call can be arranged with; `arrangement` reads it."""
    parser.add_argument(
        "agent",
        nargs="?",
        type=Path,
        metavar="AGENT.py",
        help="the agent's file; left out: agent.py in this folder, else the finished one that ships",
    )
    setting = add_setting_options(parser)
    setting.add_argument("--real-time", action="store_true", help="let the waits of a call be felt")
    setting.add_argument("--plan", default="calm", metavar="NAME", help="a failure plan's name, or its TOML file")
    group = parser.add_argument_group("the agent and the call")
    group.add_argument(
        "--command", type=_words, default=(), metavar='"PROGRAM ..."', help="call a program that speaks PROTOCOL.md"
    )
    group.add_argument(
        "--in-process", action="store_true", help="run the agent in this very process, where breakpoint() works"
    )
    group.add_argument(
        "--understanding", choices=tuple(UNDERSTANDINGS), default="grammar", help="what hears the caller's lines"
    )
    group.add_argument("--save", type=Path, metavar="FILE", help="write the record to FILE while the call goes on")


def arrangement(args: argparse.Namespace) -> "Arrangement":
    """The call that these options ask for."""
    from lab.call.place import Arrangement

    return Arrangement(
        agent=args.agent,
        command=args.command,
        clinic=args.clinic,
        plan=args.plan,
        language=args.language,
        now=args.now,
        real_time=args.real_time,
        in_process=args.in_process,
        understanding=UNDERSTANDINGS[args.understanding],
    )


def _now(text: str) -> dt.datetime | str:
    if text == "real":
        return text
    try:
        return dt.datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no time such as 2026-09-14T09:00, nor `real`") from None


def _words(text: str) -> tuple[str, ...]:
    try:
        words = shlex.split(text, posix=os.name == "posix")
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} can't be split into words: {error}") from None
    if not words:
        raise argparse.ArgumentTypeError("a command has at least a program's name")
    return tuple(word.strip('"') if os.name == "nt" else word for word in words)
