"""The JSON formats against schemas that were written from their makers' documents."""

import datetime as dt
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from fake_api.data_error import DataError
from grader.class_report import class_report
from grader.exports.class_json import class_json
from grader.exports.classroom50 import classroom50
from grader.exports.gradescope import gradescope, handed_in_by
from grader.result import ClassResult, Submission

SCHEMAS = Path(__file__).parent / "schemas"
RUNNER = {
    "CLASSROOM": "phones",
    "ASSIGNMENT": "reservations",
    "USERNAME": "robin",
    "SUBMISSION_TAG": "submit/2026-06-01T14-32-05Z",
}
NOON = dt.datetime(2026, 10, 1, 14, tzinfo=dt.timezone(dt.timedelta(hours=2)))


def fits(name: str, value: Any) -> Any:
    """The value as it is read back, after its schema has seen it."""
    told = json.loads(json.dumps(value))
    jsonschema.validate(told, json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8")))
    return told


def test_gradescope_takes_every_submission(graded: ClassResult) -> None:
    """Scores of the tests add up to the total, and none is more than it could be."""
    for each in graded.submissions:
        told = fits("gradescope", gradescope(each, hints=2))
        assert all(test["score"] <= test["max_score"] for test in told["tests"])
        assert sum(test["score"] for test in told["tests"]) * each.kept == told["score"]


def test_gradescope_shows_what_is_visible_and_nothing_hidden(graded: ClassResult) -> None:
    """A student sees a visible scenario's expectation, its rule and the hints; of a hidden one that it failed."""
    _, visible, hidden = fits("gradescope", gradescope(graded.submissions[1], hints=1))["tests"]
    for part in ("expected: find_open_times", "rule 2: look up", "hint: Look here."):
        assert part in visible["output"]
    assert "Look there" not in visible["output"]
    assert hidden["output"].splitlines() == ["failed", "this scenario is kept hidden: what it expects is not shown"]


def test_gradescope_says_why_there_is_no_mark(graded: ClassResult) -> None:
    """Late, not graded, or our own fault: the student reads it."""
    late, ours, gone = (gradescope(graded.submissions[n])["output"] for n in (2, 4, 5))
    assert late == "handed in late: 50% of the points are kept"
    assert "no mark yet" in ours
    assert gone == r"could not be graded: nothing was handed in \x1b[1m"


def test_what_gradescope_says_of_a_submission_is_read(tmp_path: Path) -> None:
    """A group by all its names, with the time that counts."""
    told = {"created_at": "2026-10-01T12:00:00.123456-07:00", "users": [{"email": "a@x", "name": "A"}] * 2}
    file = tmp_path / "submission_metadata.json"
    file.write_text(json.dumps(told), encoding="utf-8")
    assert handed_in_by(file)[:2] == ("a@x, a@x", "A, A")
    assert handed_in_by(file).handed_in.utcoffset() == dt.timedelta(hours=-7)
    file.write_text("{}", encoding="utf-8")
    with pytest.raises(DataError, match="is no metadata of a submission"):
        handed_in_by(file)


def test_classroom50_takes_every_submission(graded: ClassResult) -> None:
    """In the runner's own words; a test's score is never a truth value, and never above its most."""
    for each in graded.submissions:
        told = fits("classroom50", classroom50(each, RUNNER, NOON))
        assert told["datetime"] == "2026-10-01T12:00:00Z"
        assert told["usernames"] == ["robin"]
        assert told["score"] <= told["max-score"]
        assert all(type(test["score"]) is not bool and test["score"] <= test["max-score"] for test in told["tests"])


def read(graded: ClassResult, reveal: bool = False) -> dict[str, Any]:
    written = "".join(class_json(graded, class_report(graded, {}), reveal))
    return dict(json.loads(written.encode("utf-8", errors="backslashreplace")))


def test_a_class_is_one_json_document(graded: ClassResult) -> None:
    """Whatever students wrote; with a row for each, and the durations apart."""
    told = read(graded)
    assert [each["id"] for each in told["submissions"]] == ["007", "=1+1", "@late", "-stuck", "../up", "gone"]
    assert told["summary"]["scenarios"]["2-story"] == {
        "title": "Story 2 & <b>",
        "passed": 2,
        "kinds": {"blocked": 1, "grader's fault": 1, "missing_call": 1},
    }
    assert told["seconds"]["007"] == [0.25] * 3
    assert told["submissions"][1]["scenarios"][2]["failure"] == {"kind": "missing_call", "hidden": True}
    assert read(graded, reveal=True)["submissions"][1]["scenarios"][2]["failure"]["turn"] == 2


def test_a_class_of_nobody_is_one_too() -> None:
    """An empty folder is no fault."""
    nobody: tuple[Submission, ...] = ()
    assert read(ClassResult("core", "0" * 64, nobody))["submissions"] == []
