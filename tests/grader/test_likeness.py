"""Who wrote alike: by tokens, in buckets; renamed and rephrased is alike, right in one's own way is not."""

import re

import pytest

from fake_api.shipped import shipped
from grader.class_report import class_report
from grader.likeness import ALIKE, copies, groups, runs, share, shipped_sketches, sketch, sketch_of
from grader.mutant import load_mutants
from grader.result import AgentResult, ClassResult, Submission
from tests.grader.conftest import RIGHT

FINISHED = shipped("agent.py").read_text(encoding="utf-8")
WRITTEN = [(path.stem, sketch_of(path)) for path in sorted(RIGHT.glob("*.py"))]


def renamed(source: str) -> str:
    """Every name of its own changed, every comment gone, other texts."""
    source = re.sub(r"#[^\n]*", "", source)
    return re.sub(r"\b(slots|openings|offer|heard|news|say|wanted|missing)\b", r"my_\1", source).replace(
        "I'm", "We are"
    )


def test_a_copy_with_other_names_is_alike() -> None:
    """Names, comments and texts are not compared."""
    assert share(sketch(FINISHED), sketch(renamed(FINISHED))) > ALIKE


def test_right_agents_that_were_written_apart_are_not_alike() -> None:
    """All do the same, each in its own way."""
    assert groups([*WRITTEN, ("finished", sketch(FINISHED))]) == []


def test_every_small_change_of_one_source_is_in_one_group() -> None:
    """In the order given, and nobody else is in it."""
    changed = [(name, sketch(mutant.apply(FINISHED))) for name, mutant in load_mutants().items()]
    assert groups([*WRITTEN[:3], *changed, *WRITTEN[3:]]) == [[name for name, _ in changed]]


def test_what_ships_is_known_again() -> None:
    """Handed in as it is, or under other names."""
    told = copies([("eve", sketch(renamed(FINISHED))), *WRITTEN], {"the finished agent": sketch(FINISHED)})
    assert told == {"eve": "the finished agent"}
    assert shipped_sketches()["the finished agent"]


@pytest.mark.parametrize("source", ["", "x = 1\n", "\x00", "'" * 1000, "(" * 5000, "class A:\n  pass\n" * 3])
def test_what_is_too_little_or_no_source_is_not_compared(source: str) -> None:
    """It is like nobody, and nothing goes wrong."""
    assert groups([("one", sketch(source)), ("other", sketch(source))]) in ([], [["one", "other"]])
    assert not sketch(source)


def test_a_file_that_is_no_text_has_no_sketch(tmp_path: object) -> None:
    """Nor has one that is not there."""
    path = shipped("nowhere.py")
    assert sketch_of(path) == b""


def test_a_class_of_copies_is_one_group_quickly() -> None:
    """The work grows with the class, not with its pairs: every copy is compared with a few others at most."""
    one = sketch(FINISHED)
    everyone = [Submission(str(n), "", AgentResult("a.py"), one) for n in range(3000)]
    report = class_report(ClassResult("core", "", everyone), {"the finished agent": one})
    assert [len(group) for group in report.alike] == [3000]
    assert report.looks_like()["7"] == "like the finished agent, 0, 1, 2, 2996 more"
    assert report.looks_like()["1"] == "like the finished agent, 0, 2, 3, 2996 more"


@pytest.mark.timeout(20)
@pytest.mark.parametrize("piece", ["'\\", "\"'", "'''\\", '"""\'', "'\n", '"\\\n', "#'\n", "1.e"])
def test_no_source_keeps_the_comparison_busy(piece: str) -> None:
    """However its strings begin and never end: it is read once, from front to back."""
    runs((piece * 200_000)[:400_000])
