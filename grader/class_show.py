"""A class on the screen: how far it is while it is graded, and what came of it. Draws results, computes nothing."""

import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from grader.paper import Paper, cells, padded, wrapped
from grader.result import ClassResult, Submission
from lab.terminal import complain, literal

if TYPE_CHECKING:
    from grader.class_report import ClassReport

LATEST = 8  # rows of the live table
WIDEST = 40  # cells of an id
MOST = 10  # names in a list, or lines of a kind


def followed(graded: Iterable[Submission], of: int, before: int) -> None:
    """Take everything that comes, and show on stderr how far it is: live at a terminal, else a line each."""
    if sys.stderr.isatty():
        _live(graded, of, before)
        return
    for number, each in enumerate(graded, before + 1):
        complain(literal(f"{number} of {of}  {each.id}  {_marks(each)}"))


def _live(graded: Iterable[Submission], of: int, before: int) -> None:
    from rich.console import Console, Group
    from rich.live import Live
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    from rich.text import Text

    rate = TextColumn("{task.fields[rate]}", markup=False)
    progress = Progress(BarColumn(), MofNCompleteColumn(), rate, TimeRemainingColumn())
    task = progress.add_task("", total=of, completed=before, rate="")
    latest: deque[Text] = deque(maxlen=LATEST)
    began = time.monotonic()
    with Live(progress, console=Console(stderr=True), refresh_per_second=8) as live:
        for number, each in enumerate(graded, 1):
            latest.append(Text(literal(f"  {_short(each.id)}  {_marks(each)}  {_why(each)}"), no_wrap=True))
            progress.update(task, advance=1, rate=f"{number / (time.monotonic() - began):.1f} a second")
            live.update(Group(*latest, progress))


def whole_class(result: ClassResult, report: "ClassReport", paper: Paper) -> Iterator[str]:
    """A row for every submission, which scenario fails for how many, and the marks."""
    yield paper.paint(literal(f"{report.students} submissions, pack {result.pack}"), "strong")
    width = max((cells(_short(each.id)) for each in result.submissions), default=0)
    for each in result.submissions:
        passed = each.result.passed == len(each.result.scenarios)
        how = "good" if passed else "blocked" if not each.result.gradable else "bad"
        row = literal(f"  {padded(_short(each.id), width)}  {_marks(each)}  {_why(each)}")
        yield f"{paper.paint(paper.sign(how), how)}{row}".rstrip()
    yield ""
    for line in (*_scenarios(report), *_summary(result, report)):
        yield from _hanging(literal(line), paper)


def _hanging(line: str, paper: Paper) -> Iterator[str]:
    """A line as wide as the paper, and what is left of it further in."""
    for number, part in enumerate(wrapped(line, paper.width - 8)):
        yield f"{'      ' if number else '  '}{part}"


def _scenarios(report: "ClassReport") -> Iterator[str]:
    for name, outcome in report.scenarios.items():
        kinds = ", ".join(f"{kind} {times}" for kind, times in outcome.kinds.most_common(4))
        share = f"{outcome.passed} of {report.students} passed"
        yield f"{name:34} {share}{f' ({kinds})' if kinds else ''}"


def _summary(result: ClassResult, report: "ClassReport") -> Iterator[str]:
    marks = report.marks
    spread = f"mean {marks.mean:g}, median {marks.median:g}, {marks.least:g} to {marks.most:g} of {marks.of_points:g}"
    yield f"marks: {spread}"
    for group in report.same_failure[:MOST]:
        yield f"{len(group.ids)} fail alike in {group.scenario}, turn {group.turn}: {group.what}"
    for words, names in (
        ("did what no agent may", report.tampering),
        ("could not be graded, which is our fault", report.not_graded),
        ("pass stories as they are written, and not in other words", report.overfit),
        ("the slowest", [f"{_short(name)} {seconds:.1f} s" for name, seconds in report.slowest]),
    ):
        if names:
            yield f"{words}: {_listed(names)}"
    for alike in report.alike[:MOST]:
        yield f"alike, a place to look and no verdict: {_listed(alike)}"
    for original in dict.fromkeys(report.copies.values()):
        names = [name for name, like in report.copies.items() if like == original]
        yield f"like {original}, a place to look and no verdict: {_listed(names)}"
    walls = next((each.result.walls for each in result.submissions if each.result.walls), ())
    yield f"around each: {', '.join(walls)}"


def _listed(names: Sequence[str]) -> str:
    return ", ".join([*map(_short, names[:MOST]), *(["and more"] if len(names) > MOST else [])])


def _short(name: str) -> str:
    return name if len(name) <= WIDEST else f"{name[: WIDEST - 1]}…"


def _marks(each: Submission) -> str:
    return f"{each.result.passed} of {len(each.result.scenarios)}  {each.points:g} points"


def _why(each: Submission) -> str:
    if not each.result.gradable:
        return "could not be graded"
    first = each.result.first_failure
    told = f"{first.name}: {first.failure.kind}" if first and first.failure else ""
    if each.result.overfit:
        passed = sum(varied.verdict == "passed" for varied in each.result.varied)
        told = f"{told}  {passed} of {len(each.result.varied)} in other words".strip()
    second = each.result.second_call
    return told or ("a second call fails" if second and second.verdict != "passed" else "")
