"""The gradebook: a CSV with a row for every name, in the roster's order, safe to open in any spreadsheet."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence

from grader.exports.inert import cell
from grader.result import ClassResult, Submission

BEFORE = ("id", "name", "points", "of_points", "percent", "passed", "of", "status", "first_failure")
AFTER = ("varied", "handed_in", "kept", "alike", "notes")


def gradebook(result: ClassResult, alike: Mapping[str, str]) -> Iterator[str]:
    """Line by line; `alike` says of an id whom its work looks like."""
    names = list(dict.fromkeys(each.name for one in result.submissions for each in one.result.scenarios))
    rows = (_row(submission, names, alike.get(submission.id, "")) for submission in result.submissions)
    yield from lines([[*BEFORE, *names, *AFTER]])
    yield from lines(rows)


def lines(rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """Rows as lines of CSV: text quoted and harmless, numbers as they are."""
    for row in rows:
        line = io.StringIO()
        csv.writer(line, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n").writerow(
            [cell(value) if isinstance(value, str) else value for value in row]
        )
        yield line.getvalue()


def _row(submission: Submission, names: Sequence[str], alike: str) -> Iterator[object]:
    result = submission.result
    yield from (submission.id, submission.name, submission.points, result.of_points, _percent(submission))
    yield from (result.passed, len(result.scenarios), _status(submission), _first_failure(submission))
    verdicts = {each.name: each.verdict for each in result.scenarios}
    yield from (verdicts.get(name, "not run") for name in names)
    varied = sum(each.verdict == "passed" for each in result.varied)
    yield f"{varied} of {len(result.varied)}" if result.varied else ""
    yield submission.handed_in.isoformat(sep=" ", timespec="seconds") if submission.handed_in else ""
    yield from (submission.kept, alike, "; ".join(result.notes))


def _percent(submission: Submission) -> float:
    of = submission.result.of_points
    return round(100 * submission.points / of, 1) if of else 0


def _status(submission: Submission) -> str:
    if submission.result.problem:
        return f"not graded: {submission.result.problem}"
    return "graded" if submission.result.gradable else "not graded: grader's fault"


def _first_failure(submission: Submission) -> str:
    failing = submission.result.first_failure
    return f"{failing.name}: {failing.failure.kind}" if failing and failing.failure else ""
