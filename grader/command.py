"""Grade agents: every scenario of a pack in a call of its own, judged by what the agent does, never by its wording."""

import argparse
import gc
import os
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from grader.exports.options import add_export_options, class_of, write_exports
from lab.call.options import add_front_desk_options, add_understanding_options, chosen_understanding, seat_options
from lab.terminal import UsageError, say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from grader.replay import Subject
    from grader.result import AgentResult, Report
    from grader.scenario import Pack, Scenario
    from lab.understanding.context import Understanding

EXAMPLES = """examples:
  lab grade                           ./agent.py, or the finished one that ships
  lab grade mine.py --hint            with a hint for the first failure; given again, with the next one
  lab grade --scenario 4 --verbose    one scenario, with the whole record of the call
  lab grade --command "node agent.js"
  lab grade submissions/ --roster roster.csv --csv marks.csv
                                      a class: a folder of files or folders, or a learning platform's zip
  lab grade submissions/ --resume     what is graded already, and has not changed, is not graded again
  lab grade --pack practice           the finished agent of a medical practice, or one that you name
  lab grade --pack front-desk --model liar
                                      who sits at the front desk, behind the call layer: policy (unless told), ...

exit codes: 0 all passed, 1 something failed, 2 something could not be graded;
for a class 0, unless something could not be graded or --fail-under says otherwise"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words that `lab grade` takes."""
    parser.epilog = EXAMPLES
    add = parser.add_argument
    add(
        "agents",
        nargs="*",
        metavar="AGENT.py",
        help="the agent, or a class: several, a folder of them, a zip; left out: ./agent.py, else the one that ships",
    )
    add("--pack", default="core", metavar="DIR|NAME", help="a folder of scenarios, or a pack that ships (core)")
    add("--scenario", action="append", default=[], metavar="NAME", help="only this one; its number will do")
    add("--command", metavar='"..."', help="grade a program that speaks the protocol, in any language")
    add("--language", "--lang", default="en", choices=("en", "es"), help="what the callers speak (en unless told)")
    add("--hint", action="count", default=0, help="add a hint to each failure that is told; given twice, two")
    add("--verbose", action="store_true", help="tell every failure, and show the whole record of every call")
    add("--json", metavar="FILE", help="write the typed report there; - is stdout, and then nothing else is shown")
    add("--jobs", type=int, metavar="N", help="how many calls at once; left out: one for each processor")
    add("--variants", type=int, default=0, metavar="N", help="also play what passes in N other wordings; no points")
    add("--seed", type=int, default=0, help="of the other wordings: the same seed, the same words")
    add("--allow", action="append", default=[], metavar="NAME", help="a package that agents of a class may import")
    add("--strict", action="store_true", help="hold one agent to what holds for a class")
    add("--twice", action="store_true", help="grade everything twice, and say where the two differ")
    add("--fail-under", type=float, default=0, metavar="PERCENT", help="exit with 1 if anybody has less of the points")
    group = parser.add_argument_group("a class")
    group.add_argument("--roster", metavar="FILE.csv", help="who is in the class: a row for every id, in this order")
    group.add_argument("--resume", action="store_true", help="go on where an earlier run of the same class has stopped")
    group.add_argument("--cluster", metavar="tcp://...", help="grade on the workers of a Dask scheduler")
    add_export_options(parser)
    add_front_desk_options(parser)
    add_understanding_options(parser)


def run(args: argparse.Namespace) -> int:
    """Grade, report, and answer the exit code. Raises UsageError, DataError or OSError."""
    # grading makes much that stays and little that is thrown away: looking for that so often is an eighth of the time
    gc.set_threshold(100_000)
    if args.gradescope_kit:
        return _write_kit(args)
    # loaded here, so that `lab --help` does not wait for it
    from grader import class_command

    if class_command.asked_for(args):
        return class_command.run_class(args)
    from grader.one_of_many import twice
    from grader.replay import grade, stem_ahead
    from grader.result import Report
    from grader.scenario import load_pack

    subjects = _subjects(args)
    with stem_ahead(subjects[0]) as stem:
        pack = load_pack(args.pack).spoken_in(args.language)
        names = [pack.choose(name) for name in args.scenario]
        otherwise = _in_other_words(pack, args)
        graded = []
        for subject in subjects:
            grading = twice if args.twice else grade
            how = {"names": names, "jobs": args.jobs, "stem": stem, "variants": otherwise}
            graded.append(grading(subject, pack, **how))
            if args.json != "-":
                _show(graded[-1], f"pack {pack.name}", args)
    report = Report(pack.name, pack.sha256, tuple(graded))
    if args.json:
        _write(report, args.json)
    write_exports(args, class_of(args, report, pack))
    if args.fail_under and report.exit_code < 2:
        return int(any(class_command.percent(each.points, each.of_points) < args.fail_under for each in graded))
    return report.exit_code


def _in_other_words(pack: "Pack", args: argparse.Namespace) -> "Mapping[str, Sequence[Scenario]]":
    if args.variants < 0:
        raise UsageError("--variants takes a number from 0", "3 is plenty: each is played once for every agent")
    if not args.variants:
        return {}
    from grader.variants import variants

    if all(scenario.toolset == "practice" for scenario in pack.scenarios.values()):
        raise UsageError("a practice's stories have no other wordings yet", "leave --variants out")
    return variants(pack, args.variants, args.seed)


def _write_kit(args: argparse.Namespace) -> int:
    from grader.exports.gradescope_kit import write_kit

    write_kit(Path(args.gradescope_kit), args.pack, args.language, args.hint)
    say(f"{args.gradescope_kit}: upload it as the autograder of an assignment on Gradescope")
    return 0


def _subjects(args: argparse.Namespace) -> "list[Subject]":
    from fake_api.shipped import shipped
    from grader.replay import Subject
    from grader.scenario import FRONT_DESK, finished_agent
    from lab.call.place import which_agent

    if args.jobs is not None and args.jobs < 1:
        raise UsageError("--jobs takes a number from 1", "leave it out, and there are as many as processors")
    understanding = chosen_understanding(args)
    if args.command is None:
        finished = finished_agent(args.pack)
        if finished == FRONT_DESK or seat_options(args):
            return [_front_desk(args, finished, understanding)]
        usual = which_agent(None) if finished == "agent.py" else shipped(finished)
        paths = [Path(name) for name in args.agents] or [usual]
        return [_one(path, args, understanding) for path in paths]
    if args.agents:
        raise UsageError("--command and a file are both named", "grade one of them at a time")
    command = tuple(shlex.split(args.command, posix=os.name == "posix"))
    if not command:
        raise UsageError("--command is empty", 'name a program, such as --command "node agent.js"')
    return [Subject(args.command, command=command, understanding=understanding)]


def _front_desk(args: argparse.Namespace, finished: str, understanding: "Understanding | None") -> "Subject":
    from grader.replay import Subject
    from grader.scenario import FRONT_DESK
    from lab.front_desk.policy import Policy

    if finished != FRONT_DESK or args.agents:
        problem = (
            "an agent's file can't sit at the front desk" if args.agents else "this pack is for an agent of its own"
        )
        raise UsageError(problem, "`lab grade --pack front-desk --model policy` grades who sits at the front desk")
    seated = seat_options(args)
    made = seated.get("model", Policy)
    configuration = seated.get("configuration")
    return Subject(f"front-desk ({made().name})", understanding=understanding, model=made, configuration=configuration)


def _one(path: Path, args: argparse.Namespace, understanding: "Understanding | None") -> "Subject":
    from grader.replay import Subject
    from lab.call.rules import CLASS, GRADED

    folder = path.is_dir()
    rules = replace(CLASS, allow=tuple(args.allow), siblings=folder) if args.strict else GRADED
    agent = path / "agent.py" if folder else path
    return Subject(str(path), agent, understanding=understanding, rules=replace(rules, folder=folder))


def _show(result: "AgentResult", pack: str, args: argparse.Namespace) -> None:
    from grader.exports.inert import no_commands
    from grader.paper import paper_for
    from grader.show import whole

    paper, hints, reveal = paper_for(sys.stdout), args.hint, args.show_hidden
    with no_commands():
        for line in whole(result, pack, paper, hints=hints, everything=args.verbose, reveal=reveal):
            say(line)


def _write(report: "Report", file: str) -> None:
    import json

    from grader.result import to_wire

    text = json.dumps(to_wire(report), ensure_ascii=False, indent=2)
    if file == "-":
        say(text)
    else:
        Path(file).write_text(text + "\n", encoding="utf-8", newline="\n")
