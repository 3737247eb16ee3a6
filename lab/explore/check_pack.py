"""Prove a pack by wrong agents: which of them it catches, which scenarios it could spare, what it never walks."""

import argparse
import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from lab import terminal

if TYPE_CHECKING:
    from grader.check_pack import PackCheck
    from grader.mutant import Mutant
    from grader.scenario import Pack
    from lab.explore.machine import Arrow

EXAMPLES = """examples:
  lab check-pack                       the pack core
  lab check-pack my_pack --explore     with the steps of the finished agent that no scenario walks
  lab check-pack front-desk            which part of the call layer is each of its scenarios about?

exit codes: 0 every wrong agent is caught and the finished one passes, 1 not so"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words that `lab check-pack` takes."""
    parser.epilog = EXAMPLES
    add = parser.add_argument
    add("pack", nargs="?", default="core", metavar="DIR|NAME", help="a folder of scenarios, or one that ships (core)")
    add("--mutant", action="append", default=[], metavar="NAME", help="only this wrong agent")
    add("--explore", action="store_true", help="also search the finished agent for steps that no scenario walks")
    add("--record", action="store_true", help="write what was found beside the wrong agents; for a clone of Readback")
    add("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Play, tell, and answer the exit code. Raises UsageError, DataError or OSError."""
    from grader.check_pack import check_front_desk, check_pack
    from grader.mutant import record_fails
    from grader.scenario import FRONT_DESK, load_pack

    pack = load_pack(args.pack)
    if args.explore and pack.agent != "agent.py":
        raise terminal.UsageError("--explore searches the reservation agent only", "leave it out for this pack")
    if pack.agent == FRONT_DESK:
        return _tell(args, check_front_desk(pack, _parts(args.mutant, pack), terminal.progress), [])
    check = check_pack(pack, _chosen(args.mutant, pack.agent), terminal.progress)
    terminal.clear_progress()
    unseen = _not_walked(pack) if args.explore else []
    if args.record:
        for name, fails in check.caught.items():
            record_fails(name, pack.name, fails)
    return _tell(args, check, unseen)


def _tell(args: argparse.Namespace, check: "PackCheck", unseen: "list[Arrow]") -> int:
    from grader.check_pack import told
    from grader.paper import paper_for

    terminal.clear_progress()
    if args.json:
        terminal.say(json.dumps(_as_json(check, unseen), ensure_ascii=False))
    else:
        for line in told(check, paper_for(sys.stdout)):
            terminal.say(terminal.literal(line))
        for arrow in unseen:
            terminal.say(f"no scenario walks: {arrow}")
    return terminal.FAILED if check.uncaught or check.right else terminal.OK


def _chosen(names: Sequence[str], of: str) -> "dict[str, Mutant]":
    from fake_api.data_error import require_one_of
    from grader.mutant import load_mutants

    mutants = load_mutants(of)
    for name in names:
        require_one_of("--mutant", name, tuple(mutants))
    return {name: mutants[name] for name in names or mutants}


def _parts(names: Sequence[str], pack: "Pack") -> tuple[str, ...]:
    """The parts of the call layer that are switched off one by one, in place of wrong agents: those it is about."""
    from fake_api.data_error import require_one_of
    from lab.call_layer.configuration import SWITCHES

    for name in names:
        require_one_of("--mutant", name, tuple(SWITCHES))
    guarded = (part for scenario in pack.scenarios.values() for part in getattr(scenario, "guards", ()))
    return tuple(names) or tuple(dict.fromkeys(guarded))


def _not_walked(pack: "Pack") -> "list[Arrow]":
    """The steps of the finished agent's machine that no scenario of the pack walks."""
    from fake_api.shipped import shipped
    from lab.explore.alphabet import SHIPPED, load_alphabet
    from lab.explore.coverage import not_walked
    from lab.explore.driver import Driver
    from lab.explore.machine import machine_of
    from lab.explore.search import Bounds, explore

    finished = shipped("agent.py")
    with Driver(finished, load_alphabet(SHIPPED)) as driver:
        search = explore(driver, Bounds(), lambda search: terminal.progress(f"{len(search.points):,} states"))
    terminal.clear_progress()
    return not_walked(machine_of(search), pack, finished)


def _as_json(check: "PackCheck", unseen: "list[Arrow]") -> dict[str, object]:
    return {
        "pack": check.pack,
        "scenarios": check.scenarios,
        "caught": check.caught,
        "uncaught": check.uncaught,
        "idle": check.idle,
        "sparable": check.sparable,
        "right": check.right,
        "not_walked": [str(arrow) for arrow in unseen],
    }
