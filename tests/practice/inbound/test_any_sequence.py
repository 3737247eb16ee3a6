"""Whatever several calls quote and commit, in whatever order: nothing stands twice, and nothing where nothing fits."""

import datetime as dt
from typing import Any
from zoneinfo import ZoneInfo

from hypothesis import event, given, settings
from hypothesis import strategies as st

from fake_api.clock import FakeClock
from fake_api.practice.emr import open_practice
from fake_api.practice.inbound.api import open_inbound
from fake_api.practice.inbound.envelope import REJECTIONS
from fake_api.practice.wire import Answer, Request
from fake_api.practice.world import load_world
from tests.practice.inbound.front_desk import FrontDesk

CALLS = st.sampled_from(["call-1", "call-2", "call-3"])
ACCOUNTS = st.sampled_from(["A-50211", "A-50214"])
# few starts, so that calls meet: two columns behind one doctor, one column, a column for two
OPENINGS = st.sampled_from([(1, 88, 0), (1, 91, 0), (2, 102, 0)])
FILE = {
    "refill": {"medication_id": "RX-1234", "quantity": 30, "days_of_supply": 30},
    "payment": {"invoice_id": "INV-2026-0042", "amount_cents": 4500, "currency": "USD", "reason": "bill"},
    "message": {"provider_id": 88, "text": "Please call."},
}
BOOK = st.tuples(st.just("book"), CALLS, ACCOUNTS, OPENINGS)
CHANGE = st.tuples(st.just("change"), CALLS, ACCOUNTS, st.none() | OPENINGS, st.integers(0, 2))
CREATE = st.tuples(st.just("create"), CALLS, st.sampled_from(["Zoë Quinn", "Zoe Quinn"]))
WRITE = st.tuples(st.just("write"), CALLS, st.sampled_from(sorted(FILE)))
COMMIT = st.tuples(st.just("commit"), st.integers(1, 5), st.none() | CALLS)
WAIT = st.tuples(st.just("wait"), st.sampled_from([1, 60, 900]))
STAFF = st.tuples(st.just("staff"), st.integers(1, 12), st.integers(1, 3))
STEPS = st.lists(st.one_of(BOOK, BOOK, CHANGE, CREATE, WRITE, COMMIT, COMMIT, COMMIT, WAIT, STAFF), min_size=15)

GROWING = ("patients", "refill_requests", "payments", "messages")
TABLES = (*GROWING, "appointments", "occupied", "patient_forms")
OVERFULL = """
    SELECT a.id FROM appointments a JOIN columns c ON c.id = a.column_id
    JOIN appointments b ON b.column_id = a.column_id AND b.status = 'booked'
        AND b.starts <= a.starts AND b.starts + b.minutes + c.buffer > a.starts
    WHERE a.status = 'booked' GROUP BY a.id HAVING count(*) > max(c.capacity)"""
IN_TWO_PLACES = """
    SELECT a.patient_id FROM appointments a JOIN appointments b
    ON b.patient_id = a.patient_id AND b.id <> a.id
        AND b.starts < a.starts + a.minutes AND a.starts < b.starts + b.minutes
    WHERE a.status = 'booked' AND b.status = 'booked'"""


class Practice:
    """A practice with calls that quote and commit, and a member of staff who cancels; it notices what is wrong."""

    def __init__(self) -> None:
        self.clock = FakeClock(dt.datetime(2026, 9, 14, 9, 0, tzinfo=ZoneInfo("America/New_York")))
        self.practice = open_practice(load_world("maple"), self.clock)
        self.transport = open_inbound(self.practice, self.clock)
        self.quotes: list[tuple[str, dict[str, Any]]] = []
        self.changes_due = self._changes()
        self.written: set[str] = set()

    def book(self, call: str, account: str, which: tuple[int, int, int]) -> None:
        asked = {"account_number": account, "opening_id": self._opening(which), "reason": "sick_visit"}
        self._quote(call, "book", **asked)

    def change(self, call: str, account: str, to: tuple[int, int, int] | None, number: int) -> None:
        if visits := FrontDesk(self.transport, call).visits(account):
            visit = {"account_number": account, "encounter_id": visits[number % len(visits)]["encounter_id"]}
            if to:
                self._quote(call, "reschedule", **visit, opening_id=self._opening(to))
            else:
                self._quote(call, "cancel", **visit)

    def create(self, call: str, name: str) -> None:
        self._quote(call, "create", name=name, date_of_birth="1999-01-02", phone="212-555-0199")

    def write(self, call: str, kind: str) -> None:
        self._quote(call, kind, account_number="A-50211", **FILE[kind])

    def wait(self, seconds: int) -> None:
        self.clock.advance(seconds)

    def staff(self, visit: int, version: int) -> None:
        answer = self.practice(Request("cancel", {"appointmentId": visit, "version": version}, "staff"))
        self.changes_due += answer.status == 200

    def commit(self, back: int, stranger: str | None) -> None:
        """One of the latest quotes, by its own call or by some other."""
        if back > len(self.quotes):
            return
        call, quote = self.quotes[-back]
        before = self._rows()
        answer = FrontDesk(self.transport, stranger or call).commit(quote)
        if answer.status == 200:
            event("written")
            self._check_written(stranger or call, call, quote, answer)
        else:
            event(answer.body["error"]["code"])
            assert answer.body["error"]["code"] in (*REJECTIONS, "NOT_FOUND")
            assert self._rows() == before

    def check(self) -> None:
        """No column holds more than it can, nobody is in two places, and every change has its commit."""
        assert self.practice.store.all(OVERFULL) == []
        assert self.practice.store.all(IN_TWO_PLACES) == []
        assert self._changes() == self.changes_due

    def _check_written(self, call: str, owner: str, quote: dict[str, Any], answer: Answer) -> None:
        assert call == owner
        assert quote["token"] not in self.written
        assert self.clock.now() < dt.datetime.fromisoformat(quote["expires_at"])
        told = {key: value for key, value in quote["writes"].items() if key != "kind"}
        assert answer.body["result"]["written"] | told == answer.body["result"]["written"]
        self.written.add(quote["token"])
        self.changes_due += 1

    def _quote(self, call: str, kind: str, **asked: Any) -> None:
        answer = FrontDesk(self.transport, call).ask("inbound/quote", kind=kind, **asked)
        if answer.status == 200:
            self.quotes.append((call, answer.body["result"]))
        else:
            assert answer.body["error"]["code"] in REJECTIONS

    def _opening(self, which: tuple[int, int, int]) -> str:
        office, provider, index = which
        free = FrontDesk(self.transport).openings(office=office, provider_id=provider, from_date="2026-09-17")
        return str(free[index]["opening_id"])

    def _rows(self) -> list[Any]:
        return [self.practice.store.all(f"SELECT * FROM {table}") for table in TABLES]

    def _changes(self) -> int:
        """What was ever added, and how often a visit was changed."""
        (visits,) = self.practice.store.one("SELECT count(*) + sum(version - 1) FROM appointments")
        return int(visits) + sum(self.practice.store.one(f"SELECT count(*) FROM {each}")[0] for each in GROWING)


@given(STEPS)
@settings(max_examples=150, deadline=None)
def test_any_sequence(steps: list[Any]) -> None:
    """Never two where one fits, nothing twice, and a used, expired or foreign token writes nothing."""
    practice = Practice()
    for name, *arguments in steps:
        getattr(practice, name)(*arguments)
        practice.check()
