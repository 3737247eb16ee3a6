"""Right agents in many styles pass everything; wrong ones, each with one sin, fail what is about it."""

import shutil
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest

from fake_api.data_error import DataError
from fake_api.shipped import shipped
from grader.check_pack import fails
from grader.mutant import Edit, Mutant, load_mutants, write_mutant
from grader.replay import Subject, grade, play
from grader.scenario import Pack, load_pack
from lab.call.nursery import AVAILABLE, Stem
from tests.grader.conftest import RIGHT

PACKS = ("core", "extended")
MUTANTS = load_mutants()
LIBRARIES = {"with_transitions": "transitions", "with_statemachine": "statemachine"}
ONLY_THE_NINE = ("own_expressions",)

# a sin, and the scenario that is about it
OF_NOTE = {
    "books-without-a-yes": ("1-one-slot-at-a-time", "no_consent"),
    "books-on-yes-but": ("2-a-no-is-a-correction", "no_consent"),
    "resends-a-lost-booking": ("8-the-answer-is-lost", "resent"),
    "repeats-a-refused-read": ("21-a-look-up-is-refused", "unexpected_call"),
    "reads-four-times": ("5-the-clinic-never-answers", "missing_call"),
    "waits-for-real": ("4-the-clinic-answers-late", "real_sleep"),
    "does-not-wait": ("4-the-clinic-answers-late", "sleep"),
    "forgets-the-name": ("5-the-clinic-never-answers", "arguments"),
    "keeps-the-time-after-a-refusal": ("9-the-opening-was-taken", "missing_call"),
    "drops-all-on-a-correction": ("2-a-no-is-a-correction", "state"),
    "never-hands-off": ("6-a-person-please", "missing_call"),
    "asks-for-ever": ("7-not-understood-twice", "missing_call"),
    "keeps-the-time-after-a-no": ("3-a-bare-no", "state"),
    "looks-up-over-and-over": ("1-one-slot-at-a-time", "too_many_reads"),
    "books-on-goodbye": ("45-never-mind", "no_consent"),
    "counts-tries-over-the-call": ("22-the-second-look-up-never-answers", "missing_call"),
    "picks-the-first-candidate": ("41-which-monday", "state"),
    "waits-by-an-event": ("4-the-clinic-answers-late", "sleep"),
    "counts-on-over-a-bare-no": ("55-a-bare-no-helps", "unexpected_call"),
    "says-nothing": ("7-not-understood-twice", "silent"),
}


@pytest.fixture(scope="module", params=PACKS)
def pack(request: pytest.FixtureRequest) -> Pack:
    """Each pack that ships."""
    return load_pack(request.param)


@pytest.fixture(scope="module")
def stem() -> Iterator[Stem | None]:
    """What all their processes come from, where they can be forked."""
    with Stem() if AVAILABLE else nullcontext() as one:
        yield one


FINISHED = shipped("agent.py")
STYLES = [(path, name) for name in PACKS for path in (FINISHED, *sorted(RIGHT.glob("*.py")))]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        # in the longer pack the finished agent alone is quick to try
        pytest.param(path, name, marks=pytest.mark.long if name == "extended" and path != FINISHED else ())
        for path, name in STYLES
    ],
    ids=[f"{name}-{path.stem}" for path, name in STYLES],
)
def test_a_right_agent_passes_whatever_its_style(path: Path, name: str) -> None:
    """Wording, extra looks, libraries and types of state are its own affair."""
    if path.stem in LIBRARIES:
        pytest.importorskip(LIBRARIES[path.stem], reason=f"the {LIBRARIES[path.stem]} library is not installed")
    if path.stem in ONLY_THE_NINE and name != "core":
        pytest.skip("it hears less than our grammar does")
    result = grade(Subject(path.name, path), load_pack(name))
    assert [(each.name, each.failure) for each in result.scenarios if each.verdict != "passed"] == []


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
def test_a_right_agent_in_another_language_passes(pack: Pack) -> None:
    """What speaks the protocol is graded like any other."""
    result = grade(Subject("agent.js", command=("node", str(RIGHT / "agent.js"))), pack)
    assert [(each.name, each.failure) for each in result.scenarios if each.verdict != "passed"] == []


@pytest.mark.parametrize(("name", "about"), OF_NOTE.items(), ids=OF_NOTE)
def test_a_sin_fails_the_scenario_that_is_about_it(name: str, about: tuple[str, str], tmp_path: Path) -> None:
    """And for that reason: the kind names the sin."""
    scenario, kind = about
    pack = next(pack for pack in map(load_pack, PACKS) if scenario in pack.scenarios)
    result = play(Subject(name, write_mutant(name, MUTANTS[name], tmp_path)), scenario, pack.scenarios[scenario])
    assert result.failure
    assert result.failure.kind == kind


@pytest.mark.long
@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_agent_fails_exactly_what_is_written_beside_it(
    name: str, pack: Pack, stem: Stem, tmp_path: Path
) -> None:
    """Each scenario that it fails, and no other, with the kind that is written there."""
    path = write_mutant(name, MUTANTS[name], tmp_path)
    assert fails(pack, path, stem) == MUTANTS[name].fails.get(pack.name, {})


def test_every_wrong_agent_is_caught_by_a_scenario() -> None:
    """A sin that nothing catches would prove nothing."""
    assert len(MUTANTS) >= 70
    assert [name for name, mutant in MUTANTS.items() if not any(mutant.fails.values())] == []


@pytest.mark.parametrize("name", MUTANTS)
def test_every_edit_still_finds_its_passage(name: str, tmp_path: Path) -> None:
    """The finished agent may change, and no wrong one rots unseen; what comes out is still Python."""
    compile(write_mutant(name, MUTANTS[name], tmp_path).read_text(encoding="utf-8"), name, "exec")


def test_an_edit_that_no_longer_fits_fails_loudly() -> None:
    """A passage that is gone, or stands there twice, is an error that shows it."""
    for source in ("c", "a b a"):
        with pytest.raises(DataError, match=r"edit\[1\].find: stands \d times in the agent.*: a"):
            Mutant("a sin", (Edit("a", "b"),)).apply(source)


def test_a_kind_that_does_not_exist_is_told() -> None:
    """A slip in what a wrong agent is expected to fail with has a near miss."""
    with pytest.raises(DataError, match=r"fails\.core\.1: .*did you mean arguments"):
        Mutant("a sin", (), {"core": {"1": "argument"}})
