"""The worked example in CONTRIBUTING is a course, and is in order."""

import re
from pathlib import Path

import pytest

from lab.course.course import load_course
from lab.course.verify import verify
from tests.course.conftest import Lab

CONTRIBUTING = Path(__file__).parents[2] / "CONTRIBUTING.md"
FILES = re.compile(r"`((?:course|01_goodbye/[\w/]+)\.\w+)`.*?\n(`{3,4})\w+\n(.*?)\n\2\n", re.DOTALL)


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """The example as it is written there."""
    text = CONTRIBUTING.read_text(encoding="utf-8").partition("Here is a whole course")[2]
    files = FILES.findall(text)
    assert len(files) == 6
    for name, _, content in files:
        path = tmp_path / "manners" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content + "\n", encoding="utf-8")
    return tmp_path / "manners"


def test_the_example_is_in_order(example: Path) -> None:
    """All that is checked of the course that ships is checked of this one."""
    assert {part: problems for part, problems in verify(load_course(example)) if problems} == {}


def test_a_student_of_the_example_gets_it_without_naming_it_again(example: Path, lab: Lab) -> None:
    """`lab init --course` is remembered."""
    assert lab("init", "mine", "--course", "manners")[0] == 0
    code, out, _ = lab("check", folder="mine")
    assert code == 1 and "Saying goodbye" in out
    assert lab("solution", "1", "--give-up", "--write", folder="mine")[0] == 0
    assert lab("check", folder="mine")[0] == 0
