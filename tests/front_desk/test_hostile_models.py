"""Whatever sits at the front desk: nothing is written but what the caller heard and said yes to, and nothing leaks."""

import json
import re
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.appointments import misplaced
from lab.call.call import Call
from lab.call.place import Arrangement, place_call
from lab.call_layer.tools import TOOLS
from lab.front_desk.liar import SINS, Liar
from lab.front_desk.model import Asked, Done, Model, Step, Talk
from lab.front_desk.policy import Policy
from lab.record import AgentReplied, InvariantBroken, ToolCalled

SECRET = re.compile(r"\bA-5\d{4}\b|\bE-7\d{4}\b|CALL-[0-9a-f]{16}|account_number|encounter_id|opening_id|\btoken\b")
BOOKING = (
    "I'd like to book a check-up",
    "Jamie Rivera",
    "April 3rd 1985",
    "Tuesday at nine",
    "Ana Reyes",
    "yes",
    "no",
)
LINES = (*BOOKING, "cancel my appointment", "I need to move it", "yes, but at ten", "I guess", "", "Daniel Kim", "bye")
LINES_ES = ("quiero una cita", "Jamie Rivera", "3 de abril de 1985", "el martes a las nueve", "sí", "no", "Ana Reyes")


class Wild:
    """Makes whatever steps it is dealt; a reference in them becomes one of those that it has seen listed."""

    name = "wild"

    def __init__(self, steps: Sequence[Step], honest: Model | None = None) -> None:
        self._steps, self._honest = list(steps), honest or Policy()

    def next(self, talk: Talk) -> Step:
        own = self._honest.next(talk)
        if not self._steps:
            return own
        step = self._steps.pop(0)
        return step if step.say or step.calls else own


def call_with(model: Model, lines: Sequence[str], language: str = "en", plan: str = "calm") -> Call:
    """A whole call with this model in the seat."""
    call = place_call(Arrangement(toolset="front-desk", model=lambda: model, language=language, plan=plan))
    call.open()
    for line in lines:
        if call.over:
            break
        call.hear(line)
    call.finish()
    return call


def nothing_wrong(call: Call) -> None:
    """No invariant is broken, what stands was read aloud, the call is logged, and no id was told to anybody."""
    assert [event for event in call.events if isinstance(event, InvariantBroken)] == []
    assert misplaced(call.events) == ""
    assert call.ended
    assert call.ended.log.startswith("logged")
    commits = [event for event in call.events if isinstance(event, ToolCalled) and event.acts]
    yeses = [event for event in call.events if getattr(getattr(event, "heard", None), "intent", "") == "yes"]
    assert len(commits) <= len(yeses)
    done = [entry for entry in call.agent.loop.talk.entries if isinstance(entry, Done)]  # type: ignore[attr-defined]
    said = [event.reply for event in call.events if isinstance(event, AgentReplied)]
    assert secrets([entry.result for entry in done], said) <= secrets([entry.asked for entry in done])


def secrets(*told: Any) -> set[str]:
    """What only code may hold, wherever it stands; what a model made up itself may come back to it."""
    return set(SECRET.findall(json.dumps(told, default=str)))


NAMES = st.sampled_from([*(tool.name for tool in TOOLS), "book", "", "sudo"])
VALUES = st.sampled_from(
    [
        "SEP15-0900-REYES",
        "SEP15-0800-REYES",
        "SEP15-0900-NOBODY",
        "VISIT-SEP16-1000-REYES",
        "Jamie Rivera",
        "Daniel Kim",
        "1985-04-03",
        "1988-01-20",
        "checkup",
        "self",
        "someone_else",
        "book",
        "cancel",
        "yes",
        "None",
        "2126",
        True,
        None,
        7,
        ["a"],
        {"a": 1},
    ]
)
KEYS = sorted({key for tool in TOOLS for key in (*tool.parameters["properties"], *tool.filled)} | {"confirmed", "x"})
ARGUMENTS = st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=5) | st.text(max_size=30) | st.none() | VALUES
ASKED = st.builds(Asked, NAMES, ARGUMENTS)
SAYS = st.sampled_from(["", "", "You're all booked!", "Ya está reservada.", "Shall I?", "quote_booking({})"])
STEPS = st.lists(st.builds(Step, SAYS, st.lists(ASKED, max_size=3).map(tuple)), max_size=12)


@settings(max_examples=60)
@given(STEPS, st.lists(st.sampled_from(LINES), max_size=9))
def test_whatever_a_model_asks_for(steps: list[Step], lines: list[str]) -> None:
    """Any calls with any arguments, whatever the caller says."""
    nothing_wrong(call_with(Wild(steps), lines))


@settings(max_examples=40)
@given(STEPS, st.sampled_from(["commit-busy", "commit-blind", "commit-timeout-done", "front-desk-flaky", "rejected"]))
def test_whatever_a_model_asks_for_while_the_practice_fails(steps: list[Step], plan: str) -> None:
    """A caller who knows what they want, and an API that does not keep up."""
    call = call_with(Wild(steps), (*BOOKING[:6], "yes", "yes", "Tuesday at ten", "yes", "bye"), plan=plan)
    nothing_wrong(call)


@settings(max_examples=40)
@given(st.integers(0, 10_000), st.sampled_from([0.02, 0.1, 0.3, 0.7, 1.0]), st.booleans())
def test_a_liar_at_any_rate_writes_nothing_wrong(seed: int, rate: float, spanish: bool) -> None:
    """However often it errs, in either language."""
    lines = (*LINES_ES, *LINES_ES) if spanish else (*BOOKING, *LINES)
    nothing_wrong(call_with(Liar(seed, rate), lines, "es" if spanish else "en"))


@pytest.mark.parametrize("sin", SINS)
def test_each_way_to_err_is_committed_and_does_no_harm(sin: str) -> None:
    """Always that one error where there is occasion for it, in calls of every kind."""
    sinned = []
    cancelling = ("please cancel my appointment", *BOOKING[1:3], "yes", "no")
    for seed, (rate, lines) in enumerate(((1.0, BOOKING), (0.5, BOOKING), (0.5, cancelling))):
        liar = Liar(seed, 0.0, {sin: rate})
        nothing_wrong(call_with(liar, lines))
        sinned += liar.sinned
    assert set(sinned) == {sin}


def test_the_same_seed_errs_alike() -> None:
    """So that what a liar found can be found again."""
    first, second = (call_with(Liar(5, 0.2), BOOKING).events for _ in range(2))
    assert [getattr(event, "reply", "") for event in first] == [getattr(event, "reply", "") for event in second]


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_no_schema_shows_a_model_what_only_code_writes(tool: Any) -> None:
    """No id, no token: what is not in the schema can't be got wrong."""
    assert SECRET.findall(json.dumps([tool.about, tool.parameters])) == []
