"""A turn at the front desk: so many steps and no more, code's own words whole, silence and idling capped."""

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest

from lab.call_layer.shapes import Handled, Urgent
from lab.front_desk.loop import LONGEST_REPLY, MOST_IDLE, MOST_SILENCES, MOST_STEPS, MOST_UNCLEAR, Loop, fixed_words
from lab.front_desk.model import Asked, Caller, Done, ModelUnavailable, Said, Step, Talk
from lab.protocol import Heard, Intent
from tests.front_desk.fakes import FakeHost, FakeLayer, FakeModel, asks, ok

SENTENCE = "Tuesday at nine, for Jamie. Shall I book that?"
QUOTED = ok("quote", spoken=SENTENCE, sentence=SENTENCE, whole=True, quote=1)
DONE = ok("commit", spoken="You're booked.", whole=True)
MOVED_ON = ok("transfer", spoken="One moment.", whole=True)
TOOLS: dict[str, tuple[Handled, str]] = {
    "quote": (QUOTED, "CONFIRM"),
    "other": (QUOTED, "CONFIRM"),
    "commit": (DONE, "CHOOSE_TASK"),
    "look": (ok("look"), "BOOK"),
    "transfer": (MOVED_ON, "HANDOFF"),
}
UNKNOWN = Heard()


class Desk:
    """A loop with its fakes."""

    def __init__(self, *steps: Any, step: str = "BOOK", language: str = "en") -> None:
        self.layer = FakeLayer(TOOLS, step)
        self.host, self.model = FakeHost(self.layer), FakeModel(*steps)
        self.loop = Loop(self.model, self.layer, Talk(language, dt.date(2026, 9, 14), "Maple"))

    def hear(self, line: str = "a line", heard: Heard = UNKNOWN, urgent: Urgent | None = None) -> str:
        return self.loop.turn(line, heard, urgent, self.host)

    @property
    def called(self) -> list[str]:
        return [asked.name for asked in self.layer.called]


def test_calls_are_made_until_there_is_something_to_say() -> None:
    """Each with its answer in front of the model before the next step."""
    desk = Desk(asks("look"), asks("look"), Step("There is one."))
    assert desk.hear() == "There is one."
    assert desk.called == ["look", "look"]
    assert [len(talk.entries) for talk in desk.model.seen] == [1, 2, 3]
    assert isinstance(desk.model.seen[-1].entries[-1], Done)


def test_what_code_says_is_the_whole_reply() -> None:
    """After a quote and after a commit the model has no word."""
    desk = Desk(Step("Sure, all booked!", (Asked("quote", {}),)), asks("commit"), Step("never"))
    assert desk.hear() == SENTENCE
    assert desk.hear("yes", Heard(Intent.YES)) == "You're booked."
    assert len(desk.model.seen) == 2


def test_a_model_that_never_comes_to_an_end_is_put_an_end_to() -> None:
    """After so many steps a person has the call."""
    desk = Desk(asks("look"))
    assert desk.hear() == fixed_words("en")["person"]
    assert desk.called == ["look"] * MOST_STEPS + ["transfer"]
    assert desk.loop.state == "HANDOFF"


def test_an_impatient_repeat_in_one_step_is_one_call() -> None:
    """Two equal commits at once are one."""
    desk = Desk(asks("commit", "commit", reason="yes"), step="CONFIRM")
    desk.hear("yes", Heard(Intent.YES))
    assert desk.called == ["commit"]


def test_of_two_writes_at_once_only_the_one_that_was_read_back_is_done() -> None:
    """It goes first, wherever it stood; the other is refused, and told so."""
    desk = Desk(asks("other", "commit"), step="CONFIRM")
    assert desk.hear("yes", Heard(Intent.YES)) == "You're booked."
    assert desk.called == ["commit"]
    assert [(asked.name, code) for asked, code in desk.host.refused] == [("other", "ONE_AT_A_TIME")]


def test_two_different_quotes_at_once_leave_one() -> None:
    """Only one can be read aloud."""
    desk = Desk(asks("quote", "other"))
    assert desk.hear() == SENTENCE
    assert desk.called == ["quote"]


def test_silence_is_asked_about_and_then_ended_without_a_model() -> None:
    """No empty line ever reaches it."""
    desk = Desk(Step("Hello."))
    replies = [desk.hear("  \n") for _ in range(MOST_SILENCES)]
    words = fixed_words("en")
    assert replies == [words["still_there"], words["still_there"], words["goodbye"]]
    assert (desk.model.seen, desk.loop.state, desk.called) == ([], "HANDOFF", ["transfer"])


def test_a_word_in_between_resets_the_silence() -> None:
    """Who says something is there."""
    desk = Desk(Step("Hello."))
    for _ in range(3):
        desk.hear("")
        desk.hear("I'm here", Heard(Intent.INFORM))
    assert desk.loop.state == "BOOK"


def test_an_unclear_answer_to_a_read_back_is_asked_for_once_plainly_then_a_person() -> None:
    """The sentence stands behind each question, so that a yes is to nothing else."""
    desk = Desk(asks("quote"), Step("Great, shall I go on?"))
    desk.hear()
    words = fixed_words("en")
    assert desk.hear("I guess") == f"{words['yes_or_no']} {SENTENCE}"
    assert desk.hear("maybe") == f"{words['or_a_person']} {SENTENCE}"
    assert desk.hear("uh-huh") == words["person"]
    assert desk.loop.state == "HANDOFF"
    assert "commit" not in desk.called


def test_silence_at_a_read_back_has_it_read_again() -> None:
    """A yes after "are you still there?" alone would be to something else."""
    desk = Desk(asks("quote"))
    desk.hear()
    assert desk.hear("") == f"{fixed_words('en')['still_there']} {SENTENCE}"


def test_lines_that_nothing_is_understood_of_end_with_a_person() -> None:
    """Music on hold is answered a few times, not for twenty minutes."""
    desk = Desk(Step("Pardon?"))
    for _ in range(MOST_UNCLEAR):
        desk.hear("la la la")
    assert desk.loop.state == "HANDOFF"


def test_talk_that_leads_nowhere_ends_with_a_person() -> None:
    """Even where values are heard: words of a song have names and days too."""
    desk = Desk(Step("Pardon?"))
    for _ in range(MOST_IDLE):
        desk.hear("Monday Monday", Heard(Intent.INFORM, name="Monday"))
    assert desk.loop.state == "HANDOFF"
    assert desk.loop.turns == MOST_IDLE


@pytest.mark.parametrize("step", ["VERIFY_CALLER", "CONFIRM", "CANCEL"])
def test_what_is_urgent_goes_to_a_person_at_once(step: str) -> None:
    """From any step, with no step of the model, and nothing written."""
    desk = Desk(asks("commit"), step=step)
    assert desk.hear("chest pain", urgent=Urgent("chest_pain", "chest pain", "Call 911.")) == "Call 911."
    assert desk.host.handed_over == [("chest_pain", True)]
    assert (desk.called, desk.loop.state) == ([], "HANDOFF")


def test_a_model_that_can_not_be_asked_costs_the_caller_nothing() -> None:
    """A person takes over, and what was wrong is told to whoever runs the bench."""

    def gone(talk: Talk) -> Step:
        raise ModelUnavailable("no answer within 30 seconds")

    desk = Desk(gone)
    assert desk.hear() == fixed_words("en")["person"]
    assert desk.loop.problem == "no answer within 30 seconds"


def test_a_person_takes_over_even_where_the_layer_knows_no_way() -> None:
    """The host is told, and the call is handed off."""
    desk = Desk(Step("Pardon?"))
    desk.layer._tools = {}
    for _ in range(MOST_UNCLEAR):
        desk.hear("la la la")
    assert desk.host.handed_over == [("not_understood", False)]
    assert desk.loop.state == "HANDOFF"


@pytest.mark.parametrize("text", ["", "   ", "\n\t"])
def test_something_is_always_said(text: str) -> None:
    """A model that says nothing is spoken for."""
    assert Desk(Step(text)).hear("hello", Heard(Intent.INFORM)) == fixed_words("en")["again"]


def test_nobody_is_read_a_novel() -> None:
    """A reply is cut, on one line."""
    assert len(Desk(Step("word \n" * 10_000)).hear("hello", Heard(Intent.INFORM))) <= LONGEST_REPLY


def test_the_model_is_shown_what_was_really_said() -> None:
    """Not what it wrote itself."""
    desk = Desk(Step("All booked!", (Asked("quote", {}),)), Step("Well?"))
    desk.hear("nine", Heard(Intent.INFORM))
    desk.hear("wait", Heard(Intent.INFORM))
    entries = desk.model.seen[-1].entries
    assert Said(SENTENCE) in entries
    assert Caller("wait", Heard(Intent.INFORM)) in entries
    assert Said("All booked!") not in entries


def test_the_language_is_the_calls_and_stays() -> None:
    """What code says is in it, whatever a model or a caller speaks in between."""
    desk = Desk(Step("English now?"), language="es")
    desk.hear("English, please", Heard(Intent.INFORM))
    assert desk.hear("") == fixed_words("es")["still_there"]
    assert desk.model.seen[-1].language == "es"


@pytest.mark.parametrize("key", [*fixed_words("en")])
def test_every_line_of_the_seats_own_is_there_in_both_languages(key: str) -> None:
    """And says something."""
    assert fixed_words("es")[key].strip()
    assert fixed_words("es").keys() == fixed_words("en").keys()


LISTED = ok("look")
OPENINGS = {"ok": True, "openings": [{"opening": "SEP15-0930-REYES", "day": "Tuesday 2026-09-15", "time": "09:30"}]}


@pytest.mark.parametrize(
    ("openings", "reply", "said"),
    [
        (OPENINGS, "Tuesday at half past nine?", True),
        (OPENINGS, "Tuesday at ten?", False),
        ({"ok": True, "openings": []}, "Tuesday at half past nine?", False),
        ({"ok": True, "openings": []}, "Nothing is free then. Another day?", True),
        (OPENINGS, "At three, as you said?", True),
    ],
    ids=["listed", "not listed", "nothing listed", "no time", "the caller's own"],
)
def test_a_time_that_is_said_was_listed_or_said_before(openings: dict[str, Any], reply: str, said: bool) -> None:
    """A model that makes an opening up is told so, and its words reach nobody."""
    desk = Desk(asks("look"), Step(reply), Step("Well?"))
    desk.layer._tools = {"look": (replace(LISTED, result=openings), "BOOK")}
    assert desk.hear("three would be good", Heard(Intent.INFORM)) == (reply if said else "Well?")
    assert [code for _, code in desk.host.refused] == ([] if said else ["MADE_UP"])


@pytest.mark.parametrize(
    "text",
    [
        '{"tool": "commit"}',
        "transfer({})",
        "quote_booking(opening='x')",
        "```\ncommit()\n```",
        "<tool_call>{}</tool_call>",
    ],
)
def test_a_call_that_is_written_out_is_not_read_to_anybody(text: str) -> None:
    """It is refused as what it is, and the model gets another step."""
    desk = Desk(Step(text), Step("Well?"))
    assert desk.hear("hello", Heard(Intent.INFORM)) == "Well?"
    assert [code for _, code in desk.host.refused] == ["NOT_A_CALL"]
