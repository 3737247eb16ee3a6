"""Consent to what was quoted: a whole yes to the very sentence, spent by one commit, ended by a change."""

import datetime as dt
from typing import Any

import pytest

from lab.call.consent import fold
from lab.call.invariants import Watch, check
from lab.protocol import Heard, Intent
from lab.record import AgentReplied, CallerSaid, Event, Layers, Sent, ToolCalled

AT = dt.datetime(2026, 9, 14, 9, tzinfo=dt.UTC)
SENTENCE = "Tuesday 15 September at 9:00 with Dr. Reyes, for Jamie Fox. Shall I book that?"
OTHER = "Tuesday 15 September at 9:30 with Dr. Reyes, for Jamie Fox. Shall I book that?"
ACCOUNT = {"account_number": "A-50012"}
YES = CallerSaid(2, "yes", AT, Heard(Intent.YES))


def quote(number: int = 1, sentence: str = SENTENCE) -> ToolCalled:
    layers = Layers(ACCOUNT, (Sent("inbound/quote", {}, "ok"),), sentence, said={}, quote=number)
    return ToolCalled(1, "quote_booking", {"act": "book"}, layers=layers)


def says(text: str, state: str = "CONFIRM") -> AgentReplied:
    return AgentReplied(1, text, state)


def caller(intent: str, **heard: Any) -> CallerSaid:
    return CallerSaid(2, "a line", AT, Heard(intent, **heard))


def commit(number: int = 1, outcome: Any = "ok", account: str = "A-50012") -> ToolCalled:
    sent = (Sent("inbound/commit", {}, outcome, writes=True),)
    layers = Layers({"account_number": account}, sent, said={}, quote=number)
    return ToolCalled(2, "commit", {"act": "book"}, outcome, nature="irreversible", layers=layers)


def broken(*events: Event) -> list[str]:
    return [each.name for each in check(events)]


def test_a_whole_yes_to_the_sentence_allows_its_commit() -> None:
    """Quoted, read aloud, agreed to, done once."""
    events = (quote(), says(SENTENCE), YES, commit())
    assert broken(*events) == []
    after = fold(events)
    assert (after.written, after.quote, after.acts) == (True, None, {"book"})


@pytest.mark.parametrize(
    "events",
    [
        (quote(), says("Shall I?"), YES, commit()),
        (quote(), YES, commit()),
        (quote(), says(SENTENCE), commit()),
        (quote(), says(SENTENCE), caller(Intent.UNKNOWN), commit()),
        (quote(), says(SENTENCE), caller(Intent.NO), commit()),
        (quote(), says(SENTENCE), YES, commit(), commit()),
        (quote(), says(SENTENCE), YES, commit(outcome="rejected"), commit()),
        (quote(), says(SENTENCE), YES, quote(2, OTHER), commit(2)),
        (quote(), says(SENTENCE), YES, quote(2, OTHER), commit(1)),
        (quote(), says(SENTENCE), YES, caller(Intent.INFORM, time=dt.time(10)), commit()),
        (quote(), says(SENTENCE), says("Do you like it here?"), YES, commit()),
        (commit(),),
    ],
    ids=[
        "another question",
        "not read aloud",
        "no answer",
        "no yes",
        "a no",
        "twice",
        "again after a no of the practice",
        "another quote, unread",
        "an old quote",
        "a change after the yes",
        "yes to something else",
        "out of the blue",
    ],
)
def test_a_commit_without_that_is_no_consent(events: tuple[Event, ...]) -> None:
    """Whoever let it pass: the call's own account finds it."""
    assert broken(*events) == ["no_consent"]


def test_the_words_of_the_sentence_count_not_its_signs() -> None:
    """A reply with more around it, in other case and spacing, has read it aloud."""
    reply = f"Please say yes or no. {SENTENCE.upper().replace(',', ' ,')}"
    assert broken(quote(), says(reply), YES, commit()) == []


def test_silence_leaves_a_quote_as_it_was() -> None:
    """Read again, a yes counts; nobody has changed a thing by saying nothing."""
    events = (quote(), says(SENTENCE), CallerSaid(2, "  ", AT, Heard()), says(f"Are you there? {SENTENCE}"), YES)
    assert broken(*events, commit()) == []


def test_nothing_more_is_sent_for_a_chart_of_which_nobody_knows() -> None:
    """Another quote, read and agreed to, is a second booking if the first was made; another patient's is not."""
    first = (quote(), says(SENTENCE), YES, commit(outcome="timeout"))
    again = (quote(2), says(SENTENCE), YES)
    assert broken(*first, *again, commit(2)) == ["resent"]
    assert broken(*first, *again, commit(2, account="A-50013")) == []
    assert fold(first).unknown


def claims(text: str) -> frozenset[str]:
    return frozenset({"booked"} if "booked" in text else ())


@pytest.mark.parametrize(
    ("events", "names"),
    [
        ((says("You are booked.", "BOOK"),), ["false_claim"]),
        ((quote(), says(f"You are booked! {SENTENCE}")), ["false_claim"]),
        ((quote(), says(SENTENCE), YES, commit(outcome="timeout"), says("You are booked.")), ["false_claim"]),
        ((quote(), says(SENTENCE), YES, commit(), says("You are booked.", "CHOOSE_TASK")), []),
    ],
    ids=["nothing was done", "beside the read-back", "nobody knows", "it was done"],
)
def test_a_write_that_the_record_does_not_hold_may_not_be_claimed(events: tuple[Event, ...], names: list[str]) -> None:
    """What is said is held against what was done, where a model speaks."""
    watch = Watch(claims=claims)
    assert [each.name for event in events for each in watch.see(event)] == names
