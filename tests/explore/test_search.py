"""The search: what it finds, with the shortest dialogue, and what it says of how far it came."""

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from fake_api.failures import Failure
from lab.explore.alphabet import Alphabet
from lab.explore.diagram import svg
from lab.explore.driver import Driver
from lab.explore.machine import machine_of
from lab.explore.search import BOUNDLESS, Bounds, Search, explore
from tests.explore.conftest import SHIPPED, alphabet

FEW = alphabet("all", "another day", "no", "yes", "a person", "noise")
LOST = Failure("find_open_times", outcome="timeout")

TALKER = """
class ReservationAgent:
    greeting = "Hello."
    state = "LISTEN"
    def __init__(self, tools, understand, sleep, setting):
        self.talk = self.talking(tools)
        next(self.talk)
    def hear(self, line):
        return self.talk.send(line)
    def talking(self, tools):
        line = yield
        while "person" not in line:
            line = yield "A person?"
        tools.hand_off("caller_asked")
        self.state = "HANDOFF"
        while True:
            yield "Bye."
"""


def search(agent: Path, tried: Alphabet = FEW, bounds: Bounds = BOUNDLESS, **given: object) -> Search:
    with Driver(agent, tried, **given) as driver:
        return explore(driver, bounds)


def found(result: Search) -> dict[str, int]:
    """Each kind of finding, and after how many lines it came out."""
    return {kind: len(finding.turns) - 1 for kind, finding in result.findings.items()}


def agent_that(tmp_path: Path, source: str) -> Path:
    path = tmp_path / "agent.py"
    path.write_text(textwrap.dedent(source), encoding="utf-8")
    return path


def test_the_finished_agent_is_clean_in_all_dialogues_of_a_few_acts(finished: Path) -> None:
    """The search ends, every state that it saw is accounted for, and nothing is broken."""
    result = search(finished)
    assert (result.complete, found(result), result.waiting) == (True, {}, 0)
    assert result.edges == result.merged + len(result.points)
    assert {point.place.state for point in result.points.values()} > {"CONFIRM", "ASK_TIME", "DONE", "HANDOFF"}


@pytest.mark.long
def test_two_searches_come_out_the_same(finished: Path) -> None:
    """States, edges and their order depend on nothing but the agent and the alphabet."""
    first, second = search(finished), search(finished)
    assert list(first.points) == list(second.points)
    assert (first.edges, first.merged) == (second.edges, second.merged)


@pytest.mark.parametrize(
    ("name", "kind", "lines"),
    [
        pytest.param("books-without-a-yes", "no_consent", 1, marks=pytest.mark.long),
        ("books-twice", "no_consent", 2),
        pytest.param("resends-a-lost-booking", "resent", 2, marks=pytest.mark.long),
        ("books-under-the-first-name", "not_held", 2),
        pytest.param("waits-too-long", "long_wait", 1, marks=pytest.mark.long),
        ("says-nothing", "silent", 1),
        pytest.param("invents-a-state", "bad_answer", 1, marks=pytest.mark.long),
        ("leaves-when-done", "exited", 2),
    ],
)
def test_each_sin_is_found_with_the_shortest_dialogue(
    mutant: Callable[[str], Path], name: str, kind: str, lines: int
) -> None:
    """A wrong agent of each kind, and as many lines as it takes."""
    tried = alphabet("all", "yes", "noise", "silence")
    assert found(search(mutant(name), tried))[kind] == lines


def test_a_tool_after_the_end_is_found_though_nobody_is_on_the_line(edited: Callable[..., Path]) -> None:
    """What is said after DONE is tried as well."""
    over = '            return self.say["over"]\n'
    chatty = edited((over, '            return str(self.tools.find_open_times(self.slots["day"]))\n'))
    result = search(chatty, alphabet("all", "yes", failure=(), after_end=("yes",)))
    assert found(result)["after_end"] == 3


def test_a_state_without_a_way_out_is_found(edited: Callable[..., Path]) -> None:
    """An agent that never hands off and hears no goodbye is stuck from the start."""
    endless = edited(("        self.unused += 1\n", "        self.unused = 0\n"))
    result = search(endless, alphabet("noise"))
    assert found(result) == {"stuck": 0}
    assert "LISTEN" in result.findings["stuck"].text


def test_bounds_stop_a_search_and_are_told(finished: Path) -> None:
    """So many lines, so many states; and what lies behind is not taken for stuck."""
    by_depth = search(finished, bounds=Bounds(depth=1))
    assert (by_depth.stopped_by, by_depth.depth, found(by_depth)) == ("--depth 1", 1, {})
    assert search(finished, bounds=Bounds(limit=3)).stopped_by == "--limit 3"


def test_the_first_finding_can_be_the_last(mutant: Callable[[str], Path]) -> None:
    """With `first` the search goes no further than it must."""
    tried = alphabet("all", "another day", "no", "yes")
    stopped, whole = (search(mutant("books-twice"), tried, Bounds(first=first)) for first in (True, False))
    assert stopped.stopped_by == "the first finding"
    assert found(stopped) == found(whole)
    assert stopped.edges < whole.edges


def test_an_interrupted_search_tells_what_it_knows(finished: Path) -> None:
    """Ctrl-C after a few states."""

    def interrupt(so_far: Search) -> None:
        if len(so_far.points) > 5:
            raise KeyboardInterrupt

    with Driver(finished, FEW) as driver:
        result = explore(driver, watch=interrupt)
    assert result.stopped_by == "Ctrl-C"
    assert len(result.points) > 5


def test_an_agent_that_cannot_be_copied_is_played_again_from_the_start(tmp_path: Path) -> None:
    """A dialogue in a generator is searched whole as well, and it is said that it took longer."""
    path = agent_that(tmp_path, TALKER)
    with Driver(path, alphabet("noise", "a person")) as driver:
        result = explore(driver)
        assert driver.agent.way == "branched"
    assert (result.complete, found(result)) == (True, {})
    assert {point.place.state for point in result.points.values()} == {"LISTEN", "HANDOFF"}


def test_a_log_makes_the_states_endless_unless_it_is_ignored(edited: Callable[..., Path]) -> None:
    """An agent that notes every line is never twice in one state; leaving the log out mends that."""
    count, hear = "        self.unused = 0  # lines", "            return self.move(self.understand(line"
    logging = edited((count, f"        self.log = []\n{count}"), (hear, f"            self.log.append(line)\n{hear}"))
    tried = alphabet("all", "another day", "a person", failure=())
    assert search(logging, tried, Bounds(limit=40)).stopped_by
    assert search(logging, tried, Bounds(limit=40), ignored=("log",)).complete


def test_an_agent_that_crashes_is_started_again_and_led_back(edited: Callable[..., Path]) -> None:
    """A process that dies costs its own edge, and no other."""
    dying = edited(("            return self.not_understood()\n", "            import os; os._exit(3)\n"))
    result = search(dying, alphabet("all", "noise", "a person", failure=()))
    assert found(result) == {"crashed": 1}
    assert {point.place.state for point in result.points.values()} == {"LISTEN", "CONFIRM", "HANDOFF"}


def test_every_ending_of_every_tool_call_is_tried(finished: Path) -> None:
    """A look-up may be lost three times, and after each it may be answered."""
    tried = alphabet("day", failure=(LOST,), failures_in_a_turn=3)
    with Driver(finished, tried) as driver:
        opening = driver.open()
        assert opening.end
        endings = [turn.choices for turn in driver.turns(opening.end, tried.act[0].line)]
    assert endings == [(None,), (LOST, None), (LOST, LOST, None), (LOST, LOST, LOST, None)]


def test_no_more_calls_fail_in_a_turn_than_the_alphabet_says(finished: Path) -> None:
    """The bound on failures keeps an agent that tries for ever from being tried for ever."""
    tried = alphabet("day", failure=(LOST,), failures_in_a_turn=1)
    with Driver(finished, tried) as driver:
        opening = driver.open()
        assert opening.end
        assert [turn.choices for turn in driver.turns(opening.end, tried.act[0].line)] == [(None,), (LOST, None)]


def test_an_agent_that_does_not_load_is_a_finding(tmp_path: Path) -> None:
    """It raised before anybody said anything."""
    assert found(search(agent_that(tmp_path, "nonsense!"))) == {"raised": 0}


@pytest.mark.long
@pytest.mark.timeout(600)
def test_the_finished_agent_is_clean_in_every_dialogue_and_drawn_as_it_is(finished: Path) -> None:
    """The whole alphabet that ships; and the picture in the documentation is the one that comes of it."""
    result = search(finished, SHIPPED)
    assert (result.complete, found(result)) == (True, {})
    drawn = Path(__file__).parents[2] / "docs" / "machine.svg"
    assert drawn.read_text(encoding="utf-8").strip() == svg(machine_of(result)).strip()


INVARIANTS = {"no_consent", "resent", "not_held", "after_end", "long_wait", "silent"}


@pytest.mark.long
@pytest.mark.timeout(600)
def test_every_wrong_agent_whose_sin_breaks_an_invariant_is_found_in_six_lines(mutant: Callable[[str], Path]) -> None:
    """All those that ship, with the whole alphabet."""
    from grader.mutant import load_mutants

    missed = []
    for name, sin in load_mutants().items():
        if INVARIANTS & {kind for pack in sin.fails.values() for kind in pack.values()}:
            lines = found(search(mutant(name), SHIPPED, Bounds(first=True)))
            if not any(kind in INVARIANTS and length <= 6 for kind, length in lines.items()):
                missed.append((name, lines))
    assert missed == []


RIGHT = Path(__file__).parent.parent / "agents" / "right"


ENOUGH = alphabet("all", "another day", "an unclear day", "no", "yes", "a person", "noise", failures_in_a_turn=1)
FEWER = alphabet("all", "no", "yes", "a person", "noise", failures_in_a_turn=1)
STYLES = [
    ("asynchronous", "copied", ENOUGH),
    ("plain_states", "copied", ENOUGH),
    ("table_driven", "copied", ENOUGH),
    ("one_generator", "branched", FEWER),
]


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("name", "way", "tried"), STYLES)
def test_right_agents_in_other_styles_are_clean(name: str, way: str, tried: Alphabet) -> None:
    """Coroutines, an agent without `State`, a table of moves, a call that waits in a generator: clean in all."""
    with Driver(RIGHT / f"{name}.py", tried) as driver:
        result = explore(driver)
        assert driver.agent.way == way
    assert (result.complete, found(result)) == (True, {})


@pytest.mark.long
@pytest.mark.timeout(600)
def test_an_agent_with_ears_of_its_own_is_caught_where_it_hears_too_much() -> None:
    """It takes an unclear "next Tuesday" for a day, and books it on a yes: no pack saw that."""
    lines = found(search(RIGHT / "own_expressions.py", SHIPPED, Bounds(first=True)))
    assert lines["not_held"] <= 6
