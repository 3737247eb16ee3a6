"""The server is killed in the middle of writes: what it confirmed stands, and nothing stands by halves."""

import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from fake_api.practice.generate import generate
from fake_api.practice.http_client import HttpTransport
from fake_api.practice.store import Store
from fake_api.practice.wire import NoAnswer, Request
from tests.practice.serving import serve_file

WRITERS = 4
CONFIRMED_BEFORE_THE_END = 200


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A practice's file with room for thousands of visits."""
    path = tmp_path / "practice.db"
    with closing(Store(path)) as store:
        store.fill(generate(seed=3, providers=12, appointments=0))
    return path


def test_no_confirmed_visit_is_lost_and_none_is_half_there(file: Path, free_port: int) -> None:
    """Every visit answered with 200 is in the file afterwards, each with all of its quarters of an hour."""
    server = serve_file(file, free_port)
    confirmed: list[int] = []
    enough = threading.Event()
    transport = HttpTransport(f"http://127.0.0.1:{free_port}", patience=5)
    writers = [threading.Thread(target=_write, args=(transport, n, confirmed, enough)) for n in range(WRITERS)]
    for writer in writers:
        writer.start()
    assert enough.wait(timeout=30)
    server.kill()
    server.wait()
    for writer in writers:
        writer.join()
    with closing(Store(file)) as store:
        standing = {row[0] for row in store.all("SELECT id FROM appointments WHERE status = 'booked'")}
        halves = store.all(
            "SELECT a.id FROM appointments a LEFT JOIN occupied o ON o.appointment_id = a.id"
            " GROUP BY a.id HAVING count(o.at) <> a.minutes / 15"
        )
        assert (store.one("PRAGMA integrity_check"), halves) == (("ok",), [])
    assert len(confirmed) >= CONFIRMED_BEFORE_THE_END
    assert set(confirmed) <= standing
    assert len(standing) <= len(confirmed) + WRITERS


def _write(transport: HttpTransport, writer: int, confirmed: list[int], enough: threading.Event) -> None:
    """Books start after start, each for another patient, until nobody answers any more."""
    with suppress(NoAnswer):
        for n, arguments in enumerate(_places(writer)):
            patient = {"patientId": 50_000 + (n + 24 * writer) % 96}
            answer = transport(Request("create", {**patient, **arguments}))
            if answer.status == 200:
                confirmed.append(answer.body["appointmentId"])
            if len(confirmed) >= CONFIRMED_BEFORE_THE_END:
                enough.set()


def _places(writer: int) -> Iterator[dict[str, object]]:
    for day in range(1, 29):
        for hour in range(24):
            for provider in range(writer, 12, WRITERS):
                yield {
                    "columnId": 1000 + 2 * provider,
                    "profileId": 100 + provider,
                    "startDatetime": f"2026-10-{day:02}T{hour:02}:00:00-04:00",
                    "duration": 30,
                    "appointmentTypeId": "1001",
                }
