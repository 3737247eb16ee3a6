"""Grades a class: submissions go to workers, results come back in any order and are kept as they come.

Workers are an executor's, as `concurrent.futures` has them: processes here, or machines behind Dask.
"""

import multiprocessing
import os
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice

from grader.journal import Journal
from grader.one_of_many import Conditions, grade_one, our_fault
from grader.result import Submission
from grader.scenario import load_pack
from grader.submissions import Handed

AHEAD = 2  # submissions that wait at each worker
MOST_TRIES = 3  # of a submission whose worker has died

Grade = Callable[[Conditions, Handed], Submission]
Workers = Callable[[], tuple[Executor, int]]
"""Makes an executor, and says how many it can keep busy."""


class WorkersGone(Exception):
    """Whoever hands out the work has gone away, and not just one of those who do it."""


class ClassRun:
    """One run over what was handed in; `journal` has what is graded, before it and after."""

    def __init__(self, conditions: Conditions, handed: Sequence[Handed], journal: Journal, workers: Workers) -> None:
        self.handed, self.journal = handed, journal
        self._conditions, self._workers = conditions, workers
        self._digests = {each.key: each.digest() for each in handed}
        self._tries: Counter[str] = Counter()

    @property
    def waiting(self) -> list[Handed]:
        """What is not graded yet, or has changed since."""
        return [each for each in self.handed if not self.journal.has(each.key, self._digests[each.key])]

    def run(self) -> Iterator[Submission]:
        """Grade what waits, and answer each as soon as it is kept; a worker that dies costs nobody anything."""
        while waiting := self.waiting:
            executor, busy = self._workers()
            try:
                yield from self._graded(executor, iter(waiting), AHEAD * busy)
            except BrokenProcessPool:
                yield from self._given_up()
            except CancelledError:
                _stop(executor)
                raise WorkersGone("nobody is there to grade what is left") from None
            except BaseException:
                _stop(executor)
                raise
            executor.shutdown()

    def _graded(self, executor: Executor, waiting: Iterator[Handed], window: int) -> Iterator[Submission]:
        running: dict[Future[Submission], Handed] = {}
        while True:
            for each in islice(waiting, window - len(running)):
                running[executor.submit(grade_one, self._conditions, each)] = each
                self._tries[each.key] += 1
            if not running:
                return
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            yield from [self._kept(running.pop(future), future) for future in _unbroken(done)]

    def _kept(self, handed: Handed, future: Future[Submission]) -> Submission:
        error = future.exception()
        return self._keep(handed, future.result() if error is None else self._fault(handed, error))

    def _given_up(self) -> Iterator[Submission]:
        """What has taken its worker along so often that it must be the cause."""
        for each in self.waiting:
            if self._tries[each.key] >= MOST_TRIES:
                yield self._keep(each, self._fault(each, RuntimeError("the worker that graded it has died each time")))

    def _fault(self, handed: Handed, error: BaseException) -> Submission:
        pack = load_pack(self._conditions.pack)
        return Submission(handed.id, handed.name, our_fault(handed.id, f"{type(error).__name__}: {error}", pack))

    def _keep(self, handed: Handed, submission: Submission) -> Submission:
        self.journal.add(handed.key, self._digests[handed.key], submission)
        return submission


def processes(jobs: int) -> Workers:
    """So many processes of this machine, each started anew."""
    context = multiprocessing.get_context("spawn")
    return lambda: (ProcessPoolExecutor(jobs, context, initializer=_be_a_worker), jobs)


def _be_a_worker() -> None:
    """Ctrl-C is the business of the process that started us, and without it there is nothing to do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    from multiprocessing.connection import wait as wait_for

    wait_for([sentinel])
    os._exit(1)


def _unbroken(done: Iterable[Future[Submission]]) -> list[Future[Submission]]:
    """Those that have come back; what was under way when a worker died is tried again."""
    come = list(done)
    for future in come:
        error = future.exception()
        if isinstance(error, BrokenProcessPool):
            raise error
    return come


def _stop(executor: Executor) -> None:
    """End the workers now, in the middle of what they do."""
    if not isinstance(executor, ProcessPoolExecutor):
        executor.shutdown(wait=False)
        return
    processes = list((getattr(executor, "_processes", None) or {}).values())
    executor.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()
