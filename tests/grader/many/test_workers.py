"""Workers that are somebody else's: what is asked of an executor, and what becomes of a run when it goes away."""

from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest

from grader.class_run import ClassRun, WorkersGone
from grader.journal import Journal
from grader.one_of_many import Conditions, grade_one
from grader.submissions import handed_in
from tests.grader.many.conftest import HandIn


class Lost(Executor):
    """Whatever it is given is cancelled, as where a scheduler has died; it is shut down in the plainest way only."""

    def __init__(self) -> None:
        self.given = 0
        self.closed = False

    def submit(self, *work: Any, **named: Any) -> Future[Any]:
        self.given += 1
        future: Future[Any] = Future()
        future.cancel()
        future.set_running_or_notify_cancel()
        return future

    def shutdown(self, wait: bool = True) -> None:  # type: ignore[override]
        self.closed = True


def run_on(executor: Lost, folder: Path, busy: int) -> ClassRun:
    """A class on these workers."""
    with handed_in([folder]) as handed:
        journal = Journal(folder.with_name("graded.jsonl"), "")
        return ClassRun(Conditions(), handed, journal, lambda: (executor, busy))


def test_a_scheduler_that_has_gone_away_is_told(hand_in: HandIn) -> None:
    """Nobody is marked by it, and nothing is left open."""
    executor = Lost()
    run = run_on(executor, hand_in(ada=None, ben=None), busy=1)
    with pytest.raises(WorkersGone):
        list(run.run())
    assert executor.closed
    assert [each.id for each in run.waiting] == ["ada", "ben"]
    run.journal.close()


@pytest.mark.parametrize("busy", [1, 4])
def test_as_many_are_kept_busy_as_there_are(hand_in: HandIn, busy: int) -> None:
    """Each has one to do and one that waits, however many processors this machine has."""
    executor = Lost()
    run = run_on(executor, hand_in(**{f"s{n}": None for n in range(12)}), busy)
    with pytest.raises(WorkersGone):
        list(run.run())
    assert executor.given == 2 * busy
    run.journal.close()


def test_a_worker_that_does_not_see_the_file_marks_nobody(hand_in: HandIn) -> None:
    """On another machine, without a disk that both share, it is the grader's fault and not the student's."""
    folder = hand_in(ada=None)
    with handed_in([folder]) as (ada,):
        (folder / "ada.py").unlink()
        with pytest.raises(FileNotFoundError, match="a disk that all share"):
            grade_one(Conditions(), ada)
