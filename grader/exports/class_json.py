"""A class as JSON: what it shows as a whole, every submission, and apart from that the durations."""

import json
from collections.abc import Iterator, Mapping

from grader.class_report import ClassReport
from grader.result import ClassResult, Submission, agent_to_wire

VERSION = 1


def class_json(result: ClassResult, report: ClassReport, reveal: bool = False) -> Iterator[str]:
    """Submission by submission; all but `seconds`, which comes last, is equal in two runs."""
    head = {"readback_class": VERSION, "pack": {"name": result.pack, "sha256": result.sha256}}
    yield _object({**head, "summary": summary(report)})[:-1] + ', "submissions": ['
    alike = report.looks_like()
    for place, submission in enumerate(result.submissions):
        yield ("," if place else "") + "\n" + _object(_submission(submission, alike, reveal))
    yield '\n], "seconds": {'
    for place, submission in enumerate(result.submissions):
        seconds = [round(each.seconds, 3) for each in submission.result.scenarios]
        yield f"{',' if place else ''}\n{json.dumps(submission.id, ensure_ascii=False)}: {json.dumps(seconds)}"
    yield "\n}}\n"


def summary(report: ClassReport) -> Mapping[str, object]:
    """The class report as JSON values, without durations."""
    marks = report.marks
    return {
        "students": report.students,
        "marks": {name: getattr(marks, name) for name in ("of_points", "mean", "median", "least", "most", "tenths")},
        "scenarios": {
            name: {"title": each.title, "passed": each.passed, "kinds": dict(sorted(each.kinds.items()))}
            for name, each in report.scenarios.items()
        },
        "same_failure": [
            {"scenario": each.scenario, "kind": each.kind, "turn": each.turn, "what": each.what, "ids": each.ids}
            for each in report.same_failure
        ],
        "alike": report.alike,
        "copies": report.copies,
        "overfit": report.overfit,
        "tampering": report.tampering,
        "not_graded": report.not_graded,
    }


def _submission(submission: Submission, alike: Mapping[str, str], reveal: bool) -> Mapping[str, object]:
    handed_in = submission.handed_in
    return {
        "id": submission.id,
        "name": submission.name,
        "mark": submission.points,
        "kept": submission.kept,
        "handed_in": handed_in.isoformat() if handed_in else None,
        "looks": alike.get(submission.id, ""),
        **agent_to_wire(submission.result, reveal),
    }


def _object(value: Mapping[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False)
