"""Many calls at once, another process that holds the rows, and a server that is killed: a commit is whole or not."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from fake_api.clock import FakeClock
from fake_api.practice.emr import Practice
from fake_api.practice.generate import generate
from fake_api.practice.http_client import HttpTransport
from fake_api.practice.inbound.api import open_inbound
from fake_api.practice.store import Store
from fake_api.practice.wire import Answer, NoAnswer, Transport
from fake_api.practice.world import World
from tests.practice.inbound.front_desk import JAMIE, NIAMH, FrontDesk, said_no
from tests.practice.serving import serve_file

CALLS = 20
WRITERS = 4
CONFIRMED_BEFORE_THE_END = 60


def at_once(acts: list[Any]) -> list[Answer]:
    """What each act answers, when all of them begin together."""
    answers: list[Answer] = []
    together = threading.Barrier(len(acts))

    def run(act: Any) -> None:
        together.wait()
        answers.append(act())

    threads = [threading.Thread(target=run, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def codes(answers: list[Answer]) -> list[str]:
    return sorted("ok" if each.status == 200 else said_no(each)[1] for each in answers)


def test_one_token_sent_by_many_threads(in_process: Transport) -> None:
    """One writes, the others are told that it is written."""
    desk = FrontDesk(in_process)
    quote = desk.book()
    answers = at_once([lambda: desk.commit(quote)] * CALLS)
    assert codes(answers) == ["QUOTE_USED"] * (CALLS - 1) + ["ok"]
    assert len(desk.booked()) == 2


def test_one_opening_for_many_calls(in_process: Transport) -> None:
    """With one column behind the doctor, one call gets it."""
    calls = [FrontDesk(in_process, f"call-{n}") for n in range(CALLS)]
    new = {"date_of_birth": "1999-01-02", "phone": "212-555-0199"}
    quotes = []
    for n, call in enumerate(calls):
        who = call.written(call.quote("create", name=f"Zoë {chr(97 + n) * 3}", **{**new, "phone": f"212555{n:04}"}))
        opening = call.opening("09:00", provider=91)
        asked = {"account_number": who["account_number"], "opening_id": opening, "reason": "sick_visit"}
        quotes.append((call, call.quote("book", **asked)))
    answers = at_once([lambda call=call, quote=quote: call.commit(quote) for call, quote in quotes])
    assert codes(answers) == ["SLOT_TAKEN"] * (CALLS - 1) + ["ok"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "practice.db"


@pytest.fixture
def impatient(file: Path, maple: World, clock: FakeClock) -> Iterator[FrontDesk]:
    """A practice in a file that other processes may hold, and that waits for none of them."""
    with closing(Store(file, patience=0)) as store:
        store.fill(maple)
        yield FrontDesk(open_inbound(Practice(store, clock), clock))


KINDS = {
    "SLOT_BUSY": {"kind": "cancel", "account_number": JAMIE, "encounter_id": "E-70001"},
    "PATIENT_BUSY": {"kind": "message", "account_number": JAMIE, "provider_id": 88, "text": "hello"},
    "CREATE_BUSY": {"kind": "create", "name": "Zoë Quinn", "date_of_birth": "1999-01-02", "phone": "212-555-0199"},
}


@pytest.mark.parametrize("code", KINDS)
def test_a_commit_that_meets_a_lock_is_busy(impatient: FrontDesk, file: Path, code: str) -> None:
    """Nothing is written while another process writes, and the same token goes through afterwards."""
    quote = impatient.quote(**KINDS[code])
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert said_no(impatient.commit(quote))[:2] == (503, code)
        assert impatient.refused("inbound/commit", token="none", reason=None, flags={})[1] == "KEY_BUSY"
        assert impatient.refused("inbound/quote", **KINDS[code])[1] == "KEY_BUSY"
        flags = {"human_review": False, "emergency": False, "identity": True}
        log = {"transcript": [], "accounts": [], "end_reason": "agent", "flags": flags}
        assert impatient.refused("inbound/call/log", **log)[1] == "BUSY"
        assert len(impatient.booked(JAMIE)) == 1
        other.execute("ROLLBACK")
    assert impatient.commit(quote).status == 200


def test_a_practice_that_is_asked_too_much_is_busy(desk: FrontDesk) -> None:
    """More than its requests in one second are answered like any other rush."""
    answers = [desk.ask("inbound/brief", account_number=NIAMH) for _ in range(201)]
    assert [each.status for each in answers] == [200] * 200 + [503]
    assert said_no(answers[-1])[1] == "BUSY"


def test_a_killed_server_has_every_confirmed_commit_and_no_half_of_one(file: Path, free_port: int) -> None:
    """A quote is marked as written exactly where its visit stands, with all of its quarters of an hour."""
    with closing(Store(file)) as store:
        store.fill(generate(seed=3, providers=12, appointments=0))
    server = serve_file(file, free_port)
    confirmed: list[str] = []
    enough = threading.Event()
    transport = HttpTransport(f"http://127.0.0.1:{free_port}", patience=5)
    desks = [FrontDesk(transport, f"call-{n}") for n in range(WRITERS)]
    writers = [threading.Thread(target=_book, args=(desk, n, confirmed, enough)) for n, desk in enumerate(desks)]
    for writer in writers:
        writer.start()
    assert enough.wait(timeout=45)
    server.kill()
    server.wait()
    for writer in writers:
        writer.join()
    with closing(Store(file)) as store:
        standing = {f"E-{70_000 + id}" for (id,) in store.all("SELECT id FROM appointments")}
        (written,) = store.one("SELECT count(*) FROM quotes WHERE outcome = 'written'")
        halves = store.all(
            "SELECT a.id FROM appointments a LEFT JOIN occupied o ON o.appointment_id = a.id"
            " GROUP BY a.id HAVING count(o.at) <> a.minutes / 15"
        )
    assert set(confirmed) <= standing
    assert (len(standing), halves) == (written, [])


def _book(desk: FrontDesk, writer: int, confirmed: list[str], enough: threading.Event) -> None:
    """Books for one patient after the other until nobody answers any more."""
    with suppress(NoAnswer):
        for n in range(writer, 96, WRITERS):
            status = desk.told("inbound/brief", account_number=f"A-{50_000 + n}")["status"]
            week = {"reason": "checkup", "status": status, "days": 14, "provider_id": 100 + n % 12}
            for opening in desk.openings(**week)[:: WRITERS * 2]:
                asked = {"opening_id": opening["opening_id"], "reason": "checkup"}
                quote = desk.ask("inbound/quote", kind="book", account_number=f"A-{50_000 + n}", **asked)
                answer = desk.commit(quote.body["result"]) if quote.status == 200 else quote
                if answer.status == 200:
                    confirmed.append(answer.body["result"]["written"]["encounter_id"])
            if len(confirmed) >= CONFIRMED_BEFORE_THE_END:
                enough.set()
