"""Call the clinic's tools by hand, without an agent, and see what the clinic's book then holds.

At a terminal there is a prompt (help lists what can be typed). In a pipe it reads a line at a time."""

import argparse
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from lab import terminal

if TYPE_CHECKING:
    from lab.console.clinic_words import ByHand


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `lab clinic` takes."""
    parser.add_argument("--plan", default="calm", metavar="NAME", help="a failure plan's name, or its TOML file (calm)")
    parser.add_argument("--clinic", default="maple-street", metavar="NAME", help="a clinic's name, or its TOML file")


def run(args: argparse.Namespace) -> int:
    """Answer until the input ends. Raises DataError for a clinic or a plan that is none."""
    from lab.console.clinic_words import ByHand

    by_hand = ByHand(args.plan, args.clinic)
    terminal.say(terminal.literal(by_hand.about))
    answer_all(by_hand, _lines())
    return terminal.OK


def answer_all(by_hand: "ByHand", lines: Iterable[str]) -> None:
    """Do what each line says, and say what came of it."""
    for line in lines:
        if line.split()[:1] in (["quit"], ["exit"]):
            return
        for said in by_hand.obey(line):
            terminal.say(terminal.literal(said))


def _lines() -> Iterator[str]:
    from lab.console.plain import piped, typed

    if not terminal.at_a_terminal():
        return piped(sys.stdin)
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import WordCompleter

    from lab.console.clinic_words import WORDS

    prompt: PromptSession[str] = PromptSession(completer=WordCompleter([*WORDS, "quit"]))
    return typed(lambda: prompt.prompt("clinic> "), terminal.complain)
