"""A dialogue that was found becomes a scenario, and the scenario catches the agent again."""

from collections.abc import Callable
from pathlib import Path

import pytest

from fake_api.failures import Failure
from fake_api.reading import read
from grader.scenario import Scenario
from lab.explore.driver import Driver
from lab.explore.search import Bounds, explore
from lab.explore.story import CannotTell, Told, as_toml, failures_of, tell
from tests.explore.conftest import alphabet

TRIED = alphabet("all", "another day", "no", "yes", "silence")


def told(agent: Path, kind: str, to: Path) -> Told:
    """The scenario of the first finding of a kind."""
    with Driver(agent, TRIED) as driver:
        finding = explore(driver, Bounds(first=True)).findings[kind]
    return tell(kind, finding.text, finding.turns, agent, TRIED, to)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("books-twice", "no_consent"),
        pytest.param("resends-a-lost-booking", "resent", marks=pytest.mark.long),
        pytest.param("waits-too-long", "long_wait", marks=pytest.mark.long),
        pytest.param("says-nothing", "silent", marks=pytest.mark.long),
        pytest.param("books-under-the-first-name", "not_held", marks=pytest.mark.long),
        ("leaves-when-done", "exited"),
    ],
)
def test_the_scenario_fails_the_agent_and_passes_the_finished_one(
    mutant: Callable[[str], Path], tmp_path: Path, name: str, kind: str
) -> None:
    """The same kind of failure, with the clinic's answers brought about by a plan."""
    scenario = told(mutant(name), kind, tmp_path / "found.toml")
    assert (scenario.fails_with, scenario.finished_passes) == (kind, True)


def test_the_scenario_says_what_a_right_agent_does(mutant: Callable[[str], Path], tmp_path: Path) -> None:
    """Its states and record are the finished agent's, its failures those of the dialogue."""
    path = told(mutant("resends-a-lost-booking"), "resent", tmp_path / "found.toml").path
    scenario = read(path, Scenario)
    assert [turn.state for turn in scenario.turn] == ["CONFIRM", "HANDOFF"]
    assert scenario.failure == (Failure("book", attempts=(1,), outcome="timeout", committed=True),)
    assert scenario.turn[1].record[0].endswith("-> timeout")


def test_openings_that_come_and_go_are_planned(finished: Path) -> None:
    """A day that was full and then is not can be told, since a plan can give back as well as take."""
    full = Failure("find_open_times", outcome="changed")
    with Driver(finished, TRIED) as driver:
        opening = driver.open()
        assert opening.end
        first = driver.turn(opening.end, "Tuesday the 15th", (full,))
        assert first.end
        second = driver.turn(first.end, "Tuesday the 15th", ())
    planned = failures_of([opening, first, second], TRIED)
    assert [(failure.attempts, len(failure.open)) for failure in planned] == [((1,), 0), ((2,), 3)]


def test_a_booking_that_a_whole_call_could_not_make_is_not_told(edited: Callable[..., Path]) -> None:
    """In a search an opening may come back unseen; a plan has no words for that."""
    careless = edited(('            self.slots["time"] = self.openings = None\n', ""))
    taken = Failure("book", outcome="rejected", reason="opening_taken")
    with Driver(careless, TRIED) as driver:
        opening = driver.open()
        assert opening.end
        whole = driver.turn(opening.end, TRIED.act[0].line, ())
        assert whole.end
        refused = driver.turn(whole.end, "yes", (taken,))
        assert refused.end
        again = driver.turn(refused.end, "yes", ())
    with pytest.raises(CannotTell, match="book"):
        as_toml("no_consent", "why", [opening, whole, refused, again], TRIED)
