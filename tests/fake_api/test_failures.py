"""Failures as planned: which call they strike, and what the clinic did all the same."""

import datetime as dt
from enum import StrEnum

import pytest

from fake_api.clinic import load_clinic
from fake_api.clock import START, FakeClock
from fake_api.failures import FailingClinic, Failure, FailurePlan, Outcome, load_plan
from fake_api.shipped import names
from fake_api.tools import Clinic
from fake_api.words import Reservation

TUESDAY, TEN = dt.date(2026, 9, 15), dt.time(10)
BOOKING = {"day": TUESDAY, "time": TEN, "name": "Jamie"}


def find(clinic: FailingClinic, day: dt.date = TUESDAY) -> Outcome:
    return clinic.call("find_open_times", {"day": day}, turn=1, state="LISTEN")


def book(clinic: FailingClinic, **changed: object) -> Outcome:
    return clinic.call("book", BOOKING | changed, turn=2, state="CONFIRM")


def statuses(clinic: FailingClinic, calls: int = 4) -> list[str]:
    return [find(clinic).status for _ in range(calls)]


def test_without_a_plan_the_clinic_simply_answers(failing):
    """Reads give times, a booking gives its reservation, a refusal of the clinic's own gives its reason."""
    clinic = failing()
    assert TEN in find(clinic).answer
    assert book(clinic) == Outcome("ok", answer=Reservation(TUESDAY, TEN, "Jamie"), committed=True)
    assert book(clinic) == Outcome("rejected", "opening_taken")


def test_nothing_free_is_an_answer_and_not_a_failure(failing):
    """An empty day is told in one call that went ok."""
    assert find(failing(), dt.date(2026, 9, 19)) == Outcome("ok", answer=[])


def test_attempts_count_the_calls_of_one_tool(failing):
    """The first two look-ups time out whatever else is called between them."""
    clinic = failing(Failure("find_open_times", attempts=(1, 2), outcome="timeout"))
    assert [find(clinic).status, book(clinic).status, find(clinic).status, find(clinic).status] == [
        "timeout",
        "ok",
        "timeout",
        "ok",
    ]


@pytest.mark.parametrize("committed", [True, False])
def test_a_lost_answer_may_hide_a_reservation_or_none(failing, clinic, committed):
    """The agent learns the same in both cases; the clinic's book tells them apart."""
    outcome = book(failing(Failure("book", outcome="timeout", committed=committed)))
    assert outcome == Outcome("timeout", rule=1, committed=committed)
    assert len(clinic.reservations) == committed


def test_a_committed_timeout_writes_nothing_that_the_clinic_would_refuse(failing, clinic):
    """The answer that was lost may have been a refusal."""
    clinic.take(TUESDAY, TEN)
    assert not book(failing(Failure("book", outcome="timeout", committed=True))).committed
    assert clinic.reservations == []


def test_a_booking_refused_as_taken_has_really_lost_its_opening(failing):
    """The next look-up no longer offers it, and the day's other times it does."""
    clinic = failing(Failure("book", attempts=(1,), outcome="rejected", reason="opening_taken"))
    offered = find(clinic).answer
    assert book(clinic) == Outcome("rejected", "opening_taken", rule=1)
    assert find(clinic).answer == [time for time in offered if time != TEN]


def test_any_other_refusal_leaves_the_opening(failing):
    """Only `opening_taken` says that somebody else was there first."""
    clinic = failing(Failure("book", attempts=(1,), outcome="rejected", reason="maintenance"))
    assert book(clinic).reason == "maintenance"
    assert book(clinic).status == "ok"


def test_a_slow_answer_takes_its_time_on_the_clock_and_is_then_the_clinics_own(failing, clock):
    """Two and a half seconds pass, and what is past by then is not offered."""
    before = clock.now()
    outcome = find(failing(Failure(outcome="slow", seconds=2.5)))
    assert (outcome.status, outcome.seconds, outcome.rule) == ("ok", 2.5, 1)
    assert (clock.now() - before).total_seconds() == 2.5


def test_a_slow_answer_can_come_too_late(failing):
    """An opening that begins while the clinic thinks is gone when it answers."""
    clinic = failing(Failure(outcome="slow", seconds=3600))
    today = dt.date(2026, 9, 14)
    assert book(clinic, day=today, time=dt.time(10)) == Outcome("rejected", "past", seconds=3600, rule=1)


def test_the_first_entry_that_fits_wins_and_is_named(failing):
    """Of two entries for one call the upper one strikes."""
    clinic = failing(
        Failure("book", outcome="rejected", reason="closed"),
        Failure("find_open_times", attempts=(2,), outcome="timeout"),
        Failure(outcome="slow", seconds=1),
    )
    assert [find(clinic).rule, find(clinic).rule, book(clinic).rule] == [3, 2, 1]


@pytest.mark.parametrize(
    ("when", "strikes"),
    [
        ('tool == "book"', [False, True, True]),
        ('tool == "book" and name =~ "Ja.*"', [False, True, False]),
        ("attempt == 2", [False, False, True]),
        ("call == 2", [False, True, False]),
        ("turn > 1", [False, True, True]),
        ('state == "CONFIRM"', [False, True, True]),
        ('day == "2026-09-15"', [True, True, True]),
        ('day > "2026-09-15"', [False, False, False]),
        ('time >= "10:30"', [False, False, True]),
        ('time == "" and name == ""', [True, False, False]),
        ('name == "José"', [False, False, True]),
    ],
)
def test_an_expression_sees_the_call(failing, when, strikes):
    """Each name stands for plain text or a number; what a call does not carry is the empty text."""
    clinic = failing(Failure(when=when, outcome="timeout"))
    calls = [find(clinic), book(clinic), book(clinic, time=dt.time(10, 30), name="José")]
    assert [outcome.rule == 1 for outcome in calls] == strikes


def test_an_expression_takes_a_state_of_any_enum_for_its_text(failing):
    """A state that is an enum compares as its plain string."""
    state = StrEnum("State", ["CONFIRM"]).CONFIRM
    clinic = failing(Failure(when='state == "confirm"', outcome="timeout"))
    assert clinic.call("book", BOOKING, turn=1, state=state).status == "timeout"


def test_all_conditions_of_an_entry_must_hold(failing):
    """Tool, attempt and expression narrow an entry together."""
    clinic = failing(Failure("find_open_times", attempts=(2, 3), when='day != "2026-09-16"', outcome="timeout"))
    days = [TUESDAY, dt.date(2026, 9, 16), TUESDAY, TUESDAY]
    assert [find(clinic, day).status for day in days] == ["ok", "ok", "timeout", "ok"]


def test_chance_is_the_same_again_with_the_same_seed_and_another_with_another(failing):
    """A plan of chances is no less certain than any other."""

    def drawn(seed: int) -> list[str]:
        chances = (Failure("find_open_times", chance=0.5, outcome="timeout"),)
        return statuses(failing(plan=FailurePlan(seed=seed, failures=chances)), 40)

    assert drawn(3) == drawn(3) != drawn(4)
    assert 8 < drawn(3).count("timeout") < 32


def test_chance_does_not_depend_on_what_else_was_called(failing, clinic):
    """A booking between two look-ups shifts none of their dice."""
    plan = FailurePlan(seed=3, failures=(Failure(chance=0.5, outcome="timeout"),))
    plain, mixed = failing(plan=plan), failing(plan=plan)
    alone = statuses(plain, 20)
    between = []
    for _ in range(20):
        book(mixed)
        between.append(find(mixed).status)
    assert between == alone


@pytest.mark.parametrize(("chance", "expected"), [(0, "ok"), (1, "timeout")])
def test_chance_none_and_chance_certain(failing, chance, expected):
    """Nought never strikes, one always does."""
    assert statuses(failing(Failure(chance=chance, outcome="timeout")), 10) == [expected] * 10


def test_what_is_armed_strikes_once_and_before_the_plan(failing):
    """The next booking times out although the plan would refuse it; the one after is the plan's again."""
    clinic = failing(Failure("book", outcome="rejected", reason="closed"))
    clinic.arm(Failure("book", outcome="timeout", committed=True))
    assert find(clinic).status == "ok"
    assert [book(clinic).status, book(clinic).status] == ["timeout", "rejected"]


def test_two_armed_failures_strike_in_the_order_they_were_armed(failing):
    """First armed, first to strike."""
    clinic = failing()
    clinic.arm(Failure("find_open_times", outcome="timeout"))
    clinic.arm(Failure("find_open_times", outcome="rejected", reason="maintenance"))
    assert statuses(clinic, 3) == ["timeout", "rejected", "ok"]


def test_a_panel_sees_what_waits_what_is_armed_and_what_is_used(failing):
    """Entries keep their numbers: the plan's first, then whatever was armed."""
    clinic = failing(
        Failure("find_open_times", attempts=(1,), outcome="timeout"), Failure("book", outcome="slow", seconds=2.5)
    )
    clinic.arm(Failure("book", outcome="timeout", committed=True))
    fired = find(clinic).rule
    assert fired == 1
    assert clinic.entries() == (
        (1, "find_open_times, attempt 1: timeout", "used"),
        (2, "book: slow 2.5s", "waiting"),
        (3, "next book: timeout, done", "armed"),
    )
    assert book(clinic).rule == 3
    assert clinic.entries()[2] == (3, "next book: timeout, done", "used")


def test_a_restored_clinic_goes_the_same_way_again(failing, clinic):
    """Attempts, what is armed and what is booked all come back."""
    failed = failing(plan=load_plan("read-flaky"))
    failed.arm(Failure("book", outcome="timeout", committed=True))
    find(failed)
    snapshot, fingerprint = failed.snapshot(), failed.fingerprint()

    def onwards() -> list[Outcome]:
        return [find(failed), book(failed), find(failed)]

    first = onwards()
    assert failed.fingerprint() != fingerprint
    failed.restore(snapshot)
    assert failed.fingerprint() == fingerprint
    assert onwards() == first


def test_a_fingerprint_forgets_counts_that_can_no_longer_matter(failing):
    """Past the last attempt that a plan names all calls are alike, so a search comes to an end."""
    clinic = failing(plan=load_plan("read-flaky"))
    prints = []
    for _ in range(5):
        find(clinic)
        prints.append(clinic.fingerprint())
    assert len(set(prints)) == 3
    assert hash(prints[0]) != hash(prints[-1])


def test_a_fingerprint_keeps_every_count_that_an_expression_could_read(failing):
    """With an expression in the plan no two attempts are taken to be alike."""
    clinic = failing(Failure(when="attempt == 9", outcome="timeout"))
    before = [(find(clinic), clinic.fingerprint())[1] for _ in range(4)]
    assert len(set(before)) == 4


NAMED = {
    "calm": (["ok", "ok", "ok", "ok"], "ok", 1),
    "read-flaky": (["timeout", "timeout", "ok", "ok"], "ok", 1),
    "read-down": (["timeout"] * 4, "ok", 1),
    "book-lost-done": (["ok"] * 4, "timeout", 1),
    "book-lost-not-done": (["ok"] * 4, "timeout", 0),
    "opening-taken": (["ok"] * 4, "rejected", 0),
}


@pytest.mark.parametrize("moment", [START, dt.datetime(2026, 9, 14, 23, 30), dt.datetime(2026, 11, 1, 1, 30)])
@pytest.mark.parametrize("name", NAMED)
def test_each_named_plan_does_what_its_name_says(maple, name, moment):
    """Look-ups and the first booking go as named: by day, at half past eleven at night, when the clocks change."""
    clock = FakeClock(moment.replace(tzinfo=maple.timezone))
    clinic = Clinic(maple, clock)
    failing = FailingClinic(clinic, load_plan(name), clock)
    day = moment.date() + dt.timedelta(days=2)
    reads, booked, written = NAMED[name]
    assert [find(failing, day).status for _ in range(4)] == reads
    assert book(failing, day=day).status == booked
    assert len(clinic.reservations) == written


def test_chaos_does_a_little_of_everything(failing):
    """In a few hundred calls every kind of failure comes by, and most calls go well."""
    clinic = failing(plan=load_plan("chaos"))
    for _ in range(200):
        find(clinic)
        book(clinic)
    assert {status for _, _, status in clinic.entries()} == {"used"}


def test_every_named_plan_says_what_it_is_about():
    """A picker can show a sentence for each."""
    assert set(names("plan")) == {*NAMED, "chaos"}
    assert all(load_plan(name).about.endswith(".") for name in names("plan"))


def test_an_expression_that_breaks_in_the_middle_of_a_call_names_itself(failing):
    """What cannot be worked out for this call alone is told as a fault of the plan, not passed over."""
    clinic = failing(Failure(when="1 / (attempt - 2) > 5", outcome="timeout"))
    assert find(clinic).status == "ok"
    with pytest.raises(ValueError, match="division by zero"):
        find(clinic)


def test_the_plans_work_in_the_tiny_clinic_too():
    """A plan knows no clinic: the same entry strikes anywhere."""
    data = load_clinic("two-days")
    clock = FakeClock(START.replace(tzinfo=data.timezone))
    clinic = FailingClinic(Clinic(data, clock), load_plan("opening-taken"), clock)
    assert book(clinic, time=dt.time(9)).reason == "opening_taken"
    assert find(clinic).answer == [dt.time(9, 30), dt.time(10)]


def test_a_day_that_changed_has_just_these_openings_from_then_on(failing):
    """Others took some, or gave some back, before the look-up; the clinic goes on from there."""
    clinic = failing(
        Failure("find_open_times", attempts=(1,), outcome="changed", open=(TEN,)),
        Failure("find_open_times", attempts=(3,), outcome="changed"),
    )
    assert [find(clinic).answer for _ in range(3)] == [[TEN], [TEN], []]
    assert book(clinic) == Outcome("rejected", "opening_taken")
    clinic.arm(Failure("find_open_times", outcome="changed", open=(TEN,)))
    assert find(clinic).answer == [TEN]


def test_what_was_booked_here_is_not_given_back(failing):
    """A change is what others do."""
    clinic = failing()
    book(clinic)
    clinic.arm(Failure("find_open_times", outcome="changed", open=(TEN,)))
    assert find(clinic).answer == []
