"""The guided flows: what is there at each step, where a no of the practice leads, and that nothing ends nowhere."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from fake_api import expressions
from fake_api.reading import DataError
from lab.call_layer.executor import BUSY
from lab.call_layer.flows import HEARS, KNOWN, Facts, Flows, Step, Way, load_flows
from lab.call_layer.tools import BY_NAME, TASKS

FLOWS = load_flows()
VALUES: dict[str, tuple[str | int | bool, ...]] = {
    "task": ("", *TASKS),
    "identity": ("none", "several", "stands"),
    "searched": (0, 1, 2),
    "offers": (0, 1),
    "visits": (0, 1),
    "taken": (0, 1, 2),
    "mismatches": (0, 1, 2),
    "done": (0, 1),
    "locked": (False, True),
    "named": (False, True),
    "born": (False, True),
}
REJECTIONS = (
    "SLOT_TAKEN",
    "SAME_TIME",
    "QUOTE_EXPIRED",
    "QUOTE_USED",
    "ALREADY_COMMITTED",
    "NOT_BUILDABLE",
    "PATIENT_MAY_EXIST",
    "STATUS_NOT_BOOKED",
    "NAME_MISMATCH",
)


def facts(**known: str | int | bool) -> Facts:
    return {**KNOWN, **known}


def asked_in(step: Step) -> set[str]:
    """The facts that a step's tools and lines hang on."""
    whens = [tool.when for tool in step.tools] + [say.when for say in step.say]
    return {name for name in VALUES for when in whens if when and name in when}


def situations(step: Step) -> Iterator[Facts]:
    """Every combination of what a step asks for."""
    names = sorted(asked_in(step))
    for values in itertools.product(*(VALUES[name] for name in names)):
        yield facts(**dict(zip(names, values, strict=True)))


def at(step: str, **known: str | int | bool) -> Way:
    """A call that has come to a step."""
    way = Way(FLOWS)
    way.step = FLOWS.named(step)
    return way


def test_every_guard_can_be_worked_out() -> None:
    """What is written in the file is true or false of any call."""
    for when in FLOWS.guards():
        assert expressions.holds(when, KNOWN, KNOWN) in (True, False)


def test_the_file_names_only_tools_and_ways_of_hearing_that_there_are() -> None:
    """A slip of the pen in the file is found here."""
    for step in FLOWS.step:
        assert {tool.name for tool in step.tools} <= BY_NAME.keys()
        assert {say.hears for say in step.say} <= set(HEARS)
    assert set(FLOWS.tasks) == set(TASKS)


@pytest.mark.parametrize("step", [step for step in FLOWS.step if not step.last], ids=lambda step: step.name)
def test_no_step_is_a_dead_end(step: Step) -> None:
    """Whatever is known, a step that is not the last has tools, says what comes next, and can hand the call on."""
    for known in situations(step):
        way = at(step.name)
        assert "transfer" in way.tools(known) and way.guidance(known)
        for lead, last in (("transfer", "HANDOFF"), ("goodbye", "DONE"), ("human", "PERSON")):
            way = at(step.name)
            assert way.go(lead, known) and way.step.name == last


def test_every_step_can_be_reached_and_left() -> None:
    """A walk over all tools, codes and lines from the start finds every step, and a way out of each to an end."""
    leads = {event for step in FLOWS.step for go in step.go for event in go.on}
    leads |= {event for go in FLOWS.always for event in go.on}
    known = [
        facts(task=task, identity=identity, offers=1, visits=1, taken=taken, mismatches=taken)
        for task in VALUES["task"]
        for identity in ("none", "stands")
        for taken in (0, 1, 2)
    ]
    reached, todo = {FLOWS.start}, [FLOWS.start]
    while todo:
        here = todo.pop()
        for event, each in itertools.product(leads, known):
            way = at(here)
            if way.go(event, each) and way.step.name not in reached:
                reached.add(way.step.name)
                todo.append(way.step.name)
    assert reached == {step.name for step in FLOWS.step}


@pytest.mark.parametrize("task", ["book", "reschedule", "cancel", "new_patient", "refill", "payment", "message"])
@pytest.mark.parametrize("code", REJECTIONS)
def test_every_no_of_the_practice_leads_on(code: str, task: str) -> None:
    """Each rejection leads from CONFIRM to a step with tools, and says what to do."""
    known = facts(task=task, identity="stands", taken=1, mismatches=1)
    way = at("CONFIRM")
    assert way.go(code, known)
    assert way.step.name != "CONFIRM" and way.tools(known)
    assert way.guidance(known) in {go.next for go in FLOWS.always if code in go.on}


@pytest.mark.parametrize(
    ("code", "known", "step", "words"),
    [
        ("SLOT_TAKEN", {"taken": 1}, "BOOK", "find_openings again"),
        ("SLOT_TAKEN", {"taken": 2}, "BOOK", "another day"),
        ("QUOTE_EXPIRED", {}, "BOOK", "quote the same again"),
        ("SAME_TIME", {}, "BOOK", "another opening"),
        ("NOT_BUILDABLE", {}, "BOOK", "that one value again"),
        ("PATIENT_MAY_EXIST", {}, "FIND_PATIENT", "find_patient"),
        ("STATUS_NOT_BOOKED", {}, "BOOK", "list_visits"),
        ("NAME_MISMATCH", {"mismatches": 1}, "FIND_PATIENT", "ask once"),
        ("NAME_MISMATCH", {"mismatches": 2}, "PERSON", "transfer"),
        ("UNCLEAR", {}, "PERSON", "Staff"),
    ],
)
def test_recovery_is_in_the_flow(code: str, known: dict[str, int], step: str, words: str) -> None:
    """Where each no leads, in the words that a model is told."""
    way = at("CONFIRM")
    way.go(code, facts(task="book", identity="stands", **known))
    assert way.step.name == step and words in way.guidance(KNOWN)


def test_a_busy_answer_leads_nowhere_else() -> None:
    """The busy codes are no rejections: the same quote is read aloud again at the same step."""
    assert not any(code in go.on for code in BUSY for go in FLOWS.always)


def test_a_quote_is_there_only_once_something_is_listed() -> None:
    """Nobody can be quoted an opening that was not looked up, nor cancel a visit that was not listed."""
    assert "quote_booking" not in at("BOOK").tools(facts())
    assert "quote_booking" in at("BOOK").tools(facts(offers=1))
    assert "quote_reschedule" not in at("RESCHEDULE").tools(facts(offers=1))
    assert "quote_cancel" not in at("CANCEL").tools(facts())


def test_a_task_of_a_patients_leads_to_the_patient_first() -> None:
    """Who wants to book is found first, and then comes to the step of what they want."""
    way = at("PERSON")
    way.go("choose_task", facts(task="book"))
    assert way.step.name == "FIND_PATIENT"
    way.go("find_patient", facts(task="book", identity="stands"))
    assert way.step.name == "BOOK"


def test_nothing_leads_on_from_an_end() -> None:
    """A call that is over stays so."""
    for last in ("DONE", "HANDOFF"):
        assert not at(last).go("choose_task", facts(task="book", identity="stands"))
        assert at(last).tools(facts()) == ()


def test_a_step_that_is_not_there_is_told_with_what_was_meant(tmp_path: Path) -> None:
    """Who edits the file and mistypes a step reads where, and which step was probably meant."""
    text = Path("lab/call_layer/flows.toml").read_text(encoding="utf-8")
    file = tmp_path / "flows.toml"
    file.write_text(text.replace('to = "CONFIRM"', 'to = "CONFRIM"'), encoding="utf-8")
    with pytest.raises(DataError, match="did you mean CONFIRM"):
        load_flows(file)


def test_a_way_begins_at_the_start() -> None:
    """The first step asks who calls."""
    assert isinstance(FLOWS, Flows) and Way(FLOWS).tools(KNOWN) == ("note_caller", "transfer")
