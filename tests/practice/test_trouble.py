"""Every way in which the practice fails, in process and over HTTP alike."""

import pytest

from fake_api.clock import FakeClock
from fake_api.data_error import DataError
from fake_api.practice.emr import Practice
from fake_api.practice.failing import PlanRun
from fake_api.practice.trouble import Trouble, TroublePlan, load_trouble, trouble_names
from fake_api.practice.wire import NoAnswer, Request
from tests.practice.booking_arguments import SUKARNO, place
from tests.practice.conftest import Reach

BOOK = Request("create", {"patientId": SUKARNO, **place()})


def booked(practice: Practice) -> int:
    return len(practice(Request("appointments", {"patientId": SUKARNO})).body)


def test_what_is_armed_by_hand_strikes_once_and_first() -> None:
    """Ahead of the plan, the next request that it fits; each entry tells what has become of it."""
    run = PlanRun(TroublePlan(troubles=(Trouble("create", outcome="conflict"),)))
    run.arm(Trouble("create", outcome="timeout", committed=True))
    assert run.next(Request("day", {})) is None
    assert [trouble.outcome for _ in range(2) if (trouble := run.next(BOOK))] == ["timeout", "conflict"]
    assert run.entries() == ((1, "create: conflict SLOT_TAKEN", "used"), (2, "next create: timeout, done", "used"))


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        (Trouble("day", attempts=(1, 2), outcome="slow", seconds=2.5), "day, attempt 1, 2: slow 2.5s"),
        (
            Trouble(outcome="server_error", status=502, chance=0.5),
            "any request, chance 0.5: server_error 502, not done",
        ),
        (Trouble("month", outcome="too_many", retry_after="9"), "month: too_many 9"),
        (Trouble("month", outcome="too_many"), "month: too_many"),
    ],
)
def test_a_trouble_says_what_it_does(trouble: Trouble, words: str) -> None:
    """In one line, for a panel."""
    assert str(trouble) == words


@pytest.mark.parametrize(("plan", "written"), [("write-timeout-done", 1), ("write-dropped-done", 1), ("write-lost", 0)])
def test_a_write_without_an_answer(reach: Reach, practice: Practice, plan: str, written: int) -> None:
    """No answer comes, whether or not the practice wrote it down."""
    with pytest.raises(NoAnswer):
        reach(plan)(BOOK)
    assert booked(practice) == written


@pytest.mark.parametrize(
    ("plan", "status", "body"),
    [
        ("write-server-error-done", 503, "upstream is not available"),
        ("write-empty-done", 200, ""),
        ("write-html-done", 200, "<!doctype html>"),
    ],
)
def test_a_write_with_a_spoilt_answer(reach: Reach, practice: Practice, plan: str, status: int, body: str) -> None:
    """The practice did it, and what comes back does not say so."""
    answer = reach(plan)(BOOK)
    assert (answer.status, answer.body.startswith(body)) == (status, True)
    assert booked(practice) == 1


def test_a_start_that_was_just_taken(reach: Reach, practice: Practice) -> None:
    """The conflict comes once, and nothing is written."""
    transport = reach("taken")
    assert transport(BOOK).status == 409
    assert booked(practice) == 0
    assert transport(BOOK).status == 200


def test_a_200_that_says_rejected(reach: Reach, practice: Practice) -> None:
    """The status is fine, the body is not, and nothing is written."""
    answer = reach("rejected")(BOOK)
    assert (answer.status, answer.body) == (200, {"status": "rejected", "code": "OUT_OF_HOURS"})
    assert booked(practice) == 0


def test_too_many_requests_name_a_wait(reach: Reach, practice: Practice) -> None:
    """The absurd wait comes through as it was sent."""
    answer = reach("busy")(BOOK)
    assert (answer.status, answer.retry_after) == (429, "9999999999")
    assert booked(practice) == 0


def test_a_slow_answer_takes_its_time_on_the_clock(practice: Practice, clock: FakeClock) -> None:
    """It comes after so many seconds; after the client's patience it does not come, though the write was done."""
    slow = TroublePlan(troubles=(Trouble("create", outcome="slow", seconds=3.8),))
    from fake_api.practice.failing import Failing

    before = clock.now()
    assert Failing(practice, slow, clock)(BOOK).status == 200
    assert (clock.now() - before).total_seconds() == 3.8
    other = Request("create", {"patientId": SUKARNO, **place(startDatetime="2026-09-15T10:00:00-04:00")})
    with pytest.raises(NoAnswer):
        Failing(practice, slow, clock, patience=2.5)(other)
    assert booked(practice) == 2


@pytest.mark.parametrize("name", trouble_names())
def test_every_plan_that_ships_says_what_it_does(name: str) -> None:
    """Each can be read, and has a sentence about itself."""
    assert load_trouble(name).about.endswith(".")


def test_chaos_is_the_same_with_the_same_seed() -> None:
    """Two runs of one plan fail alike, request by request."""
    runs = [PlanRun(load_trouble("chaos")) for _ in range(2)]
    first, second = ([run.next(BOOK) for _ in range(200)] for run in runs)
    assert first == second
    assert len({trouble.outcome for trouble in first if trouble}) >= 8


@pytest.mark.parametrize(
    ("entry", "key"),
    [
        ({"outcome": "explode"}, "outcome"),
        ({"tool": "book", "outcome": "timeout"}, "tool"),
        ({"outcome": "conflict", "committed": True}, "committed"),
        ({"outcome": "timeout", "seconds": 3.0}, "seconds"),
        ({"outcome": "slow"}, "seconds"),
        ({"outcome": "server_error", "status": 404}, "status"),
        ({"outcome": "timeout", "chance": 1.5}, "chance"),
        ({"outcome": "timeout", "attempts": (0,)}, "attempts"),
        ({"outcome": "timeout", "when": "tol == 1"}, "when"),
    ],
)
def test_a_bad_entry_names_its_key(entry: dict[str, object], key: str) -> None:
    """An entry that can't be used says which key is wrong."""
    with pytest.raises(DataError) as fault:
        Trouble(**entry)  # type: ignore[arg-type]
    assert fault.value.key == key


def test_an_entry_can_look_at_the_request() -> None:
    """`when` reads endpoint, day and time of a request."""
    run = PlanRun(TroublePlan(troubles=(Trouble(when='tool == "create" and time == "09:00"', outcome="timeout"),)))
    other = Request("create", {"patientId": SUKARNO, **place(startDatetime="2026-09-15T10:00:00-04:00")})
    assert [bool(run.next(request)) for request in (other, BOOK)] == [False, True]
