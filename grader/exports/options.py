"""The formats of `lab grade`: one table of what can be written, and the writing, which leaves no half a file behind."""

import argparse
import contextlib
import datetime as dt
import json
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from grader.result import ClassResult, Report, Submission, as_class
from grader.scenario import Pack
from lab.terminal import UsageError, complain

if TYPE_CHECKING:
    from grader.class_report import ClassReport


_ESCAPED = "backslashreplace"  # half a surrogate pair, which UTF-8 has not


@dataclass(frozen=True)
class Graded:
    """What every format is made of: one result, and how much of it is told."""

    result: ClassResult
    reveal: bool = False
    hints: int = 0
    assignment: str = "Readback"

    @cached_property
    def report(self) -> "ClassReport":
        """The class as a whole."""
        from grader.class_report import class_report
        from grader.likeness import shipped_sketches

        sketched = any(each.sketch for each in self.result.submissions)
        return class_report(self.result, shipped_sketches() if sketched else {})

    @property
    def only(self) -> Submission:
        """The one submission, for formats that know no class. Raises UsageError."""
        if len(self.result.submissions) != 1:
            raise UsageError(
                f"this format holds one submission, not {len(self.result.submissions)}", "grade one agent, or use --csv"
            )
        return self.result.submissions[0]


class Export(NamedTuple):
    """A format: its option, what it is, and what makes its text."""

    option: str
    help: str
    text: Callable[[Graded], Iterable[str]]
    for_one: bool = False


def _csv(graded: Graded) -> Iterable[str]:
    from grader.exports.gradebook import gradebook

    return gradebook(graded.result, graded.report.looks_like())


def _junit(graded: Graded) -> Iterable[str]:
    from grader.exports.junit import junit

    return junit(graded.result, graded.reveal)


def _html(graded: Graded) -> Iterable[str]:
    from grader.exports.html import page

    return page(graded.result, graded.report, graded.reveal)


def _canvas(graded: Graded) -> Iterable[str]:
    from grader.exports.canvas import canvas

    return canvas(graded.result, graded.assignment)


def _gradescope(graded: Graded) -> Iterable[str]:
    from grader.exports.gradescope import gradescope

    return [_json(gradescope(graded.only, graded.hints))]


def _classroom50(graded: Graded) -> Iterable[str]:
    from grader.exports.classroom50 import VARIABLES, classroom50

    if missing := [name for name in VARIABLES if not os.environ.get(name)]:
        complain(
            f"{', '.join(missing)}: not set here, and Classroom 50 collects no result without what its runner sets"
        )
    return [_json(classroom50(graded.only, os.environ, dt.datetime.now(dt.UTC)))]


EXPORTS = (
    Export("--csv", "write a gradebook there: a row for every name, safe in a spreadsheet", _csv),
    Export("--canvas", "write the CSV that Canvas imports there; --assignment names its column", _canvas),
    Export("--html", "write one page there that opens from disk", _html),
    Export("--junit", "write JUnit XML there", _junit),
    Export("--gradescope", "write Gradescope's results.json there (one agent)", _gradescope, True),
    Export("--classroom50", "write Classroom 50's result.json there (one agent)", _classroom50, True),
)


def add_export_options(parser: argparse.ArgumentParser) -> None:
    """An option for each format, and what goes with them."""
    group = parser.add_argument_group("formats")
    for export in EXPORTS:
        group.add_argument(export.option, metavar="FILE", help=export.help)
    group.add_argument("--assignment", metavar="NAME", default="Readback", help="what the column of --canvas is called")
    group.add_argument("--show-hidden", action="store_true", help="tell hidden scenarios too: for your eyes only")
    group.add_argument("--gradescope-kit", metavar="FILE.zip", help="write the zip for Gradescope; grade nothing")
    group.add_argument("--gradescope-metadata", metavar="FILE", help="its submission_metadata.json: who, and when")


def class_of(args: argparse.Namespace, report: Report, pack: Pack) -> ClassResult:
    """Agents that were named on a command line, with what Gradescope tells of who handed them in, and when."""
    graded = as_class(report)
    if not args.gradescope_metadata:
        return graded
    from grader.exports.gradescope import handed_in_by

    told = handed_in_by(Path(args.gradescope_metadata))
    kept = pack.kept(told.handed_in)
    signed = [replace(each, **told._asdict(), kept=kept) for each in graded.submissions]
    return replace(graded, submissions=signed)


def check_exports(args: argparse.Namespace, submissions: int) -> None:
    """Before anything is graded. Raises UsageError for a format that can't hold so many."""
    for export in EXPORTS:
        if export.for_one and submissions != 1 and getattr(args, export.option[2:]):
            raise UsageError(
                f"{export.option} holds one submission, not {submissions}", "grade one agent, or use --csv"
            )


def write_exports(args: argparse.Namespace, result: ClassResult) -> None:
    """Write every format that was asked for. Raises UsageError or OSError."""
    graded = Graded(result, args.show_hidden, args.hint, args.assignment)
    for export in EXPORTS:
        if file := getattr(args, export.option[2:]):
            write_whole(Path(file), export.text(graded))


def write_whole(path: Path, text: Iterable[str]) -> None:
    """The text as the file, or the file as it was: it is written beside it and then put in its place."""
    with _beside(path) as temporary, temporary.open("w", encoding="utf-8", errors=_ESCAPED, newline="") as file:
        file.writelines(text)


def write_whole_bytes(path: Path, content: bytes) -> None:
    """The same for what is no text."""
    with _beside(path) as temporary:
        temporary.write_bytes(content)


@contextlib.contextmanager
def _beside(path: Path) -> Iterator[Path]:
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", dir=path.parent)
    os.close(handle)
    temporary = Path(name)
    temporary.chmod(0o644)
    try:
        yield temporary
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _json(value: Mapping[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
