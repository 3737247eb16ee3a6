"""The course is checked like code, and the checker itself finds what is wrong."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from fake_api.data_error import DataError
from fake_api.shipped import shipped
from lab.course import verify
from lab.course.course import AGENT, Course, load_course
from lab.course.mistakes import in_order

QUICK = (verify.names, verify.page, verify.files, verify.growth, verify.starter, verify.solution)


@pytest.mark.parametrize("number", range(1, 8))
def test_an_exercise_is_in_order(course: Course, number: int) -> None:
    """Names, page, hints, links, files, steps; the starter fails just what it should, the solution passes."""
    exercise = course.exercises[number - 1]
    assert [problem for look in QUICK for problem in look(course, exercise)] == []


@pytest.mark.long
@pytest.mark.parametrize("number", range(1, 8))
def test_the_commands_of_a_page_run_as_written(course: Course, number: int) -> None:
    """In a workspace as `lab init` makes it; what is shown to come out does."""
    assert list(verify.commands(course, course.exercises[number - 1])) == []


def test_the_folder_and_the_first_pages_are_in_order(course: Course) -> None:
    """No stray file, no dead link, and their commands run."""
    _, problems = next(verify.verify(course))
    assert problems == []


@pytest.mark.parametrize("number", range(3, 8))
def test_each_trap_is_told_by_its_name(course: Course, number: int) -> None:
    """The tempting wrong solution is recognised by what it does, and every played exercise has one."""
    exercise = course.exercises[number - 1]
    assert exercise.sheet.trap
    assert list(verify.traps(course, exercise)) == []


def test_the_last_solution_is_the_agent_that_ships(course: Course) -> None:
    """One file, shipped once."""
    last = course.exercises[-1]
    assert (last.solution / AGENT).samefile(shipped(AGENT))
    assert len(course.scenarios_up_to(last)) == 15


def test_every_line_of_the_course_is_there_in_spanish(course: Course) -> None:
    """Of the scenarios that the exercises bring themselves, too, and every title."""
    for exercise in load_course(language="es").exercises:
        assert all(scenario.language == "es" for scenario in exercise.scenarios.values()), exercise.name
        assert exercise.title("es") != exercise.title("en")


def test_what_the_interface_says_is_there_in_both_languages() -> None:
    """Each with the same values to fill in."""
    from string import Formatter

    from lab.course.words import _table

    for key, texts in _table().items():
        names = [{name for _, name, _, _ in Formatter().parse(text) if name} for text in texts]
        assert len(texts) == 2 and names[0] == names[1], key


Break = Callable[[Path], None]


def edited(file: str, old: str, new: str) -> Break:
    """Something in a file of the course is changed."""

    def change(folder: Path) -> None:
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")

    return change


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda folder: (folder / "03_the_happy_flow" / "notes.md").write_text("?"), "notes.md belongs to nothing"),
        (lambda folder: (folder / "old.toml").write_text("?"), "old.toml belongs to nothing"),
        (edited("03_the_happy_flow/README.md", "# 3 ·", "# 4 ·"), "and not with `# 3 · `"),
        (edited("03_the_happy_flow/README.md", "### Hint 3", "And"), "there should be 3"),
        (edited("03_the_happy_flow/README.md", "## The idea", "## Ideas"), "its sections are"),
        (edited("03_the_happy_flow/README.md", "LangGraph", "[LangGraph](../graph.md)"), "../graph.md leads nowhere"),
        (
            lambda folder: shutil.copy(
                folder / "03_the_happy_flow/solution/agent.py", folder / "03_the_happy_flow/starter"
            ),
            "passes already",
        ),
        (edited("03_the_happy_flow/solution/agent.py", "self.tools.book(**self.slots)", "pass"), "A day, a time"),
        (
            edited("03_the_happy_flow/solution/agent.py", "\n\nPHRASES", "\n\n# more" * 81 + "\n\nPHRASES"),
            "differ from starter to solution",
        ),
    ],
)
def test_what_is_wrong_with_a_course_is_found(tmp_path: Path, change: Break, told: str) -> None:
    """By name, and where."""
    folder = tmp_path / "exercises"
    shutil.copytree(shipped("exercises"), folder)
    shutil.copy(shipped(AGENT), tmp_path)
    change(folder)
    broken = load_course(folder)
    third = broken.exercises[2]
    problems = [*verify._stray(folder, verify._expected(broken)), *(p for look in QUICK for p in look(broken, third))]
    assert told in "\n".join(problems)


def test_a_trap_that_is_not_recognised_is_found(tmp_path: Path) -> None:
    """With what is told in its place."""
    folder = tmp_path / "exercises"
    shutil.copytree(shipped("exercises"), folder)
    edited("03_the_happy_flow/exercise.toml", 'kind = "no_consent"', 'kind = "silent"')(folder)
    broken = load_course(folder)
    (problem,) = verify.traps(broken, broken.exercises[2])
    assert "'books before anybody agreed'" in problem


def test_a_command_that_does_not_run_as_written_is_found(tmp_path: Path) -> None:
    """A wrong option, other output, a command that is none."""
    folder = tmp_path / "exercises"
    shutil.copytree(shipped("exercises"), folder)
    page = folder / "03_the_happy_flow" / "README.md"
    page.write_text(
        "```console\n$ lab check 3 --nmae\n$ lab progress\nnine of ten\n```\n`lab cheque`", encoding="utf-8"
    )
    broken = load_course(folder)
    problems = "\n".join(verify.commands(broken, broken.exercises[2]))
    assert "`lab check 3 --nmae` ends with 2" in problems
    assert "`lab progress` does not print 'nine of ten'" in problems
    assert "`lab cheque` is no command" in problems


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (edited("course.toml", '"04_the_no"', '"04_the_on"'), "04_the_on"),
        (edited("03_the_happy_flow/exercise.toml", '"1-one-slot-at-a-time"', '"1-one-slot"'), "scenarios"),
        (
            edited("03_the_happy_flow/exercise.toml", 'kind = "no_consent"', 'kind = "no_consnet"'),
            "did you mean no_consent?",
        ),
        (
            edited("03_the_happy_flow/exercise.toml", 'expected = "CONFIRM"', 'expected = "CONFRIM"'),
            "did you mean CONFIRM?",
        ),
        (edited("04_the_no/exercise.toml", "title_es", "titel_es"), "did you mean title_es?"),
        (edited("01_the_nature_of_tools/exercise.toml", '"nature"', '"natur"'), "did you mean nature?"),
    ],
)
def test_a_slip_in_a_courses_data_is_told_with_its_file(tmp_path: Path, change: Break, told: str) -> None:
    """And with what was meant."""
    folder = tmp_path / "exercises"
    shutil.copytree(shipped("exercises"), folder)
    change(folder)
    with pytest.raises(DataError, match=r"\.toml") as error:
        load_course(folder)
    assert told in str(error.value)


def test_patterns_stand_in_order() -> None:
    """Each below the one before, with anything between."""
    lines = ["find_open_times day=1 -> timeout", "sleep 0.5", "find_open_times day=1 -> ok"]
    assert in_order(["find* -> timeout", "find* -> ok"], lines)
    assert not in_order(["find* -> ok", "sleep *"], lines)
    assert in_order([], [])
