"""The hub offers what can be booked, and knows no patients."""

from typing import Any

import pytest

from fake_api.clock import FakeClock
from tests.practice.inbound.front_desk import JAMIE, FrontDesk


def starts(openings: list[dict[str, Any]], provider: int | None = None) -> list[str]:
    return [each["starts"][11:16] for each in openings if provider in (None, each["provider_id"])]


def test_the_offices_tell_where_and_what_for(desk: FrontDesk) -> None:
    """Each has its zone and the reasons for which a visit can be made there."""
    north, harbor = desk.told("hub/offices")
    assert (north["name"], north["zone"]) == ("North", "America/New_York")
    assert north["reasons"] == ["checkup", "sick_visit"]
    assert "vaccination" in harbor["reasons"]


def test_the_providers_of_one_office(desk: FrontDesk) -> None:
    """Only who has a column there is listed."""
    assert [each["provider_id"] for each in desk.told("hub/providers", office_id=2)] == [102, 107]
    assert len(desk.told("hub/providers")) == 5
    assert desk.refused("hub/providers", office_id=3) == (404, "NOT_FOUND", "office_id")


def test_what_a_provider_sees_patients_for(desk: FrontDesk) -> None:
    """The long visits of new patients are the only ones in that lane."""
    assert desk.told("hub/provider_info", provider_id=95)["reasons"] == ["checkup"]
    assert desk.refused("hub/provider_info", provider_id=1) == (404, "NOT_FOUND", "provider_id")


@pytest.mark.parametrize(
    ("known", "resolved", "missing", "offices"),
    [
        ({"reason": "checkup"}, False, ["status", "age"], []),
        ({"reason": "checkup", "age": 40}, False, ["status"], []),
        ({"reason": "checkup", "age": 9}, True, [], [1, 2]),
        ({"reason": "checkup", "age": 40, "status": "new"}, True, [], [1, 2]),
        ({"reason": "vaccination"}, True, [], [2]),
        ({"reason": "surgery"}, False, [], []),
    ],
)
def test_a_patient_is_routed_by_the_rules(
    desk: FrontDesk, known: dict[str, Any], resolved: bool, missing: list[str], offices: list[int]
) -> None:
    """What else has to be known is named, and only where it matters."""
    routed = desk.told("hub/route_patient", **known)
    assert (routed["resolved"], routed["missing"], routed["office_ids"]) == (resolved, missing, offices)


def test_a_doctor_with_two_columns_is_offered_once(desk: FrontDesk) -> None:
    """A start is one opening for a caller, whatever lies behind it, and stays one while a column has room."""
    once = starts(desk.openings(), provider=88)
    assert len(once) == len(set(once))
    desk.written(desk.book(starts="09:00"))
    assert starts(desk.openings(), provider=88) == once


def test_nothing_past_is_offered(desk: FrontDesk, clock: FakeClock) -> None:
    """On the day itself only what lies ahead is free."""
    clock.advance(24 * 3600 + 30 * 60)
    assert starts(desk.openings())[0] == "10:00"


def test_closed_days_have_nothing(desk: FrontDesk) -> None:
    """Thanksgiving is shut, the day after is not."""
    days = {each["starts"][:10] for each in desk.openings(from_date="2026-11-26", days=2)}
    assert days == {"2026-11-27"}


def test_shared_starts_are_offered_where_nothing_else_is(desk: FrontDesk) -> None:
    """A start beside another visit comes only when no start is free of visits."""
    asked = {"office": 2, "reason": "checkup", "provider_id": 102}
    assert "09:00" not in starts(desk.openings(**asked))
    assert not any(each["shared"] for each in desk.openings(**asked))


def test_a_visit_keeps_its_buffer_free(desk: FrontDesk) -> None:
    """What is offered around a visit is what a booking would find room for."""
    asked = {"reason": "checkup", "status": "new", "provider_id": 95}
    first = desk.openings(**asked)[0]
    quote = desk.quote("book", account_number="A-50213", opening_id=first["opening_id"], reason="checkup")
    desk.written(quote)
    assert first["starts"][11:16] == "08:00"
    assert starts(desk.openings(**asked))[0] == "09:30"


@pytest.mark.parametrize(
    ("changes", "field"),
    [({"reason": "surgery"}, "reason"), ({"reason": "checkup", "status": None}, "status")],
)
def test_a_type_that_cannot_be_told_is_not_built(desk: FrontDesk, changes: dict[str, Any], field: str) -> None:
    """Without its rule nothing is offered, and the field to ask for is named."""
    asked = {"office_id": 1, "status": "new", "age": 40, "from_date": "2026-09-15", "days": 1, **changes}
    given = {key: value for key, value in asked.items() if value is not None}
    assert desk.refused("hub/availability", **given) == (409, "NOT_BUILDABLE", field)


@pytest.mark.parametrize(("key", "value"), [("days", 15), ("days", 0), ("age", 131), ("from_date", "9999-12-31")])
def test_values_out_of_bounds_are_bad_input(desk: FrontDesk, key: str, value: object) -> None:
    """Each is refused by its key."""
    asked = {"office_id": 1, "reason": "sick_visit", "status": "new", "age": 40, "from_date": "2026-09-15", "days": 1}
    assert desk.refused("hub/availability", **{**asked, key: value}) == (400, "BAD_INPUT", key)


def test_the_hour_that_comes_twice_is_offered_once(desk: FrontDesk) -> None:
    """No two openings of one doctor sound alike, in the week in which the clocks go back too."""
    week = desk.openings(office=2, from_date="2026-10-26", days=14)
    heard = [(each["provider_id"], each["starts"][:16]) for each in week]
    assert len(heard) == len(set(heard)) > 100


def test_a_status_that_only_the_caller_knows_goes_with_the_opening(desk: FrontDesk) -> None:
    """A patient whose file knows none is booked as what the opening was looked for with."""
    opening = desk.openings(reason="checkup", status="new", provider_id=91)[0]["opening_id"]
    quote = desk.quote("book", account_number="A-50215", opening_id=opening, reason="checkup")
    assert quote["writes"]["minutes"] == 60


def test_an_opening_for_others_is_not_built(desk: FrontDesk) -> None:
    """A start that was looked for as a newcomer's hour with another doctor is none for an established patient."""
    opening = desk.openings(reason="checkup", status="new", provider_id=95)[0]["opening_id"]
    refused = desk.refused("inbound/quote", kind="book", account_number=JAMIE, opening_id=opening, reason="checkup")
    assert refused == (409, "NOT_BUILDABLE", "opening_id")
