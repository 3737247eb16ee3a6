"""`lab grade` for a class: what is handed in, the run over it, and what is written of it."""

import argparse
import contextlib
import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from grader.class_run import ClassRun, Workers, WorkersGone, processes
from grader.class_show import followed, whole_class
from grader.exports.class_json import class_json
from grader.exports.inert import no_commands
from grader.exports.options import Graded, check_exports, write_exports, write_whole
from grader.journal import InOrder, Journal
from grader.one_of_many import Conditions
from grader.paper import paper_for
from grader.result import ClassResult
from grader.roster import load_roster
from grader.scenario import load_pack
from grader.submissions import handed_in, is_class
from lab.terminal import CANNOT, FAILED, OK, UsageError, complain, say

SUFFIX = ".graded.jsonl"


def asked_for(args: argparse.Namespace) -> bool:
    """Whether these are more than one submission."""
    places = [Path(name) for name in args.agents]
    return (
        len(places) > 1 or any(map(is_class, places)) or bool(places and (args.roster or args.resume or args.cluster))
    )


def run_class(args: argparse.Namespace) -> int:
    """Grade the class, report, and answer the exit code. Raises UsageError, DataError or OSError."""
    if args.scenario:
        raise UsageError("--scenario chooses for one agent, not for a class", "name one file, or make a pack of it")
    places = [Path(name) for name in args.agents]
    pack = load_pack(args.pack)
    many = (args.twice, args.variants, args.seed)
    conditions = Conditions(args.pack, args.language, tuple(args.allow), *many, _hearing(args))
    roster = load_roster(Path(args.roster)) if args.roster else ()
    jobs = args.jobs or os.cpu_count() or 1
    with handed_in(places, roster) as handed:
        if not handed:
            raise UsageError(
                f"{args.agents[0]} holds no submission", "a submission is a .py file, or a folder with agent.py"
            )
        check_exports(args, len(handed))
        with _journal(args, places, f"{pack.sha256} {_digest(conditions)}") as journal:
            _grade(run := ClassRun(conditions, handed, journal, _workers(args, jobs)))
            keys = [each.key for each in run.handed]
            return _report(args, ClassResult(pack.name, pack.sha256, InOrder(journal, keys)))


def _grade(run: ClassRun) -> None:
    before = len(run.handed) - len(run.waiting)
    if before:
        complain(f"{before} of {len(run.handed)} are graded already, and have not changed")
    try:
        followed(run.run(), len(run.handed), before)
    except (KeyboardInterrupt, WorkersGone) as error:
        kept = f"{len(run.handed) - len(run.waiting)} of {len(run.handed)} are kept in {run.journal.path}"
        resume = "the same command with --resume goes on from there"
        if isinstance(error, WorkersGone):
            raise UsageError(f"the scheduler has gone away; {kept}", resume) from None
        complain(f"stopped; {kept}")
        complain(resume)
        raise


def _report(args: argparse.Namespace, result: ClassResult) -> int:
    graded = Graded(result, args.show_hidden, args.hint, args.assignment)
    if args.json == "-":
        for text in class_json(result, graded.report, args.show_hidden):
            sys.stdout.write(text)
    else:
        with no_commands():
            for line in whole_class(result, graded.report, paper_for(sys.stdout)):
                say(line)
    if args.json and args.json != "-":
        write_whole(Path(args.json), class_json(result, graded.report, args.show_hidden))
    write_exports(args, result)
    if graded.report.not_graded:
        return CANNOT
    return (
        FAILED
        if any(percent(each.points, each.result.of_points) < args.fail_under for each in result.submissions)
        else OK
    )


def percent(points: float, of: float) -> float:
    """What was reached, from 0 to 100; all of it where there was nothing to reach."""
    return 100 * points / of if of else 100


@contextlib.contextmanager
def _journal(args: argparse.Namespace, places: Sequence[Path], conditions: str) -> Iterator[Journal]:
    """Beside the folder or the zip, or here where nothing can be written there; files alone leave none behind."""
    with contextlib.ExitStack() as stack:
        first = places[0].resolve()
        path = first.with_name(first.name + SUFFIX)
        if not args.resume and not any(map(is_class, places)):
            path = Path(stack.enter_context(tempfile.TemporaryDirectory())) / SUFFIX
        elif not os.access(path.parent, os.W_OK):
            path = Path(path.name)
        journal = Journal.taken_up(path, conditions) if args.resume else Journal(path, conditions)
        stack.callback(journal.close)
        yield journal


def _workers(args: argparse.Namespace, jobs: int) -> Workers:
    if not args.cluster:
        return processes(jobs)
    from grader.cluster import cluster

    return cluster(str(args.cluster))


def _hearing(args: argparse.Namespace) -> dict[str, object]:
    from lab.call.options import model_options

    return {} if args.understanding == "grammar" else {"name": args.understanding, **model_options(args)}


def _digest(conditions: Conditions) -> str:
    return hashlib.sha256(json.dumps(asdict(conditions), sort_keys=True, default=str).encode()).hexdigest()
