"""The consent fold: what may be booked, and when."""

import datetime as dt

from lab.call.consent import Consent, fold
from lab.call.invariants import check
from lab.protocol import Heard, Intent
from lab.record import AgentReplied, CallerSaid, Event, LineHeard, Slept, ToolCalled

AT = dt.datetime(2026, 9, 14, 9, tzinfo=dt.UTC)
TUESDAY, WEDNESDAY = dt.date(2026, 9, 15), dt.date(2026, 9, 16)
TEN, HALF_TWO = dt.time(10), dt.time(14, 30)
ALL = Heard(Intent.INFORM, day=TUESDAY, time=TEN, name="Jamie")


def said(turn: int, heard: Heard, line: str = "a line") -> CallerSaid:
    return CallerSaid(turn, line, AT, heard)


def read_back(turn: int, day: dt.date = TUESDAY, time: dt.time = TEN, name: str = "Jamie") -> AgentReplied:
    return AgentReplied(turn, f"... for {name}?", "CONFIRM", frozenset({day}), frozenset({time}))


def booked(
    turn: int, outcome: str = "ok", day: dt.date = TUESDAY, time: dt.time = TEN, name: str = "Jamie"
) -> ToolCalled:
    return ToolCalled(turn, "book", {"day": day, "time": time, "name": name}, outcome, nature="irreversible")  # type: ignore[arg-type]


YES = Heard(Intent.YES)


def names(*events: Event) -> list[str]:
    return [broken.name for broken in check(events)]


def test_a_whole_yes_to_a_read_back_allows_one_booking() -> None:
    """Values, read-back, yes, book: nothing is broken."""
    assert names(said(1, ALL), read_back(1), said(2, YES), booked(2)) == []


def test_no_booking_without_a_yes() -> None:
    """A booking in the turn of its own read-back, or on another answer, has no consent."""
    assert names(said(1, ALL), booked(1)) == ["no_consent"]
    assert names(said(1, ALL), read_back(1), said(2, Heard(Intent.UNKNOWN)), booked(2)) == ["no_consent"]


def test_a_yes_before_everything_was_read_back_is_worth_nothing() -> None:
    """A reply that leaves out one of the three makes no read-back, whichever it leaves out."""
    for partial in (read_back(1, day=WEDNESDAY), read_back(1, time=HALF_TWO), read_back(1, name="Robin")):
        assert names(said(1, ALL), partial, said(2, YES), booked(2)) == ["no_consent"]


def test_a_read_back_may_come_in_two_replies() -> None:
    """What was said since the last change adds up."""
    first = AgentReplied(1, "Tuesday the 15th, Jamie.", "CONFIRM", frozenset({TUESDAY}), frozenset())
    noise = said(2, Heard())
    second = AgentReplied(2, "At ten?", "CONFIRM", frozenset(), frozenset({TEN}))
    assert names(said(1, ALL), first, noise, second, said(3, YES), booked(3)) == []


def test_a_change_ends_the_read_back() -> None:
    """After a correction the yes must answer a new read-back."""
    changed = said(2, Heard(Intent.NO, time=HALF_TWO))
    start = (said(1, ALL), read_back(1), changed)
    assert names(*start, AgentReplied(2, "Fine.", "CONFIRM"), said(3, YES), booked(3, time=HALF_TWO)) == ["no_consent"]
    assert names(*start, read_back(2, time=HALF_TWO), said(3, YES), booked(3, time=HALF_TWO)) == []


def test_a_bare_no_ends_the_read_back() -> None:
    """A no is a no even if nothing took its place."""
    calm = AgentReplied(2, "What time then?", "ASK_TIME")
    assert names(said(1, ALL), read_back(1), said(2, Heard(Intent.NO)), calm, said(3, YES), booked(3)) == ["no_consent"]


def test_each_yes_books_once() -> None:
    """The second booking of one turn has no consent of its own."""
    assert names(said(1, ALL), read_back(1), said(2, YES), booked(2), booked(2)) == ["no_consent"]


def test_a_yes_does_not_last_into_the_next_turn() -> None:
    """A yes that was not acted on in its turn is spent."""
    events = (said(1, ALL), read_back(1), said(2, YES), AgentReplied(2, "Wait.", "CONFIRM"), said(3, Heard()))
    assert names(*events, booked(3)) == ["no_consent"]


def test_the_grammar_hears_the_yes_whatever_the_agent_was_told() -> None:
    """A yes that only the agent's understanding heard books nothing."""
    told = LineHeard(2, "well", "CONFIRM", YES)
    assert names(said(1, ALL), read_back(1), said(2, Heard()), told, booked(2)) == ["no_consent"]


def test_what_the_agent_was_told_outranks_our_own_reading() -> None:
    """Values come from what the agent heard where it asked, and from the grammar where it did not."""
    told = LineHeard(1, "a line", "LISTEN", Heard(Intent.INFORM, day=WEDNESDAY, time=TEN, name="Jamie"))
    consent = fold([said(1, ALL), told])
    assert consent.holds("day", WEDNESDAY)
    assert not consent.holds("day", TUESDAY)


def test_asking_about_another_text_changes_nothing() -> None:
    """An agent can't make up a line and hold what it says."""
    told = LineHeard(1, "Wednesday", "LISTEN", Heard(Intent.INFORM, day=WEDNESDAY), said=False)
    assert fold([said(1, ALL), told]).holds("day", TUESDAY)


def test_booking_something_else_than_was_said() -> None:
    """Day, time and name must be the ones held, even after a whole yes."""
    start = (said(1, ALL), read_back(1), said(2, YES))
    for other in (booked(2, day=WEDNESDAY), booked(2, time=HALF_TWO), booked(2, name="Robin")):
        assert names(*start, other) == ["not_held"]


def test_names_are_equal_in_any_case_spacing_and_unicode_form() -> None:
    """José is José, composed or not."""
    heard = said(1, Heard(Intent.INFORM, day=TUESDAY, time=TEN, name="José  Peña"))
    start = (heard, read_back(1, name="José Peña"), said(2, YES))
    assert names(*start, booked(2, name="JOSE\u0301 PEN\u0303A")) == []


def test_a_choice_allows_what_was_offered_and_the_read_back_settles_it() -> None:
    """After "the second one" any opening answered may be meant; the one read back is then the only one."""
    asked = ToolCalled(1, "find_open_times", {"day": TUESDAY}, answer=[TEN, HALF_TWO])
    start = (said(1, Heard(Intent.INFORM, day=TUESDAY, name="Jamie")), asked, AgentReplied(1, "When?", "ASK_TIME"))
    chose = (*start, said(2, Heard(Intent.INFORM, choice=2)), read_back(2, time=HALF_TWO), said(3, YES))
    assert names(*chose, booked(3, time=HALF_TWO)) == []
    assert names(*chose, booked(3, time=TEN)) == ["not_held"]


def test_an_unclear_slot_is_not_held_until_it_is_chosen() -> None:
    """Candidates allow a choice among them, and nothing before it."""
    unclear = said(2, Heard(Intent.INFORM, unclear={"day": (TUESDAY, WEDNESDAY)}))
    start = [said(1, ALL), unclear]
    assert not fold(start).holds("day", TUESDAY)
    chosen = fold([*start, AgentReplied(2, "Which?", "ASK_DAY"), said(3, Heard(Intent.INFORM, choice=1))])
    assert chosen.holds("day", TUESDAY)


def test_a_denied_value_is_dropped() -> None:
    """Not Tuesday: then no day is held."""
    assert not fold([said(1, ALL), said(2, Heard(Intent.NO, denied=frozenset({"day"})))]).holds("day", TUESDAY)


def test_a_rejection_drops_the_time() -> None:
    """After a refused booking the same time can't be booked on the old words."""
    consent = fold([said(1, ALL), read_back(1), said(2, YES), booked(2, "rejected")])
    assert (consent.holds("day", TUESDAY), consent.holds("time", TEN), consent.stands) == (True, False, False)


def test_a_booking_that_timed_out_is_never_sent_again() -> None:
    """Not in the same turn, and not after another yes."""
    start = (said(1, ALL), read_back(1), said(2, YES), booked(2, "timeout"))
    assert names(*start, booked(2)) == ["resent"]
    assert names(*start, read_back(2), said(3, YES), booked(3)) == ["resent"]


def test_arguments_that_do_not_fit_never_reached_the_clinic() -> None:
    """An invalid booking books nothing, so it breaks nothing."""
    assert names(said(1, ALL), booked(1, "invalid")) == []


def test_no_tool_after_the_end() -> None:
    """Not after a hand-off in the same turn, and not in a turn after DONE."""
    off = ToolCalled(1, "hand_off", {"reason": "caller_asked"}, nature="ends")
    assert names(said(1, ALL), off, ToolCalled(1, "find_open_times", {"day": TUESDAY})) == ["after_end"]
    done = AgentReplied(1, "Bye.", "DONE")
    assert names(said(1, ALL), done, said(2, YES), ToolCalled(2, "find_open_times", {"day": TUESDAY})) == ["after_end"]


def test_one_look_up_waits_at_most_one_and_a_half_seconds() -> None:
    """The two planned waits are fine, a third is too much, and each look-up counts anew."""
    failed = ToolCalled(1, "find_open_times", {"day": TUESDAY}, "timeout")
    ok = ToolCalled(1, "find_open_times", {"day": TUESDAY}, answer=[TEN])
    tried = (said(1, ALL), failed, Slept(1, 0.5), failed, Slept(1, 1.0))
    assert names(*tried, ok, failed, Slept(1, 0.5)) == []
    assert names(*tried, failed, Slept(1, 0.1)) == ["long_wait"]
    assert names(said(1, ALL), Slept(1, 2), Slept(1, 2)) == ["long_wait"]


def test_silence_is_broken_only_while_the_call_is_open() -> None:
    """An empty reply, an empty greeting: silent; after DONE nothing needs to be said."""
    assert names(AgentReplied(0, " ", "LISTEN")) == ["silent"]
    assert names(said(1, ALL), AgentReplied(1, "", "ASK_DAY")) == ["silent"]
    assert names(AgentReplied(1, "Bye.", "DONE"), said(2, YES), AgentReplied(2, "", "DONE")) == []


def test_a_fresh_call_holds_nothing() -> None:
    """Nothing said, nothing held, no read-back."""
    assert not Consent().stands
    assert not Consent().holds("day", TUESDAY)


def test_a_booking_without_consent_is_told_what_it_lacked() -> None:
    """Which of the three was not read back, or that the line was no whole yes."""
    partial = check((said(1, ALL), read_back(1, day=WEDNESDAY), said(2, YES), booked(2)))
    unasked = check((said(1, ALL), read_back(1), said(2, Heard(Intent.UNKNOWN)), booked(2)))
    assert partial[0].text.endswith("; not read back: day")
    assert unasked[0].text.endswith("; the caller's line was no whole yes, or was used up")
