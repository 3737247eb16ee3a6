"""The course from an empty folder to nine of nine, by nothing but what is shown."""

import json
import re
from pathlib import Path

import pytest

from lab.course.course import Course
from tests.course.conftest import Lab


@pytest.mark.parametrize("language", ["en", "es"])
def test_from_init_to_nine_of_nine(lab: Lab, tmp_path: Path, course: Course, language: str) -> None:
    """Each exercise is open, is answered with its solution, is done, and names the next; then the agent is graded."""
    assert lab("init", "--lang", language)[0] == 0
    for exercise in course.exercises:
        code, out, _ = lab("check", folder="course")
        assert code == 1 and out.startswith(f"{exercise.number} · ")
        assert lab("solution", str(exercise.number), "--give-up", "--write", folder="course")[0] == 0
        code, out, _ = lab("check", str(exercise.number), folder="course")
        assert code == 0, out
        page = re.search(r"exercises/\S+\.md", out)
        assert page and (tmp_path / "course" / page[0]).is_file()
    assert "what_you_built.md" in out
    code, out, _ = lab("grade", "agent.py", "--lang", language, folder="course")
    assert code == 0 and "9 of 9 passed" in out
    assert (tmp_path / "course" / "agent.py").read_bytes() == (course.exercises[-1].solution / "agent.py").read_bytes()


def test_who_goes_on_in_one_file_never_needs_a_starter(lab: Lab, tmp_path: Path, course: Course) -> None:
    """A later exercise that is passed settles those before it which are played too, and no others."""
    lab("init")
    finished = (course.exercises[5].solution / "agent.py").read_text(encoding="utf-8")
    (tmp_path / "course" / "agent.py").write_text(finished, encoding="utf-8")
    assert lab("check", "6", folder="course")[0] == 0
    progress = json.loads(lab("progress", "--json", folder="course")[1])
    passed = {name[:2] for name, standing in progress["exercises"].items() if standing["passed"]}
    assert passed == {"03", "04", "05", "06"}


def test_hints_come_one_at_a_time_and_end_with_the_way_out(lab: Lab) -> None:
    """Three hints, the last again, each counted; any one can be seen again."""
    lab("init")
    shown = [lab("hint", "4", folder="course")[1] for _ in range(4)]
    assert [re.match(r"Hint (\d) of 3", text)[1] for text in shown] == ["1", "2", "3", "3"]  # type: ignore[index]
    assert "lab solution 4 --give-up" in shown[-1]
    assert lab("hint", "4", "--again", "1", folder="course")[1] == shown[0]
    assert "hints: 3" in lab("progress", folder="course")[1]


def test_a_hint_that_is_not_there_is_told(lab: Lab) -> None:
    """The number is named, and which there are."""
    lab("init")
    code, _, err = lab("hint", "4", "--again", "9", folder="course")
    assert code == 2 and "numbered 1 to 3" in err


def test_a_solution_is_kept_until_it_is_earned(lab: Lab, tmp_path: Path) -> None:
    """Refused with a way on; shown to whoever gives up, which is noted, or has passed."""
    lab("init")
    code, out, err = lab("solution", "1", folder="course")
    assert code == 2 and not out and "lab hint 1" in err and "--give-up" in err
    assert "irreversible" in lab("solution", "1", "--give-up", folder="course")[1]
    assert "given up" in lab("progress", folder="course")[1]
    lab("solution", "1", "--give-up", "--write", folder="course")
    lab("check", "1", folder="course")
    assert lab("solution", "1", folder="course")[0] == 0


def test_outside_of_a_workspace_every_verb_says_how_to_begin(lab: Lab) -> None:
    """No traceback, no half a course: `lab init` is named."""
    for words in (["check"], ["hint"], ["progress"], ["watch"], ["reset", "3"], ["solution", "3"]):
        code, _, err = lab(*words)
        assert code == 2 and "`lab init` makes one" in err, words


def test_an_exercise_that_is_not_there_is_told_with_what_was_meant(lab: Lab) -> None:
    """By number and by name."""
    lab("init")
    assert "there are 1 to 7" in lab("check", "9", folder="course")[2]
    assert "did you mean 04_the_no?" in lab("check", "04_the_on", folder="course")[2]


def test_spanish_is_kept_from_init_on(lab: Lab) -> None:
    """Titles, labels and callers speak it; `--lang en` changes one time only."""
    lab("init", "--lang", "es")
    _, out, _ = lab("check", "3", folder="course")
    assert "Cuando todo va bien" in out and "quien llama dice" in out and "cita" in out
    assert "The happy flow" in lab("check", "3", "--lang", "en", folder="course")[1]
    assert "ahora" in lab("progress", folder="course")[1]


def test_a_missing_file_is_told_and_not_graded(lab: Lab, tmp_path: Path) -> None:
    """Who has deleted agent.py is told so; the finished agent never stands in for it."""
    lab("init")
    (tmp_path / "course" / "agent.py").unlink()
    code, out, _ = lab("check", "3", folder="course")
    assert code == 1 and "agent.py" in out and "done" not in out.splitlines()[-1]


def test_a_broken_file_of_answers_is_told_with_its_key(lab: Lab, tmp_path: Path) -> None:
    """A word that is no answer, and what was meant."""
    lab("init")
    path = tmp_path / "course" / "tools.toml"
    path.write_text(path.read_text(encoding="utf-8").replace('= "?"', '= "reed"', 1), encoding="utf-8")
    code, out, _ = lab("check", "1", folder="course")
    told = " ".join(out.split())
    assert code == 1 and "tools.toml: find_open_times.nature" in told and "did you mean read?" in told
