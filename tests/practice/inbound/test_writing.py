"""Quote, then commit: exactly what was quoted is written, once, and only while it is still so."""

import datetime as dt
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from fake_api.clock import FakeClock
from fake_api.practice.emr import open_practice
from fake_api.practice.inbound.api import open_inbound
from fake_api.practice.wire import Transport
from fake_api.practice.world import World
from tests.practice.inbound.front_desk import JAMIE, NIAMH, FrontDesk, said_no


def test_a_booking_is_written_as_it_was_quoted(desk: FrontDesk) -> None:
    """Every value that the quote told stands in the row afterwards, and the brief shows it."""
    quote = desk.book(starts="09:00")
    assert desk.booked() == ["2026-09-16T10:00:00-04:00"]
    written = desk.written(quote)
    told = {key: value for key, value in quote["writes"].items() if key != "kind"}
    assert written | told == written
    assert desk.booked() == ["2026-09-15T09:00:00-04:00", "2026-09-16T10:00:00-04:00"]


def test_a_visit_is_moved(desk: FrontDesk) -> None:
    """The same visit stands elsewhere, under its own id."""
    (visit,) = desk.visits()
    to = desk.opening("11:00", provider=91)
    desk.written(desk.quote("reschedule", account_number=JAMIE, encounter_id=visit["encounter_id"], opening_id=to))
    (moved,) = desk.visits()
    assert (moved["encounter_id"], moved["starts"]) == (visit["encounter_id"], "2026-09-15T11:00:00-04:00")


def test_a_visit_is_cancelled(desk: FrontDesk) -> None:
    """It stays in the file, and its start is free for others."""
    (visit,) = desk.visits()
    desk.written(desk.quote("cancel", account_number=JAMIE, encounter_id=visit["encounter_id"]))
    assert [each["status"] for each in desk.visits()] == ["cancelled"]


def test_the_same_token_writes_once(desk: FrontDesk) -> None:
    """Sent again it is refused, and one visit stands."""
    quote = desk.book()
    desk.written(quote)
    assert said_no(desk.commit(quote)) == (409, "QUOTE_USED", "token")
    assert len(desk.booked()) == 2


def test_two_quotes_for_one_change_write_once(desk: FrontDesk) -> None:
    """The second is refused, whichever is sent first."""
    first, second = desk.book(), desk.book()
    desk.written(second)
    assert said_no(desk.commit(first))[:2] == (409, "ALREADY_COMMITTED")


def test_two_calls_for_one_opening_write_once(desk: FrontDesk, inbound: Transport) -> None:
    """The one that comes second has lost it, and its quote stays refused."""
    other = FrontDesk(inbound, "call-2")
    first, second = desk.book(JAMIE), other.book(NIAMH)
    desk.written(first)
    assert said_no(other.commit(second))[1] == said_no(other.commit(second))[1] == "SLOT_TAKEN"
    assert other.booked(NIAMH) == []


def test_a_quote_ends_after_fifteen_minutes(desk: FrontDesk, clock: FakeClock) -> None:
    """At the very end it is over."""
    quote = desk.book()
    clock.advance(15 * 60)
    assert said_no(desk.commit(quote)) == (409, "QUOTE_EXPIRED", "token")
    assert len(desk.booked()) == 1


def test_fifteen_minutes_are_not_wall_time(maple: World) -> None:
    """In the night in which the clocks go back, a quote from before ends after, by the same quarter of an hour."""
    clock = FakeClock(dt.datetime(2026, 11, 1, 1, 50, tzinfo=ZoneInfo("America/New_York")))
    desk = FrontDesk(open_inbound(open_practice(maple, clock), clock))
    quote = desk.quote("message", account_number=JAMIE, provider_id=88, text="Please call.")
    assert quote["expires_at"] == "2026-11-01T01:05:00-05:00"
    clock.advance(15 * 60 - 1)
    assert desk.commit(quote).status == 200


@pytest.mark.parametrize("token", ["A-50211", "nonsense"])
def test_a_token_that_never_was_writes_nothing(desk: FrontDesk, token: str) -> None:
    """What is no token of this call leads nowhere."""
    assert desk.refused("inbound/commit", token=token, reason=None, flags={}) == (404, "NOT_FOUND", "token")


def test_another_calls_token_writes_nothing(desk: FrontDesk, inbound: Transport) -> None:
    """A token belongs to the call that it was quoted in."""
    quote = desk.book()
    stranger = FrontDesk(inbound, "call-2")
    assert said_no(stranger.commit(quote)) == (404, "NOT_FOUND", "token")
    assert desk.commit(quote).status == 200


def test_a_visit_that_staff_changed_is_not_touched(desk: FrontDesk, record_system: Any) -> None:
    """The quote rests on a version that has moved on."""
    (visit,) = desk.visits()
    quote = desk.quote("cancel", account_number=JAMIE, encounter_id=visit["encounter_id"])
    record_system("cancel", appointmentId=1, version=1)
    assert said_no(desk.commit(quote))[1] == "STATUS_NOT_BOOKED"
