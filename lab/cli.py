"""The command `lab`: one table of commands, each in a room of its own that is loaded only when it is used."""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple, NoReturn

from lab import terminal


class Command(NamedTuple):
    """A command, and the module that has its `add_arguments(parser)` and `run(args) -> exit code`."""

    name: str
    help: str
    module: str


COMMANDS = (
    Command("home", "open the app at its doors: call, course, scenarios (`lab` alone)", "lab.tui.open_home"),
    Command("call", "talk to an agent in the app, and break the clinic under it", "lab.tui.command"),
    Command("chat", "talk to an agent at a prompt, or through a pipe", "lab.console.chat"),
    Command("grade", "play the scenarios against one agent or many, and judge what it did", "grader.command"),
    Command("explore", "search every dialogue of an agent for what may never happen", "lab.explore.command"),
    Command("check-pack", "prove a pack of scenarios by agents that are wrong", "lab.explore.check_pack"),
    Command("scenario-from", "make a scenario out of a saved call", "grader.scenario_from"),
    Command("show", "print a saved record", "lab.console.show"),
    Command("review", "look at arguments of a front desk that trace to nothing anyone said", "lab.console.review"),
    Command("hear", "show what is heard in one caller line, and in which of its words", "lab.console.hear"),
    Command("measure", "run one of the course's experiments", "lab.measure.command"),
    Command("model", "fetch, find or remove the small language model's weights", "lab.console.model"),
    Command(
        "init", "make a folder for the course: its pages, and the files that you will write", "lab.course.commands.init"
    ),
    Command("watch", "check the exercise you are at on every save", "lab.course.commands.watch"),
    Command("check", "check an exercise, and say the one next thing", "lab.course.commands.check"),
    Command("hint", "show the next hint of an exercise", "lab.course.commands.hint"),
    Command("progress", "show how far you are in the course", "lab.course.commands.progress"),
    Command("solution", "show an exercise's solution, once it is passed or given up", "lab.course.commands.solution"),
    Command("reset", "put an exercise's starter back, keeping what you wrote", "lab.course.commands.reset"),
    Command("web", "the app in a browser, on this machine only", "lab.tui.web"),
    Command("clinic", "call the clinic's tools by hand, and see what it then holds", "lab.console.clinic"),
    Command("layer", "switch a step or a check of the call layer on or off, or undo it", "lab.console.layer"),
    Command("serve", "a practice's record system over HTTP, for agents in any language", "lab.serve"),
    Command("doctor", "see whether this machine has all that the lab needs", "lab.course.commands.doctor"),
    Command("class-progress", "show how far a class is in the course", "lab.course.commands.class_progress"),
    Command("check-course", "check a course itself, like code", "lab.course.commands.check_course"),
)

INTRODUCTION = (
    "Readback: a lab for agents that act on a phone line. What an agent says is cheap; what it does is checked."
)
EXIT_CODES = """exit codes:
  0    it went well
  1    the agent, or what was checked, is not right
  2    the command could not do its work; stderr says why
  130  stopped with Ctrl-C (128 and the number of any other signal)

`lab COMMAND --help` explains a command. READBACK_DEBUG=1 shows where a fault of Readback itself lies."""


class Parser(argparse.ArgumentParser):
    """Raises UsageError where argparse would print its usage and leave."""

    def error(self, message: str) -> NoReturn:
        raise terminal.UsageError(f"{self.prog.removeprefix('lab ')}: {message}", f"`{self.prog} --help` shows how")


def main(argv: Sequence[str] | None = None) -> int:
    """Run `lab` with these words (or the command line's) and answer its exit code."""
    return terminal.run(lambda: _run(list(sys.argv[1:] if argv is None else argv)))


def _run(words: list[str]) -> int:
    if words[:1] == ["help"]:
        words = [*words[1:2], "--help"]
    match words:
        case ["-h" | "--help", *_]:
            terminal.say(_help())
            return terminal.OK
        case ["--version", *_]:
            terminal.say(f"readback {_version()}")
            return terminal.OK
    command, rest = _find(words)
    room = import_module(command.module)
    return int(room.run(_parse(command, room, rest)))


def _find(words: list[str]) -> tuple[Command, list[str]]:
    by_name = {command.name: command for command in COMMANDS}
    if not words:
        return by_name["home"], words
    if words[0].startswith("-") or words[0].endswith(".py"):
        return by_name["call"], words
    if words[0] not in by_name:
        meant = _near_miss(words[0], by_name)
        raise terminal.UsageError(f"there is no command {words[0]!r}", meant or "`lab --help` shows the commands")
    return by_name[words[0]], words[1:]


def _parse(command: Command, room: Any, words: list[str]) -> argparse.Namespace:
    parser = Parser(
        prog=f"lab {command.name}",
        description=room.__doc__,
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    room.add_arguments(parser)
    args, extra = parser.parse_known_args(words)
    if extra:
        options = [word.strip(",[]") for word in parser.format_help().split() if word.strip("[").startswith("-")]
        meant = _near_miss(extra[0], options)
        raise terminal.UsageError(
            f"{command.name}: {extra[0]!r} means nothing here", meant or f"`{parser.prog} --help` shows what does"
        )
    return args


def _help() -> str:
    width = max(len(command.name) for command in COMMANDS)
    rows = "\n".join(f"  {command.name:{width}}  {command.help}" for command in COMMANDS)
    return f"usage: lab [COMMAND] [AGENT.py] [options]\n\n{INTRODUCTION}\n\ncommands:\n{rows}\n\n{EXIT_CODES}"


def _near_miss(word: str, known: Any) -> str:
    from fake_api.reading import near_miss

    meant = near_miss(word, known)
    return f"did you mean {meant}?" if meant else ""


def _version() -> str:
    from importlib import metadata

    try:
        return metadata.version("readback")
    except metadata.PackageNotFoundError:
        import tomllib
        from pathlib import Path

        about = Path(__file__).resolve().parent.parent / "pyproject.toml"
        return str(tomllib.loads(about.read_text(encoding="utf-8"))["project"]["version"])
