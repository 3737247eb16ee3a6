"""The front desk on the command line: who sits there, what is refused, what a record shows of it."""

import io
from pathlib import Path

import pytest

from lab.cli import main
from lab.record import CallEnded, Refused
from lab.record_file import load

BOOKING = "a check-up\nJamie Rivera\nApril 3rd 1985\nTuesday at nine\nAna Reyes\nyes\nno\n"


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No configuration lies about."""
    monkeypatch.chdir(tmp_path)


def chat(monkeypatch: pytest.MonkeyPatch, lines: str, *options: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    return main(["chat", "--agent", "front-desk", *options])


def test_everybody_can_ring_the_front_desk(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Without a model: plain code sits there; and the call that is saved is the call that is shown."""
    assert chat(monkeypatch, BOOKING, "--save", str(tmp_path / "call.jsonl")) == 0
    out = capsys.readouterr()
    assert 'commit act=book opening=SEP15-0900-REYES reason="checkup" -> ok' in out.out
    assert out.out.rstrip().endswith("ended by agent, done, written: done, log: logged")
    assert "front-desk (policy)" in out.err
    assert main(["show", str(tmp_path / "call.jsonl")]) == 0
    assert capsys.readouterr().out.partition("\n")[2] == out.out
    assert main(["show", "--layers", str(tmp_path / "call.jsonl")]) == 0
    layers = capsys.readouterr().out
    assert '    said opening="SEP15-0900-REYES" reason="checkup"' in layers
    assert "    filled opening_id=" in layers
    assert "    sent inbound/commit call_id=" in layers
    assert "    told ok=true code=" in layers


def test_a_liar_is_refused_and_the_record_says_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The same seed, the same errors; none of them ends in a broken rule."""
    options = ("--model", "liar", "--model-seed", "3", "--model-rate", "0.2", "--save", str(tmp_path / "call.jsonl"))
    assert chat(monkeypatch, BOOKING, *options) == 0
    events = load(tmp_path / "call.jsonl").events
    assert any(isinstance(event, Refused) for event in events)
    assert main(["show", "--layers", str(tmp_path / "call.jsonl")]) == 0
    shown = capsys.readouterr().out
    assert "  refused " in shown
    assert "    by flows: " in shown
    assert isinstance(events[-1], CallEnded)


def test_a_layer_that_is_switched_off_is_read_from_its_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`lab layer disable` writes it, and a front desk that starts there goes by it."""
    assert main(["layer", "disable", "call_log"]) == 0
    assert chat(monkeypatch, "hello\n") == 0
    assert "log: lost" in capsys.readouterr().out
    assert main(["layer", "rollback"]) == 0
    assert chat(monkeypatch, "hello\n") == 0
    assert "log: logged" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["chat", "--agent", "front-desk", "--model", "script"], "--script"),
        (["chat", "--agent", "front-desk", "--model", "chat", "--llm-url", "nowhere"], "is no endpoint"),
        (["chat", "--agent", "front-desk", "--layer", "none.toml"], "none.toml"),
        (["grade", "--pack", "front-desk", "agent.py"], "can't sit at the front desk"),
        (["grade", "--pack", "core", "--model", "liar"], "an agent of its own"),
    ],
)
def test_what_can_not_be_is_told(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With what to do, and no traceback."""
    assert main(words) == 2
    assert told in capsys.readouterr().err


def test_the_pack_is_graded_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    """The policy, unless another model is named."""
    assert main(["grade", "--pack", "front-desk", "--scenario", "1", "--scenario", "una-cita-en-espanol"]) == 0
    out = capsys.readouterr().out
    assert "front-desk (policy)" in out
    assert "2 of 2 passed" in out
