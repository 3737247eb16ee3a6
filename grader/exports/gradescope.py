"""Gradescope: the `results.json` of one submission, and what its `submission_metadata.json` says."""

import datetime as dt
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from fake_api.data_error import DataError
from grader.exports.words import details
from grader.result import ScenarioResult, Submission
from lab.terminal import literal


class HandedIn(NamedTuple):
    """Who handed it in, a group by all its names, and when."""

    id: str
    name: str
    handed_in: dt.datetime


def handed_in_by(metadata: Path) -> HandedIn:
    """What Gradescope says of a submission. Raises DataError or OSError."""
    try:
        told = json.loads(metadata.read_text(encoding="utf-8"))
        users = told["users"]
        who, names = ([str(user[key]) for user in users] for key in ("email", "name"))
        return HandedIn(", ".join(who), ", ".join(names), dt.datetime.fromisoformat(told["created_at"]))
    except (ValueError, KeyError, TypeError) as error:
        problem = f"is no metadata of a submission: {type(error).__name__} {error}"
        raise DataError(problem, file=str(metadata)) from None


def gradescope(submission: Submission, hints: int = 0) -> Mapping[str, Any]:
    """As JSON values, for the student's eyes: what a hidden scenario expects is not in it.

    Durations are left to Gradescope, so that two runs are equal.
    """
    result = submission.result
    tests = [_test(each, str(number), hints) for number, each in enumerate(result.scenarios, 1)]
    if result.second_call:
        tests.append(_test(replace(result.second_call, points=0), "second call", hints))
    return {
        "score": submission.points,
        "output": literal("\n".join(_about(submission))),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
    }


def _about(submission: Submission) -> Iterator[str]:
    if submission.result.problem:
        yield f"could not be graded: {submission.result.problem}"
    elif not submission.result.gradable:
        yield "A fault of the grader's own stopped a scenario: this is no mark yet, and your instructor is told."
    yield from submission.result.notes
    if submission.kept < 1:
        yield f"handed in late: {submission.kept:.0%} of the points are kept"


def _test(each: ScenarioResult, number: str, hints: int) -> Mapping[str, Any]:
    told = details(each)
    if each.failure and told and not each.hidden and not each.blocked_by:
        told += [f"hint: {literal(hint)}" for hint in each.failure.hints[:hints]]
    return {
        "name": literal(each.title),
        "number": number,
        "score": each.earned,
        "max_score": each.points,
        "status": "passed" if each.verdict == "passed" else "failed",
        "output": "\n".join([each.verdict, *told]),
        "tags": [each.capability],
        "visibility": "visible",
    }
