"""The two experiments about references and searches: what they are expected to show is shown, not assumed."""

import json
import random
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from lab.cli import main
from lab.measure.choices import Bench, Tally, measure
from lab.measure.copying import ERRORS, Lists
from lab.measure.search import measure as measure_search
from lab.measure.six_steps import sample
from lab.middleware.references import SCHEMES


@pytest.fixture(scope="module")
def bench() -> Bench:
    return Bench(1)


@pytest.fixture(scope="module")
def tallies(bench: Bench) -> dict[str, Tally]:
    return {tally.scheme: tally for tally in measure(bench, 8_000, 1, lambda doing: None)}


def slipped(tally: Tally, error: str = "") -> Counter[str]:
    return tally.outcomes(lambda cell, each: each == error if error else bool(each))


def test_what_is_copied_rightly_is_booked_right(tallies: dict[str, Tally]) -> None:
    """Without an error no scheme refuses or books wrong."""
    for tally in tallies.values():
        assert set(tally.outcomes(lambda cell, error: not error)) == {"right"}


def test_every_scheme_meets_the_same_choices(tallies: dict[str, Tally]) -> None:
    """As many choices and as many copies with an error for each."""
    assert len({(t.outcomes().total(), slipped(t).total()) for t in tallies.values()}) == 1


@pytest.mark.parametrize("scheme", ["raw", "letter", "counter"])
def test_without_redundancy_wrong_bookings_are_unseen(tallies: dict[str, Tally], scheme: str) -> None:
    """Ids, letters and numbers are booked wrong, and nobody can see it."""
    assert slipped(tallies[scheme])["wrong, unseen"] > 0


def test_a_hash_stops_slips_and_inventions_but_not_the_next_row(tallies: dict[str, Tally]) -> None:
    """What was made up is no hash of the list; the next row is one."""
    tally = tallies["hash"]
    assert [set(slipped(tally, error)) for error in ("slip", "swapped", "invented")] == [{"refused"}] * 3
    assert slipped(tally, "next row")["wrong, unseen"] > 0
    assert slipped(tally)["wrong, visible"] == 0


def test_the_projection_turns_unseen_into_visible(tallies: dict[str, Tally]) -> None:
    """But for namesakes at one start, whoever looks at a wrong reference can see it."""
    outcomes = slipped(tallies["projection"])
    assert outcomes["wrong, visible"] > 20 * outcomes["wrong, unseen"]


def test_with_the_loop_closed_nothing_is_booked_wrong(tallies: dict[str, Tally], bench: Bench) -> None:
    """In none of the choices, and in none of those that went through the six steps, whatever the scheme."""
    assert [tally.wrong_in_closed_loop for tally in tallies.values()] == [0] * len(SCHEMES)
    for scheme in SCHEMES:
        outcomes = sample(bench, scheme, True, 12, 1, lambda doing: None)
        assert (outcomes["wrong"], outcomes["right"] > 0) == (0, True)


def test_with_the_loop_open_the_desk_books_wrong(bench: Bench) -> None:
    """The sample can tell the difference."""
    assert sample(bench, "letter", False, 30, 1, lambda doing: None)["wrong"] > 0


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("error", ERRORS)
def test_an_error_is_an_error(bench: Bench, scheme: str, error: str) -> None:
    """Every kind changes most references of every scheme, and keeps its form."""
    table = SCHEMES[scheme]()
    searches = [list(table.offer(bench.pool[n : n + 20], "")) for n in (300, 0)]
    seen, dice = Lists(scheme, searches, bench.pool), random.Random(1)
    copies = [(seen.latest[n % 20], ERRORS[error](dice, seen, n % 20)) for n in range(40)]
    assert sum(copy != wanted for wanted, copy in copies) >= 35
    assert all(copy.startswith("ST_") for _, copy in copies if scheme == "hash")


@pytest.mark.parametrize("day", [15, 25])
def test_month_by_month_finds_the_same_for_less(day: int) -> None:
    """At most two requests where the naive way needs one for each doctor and day, for the same openings."""
    cost = measure_search(doctors=6, day=day, seed=1)
    assert cost.same
    assert (cost.by_month, cost.naive) == (1 if day == 15 else 2, 60)


def test_the_command_prints_draws_and_repeats_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same seed gives the same figures; the picture is well-formed."""
    picture = tmp_path / "plot.svg"
    words = ["measure", "references", "--choices", "2700", "--sample", "20", "--svg", str(picture)]
    runs = []
    for _ in range(2):
        assert main([*words, "--json"]) == 0
        runs.append(json.loads(capsys.readouterr().out))
    assert runs[0] == runs[1]
    assert main(words) == 0
    assert "wrong in closed loop" in capsys.readouterr().out
    assert len(ElementTree.parse(picture).findall(".//{http://www.w3.org/2000/svg}text")) == 1 + 4 + len(SCHEMES)
