"""Why a quote or a commit is refused, each with its code and the field to ask for; nothing is written then."""

import json
from typing import Any

import pytest

from fake_api.clock import FakeClock
from fake_api.practice.emr import Practice
from tests.practice.booking_arguments import place
from tests.practice.inbound.front_desk import ALEX, JAMIE, NIAMH, SUKARNO, FrontDesk, said_no

NEW = {"name": "Zoë Quinn", "date_of_birth": "1999-01-02", "phone": "(212) 555 0199"}


def not_quoted(desk: FrontDesk, kind: str, **arguments: Any) -> tuple[str, str | None]:
    status, code, field = desk.refused("inbound/quote", kind=kind, **arguments)
    assert status == 409
    return code, field


def test_a_start_that_is_full_is_taken(desk: FrontDesk, record_system: Any) -> None:
    """Somebody else was faster than the quote."""
    opening = desk.opening("09:00", provider=91)
    record_system("create", patientId=50214, **place(columnId=1231, profileId=91))
    booking = {"account_number": JAMIE, "opening_id": opening, "reason": "sick_visit"}
    assert not_quoted(desk, "book", **booking) == ("SLOT_TAKEN", None)


def test_a_start_that_another_shares_since_the_quote_is_taken(desk: FrontDesk, record_system: Any) -> None:
    """Though there is room for two, it is no longer what was quoted."""
    opening = desk.opening("10:00", provider=102, office=2)
    quote = desk.quote("book", account_number=JAMIE, opening_id=opening, reason="sick_visit")
    there = {"columnId": 1302, "profileId": 102, "startDatetime": "2026-09-15T10:00:00-04:00"}
    record_system("create", patientId=50214, **place(**there))
    assert said_no(desk.commit(quote))[1] == "SLOT_TAKEN"


def test_other_visits_of_that_day_end_no_quote(desk: FrontDesk, record_system: Any) -> None:
    """What is compared is the start that was quoted, in its own column."""
    quote = desk.book(starts="09:00")
    for hour in (10, 11):
        record_system("create", patientId=50214, **place(startDatetime=f"2026-09-15T{hour}:00:00-04:00"))
    assert desk.commit(quote).status == 200


def test_nobody_is_in_two_places(desk: FrontDesk) -> None:
    """Jamie is with another doctor at that time."""
    opening = desk.opening("10:00", from_date="2026-09-16")
    booking = {"account_number": JAMIE, "opening_id": opening, "reason": "sick_visit"}
    assert not_quoted(desk, "book", **booking) == ("SAME_TIME", "opening_id")


def test_visits_of_one_patient_do_not_overlap(desk: FrontDesk) -> None:
    """A newcomer's hour with one doctor is not over when another would begin."""
    hour = desk.opening("08:00", provider=95, reason="checkup", status="new")
    desk.written(desk.quote("book", account_number=SUKARNO, opening_id=hour, reason="checkup"))
    booking = {"account_number": SUKARNO, "opening_id": desk.opening("08:30"), "reason": "sick_visit"}
    assert not_quoted(desk, "book", **booking) == ("SAME_TIME", "opening_id")


def test_a_visit_that_overlaps_since_the_quote(desk: FrontDesk) -> None:
    """Both were quoted while the patient was free; the second that is committed is refused."""
    hour = desk.opening("08:00", provider=95, reason="checkup", status="new")
    first = desk.quote("book", account_number=SUKARNO, opening_id=hour, reason="checkup")
    half = {"opening_id": desk.opening("08:30"), "reason": "sick_visit"}
    second = desk.quote("book", account_number=SUKARNO, **half)
    desk.written(second)
    assert said_no(desk.commit(first))[1] == "SAME_TIME"


def test_a_commit_that_the_rows_refuse_leaves_nothing_behind(desk: FrontDesk, practice: Practice) -> None:
    """A seat that is taken behind the schedule's back ends the commit, and half a visit is not there."""
    quote = desk.book(JAMIE, starts="09:00", provider=91)
    with practice.store.writing() as db:
        db.execute("INSERT INTO occupied VALUES (1231, ?, 0, 1)", (29824620 + 15,))
    assert said_no(desk.commit(quote))[1] == "SLOT_TAKEN"
    assert len(desk.visits()) == 1


def test_a_visit_is_not_moved_to_where_it_is(desk: FrontDesk) -> None:
    """The opening was listed before the visit was booked there."""
    opening = desk.opening("09:00")
    visit = desk.written(desk.book(starts="09:00"))
    moving = {"account_number": JAMIE, "encounter_id": visit["encounter_id"], "opening_id": opening}
    assert not_quoted(desk, "reschedule", **moving) == ("SAME_TIME", "opening_id")


def test_a_cancelled_visit_is_not_changed(desk: FrontDesk, record_system: Any) -> None:
    """The status is not booked any more."""
    record_system("cancel", appointmentId=1, version=1)
    change = {"account_number": JAMIE, "encounter_id": "E-70001"}
    assert not_quoted(desk, "cancel", **change) == ("STATUS_NOT_BOOKED", "encounter_id")


def test_a_visit_that_has_begun_is_not_changed(desk: FrontDesk, clock: FakeClock) -> None:
    """What is over can neither be moved nor cancelled."""
    clock.advance(2 * 24 * 3600 + 3600)
    change = {"account_number": JAMIE, "encounter_id": "E-70001"}
    assert not_quoted(desk, "cancel", **change) == ("NOT_BUILDABLE", "encounter_id")


def test_an_opening_that_has_begun_is_not_built(desk: FrontDesk, clock: FakeClock) -> None:
    """Nobody books the past, however long the opening was looked at."""
    opening = desk.opening("09:00")
    clock.advance(24 * 3600)
    booking = {"account_number": JAMIE, "opening_id": opening, "reason": "sick_visit"}
    assert not_quoted(desk, "book", **booking) == ("NOT_BUILDABLE", "opening_id")


def test_a_booking_can_be_made_again_after_it_was_cancelled(desk: FrontDesk) -> None:
    """The same start for the same patient is another change by then."""
    visit = desk.written(desk.book(starts="09:00"))
    change = {"account_number": JAMIE, "encounter_id": visit["encounter_id"]}
    desk.written(desk.quote("cancel", **change))
    assert desk.written(desk.book(starts="09:00"))["encounter_id"] != visit["encounter_id"]


def test_a_status_that_nobody_knows_is_asked_for(desk: FrontDesk) -> None:
    """It decides the type of a check-up, and neither the file nor the opening knows it."""
    opening = desk.openings(reason="vaccination", office=2, status=None, provider_id=107)[0]["opening_id"]
    booking = {"account_number": ALEX, "opening_id": opening, "reason": "checkup"}
    assert not_quoted(desk, "book", **booking) == ("NOT_BUILDABLE", "status")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("name", "12345"),
        ("name", "Zoë \x1b[31mQuinn"),
        ("name", "Zoë \u202eQuinn"),
        ("date_of_birth", "2026-09-15"),
        ("date_of_birth", "1895-01-01"),
        ("phone", "555-0199"),
        ("sex", "F"),
        ("state", "ZZ"),
        ("state", "ny"),
        ("zip", "1001"),
        ("zip", "１００１４"),
    ],
)
def test_a_value_that_cannot_be_put_on_file_is_asked_for(desk: FrontDesk, key: str, value: str) -> None:
    """Each is named, so that it can be asked again."""
    assert not_quoted(desk, "create", **{**NEW, key: value}) == ("NOT_BUILDABLE", key)


def test_a_new_patient_is_found_afterwards(desk: FrontDesk) -> None:
    """Written as quoted, with what is not known left open, and found by a part of the name."""
    written = desk.written(desk.quote("create", **NEW, state="NY"))
    assert (written["phone"], written["state"], written["zip"]) == ("212-555-0199", "NY", None)
    (match,) = desk.told("inbound/lookup", name="quinn")["matches"]
    assert match["account_number"] == written["account_number"]
    assert desk.told("inbound/brief", account_number=match["account_number"])["status"] == "new"


def test_a_phone_is_kept_in_plain_digits(desk: FrontDesk) -> None:
    """Whatever script it came in, it is found again."""
    desk.written(desk.quote("create", **{**NEW, "phone": "٢١٢-٥٥٥-٠١٩٩"}))
    (match,) = desk.told("inbound/lookup", phone="212-555-0199")["matches"]
    assert match["phone"] == "212-555-0199"


@pytest.mark.parametrize(
    "name", ["Jamie Rivera", "JAMIE RIVERA", "Jámie Rivera", "Jamie Ann Rivera", "Jamie Rivera Jr."]
)
def test_somebody_of_that_name_and_birth_date_may_exist(desk: FrontDesk, name: str) -> None:
    """An accent more is no new person, nor is a middle name or a suffix."""
    twin = {"name": name, "date_of_birth": "1985-04-03", "phone": "212-555-0198"}
    assert not_quoted(desk, "create", **twin) == ("PATIENT_MAY_EXIST", "name")


def test_a_twin_is_somebody_else(desk: FrontDesk) -> None:
    """The same surname and birth date under another given name and phone is no reason to refuse."""
    twin = {"name": "Robin Rivera", "date_of_birth": "1985-04-03", "phone": "212-555-0198"}
    assert desk.written(desk.quote("create", **twin))["name"] == "Robin Rivera"


def test_the_same_phone_and_birth_date_under_another_name(desk: FrontDesk) -> None:
    """It is asked about before a second file is opened."""
    other = {"name": "Jaime Ribera", "date_of_birth": "1985-04-03", "phone": "212-555-0142"}
    assert not_quoted(desk, "create", **other) == ("NAME_MISMATCH", "name")


def test_the_same_person_is_put_on_file_once(desk: FrontDesk) -> None:
    """Of two quotes for one new patient only one is written."""
    first, second = desk.quote("create", **NEW), desk.quote("create", **NEW)
    desk.written(first)
    assert said_no(desk.commit(second))[1] == "ALREADY_COMMITTED"


def test_a_file_that_was_renamed_since_the_quote(desk: FrontDesk, practice: Practice) -> None:
    """What was read back to the caller named somebody else."""
    quote = desk.book()
    with practice.store.writing() as db:
        db.execute("UPDATE patients SET name = 'Jamie Ortega' WHERE id = 50211")
    assert said_no(desk.commit(quote))[1] == "NAME_MISMATCH"
    assert len(desk.booked()) == 1


def test_a_refill_is_asked_for_while_refills_are_left(desk: FrontDesk) -> None:
    """Each request takes one, and the last one ends it."""
    asked = {"account_number": JAMIE, "medication_id": "RX-1234", "quantity": 30, "days_of_supply": 30}
    for _ in range(2):
        written = desk.written(desk.quote("refill", **asked))
        assert (written["medication"], written["request_id"][:3]) == ("lisinopril 10 mg", "RF-")
    assert not_quoted(desk, "refill", **asked) == ("NOT_BUILDABLE", "medication_id")


def test_two_quotes_for_one_refill_write_once(desk: FrontDesk) -> None:
    """Though two refills are left, both quotes were for the next one."""
    asked = {"account_number": JAMIE, "medication_id": "RX-1234", "quantity": 30, "days_of_supply": 30}
    first, second = desk.quote("refill", **asked), desk.quote("refill", **asked)
    desk.written(first)
    assert said_no(desk.commit(second))[1] == "ALREADY_COMMITTED"


def test_a_payment_lessens_the_balance(desk: FrontDesk) -> None:
    """What will be left is said before, and nobody pays more than that."""
    asked = {"account_number": JAMIE, "invoice_id": "INV-2026-0042", "currency": "USD", "reason": "part of the bill"}
    quote = desk.quote("payment", **asked, amount_cents=5000)
    assert (quote["writes"]["about"], quote["writes"]["balance_cents"]) == ("Sick visit in May", 3500)
    desk.written(quote)
    bill = desk.told("inbound/brief", account_number=JAMIE)["invoices"][0]
    assert bill["balance_cents"] == 3500
    assert not_quoted(desk, "payment", **asked, amount_cents=3501) == ("NOT_BUILDABLE", "amount_cents")


def test_two_payments_of_one_balance_write_once(desk: FrontDesk) -> None:
    """A bill is not paid twice by two quotes from the same balance."""
    asked = {"account_number": JAMIE, "invoice_id": "INV-2026-0042", "currency": "USD", "reason": "the bill"}
    first, second = (desk.quote("payment", **asked, amount_cents=cents) for cents in (8500, 100))
    desk.written(first)
    assert said_no(desk.commit(second))[1] == "ALREADY_COMMITTED"


def test_money_in_another_currency_is_not_taken(desk: FrontDesk) -> None:
    """The practice has one."""
    asked = {"account_number": JAMIE, "amount_cents": 100, "currency": "EUR", "reason": "copay"}
    assert not_quoted(desk, "payment", **asked) == ("NOT_BUILDABLE", "currency")


@pytest.mark.parametrize(
    ("kind", "asked", "field"),
    [
        ("refill", {"medication_id": "RX-1455", "quantity": 60, "days_of_supply": 30}, "medication_id"),
        (
            "payment",
            {"invoice_id": "INV-2026-0051", "amount_cents": 1, "currency": "USD", "reason": "x"},
            "invoice_id",
        ),
        ("message", {"provider_id": 1, "text": "hello"}, "provider_id"),
    ],
)
def test_what_belongs_to_somebody_else_is_not_there(
    desk: FrontDesk, kind: str, asked: dict[str, Any], field: str
) -> None:
    """Another patient's medication or bill cannot even be told from one that never was."""
    assert desk.refused("inbound/quote", kind=kind, account_number=NIAMH, **asked) == (404, "NOT_FOUND", field)


def test_a_message_is_written_word_for_word(desk: FrontDesk, practice: Practice) -> None:
    """To the provider who was named, with the text as it came."""
    text = "Please [/call] back; it's about “the test”.\nThank you"
    desk.written(desk.quote("message", account_number=JAMIE, provider_id=95, text=text))
    assert practice.store.all("SELECT patient_id, provider_id, text FROM messages") == [(50211, 95, text)]


def test_a_log_takes_whatever_was_said(desk: FrontDesk, practice: Practice) -> None:
    """Silence, half a character and a very long line are no reason to lose a call's log."""
    flags = {"human_review": False, "emergency": False, "identity": False}
    lines = ["", "  ", "a\ud800b", "x" * 90_000]
    desk.told("inbound/call/log", transcript=lines, accounts=[], end_reason="hung up", flags=flags)
    (kept,) = practice.store.one("SELECT transcript FROM call_logs")
    assert json.loads(kept) == ["", "  ", "a?b", "x" * 90_000]


def test_the_first_log_of_a_call_stands(desk: FrontDesk, practice: Practice) -> None:
    """Sent again, with the same or another text, it changes nothing."""
    flags = {"human_review": True, "emergency": False, "identity": True}
    for line in ("hello", "hello", "something else"):
        log = {"transcript": [line], "accounts": [JAMIE], "end_reason": "agent", "flags": flags}
        assert desk.told("inbound/call/log", **log) == {"logged": True}
    assert practice.store.all("SELECT transcript FROM call_logs") == [('["hello"]',)]
