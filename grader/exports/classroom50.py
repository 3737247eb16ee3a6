"""Classroom 50: the `result.json` that its collector takes, for the one submission of a run."""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from grader.result import Submission
from lab.terminal import literal

SCHEMA = "classroom50/result/v1"
VARIABLES = ("CLASSROOM", "ASSIGNMENT", "SUBMISSION_TAG", "COMMIT_URL", "RELEASE_URL", "REVIEW_URL", "USERNAME")


def classroom50(submission: Submission, environment: Mapping[str, str], now: dt.datetime) -> Mapping[str, Any]:
    """As JSON values; `environment` has what the runner hands to an autograder, `now` is when it was graded."""
    told = {name: environment.get(name, "") for name in VARIABLES}
    return {
        "schema": SCHEMA,
        "classroom": told["CLASSROOM"],
        "assignment": told["ASSIGNMENT"],
        "usernames": [told["USERNAME"] or submission.id],
        "submission": told["SUBMISSION_TAG"],
        "commit": told["COMMIT_URL"],
        "release": told["RELEASE_URL"],
        "review": told["REVIEW_URL"],
        "datetime": now.astimezone(dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "score": submission.points,
        "max-score": submission.result.of_points,
        "tests": [
            {
                "test-name": literal(each.title) or each.name,
                "passed": each.verdict == "passed",
                "score": each.earned,
                "max-score": each.points,
            }
            for each in submission.result.scenarios
        ],
    }
