"""What is graded stays graded, however a run ends."""

import datetime as dt
from dataclasses import replace
from pathlib import Path

import pytest

from fake_api.data_error import DataError
from grader.journal import InOrder, Journal, from_json, to_json
from grader.result import AgentResult, Failure, Row, ScenarioResult, Submission

FAILURE = Failure("state", 2, "\x1b[0m", "what", "why", "", "DONE", "", "", (Row("", "=> DONE", "state"),))
RESULT = ScenarioResult("1-a", "A", "first", 1.5, "failed", FAILURE, seconds=0.25, turns=2, packages=("six",))
ADA = Submission("007", 'A, "b"', AgentResult("007", (RESULT,), second_call=RESULT, notes=("a", "b")), b"\x00\xff")


def test_a_submission_comes_back_as_it_was(tmp_path: Path) -> None:
    """Every type of the result model, and every value that is left out because it is empty."""
    late = replace(ADA, handed_in=dt.datetime(2026, 9, 14, 9, tzinfo=dt.UTC), kept=0.5)
    for submission in (ADA, late, Submission("", "", AgentResult(""))):
        assert from_json(Submission, to_json(submission)) == submission


def test_a_journal_is_taken_up_where_it_ended(tmp_path: Path) -> None:
    """A torn last line is as if it had never been written; the later of two lines counts."""
    path = tmp_path / "all.jsonl"
    journal = Journal(path, "core")
    journal.add("a", "1", ADA)
    journal.add("b", "2", ADA)
    journal.add("a", "3", replace(ADA, name="later"))
    journal.close()
    path.write_bytes(path.read_bytes() + b'{"key": "c", "digest": "4", "submission": {"id"')
    taken = Journal.taken_up(path, "core")
    had = [taken.has(*told) for told in (("a", "1"), ("a", "3"), ("b", "2"), ("c", "4"))]
    assert had == [False, True, True, False]
    taken.add("c", "4", ADA)
    assert [each.name for each in InOrder(taken, ["c", "nobody", "a"])] == ['A, "b"', "later"]
    assert InOrder(taken, ["c", "a"])[1].name == "later"
    taken.close()


def test_other_conditions_start_anew(tmp_path: Path) -> None:
    """What another pack has found counts for nothing."""
    path = tmp_path / "all.jsonl"
    journal = Journal(path, "core")
    journal.add("a", "1", ADA)
    journal.close()
    taken = Journal.taken_up(path, "extended")
    assert not taken.has("a", "1")
    taken.close()


def test_a_file_that_is_no_journal_is_not_written_over(tmp_path: Path) -> None:
    """Somebody's own file of that name is told of, and stays."""
    path = tmp_path / "all.jsonl"
    path.write_text("my notes\n", encoding="utf-8")
    with pytest.raises(DataError, match="no list of what is graded"):
        Journal.taken_up(path, "core")
    assert path.read_text(encoding="utf-8") == "my notes\n"
