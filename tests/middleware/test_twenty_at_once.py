"""Twenty callers meet at one opening, in threads of one process and over HTTP against a file."""

import datetime as dt
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from fake_api.clock import FakeClock
from fake_api.practice.emr import Practice
from fake_api.practice.http_client import HttpTransport
from fake_api.practice.store import Store
from fake_api.practice.wire import Request, Transport
from fake_api.practice.world import Column
from lab.middleware.calendar import Calendar
from lab.middleware.desk import Desk
from lab.middleware.directory import read_directory
from lab.middleware.emr import Emr
from lab.protocol import Heard, Intent
from tests.middleware.conftest import KEYS, NEW_YORK
from tests.middleware.crowded import BORN, CALLERS, crowded
from tests.practice.serving import Latest, serving

NOW = dt.datetime(2026, 9, 14, 9, 0, tzinfo=NEW_YORK)
WANTED = "SEP15-0800-REYES"
PLACE = {
    "columnId": 10,
    "profileId": 1,
    "startDatetime": "2026-09-15T08:00:00-04:00",
    "duration": 30,
    "appointmentTypeId": "1001",
}


@pytest.fixture(params=["threads", "http"])
def one_column(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Practice, Callable[[], Transport]]]:
    """A practice of a single column, and a way to reach it."""
    in_process = request.param == "threads"
    with closing(Store(None if in_process else tmp_path / "practice.db")) as store:
        store.fill(crowded(Column(10, 1, 1, ("general",))))
        practice = Practice(store, FakeClock(NOW))
        if in_process:
            yield practice, lambda: practice
        else:
            latest = Latest()
            latest.practice = practice
            with serving(latest) as url:
                yield practice, lambda: HttpTransport(url)


def caller(n: int, transport: Transport, meeting: threading.Barrier, clock: FakeClock) -> tuple[str, list[str]]:
    """Waits for the others with the yes already heard; the outcome, and what is on offer afterwards."""
    emr = Emr(transport, clock)
    desk = Desk(emr, read_directory(emr), clock, KEYS)
    desk.call("find_patient", {"name": f"Caller {n}", "date_of_birth": BORN.isoformat()})
    desk.call("find_openings", {"reason": "visit"})
    desk.said(getattr(desk.call("book", {"reference": WANTED}), "sentence", ""))
    desk.heard(Heard(intent=Intent.YES))
    meeting.wait(timeout=20)
    code = desk.call("book", {"reference": WANTED}).code
    again = desk.call("find_openings", {"reason": "visit"})
    return code, [offer.reference for offer in again.offers] if isinstance(again, Calendar) else []


def test_one_gets_it_and_nineteen_are_told(one_column: tuple[Practice, Callable[[], Transport]]) -> None:
    """All said yes to the same opening: one visit stands, and every loser is offered what is left."""
    practice, connect = one_column
    clock = FakeClock(NOW)
    meeting = threading.Barrier(CALLERS)
    with ThreadPoolExecutor(CALLERS) as pool:
        calls = [pool.submit(caller, n, connect(), meeting, clock) for n in range(CALLERS)]
    outcomes = [call.result() for call in calls]
    assert Counter(code for code, _ in outcomes) == {"done": 1, "slot_unavailable": CALLERS - 1}
    assert practice.store.one("SELECT count(*) FROM appointments WHERE status = 'booked'") == (1,)
    assert all(left and WANTED not in left for _, left in outcomes)


def test_at_capacity_the_database_itself_refuses(tmp_path: Path) -> None:
    """Twenty connections to one file write to one start of a column for two: two visits stand."""
    path = tmp_path / "practice.db"
    with closing(Store(path)) as first:
        first.fill(crowded(Column(10, 1, 1, ("general",), capacity=2)))
        meeting = threading.Barrier(CALLERS)

        def write(n: int) -> int:
            with closing(Store(path)) as store:
                practice = Practice(store, FakeClock(NOW))
                meeting.wait(timeout=20)
                return practice(Request("create", {"patientId": n, **PLACE})).status

        with ThreadPoolExecutor(CALLERS) as pool:
            statuses = Counter(pool.map(write, range(CALLERS)))
        assert statuses == {200: 2, 409: CALLERS - 2}
        assert first.one("SELECT count(*) FROM appointments WHERE status = 'booked'") == (2,)
