"""Two agents side by side, and long calls at random."""

from collections.abc import Callable
from pathlib import Path

import pytest

from lab.explore.driver import Driver
from lab.explore.pair import Comparison, compare, deeds
from lab.explore.random_calls import search_at_random
from tests.explore.conftest import alphabet

TRIED = alphabet("all", "day", "another day", "no", "yes", "a person", "noise")


def side_by_side(one: Path, other: Path) -> Comparison:
    with Driver(one, TRIED) as first, Driver(other, TRIED) as second:
        return compare(first, second)


@pytest.mark.long
def test_agents_that_only_word_it_otherwise_do_not_differ(edited: Callable[..., Path], finished: Path) -> None:
    """What an agent says is no difference, whatever the dialogue."""
    polite = edited(('"Which day would you like?"', '"And the day, please?"'))
    known = side_by_side(polite, finished)
    assert (known.difference, known.stopped_by) == (None, "")
    assert known.pairs


@pytest.mark.parametrize(
    ("name", "lines"),
    [("gives-a-wrong-reason", 1), ("does-not-wait", 1), ("keeps-the-time-after-a-no", 2), ("hands-off-too-soon", 1)],
)
def test_agents_that_do_otherwise_differ_after_few_lines(
    mutant: Callable[[str], Path], finished: Path, name: str, lines: int
) -> None:
    """No invariant is broken, and still they can be told apart."""
    difference = side_by_side(mutant(name), finished).difference
    assert difference
    assert len(difference.way) - 1 == lines
    assert deeds(difference.one) != deeds(difference.other)


def test_random_calls_find_nothing_in_the_finished_agent(finished: Path) -> None:
    """Callers' own words, a clinic in chaos, and every invariant holds."""
    assert search_at_random(finished, calls=15) is None


@pytest.mark.long
def test_a_random_call_that_goes_wrong_is_made_small(edited: Callable[..., Path]) -> None:
    """Of a sin that takes one line to see, no more than one line is left."""
    start = "        self.unused = 0\n        news"
    book = "        self.tools.book(day='2026-09-15', time='10:00', name='x')\n"
    eager = edited((start, book + start))
    wrong = search_at_random(eager, calls=30)
    assert wrong
    assert wrong.kind == "no_consent"
    assert sum(type(event).__name__ == "CallerSaid" for event in wrong.record.events) == 1
