"""The practice's pack: the agent that ships passes it, each wrong one fails it, and the record system judges too."""

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from fake_api.data_error import DataError
from fake_api.reading import parse
from fake_api.shipped import shipped
from grader.appointments import appointment_datetime_correct, misplaced
from grader.at_practice import PracticeScenario
from grader.judge import judge
from grader.mutant import load_mutants, write_mutant
from grader.replay import Subject, grade, play
from grader.scenario import finished_agent, load_pack
from lab.protocol import Heard
from lab.record import CallEnded, CallerSaid, Event, Head, Layers, Record, Sent, ToolCalled

PACK = load_pack("practice")
FINISHED = "grader/packs/practice/agent.py"
AGENT = shipped(FINISHED)
MUTANTS = load_mutants(FINISHED)
MONDAY = dt.datetime(2026, 9, 14, 9, tzinfo=dt.UTC)
TUESDAY, NINE = dt.date(2026, 9, 15), dt.time(9)
ASKED = CallerSaid(1, "Tuesday at nine", MONDAY, Heard("inform", day=TUESDAY, time=NINE))
WRITTEN = Layers({"day": TUESDAY, "time": NINE}, (Sent("create", {}, "ok", writes=True),))
BOOKED = ToolCalled(2, "book", {"reference": "SEP15-0900-REYES"}, nature="irreversible", layers=WRITTEN)

# a sin, and the scenario that is about it
OF_NOTE = {
    "picks-the-first-and-mends": "2-slot-identity",
    "books-without-the-read-back": "1-a-visit-is-booked",
    "reads-back-in-its-own-memory": "1-a-visit-is-booked",
    "takes-the-first-namesake": "3-two-doctors-of-one-surname",
    "keeps-the-first-list": "6-stale-search",
    "takes-a-409-for-a-yes": "9-taken-at-the-write",
    "insists-when-nobody-knows": "11-nobody-knows",
    "cancels-to-move": "15-a-visit-is-moved",
}


def ended(*standing: dict[str, Any]) -> CallEnded:
    return CallEnded(2, "agent", "done", written="done", standing=standing)


def test_the_agent_that_ships_passes() -> None:
    """Every scenario, and once more in the same process."""
    result = grade(Subject("practice", AGENT), PACK)
    assert [(each.name, each.failure, each.problem) for each in result.scenarios if each.verdict != "passed"] == []
    assert result.second_call
    assert result.second_call.verdict == "passed"


def test_the_pack_names_the_agent_that_ships() -> None:
    """`lab grade --pack practice` grades it where no other is named; most packs are for another."""
    assert finished_agent("practice") == PACK.agent == FINISHED
    assert finished_agent("core") == "agent.py"


def test_a_folder_without_a_manifest_is_graded_with_the_agent_of_its_place(tmp_path: Path) -> None:
    """As one is that holds what a saved call became."""
    (tmp_path / "1-mine.toml").write_text(STORY + TURN.format(state="ASK_NAME"), encoding="utf-8")
    assert finished_agent(tmp_path) == load_pack(tmp_path).agent == FINISHED


@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_agent_fails_what_is_about_its_sin(name: str, tmp_path: Path) -> None:
    """With the kind that is written beside it."""
    scenario = OF_NOTE[name]
    result = play(Subject(name, write_mutant(name, MUTANTS[name], tmp_path)), scenario, PACK.scenarios[scenario])
    assert result.failure
    assert result.failure.kind == MUTANTS[name].fails["practice"][scenario]


@pytest.mark.long
@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_agent_fails_exactly_what_is_written_beside_it(name: str, tmp_path: Path) -> None:
    """Each scenario that it fails, and no other."""
    subject = Subject(name, write_mutant(name, MUTANTS[name], tmp_path))
    played = [play(subject, each, scenario) for each, scenario in PACK.scenarios.items()]
    assert {each.name: each.failure.kind for each in played if each.failure} == dict(MUTANTS[name].fails["practice"])


@pytest.mark.parametrize(
    ("events", "right"),
    [
        ([ASKED, BOOKED, ended({"day": TUESDAY, "time": NINE})], True),
        ([ASKED, BOOKED, ended({"day": dt.date(2026, 9, 16), "time": NINE})], False),
        ([ASKED, BOOKED, ended({"day": TUESDAY, "time": dt.time(9, 30)})], False),
        ([ASKED, BOOKED, ended()], False),
        ([ASKED, ended()], True),
        ([ASKED, BOOKED, CallEnded(2, "agent", "done")], True),
    ],
    ids=["as asked", "another day", "another time", "nothing stands", "nothing promised", "no record system"],
)
def test_what_stands_is_held_against_what_the_caller_asked_for(events: list[Event], right: bool) -> None:
    """Whatever the arguments, the read-back and the answers said."""
    assert appointment_datetime_correct(events) is right


def test_the_last_word_of_the_caller_counts() -> None:
    """A visit at the time asked for first is wrong once the caller has asked for another."""
    later = CallerSaid(2, "No, ten", MONDAY, Heard("no", time=dt.time(10)))
    told = misplaced([ASKED, later, ended({"day": TUESDAY, "time": NINE})])
    assert "2026-09-15 09:00 stands" in told
    assert "asked for was 2026-09-15 10:00" in told


def test_a_visit_on_the_wrong_day_fails_a_scenario_that_looks_right() -> None:
    """All lines came as expected; the record system alone tells."""
    scenario = PACK.scenarios["1-a-visit-is-booked"]
    played = play(Subject("practice", AGENT), "1-a-visit-is-booked", scenario).record
    assert isinstance(played[-1], CallEnded)
    head = Head("grader/packs/practice/agent.py", "maple", "calm", "en", MONDAY, "UTC", ())
    assert judge(scenario, Record(head, tuple(played))) is None
    wrong = CallEnded(6, "agent", "done", standing=({"day": dt.date(2026, 9, 16), "time": NINE},))
    failure = judge(scenario, Record(head, (*played[:-1], wrong)))
    assert failure
    assert failure.kind == "wrong_appointment"


STORY = 'toolset = "practice"\ntitle = "t"\ncapability = "c"\nwhy = "w"\n'
TURN = '[[turn]]\ncaller = "hello"\nstate = "{state}"\n'


@pytest.mark.parametrize(
    ("text", "key", "meant"),
    [
        (STORY + TURN.format(state="ASK_BRITH"), "turn[1].state", "ASK_BIRTH"),
        (STORY + 'plan = "write-blnd"\n' + TURN.format(state="DONE"), "plan", "write-blind"),
        (STORY + 'world = "mapel"\n' + TURN.format(state="DONE"), "world", "maple"),
        (STORY + TURN.format(state="DONE") + 'record = ["bok reference=A -> ok"]\n', "turn[1].record[1]", "book"),
        (
            STORY + TURN.format(state="DONE") + '[[turn.meanwhile]]\nendpoint = "creat"\narguments = {}\n',
            "turn[1].meanwhile[1].endpoint",
            "create",
        ),
    ],
    ids=["state", "plan", "world", "record", "meanwhile"],
)
def test_a_slip_in_a_scenario_is_told_with_its_key(text: str, key: str, meant: str) -> None:
    """And with what was meant."""
    with pytest.raises(DataError) as told:
        parse(text, PracticeScenario)
    assert told.value.key == key
    assert told.value.suggestion == meant
