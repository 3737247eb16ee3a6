"""Search every dialogue of an agent: all that a caller may say, and all that may become of its tool calls."""

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lab import terminal

if TYPE_CHECKING:
    from lab.explore.driver import Driver
    from lab.explore.pair import Comparison
    from lab.explore.search import Bounds, Finding, Search

EXAMPLES = """examples:
  lab explore mine.py                      every dialogue; what may never happen is told with the shortest
  lab explore mine.py --to found.toml      ... and written as a scenario for `lab grade --pack`
  lab explore mine.py --diagram mermaid    the agent's real machine
  lab explore mine.py --against agent.py   the shortest dialogue on which the two do not do the same
  lab explore mine.py --random 500         long calls in callers' own words, the smallest that goes wrong

exit codes: 0 nothing was found, 1 something was, 2 it could not be searched"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words that `lab explore` takes."""
    parser.epilog = EXAMPLES
    add = parser.add_argument
    add("agent", nargs="?", type=Path, metavar="AGENT.py", help="left out: ./agent.py, else the one that ships")
    add("--against", type=Path, metavar="OTHER.py", help="drive two agents side by side until they differ")
    add("--random", type=_count, metavar="N", help="place N random calls on a chaotic clinic instead")
    add("--to", type=Path, metavar="FILE", help="write the shortest dialogue found as a scenario")
    add(
        "--diagram",
        nargs="+",
        metavar=("text|mermaid|svg", "FILE"),
        help="draw the agent's machine, on stdout or into FILE",
    )
    add("--pack", metavar="NAME|DIR", help="also tell which steps of the machine no scenario of that pack walks")
    add("--alphabet", type=Path, metavar="FILE", help="what is tried, in place of the alphabet that ships")
    add("--depth", type=_count, metavar="N", help="no dialogue of more lines")
    add("--limit", type=_count, default=20_000, metavar="N", help="no more states than this (20000)")
    add("--first", action="store_true", help="stop at the first thing found")
    add("--ignore", action="append", default=[], metavar="ATTRIBUTE", help="of the agent, makes no new state: a log")
    add("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Search, report, and answer the exit code. Raises UsageError, DataError, NoSuchAgent or OSError."""
    from lab.call.place import which_agent

    _check(args)
    agent = which_agent(args.agent)
    if args.random:
        return _random(agent, args)
    from lab.explore.driver import NotRepeatable

    try:
        return _against(agent, args) if args.against else _explore(agent, args)
    except NotRepeatable:
        raise terminal.UsageError(
            f"{agent.name} does not do the same twice when it hears the same",
            "a search needs an agent without chance and without the machine's time; `--random` does not",
        ) from None


def _explore(agent: Path, args: argparse.Namespace) -> int:
    from lab.explore.report import as_json, report
    from lab.explore.search import explore

    began = time.monotonic()
    with _driver(agent, args) as driver:
        search = explore(driver, _bounds(args), _progress(lambda search: len(search.points)))
        terminal.clear_progress()
        terminal.complain(f"searched for {time.monotonic() - began:.1f} s")
        if args.json:
            terminal.say(json.dumps(as_json(search, driver), ensure_ascii=False))
        elif not _draws_on_stdout(args):
            terminal.say(agent.name)
            for line in report(search, driver):
                terminal.say(terminal.literal(line))
    _draw(search, args)
    if args.pack:
        _tell_not_walked(search, agent, args)
    if args.to and search.findings:
        _tell(min(search.findings.values(), key=lambda finding: len(finding.turns)), agent, driver, args)
    if search.findings:
        return terminal.FAILED
    from lab.explore.search import UNREPEATABLE

    return {"Ctrl-C": terminal.INTERRUPTED, UNREPEATABLE: terminal.CANNOT}.get(search.stopped_by, terminal.OK)


def _against(agent: Path, args: argparse.Namespace) -> int:
    from lab.call.place import which_agent
    from lab.explore.pair import compare
    from lab.explore.report import compared

    other = which_agent(args.against)
    with _driver(agent, args) as one, _driver(other, args) as two:
        known = compare(one, two, _bounds(args), _progress(lambda known: len(known.pairs)))
    terminal.clear_progress()
    lines = list(compared(known, str(agent), str(other)))
    if args.json:
        difference = known.difference is not None
        terminal.say(
            json.dumps({"pairs": len(known.pairs), "edges": known.edges, "differ": difference, "report": lines})
        )
    else:
        for line in lines:
            terminal.say(terminal.literal(line))
    if known.difference:
        return terminal.FAILED
    return terminal.INTERRUPTED if known.stopped_by == "Ctrl-C" else terminal.OK


def _random(agent: Path, args: argparse.Namespace) -> int:
    from lab.explore.random_calls import NeedsHypothesis, search_at_random
    from lab.record import lines

    try:
        wrong = search_at_random(agent, args.random, watch=lambda n: terminal.progress(f"{n:,} calls"))
    except NeedsHypothesis:
        raise terminal.UsageError("--random needs the package hypothesis", "`pip install hypothesis`") from None
    terminal.clear_progress()
    if args.json:
        found = {"kind": wrong.kind, "seed": wrong.seed, "record": list(lines(wrong.record.events))} if wrong else None
        terminal.say(json.dumps({"calls": args.random, "found": found}, ensure_ascii=False))
    elif wrong is None:
        terminal.say(f"{args.random:,} random calls: nothing found")
    else:
        terminal.say(f"found {wrong.kind}, with plan chaos and seed {wrong.seed}:")
        for line in lines(wrong.record.events):
            terminal.say(terminal.literal(f"  {line}"))
    return terminal.FAILED if wrong else terminal.OK


def _driver(agent: Path, args: argparse.Namespace) -> "Driver":
    from lab.explore.alphabet import SHIPPED, load_alphabet
    from lab.explore.driver import Driver

    return Driver(agent, load_alphabet(args.alphabet or SHIPPED), tuple(args.ignore))


def _bounds(args: argparse.Namespace) -> "Bounds":
    from lab.explore.search import Bounds

    return Bounds(args.depth, args.limit, args.first)


def _progress(states: Callable[[Any], int]) -> "Callable[[Search | Comparison], None]":
    def show(known: Any) -> None:
        terminal.progress(f"{states(known):,} states, {known.waiting:,} waiting, {known.depth} lines deep")

    return show


def _draw(search: "Search", args: argparse.Namespace) -> None:
    if not args.diagram:
        return
    from lab.explore import diagram
    from lab.explore.machine import machine_of

    kind, *file = args.diagram
    drawn = {"text": diagram.text, "mermaid": diagram.mermaid, "svg": diagram.svg}[kind](machine_of(search))
    if file:
        Path(file[0]).write_text(drawn.rstrip("\n") + "\n", encoding="utf-8")
    else:
        terminal.say(drawn.rstrip("\n"))


def _tell_not_walked(search: "Search", agent: Path, args: argparse.Namespace) -> None:
    from grader.scenario import load_pack
    from lab.explore.coverage import not_walked
    from lab.explore.machine import machine_of

    machine = machine_of(search)
    missed = not_walked(machine, load_pack(args.pack), agent)
    terminal.say(f"{len(missed)} of {len(machine)} steps of the machine are walked by no scenario of {args.pack}:")
    for arrow in missed:
        terminal.say(f"  {arrow}")


def _tell(finding: "Finding", agent: Path, driver: "Driver", args: argparse.Namespace) -> None:
    from lab.explore.story import CannotTell, tell

    try:
        told = tell(finding.kind, finding.text, finding.turns, agent, driver.alphabet, args.to)
    except CannotTell as why:
        terminal.complain(f"lab explore: {args.to} was not written: {why}")
        return
    ends = f"fails it with {told.fails_with}" if told.fails_with else "passes it, since a whole call goes another way"
    passes = "passes" if told.finished_passes else "does not pass"
    terminal.complain(f"wrote {args.to}: {agent.name} {ends}; the finished agent {passes}")


def _check(args: argparse.Namespace) -> None:
    if args.diagram and (args.diagram[0] not in ("text", "mermaid", "svg") or len(args.diagram) > 2):
        raise terminal.UsageError("--diagram takes text, mermaid or svg, and a file if it shall go there", "see --help")
    if sum(map(bool, (args.against, args.random, args.to or args.diagram))) > 1:
        raise terminal.UsageError(
            "--against, --random and --to or --diagram are searches of their own", "give one of them"
        )


def _draws_on_stdout(args: argparse.Namespace) -> bool:
    return bool(args.diagram) and len(args.diagram) == 1


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1 on")
    return int(text)
