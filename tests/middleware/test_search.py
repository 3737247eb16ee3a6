"""A search: fourteen days, few requests, one opening for each start of a doctor, and shared ones only in need."""

import datetime as dt

import pytest

from fake_api.clock import FakeClock
from fake_api.practice.emr import Practice, open_practice
from fake_api.practice.wire import Answer
from fake_api.practice.world import World
from fake_api.reading import parse
from lab.middleware.calendar import Calendar
from lab.middleware.desk import Desk
from lab.middleware.directory import read_directory
from lab.middleware.emr import Emr
from tests.middleware.conftest import KEYS, NEW_YORK, Call, Place


def test_it_is_laid_out_as_a_calendar(place: Place) -> None:
    """Days with their zone, halves, doctors, a reference for each start, the soonest first."""
    text = place().do("find_openings", reason="sick_visit", office="Harbor", doctor="de la Cruz").text.splitlines()
    assert text[0] == (
        "Openings for sick_visit at Harbor, Tuesday 15 September to Monday 28 September (America/New_York)"
    )
    assert text[1] == "Soonest: SEP15-0900-DELACRUZ, SEP15-0930-DELACRUZ, SEP15-1000-DELACRUZ"
    assert text[2:5] == [
        "Tuesday 15 September",
        "  morning, Dr. Inés de la Cruz: 09:00 SEP15-0900-DELACRUZ open; 09:30 SEP15-0930-DELACRUZ open; "
        "10:00 SEP15-1000-DELACRUZ open; 10:30 SEP15-1030-DELACRUZ open; 11:00 SEP15-1100-DELACRUZ open; "
        "11:30 SEP15-1130-DELACRUZ open",
        "  afternoon, Dr. Inés de la Cruz: 12:00 SEP15-1200-DELACRUZ open; 12:30 SEP15-1230-DELACRUZ open; "
        "13:00 SEP15-1300-DELACRUZ open; 13:30 SEP15-1330-DELACRUZ open; 14:00 SEP15-1400-DELACRUZ open; "
        "14:30 SEP15-1430-DELACRUZ open; 15:00 SEP15-1500-DELACRUZ open; 15:30 SEP15-1530-DELACRUZ open; "
        "16:00 SEP15-1600-DELACRUZ open; 16:30 SEP15-1630-DELACRUZ open",
    ]
    assert "Sunday 20 September: nothing" in text
    assert sum(line.startswith(("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")) for line in text) == 14


def test_each_month_is_read_once(place: Place) -> None:
    """One request within a month, two across its end, for all doctors together."""
    call = place()
    call.do("find_openings", reason="sick_visit", office="North")
    assert call.practice.requests["month"] == 1
    calendar = call.do("find_openings", reason="sick_visit", office="North", first_day="2026-09-25")
    assert call.practice.requests["month"] == 3
    days = {offer.opening.start.date() for offer in calendar.offers}
    assert {dt.date(2026, 9, 30), dt.date(2026, 10, 1)} <= days


def test_two_columns_of_a_doctor_are_one_start(call: Call) -> None:
    """Each start of Dr. Ana Reyes stands once, and lies in the column with the fewest bookings."""
    starts = "2026-09-15T09:00:00-04:00"
    front_desk = {"columnId": 1207, "profileId": 88, "startDatetime": starts, "duration": 30}
    call.emr("create", patientId=50211, appointmentTypeId="1010", **front_desk)
    calendar = call.do("find_openings", reason="sick_visit", office="North", doctor="Ana Reyes")
    assert isinstance(calendar, Calendar)
    columns = {offer.reference: offer.opening.column for offer in calendar.offers}
    assert len(columns) == len(calendar.offers)
    assert columns["SEP15-0900-REYES"] == 1208


def test_shared_starts_are_offered_only_in_need(place: Place) -> None:
    """A start where someone stands already is not on the list while anything open is."""
    call = place()
    calendar = call.do("find_openings", reason="sick_visit", office="Harbor", doctor="Okafor")
    assert "SEP15-0900-OKAFOR" not in [offer.reference for offer in calendar.offers]
    assert "shared" not in calendar.text


ONE_SHARED = """
name = "One room"
[[office]]
id = 1
name = "Only"
zone = "America/New_York"
hours = { sun = ["00:00-04:00"], mon = ["08:00-08:30"] }
[[provider]]
id = 1
given = "Ana"
family = "Reyes"
[[column]]
id = 1
office = 1
provider = 1
lanes = ["general"]
capacity = 2
[[type]]
code = "1001"
name = "Check-up"
minutes = 30
[[rule]]
reason = "checkup"
code = "1001"
lane = "general"
[[patient]]
id = 1
name = "Jamie Rivera"
born = 1985-04-03
phone = "212-555-0142"
[[patient]]
id = 2
name = "Sukarno"
born = 1971-02-14
phone = "212-555-0144"
"""


def one_room(now: dt.datetime) -> Call:
    clock = FakeClock(now)
    practice: Practice = open_practice(parse(ONE_SHARED, World), clock)
    emr = Emr(practice, clock)
    call = Call(Desk(emr, read_directory(emr), clock, KEYS), practice, clock)
    call.do("find_patient", name="Sukarno", date_of_birth="1971-02-14")
    return call


def test_a_shared_start_can_be_booked() -> None:
    """Where nothing open is left in fourteen days, the shared ones are offered as such, and go through."""
    call = one_room(dt.datetime(2026, 9, 14, 9, 0, tzinfo=NEW_YORK))
    days = [dt.date(2026, 9, 20), dt.date(2026, 9, 21), dt.date(2026, 9, 27), dt.date(2026, 9, 28)]
    for day in days:
        for half_hours in range(8) if day.weekday() == 6 else (16,):
            start = dt.datetime.combine(day, dt.time(half_hours // 2, half_hours % 2 * 30), NEW_YORK)
            place = {"columnId": 1, "profileId": 1, "startDatetime": start.isoformat(), "duration": 30}
            assert call.emr("create", patientId=1, appointmentTypeId="1001", **place)["status"] == "booked"
    calendar = call.do("find_openings", reason="checkup")
    assert {offer.opening.booked for offer in calendar.offers} == {1}
    assert "SEP21-0800-REYES shared" in calendar.text
    assert call.carry_out("book", reference="SEP21-0800-REYES").code == "done"


def test_when_the_clocks_go_back_an_hour_is_offered_once() -> None:
    """On 1 November half past one comes twice; by ear there is one, the first, and it can be booked."""
    call = one_room(dt.datetime(2026, 10, 31, 9, 0, tzinfo=NEW_YORK))
    calendar = call.do("find_openings", reason="checkup")
    sunday = [offer for offer in calendar.offers if offer.opening.start.date() == dt.date(2026, 11, 1)]
    assert [f"{offer.opening.start:%H:%M}" for offer in sunday] == [
        f"{hour:02}:{half}" for hour in range(4) for half in ("00", "30")
    ]
    assert call.carry_out("book", reference="NOV01-0130-REYES").code == "done"
    assert call.emr("appointments", patientId=2)[0]["startDatetime"] == "2026-11-01T01:30:00-04:00"


def test_when_the_clocks_go_forward_the_hour_is_missing() -> None:
    """On 14 March 2027 there is no half past two."""
    call = one_room(dt.datetime(2027, 3, 13, 9, 0, tzinfo=NEW_YORK))
    calendar = call.do("find_openings", reason="checkup")
    sunday = {f"{o.opening.start:%H:%M}" for o in calendar.offers if o.opening.start.date() == dt.date(2027, 3, 14)}
    assert sunday == {"00:00", "00:30", "01:00", "01:30", "03:00", "03:30"}


def test_a_closed_day_offers_nothing(place: Place) -> None:
    """Thanksgiving is in the world's file."""
    text = place().do("find_openings", reason="sick_visit", office="North", first_day="2026-11-20").text
    assert "Thursday 26 November: nothing" in text


def test_nothing_free_has_a_line_of_its_own(place: Place) -> None:
    """An empty calendar says so in words, and holds no time that could be read out."""
    call = place()
    text = call.do("find_openings", reason="vaccination", office="Harbor", doctor="Ana Reyes").text
    assert text.startswith("Nothing is free for vaccination at Harbor")
    assert call.desk.offers.find("SEP15-0900-REYES") is None


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"reason": "haircut"}, "reason is one of checkup, sick_visit, vaccination"),
        ({"reason": "sick_visit"}, "North, Harbor"),
        ({"reason": "sick_visit", "office": "South"}, "North, Harbor"),
        ({"reason": "sick_visit", "office": "North", "doctor": "Reyes"}, "Ana Reyes, Bruno Reyes"),
        ({"reason": "sick_visit", "office": "North", "first_day": "2026-09-13"}, "has passed"),
        (
            {"reason": "sick_visit", "office": "North", "first_day": "2028-09-14"},
            "Thursday 14 September 2028 lies too far",
        ),
        ({"reason": "sick_visit", "office": "North", "first_day": "9999-12-31"}, "too far ahead"),
        ({"reason": "sick_visit", "office": "North", "first_day": "next week"}, "first_day must be a day"),
        ({"office": "North"}, "needs reason"),
        ({"reason": "sick_visit", "columnId": 7}, "takes no 'columnId'"),
    ],
)
def test_what_does_not_fit_is_asked_for(place: Place, arguments: dict[str, object], says: str) -> None:
    """An unclear or unknown value is answered with what there is to choose from."""
    result = place().do("find_openings", **arguments)
    assert result.code == "needs_input"
    assert says in result.text


def test_a_new_search_clears_what_can_be_booked(call: Call) -> None:
    """A reference of the search before stands for nothing, unless the new search offers it too."""
    call.do("find_openings", reason="sick_visit", office="North", first_day="2026-09-16")
    assert call.do("book", reference="SEP15-0900-REYES").code == "needs_input"
    assert call.do("book", reference="SEP16-0900-REYES").sentence


def test_a_search_that_fails_leaves_nothing_to_book(place: Place) -> None:
    """The practice does not answer: the old list is not offered in its place."""
    call = place()
    call.do("find_openings", reason="sick_visit", office="North")
    call.desk._emr._transport = lambda request: Answer(503, "")  # type: ignore[assignment]
    assert call.do("find_openings", reason="sick_visit", office="North").code == "unreachable"
    assert call.desk.offers.find("SEP15-0900-REYES") is None
