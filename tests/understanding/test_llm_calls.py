"""Calls in which something else than the grammar hears the caller: safe with it, and ended clearly without it."""

import io
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from benchmarks.llm import LINES, booked, random_call
from fake_api.shipped import shipped
from lab.call.call import Call
from lab.call.invariants import check
from lab.call.place import Arrangement, place_call
from lab.cli import main
from lab.protocol import Heard
from lab.record import CallEnded, LineHeard
from lab.understanding import Context, UnderstandingUnavailable
from lab.understanding.llm.chance import ChanceModel
from lab.understanding.llm.model import INTENTS, ModelUnderstanding
from lab.understanding.named import understanding_named
from tests.understanding.endpoints import endpoint, says

AGENT = shipped("agent.py")


def place(understanding: Any, **arranged: Any) -> Call:
    arranged = {"agent": AGENT, "in_process": True, **arranged}
    return place_call(Arrangement(understanding=understanding, **arranged))


def chance(seed: int, intents: Sequence[str]) -> ModelUnderstanding:
    return ModelUnderstanding(ChanceModel(seed), intents)


def test_two_hundred_calls_with_chance_as_understanding_break_no_invariant() -> None:
    """Under the plan `chaos` nothing is booked without a whole yes to what was read back, and nothing twice.

    In every other call chance never sends the caller away, so that some get as far as a booking.
    """
    calls = [random_call(chance(seed, INTENTS if seed % 2 else INTENTS[:4]), seed) for seed in range(200)]
    assert [broken for call in calls for broken in check(call.events)] == []
    assert {call.ended.by for call in calls if call.ended} <= {"agent", "caller"}
    assert any(map(booked, calls)), "no call got as far as a booking, and so none could have broken anything"


def test_a_beginners_word_lists_break_no_invariant_either() -> None:
    """What they mishear is read back, and their hasty yes books nothing."""
    calls = [random_call(understanding_named("keywords"), seed) for seed in range(50)]
    assert [broken for call in calls for broken in check(call.events)] == []
    assert any(map(booked, calls))


def test_a_model_that_says_yes_to_everything_books_nothing() -> None:
    """Only the grammar's whole yes to a read-back is one, whoever hears the line."""

    def yes_man(line: str, state: str, context: Context) -> Heard:
        return Heard("yes") if state == "CONFIRM" else understanding_named("grammar")(line, state, context)

    with place(yes_man) as call:
        call.open()
        call.hear("Tuesday at ten thirty, the name is Jamie")
        assert call.state == "CONFIRM"
        for line in ("yes, but make it three", "uh-huh"):
            call.hear(line)
        assert booked(call) == []


@pytest.fixture(params=[True, False], ids=["in-process", "own-process"])
def in_process(request: pytest.FixtureRequest) -> bool:
    """The agent in our process, and in one of its own."""
    return bool(request.param)


def test_an_endpoint_that_goes_down_ends_the_call_in_words(in_process: bool) -> None:
    """The call ends by the bench, with what happened and what to do, and nothing is written."""
    with endpoint(lambda request: says("book", day="Tuesday")) as fake:
        call = place(understanding_named("llm", url=fake.url, model="small"), in_process=in_process)
        call.open()
        call.hear("Tuesday, please")
        assert call.state == "ASK_TIME"
    call.hear("at ten")
    ended = call.events[-1]
    assert isinstance(ended, CallEnded)
    assert (ended.by, ended.why, ended.written) == ("bench", "nothing understands", "not done")
    assert fake.url in ended.detail
    assert "start the server" in ended.detail


def test_a_chat_without_understanding_could_not_be_held(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its exit code is that of a command which could not do its work, and the record's end says why."""
    with endpoint(lambda request: says()) as gone:
        pass
    monkeypatch.setattr(sys, "stdin", io.StringIO("Tuesday\n"))
    assert main(["chat", str(AGENT), "--understanding", "llm", "--llm-url", gone.url]) == 2
    assert "ended by bench, nothing understands" in capsys.readouterr().out


def test_the_caller_can_hang_up_while_the_model_thinks(tmp_path: Path) -> None:
    """A slow model does not keep a person on the line; what it says afterwards is dropped."""
    asked, answer = threading.Event(), threading.Event()

    def slow(line: str, state: str, context: Context) -> Heard:
        asked.set()
        answer.wait()
        return Heard("book")

    call = place(slow)
    call.open()
    turn = threading.Thread(target=call.hear, args=("Tuesday",))
    turn.start()
    asked.wait()
    call.hang_up()
    assert call.ended
    answer.set()
    turn.join()
    assert not any(isinstance(event, LineHeard) for event in call.events)


def test_nobody_is_marked_down_for_a_model_that_is_away(capsys: pytest.CaptureFixture[str]) -> None:
    """Grading tells it apart from the agent's faults, and could not be done."""
    with endpoint(lambda request: says()) as gone:
        pass
    words = ["grade", str(AGENT), "--scenario", "1", "--understanding", "llm", "--llm-url", gone.url]
    assert main(words) == 2
    out = capsys.readouterr().out
    assert "not the agent's fault" in out
    assert gone.url in out


def test_the_record_shows_what_the_model_heard() -> None:
    """The line of the record is the model's, not the grammar's: the one the agent acted upon."""
    with endpoint(lambda request: says("human")) as fake:
        with place(understanding_named("llm", url=fake.url)) as call:
            call.open()
            call.hear("Tuesday at ten")
        [heard] = [event.heard for event in call.events if isinstance(event, LineHeard)]
        assert heard == Heard("human")
        assert call.state == "HANDOFF"


def heard_by_chance(seed: int) -> Iterator[Heard]:
    understanding = understanding_named("random", seed=seed)
    with place(None) as call:
        context = Context(call.clock.now(), "en", {})
    return (understanding(line, "LISTEN", context) for line in LINES)


def test_chance_is_settled_by_its_seed() -> None:
    """The same seed hears the same, another one something else."""
    assert list(heard_by_chance(1)) == list(heard_by_chance(1))
    assert list(heard_by_chance(1)) != list(heard_by_chance(2))


def test_the_weekday_and_the_yes_of_the_word_lists() -> None:
    """They hear the Thursday sentence as information, and a yes in a correction: the misses the experiment shows."""
    with place(None) as call:
        context = Context(call.clock.now(), "en", {})
    keywords = understanding_named("keywords")
    thursday = keywords("I need to see the doctor on Thursday afternoon", "LISTEN", context)
    assert (thursday.intent, str(thursday.day)) == ("inform", "2026-09-17")
    assert keywords("yes, but make it three", "CONFIRM", context).intent == "yes"


def test_what_stands_in_for_the_grammar_is_named_or_told_apart() -> None:
    """A slip in the name is met with what was meant; a model that is not there says how to get it."""
    with pytest.raises(ValueError, match="did you mean keywords"):
        understanding_named("keyword")
    with pytest.raises(UnderstandingUnavailable, match=r"readback\[llm\]|lab model get"):
        understanding_named("llm", model="no/such/file.gguf")
