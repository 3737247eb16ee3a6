"""The front desk's API fails in every way that servers know, in process and over HTTP alike."""

import pytest

from fake_api.data_error import DataError
from fake_api.practice.inbound.envelope import BUSY
from fake_api.practice.trouble import Trouble, load_trouble, trouble_names
from fake_api.practice.wire import NoAnswer, Transport
from tests.practice.conftest import Reach
from tests.practice.inbound.front_desk import NIAMH, FrontDesk, said_no

OURS = [name for name in trouble_names() if name.startswith(("commit-", "log-", "front-desk-"))]


@pytest.fixture
def staff(in_process: Transport) -> FrontDesk:
    """Somebody whose requests never fail."""
    return FrontDesk(in_process)


@pytest.mark.parametrize(
    ("plan", "written"),
    [("commit-timeout-done", 1), ("commit-dropped-done", 1), ("commit-lost", 0), ("commit-blind", 1)],
)
def test_a_commit_without_an_answer(reach: Reach, staff: FrontDesk, plan: str, written: int) -> None:
    """Nothing comes back, whether or not it was written."""
    desk = FrontDesk(reach(plan))
    with pytest.raises(NoAnswer):
        desk.commit(desk.book(NIAMH))
    assert len(staff.booked(NIAMH)) == written


@pytest.mark.parametrize(
    ("plan", "status"),
    [
        ("commit-504-done", 504),
        ("commit-html-done", 200),
        ("commit-empty-done", 200),
        ("commit-unreadable-done", 200),
        ("commit-no-envelope-done", 200),
    ],
)
def test_a_commit_with_a_spoilt_answer(reach: Reach, staff: FrontDesk, plan: str, status: int) -> None:
    """It is written, and no envelope says so."""
    desk = FrontDesk(reach(plan))
    answer = desk.commit(desk.book(NIAMH))
    assert answer.status == status
    assert not (isinstance(answer.body, dict) and "ok" in answer.body)
    assert len(staff.booked(NIAMH)) == 1


def test_without_its_envelope_an_answer_still_holds_the_row(reach: Reach) -> None:
    """What a careless client would take for the result."""
    desk = FrontDesk(reach("commit-no-envelope-done"))
    assert desk.commit(desk.book(NIAMH)).body["kind"] == "book"


def test_busy_writes_nothing_and_may_be_sent_again(reach: Reach, staff: FrontDesk) -> None:
    """The same token goes through the second time."""
    desk = FrontDesk(reach("commit-busy"))
    quote = desk.book(NIAMH)
    assert said_no(desk.commit(quote)) == (503, "SLOT_BUSY", None)
    assert staff.booked(NIAMH) == []
    assert desk.commit(quote).status == 200


@pytest.mark.parametrize(("plan", "code"), [("commit-taken", "SLOT_TAKEN"), ("commit-expired", "QUOTE_EXPIRED")])
def test_a_commit_that_is_refused(reach: Reach, staff: FrontDesk, plan: str, code: str) -> None:
    """The envelope says why, and nothing is written."""
    desk = FrontDesk(reach(plan))
    assert said_no(desk.commit(desk.book(NIAMH))) == (409, code, "token")
    assert staff.booked(NIAMH) == []


def test_a_call_log_goes_through_in_the_end(reach: Reach) -> None:
    """Four times busy, then logged."""
    desk = FrontDesk(reach("log-busy"))
    flags = {"human_review": False, "emergency": False, "identity": False}
    log = {"transcript": [], "accounts": [], "end_reason": "hung up", "flags": flags}
    statuses = [desk.ask("inbound/call/log", **log).status for _ in range(5)]
    assert statuses == [503] * 4 + [200]


@pytest.mark.parametrize("code", BUSY)
def test_every_busy_code_can_be_planned(code: str) -> None:
    """Each says 503 in an envelope."""
    answer = Trouble("inbound/commit", outcome="busy", reason=code).spoil(None)
    assert answer
    assert said_no(answer) == (503, code, None)


@pytest.mark.parametrize("name", OURS)
def test_every_plan_of_ours_concerns_the_front_desk(name: str) -> None:
    """A plan that is named for the front desk touches none of the record system's endpoints."""
    tools = [trouble.tool or str(trouble.when) for trouble in load_trouble(name).troubles]
    assert tools
    assert all("inbound/" in tool or "hub/" in tool for tool in tools)


@pytest.mark.parametrize(
    ("entry", "key"),
    [
        ({"tool": "inbound/comit", "outcome": "busy"}, "tool"),
        ({"tool": "inbound/commit", "outcome": "busy", "reason": "SLOT_TAKEN"}, "reason"),
        ({"tool": "create", "outcome": "busy"}, "outcome"),
        ({"tool": "create", "outcome": "no_envelope"}, "outcome"),
        ({"outcome": "busy", "committed": True}, "committed"),
        ({"outcome": "timeout", "reason": "SLOT_TAKEN"}, "reason"),
        ({"outcome": "busy", "field": "token"}, "field"),
    ],
)
def test_a_bad_entry_names_its_key(entry: dict[str, object], key: str) -> None:
    """What cannot be planned is refused with the key that is wrong."""
    with pytest.raises(DataError) as fault:
        Trouble(**entry)  # type: ignore[arg-type]
    assert fault.value.key == key
