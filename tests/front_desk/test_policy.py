"""The policy picks tools as a good model would: whole calls, and what the layer never has to refuse."""

import tomllib
from importlib.resources import files
from string import Formatter

import pytest

from lab.call.call import Call
from lab.call.place import Arrangement, place_call
from lab.record import AgentReplied, InvariantBroken, Refused, ToolCalled

JAMIE = ("Jamie Rivera", "April 3rd 1985")


def ring(*lines: str, **arranged: str) -> Call:
    """A call with the policy; it is hung up when the caller has said this."""
    call = place_call(Arrangement(toolset="front-desk", **arranged))  # type: ignore[arg-type]
    call.open()
    for line in lines:
        call.hear(line)
    call.finish()
    assert [event for event in call.events if isinstance(event, InvariantBroken)] == []
    return call


def done(call: Call) -> list[str]:
    """The writes that were answered as done."""
    return [
        str(event.arguments["act"])
        for event in call.events
        if isinstance(event, ToolCalled) and event.outcome == "ok" and event.acts
    ]


def last_reply(call: Call) -> str:
    return [event.reply for event in call.events if isinstance(event, AgentReplied)][-1]


FRIDAY = ("Friday at nine", "the first one", "yes")
NINE = ("a check-up", *JAMIE, "Tuesday at nine", "Ana Reyes")


@pytest.mark.parametrize(
    ("lines", "acts"),
    [
        (("a check-up on Tuesday at nine, please", *JAMIE, "the second one", "yes", "no"), ["book"]),
        (("I'd like to come in", *JAMIE, "a check-up", "in the afternoon", "the second one", "yes", "no"), ["book"]),
        (("I feel sick", "it's Jamie Rivera", "April 3rd 1985", "Thursday at ten", "Jun Okafor", "yes"), ["book"]),
        (("please cancel my appointment", *JAMIE, "yes", "no"), ["cancel"]),
        (("I have to move my visit", *JAMIE, *FRIDAY), ["reschedule"]),
        (("move my visit to Thursday afternoon", *JAMIE, "the first one", "yes"), ["reschedule"]),
        (("I'm a new patient", "Nora Quill", "May 5th 1990", "555-212-0199", "yes", "no"), ["create"]),
        (("a check-up", "Alex Morgan", "February 29th 2000", "no, never", *FRIDAY), ["book"]),
        (("a check-up for my son", "Lucía Núñez", "Mateo Núñez-Ortiz", "March 9th 2018", *FRIDAY), ["book"]),
        (("a check-up for my daughter", "Aoife O'Neil", "Niamh O'Neil, June 21st 2012", *FRIDAY), ["book"]),
        (("Jamie Rivera, born April 3rd 1985", "a check-up", *FRIDAY), ["book"]),
        (("a check-up", "Jamie Rivera", "it's about my son", "Lucía Núñez", "can you cancel them", "bye"), []),
        (("refill my lisinopril", *JAMIE, "30", "30", "yes", "I want to pay 25 dollars", "yes"), ["refill", "payment"]),
        (("cancel my appointment", *JAMIE, "yes", "and book a check-up", *FRIDAY), ["cancel", "book"]),
        ((*NINE, "no, make it ten", "Ana Reyes", "yes", "no"), ["book"]),
        ((*NINE, "no"), []),
        ((*NINE, "goodbye"), []),
        (("cancel my visit", *JAMIE, "oh wait, I'd rather move it", "a check-up", *FRIDAY), ["reschedule"]),
        (("a shot for my son Mateo", "Lucía Núñez", "Mateo Núñez-Ortiz", "March 9th 2018", *FRIDAY), ["book"]),
        (("I'd like to become a patient", "Nora Quill", "May 5th 1990", "555-212-0199", "yes", "no"), ["create"]),
        (("I need more of my lisinopril", *JAMIE, "just thirty, for a month", "thirty please", "yes"), ["refill"]),
        (("refill my red lisinopril", *JAMIE, "30", "30", "the lisinopril", "yes"), ["refill"]),
        (("tell Doctor Bruno Reyes that my rash came back", *JAMIE, "yes"), ["message"]),
    ],
)
def test_a_caller_gets_what_they_came_for(lines: tuple[str, ...], acts: list[str]) -> None:
    """In one call, without a refusal on the way."""
    call = ring(*lines)
    assert done(call) == acts
    assert [event.code for event in call.events if isinstance(event, Refused)] == []


def test_a_caller_is_told_when_they_are_expected() -> None:
    """Once it is known who calls, and nothing is changed."""
    assert "Wednesday 16 September at 10:00 a.m." in last_reply(ring("When is my appointment?", *JAMIE))


def test_what_was_said_is_said_again() -> None:
    """To whoever did not catch it, the question with it."""
    call = ring("a check-up", *JAMIE, "Tuesday at nine", "Ana Reyes", "yes", "what time was that again?")
    assert "9:00 a.m." in last_reply(call)
    assert last_reply(ring("a check-up", "can you repeat that?")) == last_reply(ring("a check-up"))


def test_a_no_to_an_offer_is_not_answered_with_the_same_offer() -> None:
    """Another day is asked for, and found."""
    assert "which other day" in last_reply(ring("a check-up", *JAMIE, "no thanks"))
    assert "Friday 18" in last_reply(ring("a check-up", *JAMIE, "no thanks", "Friday"))


def test_no_visits_are_told_once() -> None:
    """Whoever has none to cancel may want something else, or nothing."""
    none = ("cancel my appointment", "Alex Morgan", "February 29th 2000")
    assert "No visit" in last_reply(ring(*none))
    assert "Goodbye" in last_reply(ring(*none, "no"))
    assert "What can I do" in last_reply(ring(*none, "yes"))


def test_a_visit_that_cannot_be_meant_is_asked_about() -> None:
    """And not tried until a person has to take over."""
    call = ring("cancel my visit", *JAMIE, "hmm", "the one on Friday")
    assert [event.code for event in call.events if isinstance(event, Refused)] in ([], ["CALLER_HAS_NOT_CHOSEN"])
    assert "Wednesday 16 September" in last_reply(call)


def test_who_asks_for_a_person_gets_one() -> None:
    """From any step, at once."""
    for lines in ((), JAMIE, (*JAMIE, "a check-up", "Tuesday at nine", "Ana Reyes")):
        assert ring(*lines, "I'd like to speak to a person").state == "HANDOFF"


def test_namesakes_are_asked_for_the_phone_and_told_nothing() -> None:
    """Neither number, nor that there are two of them with these."""
    call = ring("a check-up", "Daniel Kim", "January 20th 1988")
    assert "phone number" in last_reply(call)
    assert not any(digits in last_reply(call) for digits in ("0149", "0150", "two"))
    assert ring("a check-up", "Daniel Kim", "January 20th 1988", "I don't know").state in ("FIND_PATIENT", "HANDOFF")


def test_nobody_is_sent_in_circles() -> None:
    """A caller whom nobody can find is with a person in the end."""
    assert ring("a check-up", "Otto Nobody", "May 5th 1990", "O T T O", "May 5th 1990", "no").state == "HANDOFF"


def test_every_sentence_is_there_in_both_languages() -> None:
    """With the same blanks in it."""
    words = tomllib.loads(files("lab.front_desk").joinpath("policy.toml").read_text("utf-8"))

    def blanks(text: str) -> set[str | None]:
        return {name for _, name, _, _ in Formatter().parse(text) if name}

    assert words["en"]["say"].keys() == words["es"]["say"].keys()
    for key, text in words["en"]["say"].items():
        assert blanks(text) == blanks(words["es"]["say"][key])
    assert words["en"]["tasks"].keys() == words["es"]["tasks"].keys()
    assert words["en"]["reasons"].keys() == words["es"]["reasons"].keys()
