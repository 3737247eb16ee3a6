"""Steps out of a file: taken in order, told when some are left, read strictly."""

import datetime as dt
from pathlib import Path

import pytest

from fake_api.data_error import DataError
from lab.call.place import Arrangement, place_call
from lab.front_desk.model import Asked, Step, Talk
from lab.front_desk.models import Choice, model_named
from lab.front_desk.script import Script, ScriptIncomplete, read_script
from lab.record import Refused, ToolCalled

TALK = Talk("en", dt.date(2026, 9, 14), "Maple")
TOML = """
[[step]]
call = [{ tool = "note_caller", arguments = { caller_name = "Jamie", calling_for = "self" } }, { tool = "commit" }]

[[step]]
say = "And your date of birth?"
"""
JSON = '{"step": [{"call": [{"tool": "commit", "arguments": "\\"yes\\""}]}, {"say": "Well?"}]}'


def test_a_script_says_when_steps_are_left_or_missing() -> None:
    """So that a test of a call notices that the call went another way."""
    script = Script((Step("one"), Step("two")))
    assert script.next(TALK).say == "one"
    with pytest.raises(ScriptIncomplete, match="1 of 2 steps"):
        script.assert_complete()
    script.next(TALK)
    script.assert_complete()
    assert script.next(TALK) == Step()
    with pytest.raises(ScriptIncomplete, match="1 more"):
        script.assert_complete()


def test_a_file_is_toml_or_json(tmp_path: Path) -> None:
    """Arguments may be anything, as a model's are."""
    (tmp_path / "a.toml").write_text(TOML)
    (tmp_path / "b.json").write_text(JSON)
    first, second = read_script(tmp_path / "a.toml")
    assert first.calls == (Asked("note_caller", {"caller_name": "Jamie", "calling_for": "self"}), Asked("commit", None))
    assert second == Step("And your date of birth?")
    assert read_script(tmp_path / "b.json") == (Step("", (Asked("commit", '"yes"'),)), Step("Well?"))


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("a.toml", "[[step]]\nsai = 'x'\n", "sai"),
        ("a.toml", "[[step]]\n", "says something, or makes calls"),
        ("a.toml", "[[step]]\nsay = 'x'\ncall = [{ tool = 'y' }]\n", "says something, or makes calls"),
        ("a.json", "[1]", "is no script"),
        ("a.json", "{", "cannot be read"),
    ],
)
def test_a_slip_in_a_script_is_told(tmp_path: Path, name: str, text: str, told: str) -> None:
    """With the file."""
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(DataError, match=told):
        read_script(path)


def test_a_script_sits_at_the_front_desk(tmp_path: Path) -> None:
    """`--model script --script FILE`: its calls meet the layer like anybody's."""
    (tmp_path / "a.toml").write_text(TOML)
    call = place_call(Arrangement(toolset="front-desk", model=model_named("script", Choice(file=tmp_path / "a.toml"))))
    call.open()
    call.hear("Jamie here")
    assert [event.name for event in call.events if isinstance(event, ToolCalled)] == ["note_caller"]
    assert [event.tool for event in call.events if isinstance(event, Refused)] == ["commit"]
    call.finish()


def test_a_script_needs_its_file_and_a_model_its_name() -> None:
    """What is missing is told, with a near miss."""
    with pytest.raises(DataError, match="--script"):
        model_named("script")
    with pytest.raises(DataError) as told:
        model_named("polcy")
    assert told.value.suggestion == "policy"
