"""The second part of the course: checked like the first, and walked like it."""

import shutil
from pathlib import Path

import pytest

from fake_api.shipped import shipped
from lab.course import verify
from lab.course.bench import run_check
from lab.course.course import PARTS, Course, course_folder, load_course
from lab.course.open_call import call_arguments
from tests.course.conftest import Lab

QUICK = (verify.names, verify.page, verify.files, verify.growth, verify.starter, verify.solution)
NUMBERS = range(1, 5)


@pytest.fixture(scope="module")
def second() -> Course:
    """The second part that ships."""
    return load_course(course_folder(PARTS["2"]))


@pytest.mark.parametrize("number", NUMBERS)
def test_an_exercise_is_in_order(second: Course, number: int) -> None:
    """Names, page, hints, links, files, steps; the starter fails just what it should, the solution passes."""
    exercise = second.exercises[number - 1]
    assert [problem for look in QUICK for problem in look(second, exercise)] == []


@pytest.mark.parametrize("number", NUMBERS)
def test_each_trap_is_told_by_its_name(second: Course, number: int) -> None:
    """The tempting wrong solution is recognised by what it does, and every exercise has one."""
    exercise = second.exercises[number - 1]
    assert exercise.sheet.trap
    assert list(verify.traps(second, exercise)) == []


@pytest.mark.long
@pytest.mark.parametrize("number", NUMBERS)
def test_the_commands_of_a_page_run_as_written(second: Course, number: int) -> None:
    """In a workspace as `lab init --part 2` makes it."""
    assert list(verify.commands(second, second.exercises[number - 1])) == []


def test_the_folder_and_the_first_pages_are_in_order(second: Course) -> None:
    """No stray file, no dead link, and their commands run."""
    _, problems = next(verify.verify(second))
    assert problems == []


def test_the_first_part_leads_on_to_the_second() -> None:
    """`lab check-course` looks at both, one after the other."""
    first = load_course()
    assert first.manifest.then == PARTS["2"]
    assert not load_course(course_folder(PARTS["2"])).manifest.then
    assert all((shipped("exercises") / folder / "course.toml").is_file() for folder in PARTS.values())


def test_every_title_is_there_in_spanish(second: Course) -> None:
    """Of the part and of its exercises."""
    spanish = load_course(course_folder(PARTS["2"]), "es")
    assert spanish.title != second.title
    assert all(each.title("es") != each.title("en") for each in second.exercises)


def test_it_is_walked_from_an_empty_folder_to_its_end(lab: Lab, second: Course, tmp_path: Path) -> None:
    """Made, failed, solved, checked, and told what comes next, by nothing but the commands."""
    assert lab("init", "--part", "2")[0] == 0
    folder = tmp_path / "course-2"
    code, out, _ = lab("check", "3", folder="course-2")
    assert code == 1
    assert "goes on" in out and "refuses" in out
    for exercise in second.exercises:
        for name in exercise.sheet.files:
            shutil.copy(exercise.solution / name, folder / name)
        code, out, err = lab("check", str(exercise.number), folder="course-2")
        assert code == 0, out + err
    assert "what_stands_between.md" in out
    assert "nine of nine" not in out
    code, out, _ = lab("progress", folder="course-2")
    assert "4 of 4" in out


def test_a_slip_in_a_table_is_told_with_file_key_and_a_near_miss(second: Course, tmp_path: Path) -> None:
    """In both tables that students write, and never as a fault of ours."""
    for number, old, new, meant in ((3, "at_most", "at_mots", "at_most"), (4, "hears", "heers", "hears")):
        exercise = second.exercises[number - 1]
        (name,) = exercise.sheet.files
        text = (exercise.solution / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text.replace(old, new, 1), encoding="utf-8")
        problem = run_check(exercise, second, tmp_path).problem
        assert name in problem and f"did you mean {meant}?" in problem


def test_a_guard_that_means_nothing_is_told(second: Course, tmp_path: Path) -> None:
    """Before any call is placed."""
    exercise = second.exercises[3]
    text = (exercise.solution / "desk.toml").read_text(encoding="utf-8")
    (tmp_path / "desk.toml").write_text(text.replace("visits > 0", "vists > 0"), encoding="utf-8")
    assert "visits" in run_check(exercise, second, tmp_path).problem


def test_a_failing_call_at_the_practice_is_opened_at_the_practice(second: Course, tmp_path: Path) -> None:
    """The words for the app name the toolset."""
    scenario = next(iter(second.exercises[0].scenarios.values()))
    words = call_arguments(scenario, 2, tmp_path)
    assert words[words.index("--toolset") + 1] == "practice"
