"""Bad files: each is told once, with its file, its key, what is wrong and what was meant."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from fake_api.clinic import load_clinic
from fake_api.failures import Failure, FailurePlan, load_plan
from fake_api.reading import STRICT, DataError, parse, read
from fake_api.shipped import names

OPEN = "name = 'x'\n[hours]\n"
TIMEOUT = "[[failure]]\noutcome = 'timeout'\n"


@pytest.fixture
def written(tmp_path):
    """Write a file's text and say where it lies."""

    def write(content: str | bytes, name: str = "mine.toml") -> Path:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def fault_of(load, path: Path | str) -> DataError:
    with pytest.raises(DataError) as caught:
        load(path)
    return caught.value


@pytest.mark.parametrize(
    ("text", "key", "problem", "suggestion"),
    [
        ("[[failure]]\n", "failure[1].outcome", "missing", None),
        ("[[failure]]\noutcome = 'timeot'", "failure[1].outcome", '"timeot"', "timeout"),
        ("fialure = []", "fialure", "unknown key", "failure"),
        (TIMEOUT + TIMEOUT + "tol = 'book'", "failure[2].tol", "unknown key", "tool"),
        (TIMEOUT + "tool = 'bok'", "failure[1].tool", '"bok"', "book"),
        (TIMEOUT + "tool = 'hand_off'", "failure[1].tool", '"hand_off"', None),
        (TIMEOUT + "attempts = 1", "failure[1].attempts", "a list", None),
        (TIMEOUT + "attempts = [1, '2']", "failure[1].attempts[2]", "a whole number", None),
        (TIMEOUT + "attempts = [0]", "failure[1].attempts", "counts from 1", None),
        (TIMEOUT + "committed = 'yes'", "failure[1].committed", "true or false", None),
        (TIMEOUT + "committed = true\ntool = 'find_open_times'", "failure[1].committed", "commits nothing", None),
        (TIMEOUT + "chance = 20", "failure[1].chance", "between 0 and 1", None),
        (TIMEOUT + "chance = nan", "failure[1].chance", "between 0 and 1", None),
        (TIMEOUT + "seconds = 2", "failure[1].seconds", '"slow"', None),
        (TIMEOUT + "reason = 'closed'", "failure[1].reason", '"rejected"', None),
        ("[[failure]]\noutcome = 'rejected'\nreason = 'too late'", "failure[1].reason", "one word", None),
        ("[[failure]]\noutcome = 'slow'", "failure[1].seconds", "more than 0", None),
        ("[[failure]]\noutcome = 'slow'\nseconds = inf", "failure[1].seconds", "at most 3600", None),
        ("[[failure]]\noutcome = 'slow'\nseconds = '2'", "failure[1].seconds", "a number", None),
        ("[[failure]]\noutcome = 'changed'\ntool = 'book'", "failure[1].outcome", "looked up", None),
        (TIMEOUT + "open = [10:00:00]", "failure[1].open", '"changed"', None),
        ("[failure]\noutcome = 'timeout'", "failure", "[[failure]]", None),
        ("failure = [3]", "failure[1]", "a table", None),
        ("seed = true", "seed", "a whole number, not true", None),
    ],
)
def test_a_bad_plan_is_told_with_its_key(written, text, key, problem, suggestion):
    """Unknown keys, wrong types and values that fit nothing, each with the path to it, counted from one."""
    path = written(text)
    fault = fault_of(load_plan, path)
    assert (fault.file, fault.key, fault.suggestion) == (str(path), key, suggestion)
    assert problem in fault.problem


@pytest.mark.parametrize(
    ("when", "problem", "suggestion"),
    [
        ('tol == "book"', "unknown symbol: 'tol'", "tool"),
        ("x == 1", "known here: tool, attempt", None),
        ('tool = "book"', "syntax error", "=="),
        ('tool == "book" && attempt == 1', "syntax error", "and"),
        ("!(attempt == 1)", "syntax error", "not"),
        ("tool ==", "syntax error", None),
        ("", "syntax error", None),
        ('attempt > "1"', "numbers are attempt, call, turn", None),
        ('tool =~ "(("', "invalid regular expression", None),
        ("tool.lenth > 3", "unknown attribute", "length"),
        ("tool", "neither true nor false", None),
        ("attempt / 0 > 1", "division by zero", None),
        ("$now > d'2026-01-01'", "unknown symbol: '$now'", None),
        ("$today > d'2026-01-01'", "unknown symbol: '$today'", None),
        ("attempt > 5 and $random() > 0.5", "unknown symbol: '$random'", None),
        ("(" * 3000, "syntax error", None),
    ],
)
def test_a_bad_expression_is_told_when_it_is_read(written, when, problem, suggestion):
    """Before any call, with what was meant; the machine's clock and dice are out of reach."""
    fault = fault_of(load_plan, written(f"{TIMEOUT}when = '''{when}'''"))
    assert (fault.key, fault.suggestion) == ("failure[1].when", suggestion)
    assert problem in fault.problem
    assert len(fault.problem) < 200


@pytest.mark.parametrize(
    ("text", "key", "problem", "suggestion"),
    [
        ("[hours]", "name", "missing", None),
        ("name = 3\n[hours]", "name", "text in quotes", None),
        (OPEN + "mondy = []", "hours.mondy", "unknown key", "monday"),
        (OPEN + "monday = [['17:00', '08:00']]", "hours.monday[1]", "closes at 08:00, before it opens", None),
        (OPEN + "monday = [['08:00', '12:00'], ['11:00', '13:00']]", "hours.monday[2]", "opens at 11:00", None),
        (OPEN + "monday = [['eight', '12:00']]", "hours.monday[1][1]", "a time such as", None),
        ("name = 'x'\nhours = 3", "hours", "a table", None),
        ("zone = 'America/New_Yrok'\n" + OPEN, "zone", "no such time zone", "America/New_York"),
        ("zone = '../etc/passwd'\n" + OPEN, "zone", "no such time zone", None),
        ("zone = ''\n" + OPEN, "zone", "no such time zone", None),
        ("closed = ['Christmas']\n" + OPEN, "closed[1]", "a date such as", None),
        ("horizon_days = 1.5\n" + OPEN, "horizon_days", "a whole number", None),
        ("horizon_days = -1\n" + OPEN, "horizon_days", "0 or more", None),
        ("opening_minutes = 0\n" + OPEN, "opening_minutes", "1 or more", None),
        ("taken = [2026-09-14T10:10:00]\n" + OPEN + "monday = [['08:00', '17:00']]", "taken[1]", "no opening", None),
        ("taken = [2026-09-14T10:00:00Z]\n" + OPEN + "monday = [['08:00', '17:00']]", "taken[1]", "no opening", None),
    ],
)
def test_a_bad_clinic_is_told_with_its_key(written, text, key, problem, suggestion):
    """Hours that overlap, zones that do not exist, taken openings that are none."""
    fault = fault_of(load_clinic, written(text))
    assert (fault.key, fault.suggestion) == (key, suggestion)
    assert problem in fault.problem


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"name = 'Cl\xednica'", "not UTF-8 text (byte 11)"),
        ("seed = ", "not valid TOML"),
        ("seed = 1\nseed = 2", "not valid TOML"),
        ("seed: 1", "not valid TOML"),
        ("closed = [2026-02-30]", "not valid TOML"),
        ("seed = " + "[" * 5000, "nested too deeply"),
        ("seed = " + "9" * 5000, "out of all range"),
    ],
)
def test_what_is_no_toml_is_told_as_that(written, content, problem):
    """Broken text, another alphabet's bytes, an endless bracket: one sentence each."""
    assert problem in fault_of(load_plan, written(content)).problem


def test_a_file_saved_with_a_byte_order_mark_is_read(written):
    """Some editors put one there, and nobody sees it."""
    assert load_plan(written("seed = 5".encode("utf-8-sig"))) == FailurePlan(name="mine", seed=5)


@pytest.mark.parametrize(
    ("load", "name", "meant"), [(load_plan, "cam", "calm"), (load_clinic, "Maple", "maple-street")]
)
def test_a_name_that_is_not_shipped_lists_those_that_are(load, name, meant):
    """With the one that was probably meant."""
    fault = fault_of(load, name)
    assert fault.suggestion == meant
    assert meant in fault.problem


@pytest.mark.parametrize("load", [load_plan, load_clinic])
def test_a_file_that_is_missing_or_a_folder_is_told(load, written, tmp_path):
    """A slip in a file's name is answered with the file beside it."""
    written("seed = 1", "monday.toml")
    missing = fault_of(load, tmp_path / "munday.toml")
    assert (missing.problem, missing.suggestion) == ("no such file", "monday.toml")
    assert fault_of(load, tmp_path).problem == "is a folder, not a file"
    assert fault_of(load, "nowhere/at/all.toml").problem == "no such file"
    assert "cannot be read" in fault_of(load, "a\0b.toml").problem


def test_an_error_shows_nothing_that_steers_a_terminal(written):
    """A file's escape codes come out as text."""
    fault = fault_of(load_plan, written('"\\u001b[31mred" = 1'))
    assert "\x1b" not in str(fault)
    assert r"\x1b[31mred" in str(fault)


def test_a_failure_built_in_code_is_held_to_the_same_rules():
    """There is no second, laxer door."""
    with pytest.raises(DataError, match="did you mean timeout") as caught:
        Failure("book", outcome="timeuot")
    assert (caught.value.file, caught.value.key) == ("", "outcome")


class Line(BaseModel):
    model_config = STRICT

    caller: str
    state: Literal["CONFIRM", "DONE"] | None = None


class Story(BaseModel):
    model_config = STRICT

    title: str
    line: Annotated[tuple[Line, ...], Field(alias="turn")] = ()
    points: Annotated[int, Field(ge=0)] = 1
    failure: tuple[Failure, ...] | None = None


@pytest.mark.parametrize(
    ("text", "key", "suggestion"),
    [
        ("titel = 'x'", "titel", "title"),
        ("title = 'x'\ntrun = []", "trun", "turn"),
        ("title = 'x'\n[[turn]]\ncaler = 'hi'", "turn[1].caler", "caller"),
        ("title = 'x'\n[[turn]]\ncaller = 'hi'\nstate = 'DON'", "turn[1].state", "DONE"),
        ("title = 'x'\npoints = -1", "points", None),
        ("title = 'x'\n[[failure]]\noutcome = 'timeout'\nwen = ''", "failure[1].wen", "when"),
    ],
)
def test_models_are_read_as_strictly_as_dataclasses(text, key, suggestion):
    """Nested, optional and renamed keys are found where they are written."""
    with pytest.raises(DataError) as caught:
        parse(text, Story, "story.toml")
    assert (caught.value.key, caught.value.suggestion) == (key, suggestion)


@dataclass(frozen=True)
class Shelf:
    __pydantic_config__ = STRICT

    left: tuple[Line, ...] = ()
    right: Story | None = None


@given(st.text() | st.sampled_from(["[", "left=", "right", ".", "=", "[[left]]\n", "'", "1", "\n", "title"]))
def test_no_text_makes_the_reader_raise_anything_else(text):
    """Whatever is in a file: a value, or the one error."""
    try:
        assert isinstance(parse(text, Shelf), Shelf)
    except DataError as fault:
        assert str(fault).isprintable()


@pytest.mark.parametrize("name", names("plan"))
def test_a_plan_is_found_by_its_name_and_by_its_path(name, written):
    """A copy of a shipped plan in one's own folder is the same plan."""
    shipped = load_plan(name)
    source = Path(__file__).parents[2] / "fake_api" / "plans" / f"{name}.toml"
    assert load_plan(str(written(source.read_bytes(), f"{name}.toml"))) == shipped


def test_reading_takes_a_file_for_any_kind(written):
    """The reader knows neither plans nor clinics."""
    assert read(written("title = 'A story'"), Story).title == "A story"


def test_a_file_is_read_anew_when_its_text_has_changed(tmp_path):
    """The same text is the same value; an edit between two calls is seen by the second."""
    path = tmp_path / "plan.toml"
    path.write_text('about = "one"', encoding="utf-8")
    first = load_plan(path)
    assert load_plan(path) == first
    path.write_text('about = "two"', encoding="utf-8")
    assert load_plan(path).about == "two"
