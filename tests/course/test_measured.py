"""A student's figures are measured again, and their wrong sentences heard again."""

from pathlib import Path

import pytest

from lab.course.bench import run_check
from lab.course.course import Course, Exercise
from lab.course.verdict import CheckResult


def checked(
    exercise: Exercise, course: Course, folder: Path, old: str, new: str, file: str = "measured.toml"
) -> CheckResult:
    """The solution with one passage changed."""
    for name in exercise.sheet.files:
        text = (exercise.solution / name).read_text(encoding="utf-8")
        assert name != file or old in text
        (folder / name).write_text(text.replace(old, new, 1) if name == file else text, encoding="utf-8")
    return run_check(exercise, course, folder)


@pytest.fixture
def exercise(course: Course) -> Exercise:
    """The second one."""
    return course.exercises[1]


def test_figures_that_are_found_again_pass(exercise: Exercise, course: Course) -> None:
    """Ten sentences, eight figures, three that were heard wrong."""
    result = run_check(exercise, course, exercise.solution)
    assert result.passed and result.done == 12


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("intents_right = 8", "intents_right = 7", "you wrote 7, and measured again it is 8"),
        ("intents_right = 8", "intents_right = -1", "still open"),
        ('heard  = "yes"', 'heard  = "no"', "the intent is inform, and keywords hears yes"),
        ('line   = "yes, but on Friday"', 'line   = "yes, but on Sunday"', "no sentence that keywords heard"),
        ('line   = "yes, but on Friday"', 'line   = "?"', "still open"),
        (
            'line   = "yes, but on Friday"\nwanted = "inform"\nheard  = "yes"',
            'line   = "yes please"\nwanted = "yes"\nheard  = "yes"',
            'hears "yes please" as it should be',
        ),
        (
            'line   = "yes, but on Friday"\nwanted = "inform"\nheard  = "yes"',
            'line   = "I want to speak to someone"\nwanted = "human"\nheard  = "unknown"',
            "twice",
        ),
        ("[own.keywords]", "[own.keyword]", "did you mean keywords?"),
    ],
)
def test_what_is_not_so_is_told(
    exercise: Exercise, course: Course, tmp_path: Path, old: str, new: str, told: str
) -> None:
    """With the figure or the sentence that it is about."""
    result = checked(exercise, course, tmp_path, old, new)
    assert told in result.problem + (result.next_thing.what if result.next_thing else "")


def test_nine_sentences_are_not_ten(exercise: Exercise, course: Course, tmp_path: Path) -> None:
    """A sentence that stands there twice counts once."""
    result = checked(exercise, course, tmp_path, 'line   = "no"', 'line   = "yes please"', "sentences.toml")
    assert result.next_thing and "there are 9 different ones" in result.next_thing.what


def test_a_model_is_not_needed_and_its_absence_is_said(
    exercise: Exercise, course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Figures of a model that is not here are left standing, with a note."""
    from lab.course import measured
    from lab.understanding import UnderstandingUnavailable

    real = measured.parser_named

    def without(name: str, options: dict[str, object]) -> object:
        if name == "llm":
            raise UnderstandingUnavailable("no model", "none is installed", "`lab model get`")
        return real(name, options)

    monkeypatch.setattr(measured, "parser_named", without)
    result = checked(
        exercise,
        course,
        tmp_path,
        "[own.grammar]",
        "[shipped.llm]\nintents_right = 5\nslots_right = 4\n\n[own.grammar]",
    )
    assert result.passed
    assert len(result.notes) == 1 and "shipped.llm was not measured again" in result.notes[0]
