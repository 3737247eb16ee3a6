"""Show how far a class is: a folder with a workspace of each student in it.

A student is named by their folder; what can't be read is told, and never stops the others."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from lab import terminal

if TYPE_CHECKING:
    from lab.course.course import Course
    from lab.course.progress import Progress


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `lab class-progress` takes."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder of the students' folders")
    parser.add_argument("--course", type=Path, metavar="DIR", help="another course than the one that ships")
    parser.add_argument("--json", action="store_true", help="every progress file, by student")


def run(args: argparse.Namespace) -> int:
    """Show the class. Raises UsageError, DataError or OSError."""
    from lab.course.course import load_course
    from lab.course.progress import FILE, FOLDER

    files = sorted(args.folder.glob(f"**/{FOLDER}/{FILE}"))
    if not files:
        raise terminal.UsageError(
            f"no student's workspace lies in {args.folder}",
            f"each has its progress in {FOLDER}/{FILE}; a hand-in that leaves it out can't be read here",
        )
    found = {str(file.parents[1].relative_to(args.folder)): file.parents[1] for file in files}
    read, problems = _read_all(found)
    _show(args, load_course(args.course), read)
    for student, problem in problems.items():
        terminal.complain(terminal.literal(f"{student}: {problem}"))
    return terminal.CANNOT if problems else terminal.OK


def _read_all(found: "dict[str, Path]") -> "tuple[dict[str, Progress], dict[str, str]]":
    from lab.course.progress import BadProgress, load_progress

    read, problems = {}, {}
    for student, folder in found.items():
        try:
            read[student] = load_progress(folder)
        except (BadProgress, OSError) as error:
            problems[student] = str(error)
    return read, problems


def _show(args: argparse.Namespace, course: "Course", read: "dict[str, Progress]") -> None:
    if args.json:
        import json

        wire = {student: progress.to_wire() for student, progress in read.items()}
        terminal.say(json.dumps(wire, ensure_ascii=False, indent=2))
    else:
        terminal.say("\n".join(_table(course, read)))


def _table(course: "Course", read: "dict[str, Progress]") -> Iterator[str]:
    """A row for each student; a sign for each exercise, and how many are done."""
    from grader.paper import cells, padded, paper_for

    paper = paper_for(sys.stdout)
    signs = {"done": paper.sign("good"), "given up": "?", "tried": paper.sign("bad"), "open": paper.sign("blocked")}
    wide = max(cells(terminal.literal(student)) for student in read) if read else 0
    yield f"{'':{wide}}  {'  '.join(str(each.number) for each in course.exercises)}  done"
    for student, progress in read.items():
        states = [_state(progress, each.name) for each in course.exercises]
        row = "  ".join(f"{signs[state]:{len(str(n))}}" for n, state in enumerate(states, 1))
        yield f"{padded(terminal.literal(student), wide)}  {row}  {states.count('done')} of {len(states)}"
    yield "  ".join(f"{sign} {state}" for state, sign in signs.items())


def _state(progress: "Progress", exercise: str) -> str:
    standing = progress.of(exercise)
    if standing.passed:
        return "done"
    return "given up" if standing.gave_up else "tried" if standing.checks else "open"
