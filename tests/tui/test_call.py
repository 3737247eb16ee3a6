"""A call in the app: what is said, what is shown, and who waits for whom."""

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from lab.call.place import Arrangement
from lab.front_desk.model import Asked, Step
from lab.front_desk.script import Script
from lab.protocol import Heard
from lab.record import AgentReplied, CallEnded, CallerSaid
from lab.record_file import load
from lab.tui.prompt import Prompt
from lab.tui.rows import Rows
from lab.tui.scene import Happened
from tests.tui.phone import COMPACT, PUPPET, calling, on_the_line, run, say, scene, screen_text, settled, under, until

ANA_AT_NINE = ("I feel sick, this is Sukarno", "February 14th 1971", "North", "Tuesday at nine", "Ana Reyes")


def test_a_line_is_said_and_answered() -> None:
    """What is typed becomes a turn with the agent's answer; hanging up ends the call and leaves it to be read."""

    async def test() -> None:
        async with calling() as pilot:
            await pilot.press(*"say Hello", "enter")
            await settled(pilot)
            await say(pilot, "say two")
            said = [event for event in scene(pilot).view.events if isinstance(event, CallerSaid)]
            assert [(event.turn, event.line) for event in said] == [(1, "say Hello"), (2, "say two")]
            await pilot.press("f7")
            await settled(pilot)
            ended = scene(pilot).ended
            assert ended and (ended.by, ended.why) == ("caller", "hung up")
            assert on_the_line(pilot)[:-1] == ["Puppet here.", "say Hello", "Hello", "say two", "two"]

    run(test())


def test_a_slow_agent_never_holds_up_the_caller() -> None:
    """While the agent is busy typing goes on, Enter keeps the line, and hanging up drops the late answer."""
    gate, asked = threading.Event(), threading.Event()

    def slow(line: str, state: str, context: object) -> Heard:
        asked.set()
        gate.wait(20)
        return Heard()

    async def test() -> None:
        async with calling(replace(PUPPET, understanding=slow)) as pilot:
            prompt = pilot.app.screen.query_one(Prompt)
            prompt.value = "hear me"
            await pilot.press("enter")
            await until(pilot, asked.is_set)
            await pilot.press(*"more", "enter")
            assert (prompt.value, prompt.border_subtitle) == ("more", "agent is speaking…")
            await pilot.press("f6")
            await until(pilot, lambda: scene(pilot).number == 2 and not scene(pilot).busy)
            gate.set()
            await settled(pilot)
            assert [type(event) for event in scene(pilot).view.events] == [AgentReplied]
            assert prompt.value == "more"
            before = scene(pilot)
            pilot.app.screen.post_message(Happened(1, AgentReplied(1, "Too late", "DONE")))
            await pilot.pause()
            assert scene(pilot) == before

    try:
        run(test())
    finally:
        gate.set()


def test_what_must_not_happen_is_told_in_words_at_once() -> None:
    """A booking without a yes stands in the record and on the phone line, before the agent's answer.

    A crash shows its kind, the agent's own frames and the next move, and nothing of the bench.
    """

    async def test() -> None:
        async with calling() as pilot:
            await say(pilot, "book it")
            said = on_the_line(pilot)
            broken = "✗ booked without a whole yes to a read-back that stands; not read back: day, time, name"
            assert said.index(broken) < said.index("Booked.")
            assert "✗ broken no_consent: booked without a whole yes" in screen_text(pilot)
            await say(pilot, "crash now")
            told = on_the_line(pilot)[-1]
            assert "The agent raised an error: KeyError: 'time'" in told
            assert 'return {}["time"]' in told
            assert "F5 loads it again" in told
            assert "lab/call" not in told

    run(test())


def test_reload_loads_the_file_and_says_the_same_lines_again(tmp_path: Path) -> None:
    """After a change on disk F5 leads to the same turn, with the same failures armed, and the new agent."""
    agent = tmp_path / "agent.py"
    source = PUPPET.agent.read_text(encoding="utf-8") if PUPPET.agent else ""
    agent.write_text(source.replace('"No answer."', "{}['slip']"), encoding="utf-8")

    async def test() -> None:
        async with calling(replace(PUPPET, agent=agent)) as pilot:
            await pilot.app.screen.run_action("arm('read-lost')")
            await say(pilot, "say one", "look")
            assert scene(pilot).ended
            agent.write_text(source, encoding="utf-8")
            await pilot.press("f5")
            await settled(pilot)
            assert scene(pilot).number == 2
            assert [text for _, text in scene(pilot).view.spoken][-3:] == ["one", "look", "No answer."]
            assert not scene(pilot).over

    run(test())


def test_a_failure_armed_by_hand_strikes_and_is_marked() -> None:
    """F2 and a number arm it; the record marks the entry that fired, and the plan says it is used."""

    async def test() -> None:
        async with calling() as pilot:
            await pilot.press("f2", "2")
            await pilot.pause()
            assert scene(pilot).entries == ((1, "next book: timeout, not done", "armed"),)
            await say(pilot, "book it")
            assert scene(pilot).entries[0][2] == "used"
            assert "◂ rule 1" in screen_text(pilot)
            await pilot.press("f3", "6")
            await settled(pilot)
            assert (scene(pilot).number, scene(pilot).plan) == (2, "read-down")
            assert "plan: read-down" in screen_text(pilot)

    run(test())


def test_a_practice_is_broken_by_its_own_troubles() -> None:
    """F2 lists what its record system can do to a booking, F3 its plans; a clinic's break does not fit."""

    async def test() -> None:
        async with calling(Arrangement(toolset="practice", in_process=True)) as pilot:
            await pilot.press("f2", "3")
            await pilot.pause()
            assert scene(pilot).entries == ((1, "next create: conflict SLOT_TAKEN", "armed"),)
            await say(pilot, *ANA_AT_NINE)
            assert "clinic: maple · plan: calm" in screen_text(pilot)
            assert [slot.value for slot in scene(pilot).view.slots] == ["2026-09-15", "09:00", "Sukarno"]
            await say(pilot, "yes")
            assert scene(pilot).entries[0][2] == "used"
            assert scene(pilot).view.state == "ASK_TIME"
            pilot.app.screen.action_arm("booking-lost")  # type: ignore[attr-defined]
            assert len(scene(pilot).entries) == 1
            await pilot.press("f3", "1")
            await settled(pilot)
            assert (scene(pilot).number, scene(pilot).plan) == (2, "busy")

    run(test())


def test_a_call_that_is_over_is_ended_and_enter_calls_again() -> None:
    """DONE ends the call as the agent's; Enter places another, and keeps what was typed."""

    async def test() -> None:
        async with calling() as pilot:
            await say(pilot, "go DONE")
            ended = scene(pilot).ended
            assert ended and (ended.by, ended.why) == ("agent", "done")
            await say(pilot, "say hello")
            assert scene(pilot).number == 2
            assert not scene(pilot).over
            assert pilot.app.screen.query_one(Prompt).value == "say hello"

    run(test())


def test_records_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """ctrl+s writes a new file each time; a file asked for is written along, one a call, and closed on leaving."""
    monkeypatch.chdir(tmp_path)

    async def test() -> None:
        async with calling(save=tmp_path / "kept.jsonl") as pilot:
            await say(pilot, "say [bold")
            await pilot.press("ctrl+s", "ctrl+s")
            assert load(tmp_path / "call-1.jsonl").events == scene(pilot).view.events
            assert (tmp_path / "call-2.jsonl").exists()
            await pilot.press("f6")
            await settled(pilot)
            await pilot.press("f9", "enter")
            await settled(pilot)

    run(test())
    assert len(load(tmp_path / "kept.jsonl").events) > len(load(tmp_path / "kept-2.jsonl").events)
    last = load(tmp_path / "kept-3.jsonl").events[-1]
    assert isinstance(last, CallEnded) and last.why == "hung up"


def test_an_agent_that_is_not_there_is_told_on_the_line(tmp_path: Path) -> None:
    """The app stays up, says why there is no call, and what to do; keys that need a call say so."""

    async def test() -> None:
        async with calling(replace(PUPPET, agent=tmp_path / "nobody.py")) as pilot:
            assert "there is no such agent" in on_the_line(pilot)[-1]
            assert "nobody.py" in on_the_line(pilot)[-1]
            await pilot.press("ctrl+s", "f7", "f2", "1")
            assert scene(pilot).entries == ()

    run(test())


def test_the_phone_line_keeps_only_what_a_person_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """A very long call does not slow typing down: the oldest rows go, the record keeps all.

    Who reads further up is left there when rows come, and follows again from the end.
    """

    async def test() -> None:
        async with calling(size=COMPACT) as pilot:
            screen = pilot.app.screen
            monkeypatch.setattr(Rows, "MOST", 70)
            for turn in range(1, 100):
                screen.post_message(Happened(1, AgentReplied(turn, f"line {turn}", "LISTEN")))
            await pilot.pause()
            assert 35 <= len(on_the_line(pilot)) <= 70
            assert len(scene(pilot).view.events) == 100
            assert "line 99" in screen_text(pilot)
            await pilot.press("pageup", "pageup")
            await say(pilot, "say more")
            assert "line 99" not in screen_text(pilot)
            await pilot.press(*["pagedown"] * 3)
            await say(pilot, "say last")
            assert " last" in screen_text(pilot)

    run(test())


def test_a_panel_opens_over_the_line_and_typing_goes_on() -> None:
    """At 80 columns each panel has a key; the prompt keeps the focus, Escape brings the line back."""

    async def test() -> None:
        async with calling(replace(under("read-flaky"), in_process=False), size=COMPACT) as pilot:
            await say(pilot, "look", "print [/] printed", "say so")
            assert "find_open_times, attempt" not in screen_text(pilot)
            await pilot.press("ctrl+f")
            await pilot.pause()
            assert "find_open_times, attempt" in screen_text(pilot)
            await pilot.press("ctrl+o")
            await pilot.pause()
            assert "│ [/] printed " in screen_text(pilot)
            await pilot.press("x", "escape")
            await pilot.pause()
            assert pilot.app.screen.query_one(Prompt).value == "x"
            assert "Printed." in screen_text(pilot)

    run(test())


def test_the_front_desks_record_tells_each_call_from_all_sides() -> None:
    """What the model said, what code filled in, what was sent, what came back; what was refused, by whom and why."""
    early = Step(calls=(Asked("commit", {"reason": "[/]"}),))

    async def test() -> None:
        arranged = Arrangement(toolset="front-desk", model=lambda: Script((early, Step("[bold]Your name?"))))
        async with calling(arranged, COMPACT) as pilot:
            await say(pilot, "a check-up")
            assert "[bold]Your name?" in screen_text(pilot)
            assert "front-desk (script) · maple" in screen_text(pilot)
            await pilot.press("ctrl+r")
            await pilot.pause()
            shown = " ".join(screen_text(pilot).split())
            assert 'refused NOT_NOW commit reason="[/]"' in shown
            assert "by flows: commit is not there at this step" in shown
            assert scene(pilot).view.state == "VERIFY_CALLER"
        async with calling(Arrangement(toolset="front-desk")) as pilot:
            await say(pilot, "a check-up", "Jamie Rivera", "April 3rd 1985")
            record = " ".join(pilot.app.screen.query_one("#record", Rows).text.split())
            sides = (
                'said name="Jamie Rivera"',
                'filled account_number="A-50211"',
                "sent inbound/lookup",
                "told ok=true",
            )
            assert [side for side in sides if side not in record] == []
            await pilot.press("f8")
            await pilot.pause()
            assert "Only an agent of the clinic's can be searched" in screen_text(pilot)

    run(test())
