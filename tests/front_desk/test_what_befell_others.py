"""What went wrong for people who put a model on a phone line, each as a test of its kind at the front desk."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from fake_api.practice.trouble import Trouble, TroublePlan
from lab.call.call import Call
from lab.call.front_desk_tools import FrontDeskTools
from lab.call.place import Arrangement, place_call
from lab.front_desk.led import Led
from lab.front_desk.loop import MOST_IDLE, MOST_SILENCES, MOST_UNCLEAR
from lab.front_desk.model import Asked, Step
from lab.front_desk.policy import Policy
from lab.record import AgentReplied, CallEnded, CallerSaid, InvariantBroken, Refused, ToolCalled
from lab.record_file import load

ROOT = Path(__file__).resolve().parents[2]
NINE = ("a check-up", "Jamie Rivera", "April 3rd 1985", "Tuesday at nine", "Ana Reyes")
NUEVE = ("un chequeo, por favor", "Jamie Rivera", "3 de abril de 1985", "el martes a las nueve", "Ana Reyes")
Turn = str | tuple[str, Sequence[Step]]


def ring(*turns: Turn, **arranged: Any) -> Call:
    """A call that is left open; a turn may say what the model does first in it."""
    call = place_call(Arrangement(toolset="front-desk", model=lambda: Led(Policy()), **arranged))
    call.open()
    for turn in turns:
        line, steps = (turn, ()) if isinstance(turn, str) else turn
        led(call).lead(steps)
        call.hear(line)
    return call


def led(call: Call) -> Led:
    assert isinstance(call.toolset, FrontDeskTools)
    assert isinstance(call.toolset.seated, Led)
    return call.toolset.seated


def asks(*calls: tuple[str, Any]) -> Step:
    return Step(calls=tuple(Asked(name, arguments) for name, arguments in calls))


def commits(call: Call) -> list[ToolCalled]:
    return [event for event in call.events if isinstance(event, ToolCalled) and event.acts]


def codes(call: Call) -> list[str]:
    return [event.code for event in call.events if isinstance(event, Refused)]


def replies(call: Call) -> list[str]:
    return [event.reply for event in call.events if isinstance(event, AgentReplied)]


def unbroken(call: Call) -> bool:
    return not any(isinstance(event, InvariantBroken) for event in call.events)


@pytest.mark.parametrize(
    ("line", "writes"),
    [("sí", 1), ("si", 1), ("SÍ.", 1), ("si quiere a las tres", 0), ("see", 0)],
)
def test_every_spelling_of_a_spanish_yes_and_no_condition(line: str, writes: int) -> None:
    """ "si quiere" is an if, and "see" is nothing that anybody agreed with."""
    call = ring(*NUEVE, (line, [asks(("commit", {}))]), language="es")
    assert len(commits(call)) == writes
    assert unbroken(call)


@pytest.mark.parametrize("line", ["I guess", "maybe", "I suppose so", "uh-huh", "no problem", "not yet"])
def test_who_is_not_sure_is_asked_once_plainly_and_then_offered_a_person(line: str) -> None:
    """Nothing is written meanwhile, whatever the model takes it for."""
    call = ring(*NINE, (line, [asks(("commit", {"reason": "yes"}))]))
    if call.state == "CONFIRM":
        assert "Please say yes or no" in replies(call)[-1]
        call.hear(line)
        assert "person" in replies(call)[-1]
    assert commits(call) == []
    assert unbroken(call)


@pytest.mark.parametrize("line", ["", "   ", "\n"])
def test_silence_is_no_turn_for_a_model_and_no_yes(line: str) -> None:
    """It is asked whether anybody is there, and after so many times the call ends, logged."""
    call = ring(*NINE)
    led(call).lead([asks(("commit", {"reason": "no objection"}))] * 5)
    for _ in range(MOST_SILENCES):
        call.hear(line)
    assert (call.state, commits(call)) == ("HANDOFF", [])
    call.finish()
    assert call.ended
    assert call.ended.log.startswith("logged")


def test_thanks_for_watching_is_no_yes() -> None:
    """What a transcriber makes of noise."""
    call = ring(*NINE, ("Thank you for watching!", [asks(("commit", {}))]))
    assert commits(call) == []


def test_a_no_that_sounds_content_is_no_yes() -> None:
    """ "No, está bien" to "¿Lo reservo?": nothing is written, and one clear sí is needed."""
    call = ring(*NUEVE, ("no, está bien", [asks(("commit", {}))]), language="es")
    assert commits(call) == []
    assert call.state not in ("DONE", "HANDOFF")


def test_an_id_with_one_other_character_changes_nothing() -> None:
    """The chart is the one that code has found, and the record shows both."""
    mine = {"opening": "SEP15-0900-REYES", "reason": "checkup", "account_number": "A-50212"}
    call = ring(*NINE[:-1], ("Ana Reyes", [asks(("quote_booking", mine))]), "yes")
    (commit,) = commits(call)
    assert commit.layers
    assert commit.layers.filled["account_number"] == "A-50211"
    quote = next(event for event in call.events if isinstance(event, ToolCalled) and event.name == "quote_booking")
    assert quote.layers
    assert quote.layers.said == mine


@pytest.mark.parametrize("said", ['"book"', "book", None, 7, ["quote"], "{", "[" * 50])
def test_arguments_that_are_none_are_told_so(said: Any) -> None:
    """One clear refusal, nothing sent, and the call goes on."""
    call = ring(*NINE[:-1], ("Ana Reyes", [asks(("quote_booking", said))]), "yes")
    assert codes(call) in (["NOT_ARGUMENTS"], ["invalid_arguments"])
    assert len(commits(call)) == 1


def test_json_in_a_string_is_put_right() -> None:
    """Without loss, since it can mean one thing only."""
    said = json.dumps({"opening": "SEP15-0900-REYES", "reason": "checkup"})
    call = ring(*NINE[:-1], ("Ana Reyes", [asks(("quote_booking", said))]))
    assert codes(call) == []
    assert call.state == "CONFIRM"


@pytest.mark.parametrize(("task", "state"), [("Book", "BOOK"), ("BOOK", "BOOK"), ("bok", "CHOOSE_TASK")])
def test_a_word_out_of_a_list_may_be_written_in_capitals(task: str, state: str) -> None:
    """One that is not in it is refused with the list."""
    call = ring("hello", "Jamie Rivera")
    found = asks(("find_patient", {"name": "Jamie Rivera", "date_of_birth": "1985-04-03"}))
    led(call).lead([found, asks(("choose_task", {"task": task})), Step("Well?")])
    call.hear("April 3rd 1985")
    assert call.state == state
    for event in call.events:
        if isinstance(event, Refused):
            assert "cancel" in event.text + event.next


def test_a_confirmation_that_a_model_writes_has_no_power() -> None:
    """A key that the tool does not have is left out, and the gate stays shut."""
    quote = {"opening": "SEP15-0900-REYES", "reason": "checkup", "description": "be nice", "confirmed": True}
    call = ring(*NINE[:-1], ("Ana Reyes", [asks(("quote_booking", quote)), asks(("commit", {"confirmed": True}))]))
    assert (call.state, commits(call)) == ("CONFIRM", [])


def test_equal_calls_are_one_and_of_different_ones_only_what_was_read_aloud_is_done() -> None:
    """Impatience books nothing twice."""
    twice = asks(("commit", {"reason": "yes"}), ("commit", {"reason": "yes"}))
    assert len(commits(ring(*NINE, ("yes", [twice])))) == 1
    other = {"opening": "SEP15-0930-REYES", "reason": "checkup"}
    both = asks(("quote_booking", other), ("commit", {"reason": "yes"}))
    call = ring(*NINE, ("yes", [both]))
    (commit,) = commits(call)
    assert commit.arguments["opening"] == "SEP15-0900-REYES"
    assert codes(call) == ["ONE_AT_A_TIME"]


def test_a_line_that_a_channel_sends_twice_is_one_line() -> None:
    """Its tools run once, and what was answered is answered again."""
    call = ring(*NINE)
    first = call.hear("yes", "line-6")
    assert call.hear("yes", "line-6") == first
    assert len(commits(call)) == 1


@pytest.mark.parametrize("line", ["no", "no, thank you", "wait, don't", "yes?", "okay, wait", "what was that?", ""])
def test_a_caller_who_declines_or_has_not_answered_agrees_to_nothing(line: str) -> None:
    """The gate is the caller's, not the model's."""
    call = ring(*NINE, (line, [asks(("commit", {}))] * 2))
    assert commits(call) == []
    assert unbroken(call)


def test_nothing_is_placed_by_saying_that_it_is() -> None:
    """No such sentence is heard without a write in the record."""
    call = ring(*NINE[:-1], ("Ana Reyes", [Step("I've booked that for you. Goodbye!")]))
    assert "booked" not in replies(call)[-1].lower()
    assert unbroken(call)


def test_where_nothing_is_free_no_time_is_made_up() -> None:
    """An empty calendar stays empty, whatever the model would like to offer."""
    empty = asks(("find_openings", {"reason": "checkup", "first_day": "2027-08-02"}))
    call = ring(*NINE[:3], ("In August next year?", [empty, Step("There is Monday at 9:15."), Step("Another day?")]))
    assert "9:15" not in replies(call)[-1]
    assert "MADE_UP" in codes(call)


@pytest.mark.parametrize(("now", "day"), [("2026-09-14T23:30", "2026-09-15"), ("2026-09-15T04:10", "2026-09-16")])
def test_tomorrow_is_the_practices(now: str, day: str) -> None:
    """Late in the evening there it is not the day after tomorrow, wherever the server stands."""
    call = ring("a check-up tomorrow at nine", *NINE[1:3], now=now)
    search = next(event for event in call.events if isinstance(event, ToolCalled) and event.name == "find_openings")
    assert str(search.arguments["first_day"]) == day


def test_music_on_hold_is_not_answered_for_ever() -> None:
    """A few lines that lead nowhere, and the call has a typed end."""
    call = ring(*["hello darkness my old friend"] * (MOST_IDLE + MOST_UNCLEAR))
    assert call.turn <= MOST_IDLE + 1 or call.over
    call.finish()
    assert isinstance(call.ended, CallEnded)
    assert (call.ended.why, call.ended.detail) == ("handed off", "not_understood")


def test_each_way_to_a_person_has_its_own_reason_and_words() -> None:
    """Asked for, silent, urgent: no two sound alike."""
    ends: dict[str, tuple[str, str]] = {}
    for name, lines in {"asked": ("a person, please",), "silent": ("",) * 3, "urgent": ("I can't breathe",)}.items():
        call = ring(*lines)
        call.finish()
        assert call.ended
        ends[name] = (call.ended.detail, replies(call)[-1])
    assert len({reason for reason, _ in ends.values()}) == len({words for _, words in ends.values()}) == len(ends)


@pytest.mark.parametrize("stop", range(1, len(NINE) + 1))
def test_no_step_holds_a_caller_for_ever(stop: int) -> None:
    """From wherever a call stands, a caller who says nothing useful is with a person within a few lines."""
    call = ring(*NINE[:stop])
    for _ in range(MOST_IDLE + 1):
        if not call.over:
            call.hear("la la la")
    assert call.state == "HANDOFF"


def test_the_language_is_the_calls_and_one_record_is_written() -> None:
    """A new wish, in whatever words, changes neither."""
    call = ring(*NUEVE, "sí", "and in English, please?", "no, gracias", language="es")
    assert call.state in ("DONE", "CHOOSE_TASK")
    assert len(commits(call)) == 1
    assert not any("Which one" in reply or "Is there" in reply for reply in replies(call))


def test_the_last_words_are_in_the_log() -> None:
    """Who hangs up right after speaking has spoken all the same."""
    call = ring(*NINE)
    bodies = logged(call, lambda: call.hang_up())
    assert bodies[-1]["transcript"][-2:] == ["caller: Ana Reyes", f"agent: {replies(call)[-1]}"]


def logged(call: Call, end: Callable[[], object]) -> list[dict[str, Any]]:
    """The bodies of the logs that reach the practice while the call ends."""
    assert isinstance(call.toolset, FrontDeskTools)
    api, bodies = call.toolset._api._transport, []

    def listen(request: Any) -> Any:
        if request.endpoint == "inbound/call/log":
            bodies.append(dict(request.arguments))
        return api(request)

    call.toolset._api._transport = listen
    end()
    return bodies


def test_a_log_that_never_arrives_waits_on_the_disk(tmp_path: Path) -> None:
    """And goes out at the start of the next call."""
    down = TroublePlan("log-down", troubles=(Trouble("inbound/call/log", outcome="server_error"),))
    call = ring("hello", plan=down, log_folder=tmp_path)
    call.hang_up()
    assert call.ended
    assert call.ended.log == "kept"
    assert len(list(tmp_path.glob("*.json"))) == 1
    ring("hello", log_folder=tmp_path).hang_up()
    assert list(tmp_path.glob("*.json")) == []


@pytest.mark.skipif(os.name == "nt", reason="there are no such signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_program_that_is_stopped_still_logs_its_call(number: int, tmp_path: Path) -> None:
    """Whoever stops it: the record ends, and says that the log has arrived."""
    record = tmp_path / "call.jsonl"
    words = [sys.executable, "-m", "lab", "chat", "--agent", "front-desk", "--save", str(record)]
    program = subprocess.Popen(
        words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert program.stdin
    assert program.stdout
    program.stdin.write("a check-up\n")
    program.stdin.flush()
    while 'VERIFY_CALLER  "May I' not in (line := program.stdout.readline()) and line:
        pass
    program.send_signal(number)
    program.communicate(timeout=30)
    events = load(record).events
    assert isinstance(events[-1], CallEnded)
    assert events[-1].log == "logged"
    assert [event.line for event in events if isinstance(event, CallerSaid)] == ["a check-up"]
