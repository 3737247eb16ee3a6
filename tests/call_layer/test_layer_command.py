"""`lab layer`: switching steps off and on, with a way back."""

from pathlib import Path

import pytest

from lab.call_layer.configuration import NULL, SWITCHES, Configuration, read_configuration, write_configuration
from lab.cli import main


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def layer(*words: str) -> int:
    return main(["layer", *words])


def test_everything_is_on_at_first(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a file nothing is off, and nothing is written by looking."""
    assert layer() == 0
    rows = capsys.readouterr().out.splitlines()
    assert len(rows) == len(SWITCHES) and all(row.startswith("on ") for row in rows)
    assert list(Path().iterdir()) == []


def test_a_check_is_switched_off_shown_and_back_on(capsys: pytest.CaptureFixture[str]) -> None:
    """What changed is said, and the file holds it."""
    assert layer("disable", "checks.READ_BACK_REQUIRED") == 0
    assert "off  checks.READ_BACK_REQUIRED" in capsys.readouterr().out
    assert not read_configuration(Path("call-layer.toml")).has("checks.READ_BACK_REQUIRED")
    assert layer("enable", "checks.READ_BACK_REQUIRED") == 0
    assert read_configuration(Path("call-layer.toml")) == Configuration()


def test_disable_alone_is_the_legacy_path(capsys: pytest.CaptureFixture[str]) -> None:
    """Every switch at once, and the reader is told what that means."""
    layer("disable")
    assert read_configuration(Path("call-layer.toml")).is_null
    assert "nothing stands between the model and the practice now" in capsys.readouterr().out


def test_rollback_goes_back_change_by_change(capsys: pytest.CaptureFixture[str]) -> None:
    """As often as there were changes, and then it says that there are no more."""
    layer("disable", "triage")
    layer("disable")
    layer("rollback")
    assert read_configuration(Path("call-layer.toml")).off == ("triage",)
    layer("rollback")
    assert read_configuration(Path("call-layer.toml")) == Configuration()
    assert layer("rollback") == 2
    assert "was kept to go back to" in capsys.readouterr().err


def test_one_part_of_what_is_off_comes_back_alone() -> None:
    """The other parts of the step stay off."""
    off = Configuration(("checks", "flows")).also(["checks.VERIFY_FIRST"])
    assert off.has("checks.VERIFY_FIRST") and not off.has("checks.NOT_DENIED") and not off.has("flows")
    assert off.also(["checks"]).has("checks.NOT_DENIED")


def test_a_name_that_is_none_is_told_with_a_near_miss(capsys: pytest.CaptureFixture[str]) -> None:
    """A slip changes nothing."""
    assert layer("disable", "checks.READBACK_REQUIRED") == 2
    assert "did you mean checks.READ_BACK_REQUIRED?" in capsys.readouterr().err
    assert list(Path().iterdir()) == []


def test_a_damaged_file_is_an_error_that_names_it(capsys: pytest.CaptureFixture[str]) -> None:
    """Never silently everything on."""
    Path("call-layer.toml").write_text('off = ["flow"]\n', encoding="utf-8")
    assert layer() == 2
    err = capsys.readouterr().err
    assert "call-layer.toml" in err and "did you mean flows?" in err


@pytest.mark.parametrize("configuration", [Configuration(), NULL, Configuration(("checks.NOT_DENIED",), "counter")])
def test_what_is_written_is_read_again(configuration: Configuration, tmp_path: Path) -> None:
    """A configuration survives its file."""
    file = tmp_path / "c.toml"
    file.write_text(write_configuration(configuration), encoding="utf-8")
    read = read_configuration(file)
    assert all(read.has(name) == configuration.has(name) for name in SWITCHES)
    assert read.references == configuration.references
