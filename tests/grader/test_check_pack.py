"""A pack that is proved by wrong agents: which it catches, and which scenario it could spare."""

import json
from pathlib import Path

import pytest

from fake_api.data_error import DataError
from grader import mutant
from grader.check_pack import PackCheck, check_front_desk, check_pack, told
from grader.mutant import load_mutants, record_fails
from grader.paper import Paper
from grader.scenario import load_pack
from lab.cli import main

CHECK = PackCheck(
    "mine",
    ("1-one", "2-other", "12-last"),
    {"sin": {"1-one": "state"}, "vice": {"1-one": "state", "2-other": "sleep"}, "slip": {}},
    {},
)


def test_it_says_what_is_caught_by_nothing_and_by_others_too() -> None:
    """Three lists out of one table."""
    assert CHECK.uncaught == ["slip"]
    assert CHECK.idle == ["12-last"]
    assert CHECK.sparable == ["2-other", "12-last"]


def test_the_table_has_a_row_for_each_wrong_agent() -> None:
    """The scenarios' numbers are read downwards."""
    lines = list(told(CHECK, Paper(unicode=False)))
    assert lines[:5] == ["        1", "      122", "sin   x..  1", "vice  xx.  2", "slip  ...  nothing catches it"]
    assert lines[6:] == [
        "2 of 3 wrong agents are caught",
        "nothing catches: slip",
        "catches none of them: 12-last",
        "catches only what others catch too: 2-other",
    ]


def test_a_pack_is_played_with_wrong_agents_and_the_finished_one() -> None:
    """What is found is what stands beside the wrong agent."""
    name = "resends-a-lost-booking"
    mutants = {name: load_mutants()[name]}
    check = check_pack(load_pack("core"), mutants)
    assert check.caught == {name: mutants[name].fails["core"]}
    assert check.right == {}


def test_the_command_tells_a_pack_that_catches_too_little(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A pack about another agent fails with the finished one, and says so."""
    assert main(["check-pack", str(pack), "--mutant", "books-twice", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert list(found["right"]) == ["1-alone", "2-after", "3-free"]
    assert main(["check-pack", "core", "--mutant", "books-twise"]) == 2
    assert "did you mean books-twice?" in capsys.readouterr().err


def test_what_was_found_is_written_beside_the_wrong_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In place of what stood there for this pack, and of nothing else."""
    monkeypatch.setattr(mutant, "_folder", lambda: tmp_path)
    file = tmp_path / "sin.toml"
    edit = 'sin = "A sin."\n\n[[edit]]\nfind    = "a"\nreplace = "b"\n'
    file.write_text(f'{edit}\n[fails.core]\n1-a = "state"\n\n[fails.mine]\n2-b = "sleep"\n', encoding="utf-8")
    record_fails("sin", "core", {"3-c": "resent"})
    assert load_mutants()["sin"].fails == {"mine": {"2-b": "sleep"}, "core": {"3-c": "resent"}}
    record_fails("sin", "mine", {})
    assert load_mutants()["sin"].fails == {"core": {"3-c": "resent"}}
    with pytest.raises(DataError):
        load_pack("minee")


def test_the_front_desks_pack_is_proved_by_a_layer_with_parts_missing(tmp_path: Path) -> None:
    """No agent's file is graded there: each part of the call layer is switched off in turn."""
    shipped = Path(load_pack("front-desk").folder)
    for name in ("pack.toml", "21-a-busy-practice.toml", "1-a-visit-is-booked.toml"):
        text = (shipped / name).read_text(encoding="utf-8").replace('needs      = ["flows"]\n', "")
        (tmp_path / name).write_text(text, encoding="utf-8")
    check = check_front_desk(load_pack(tmp_path), ("executor.retry", "checks.NOT_DENIED"))
    assert check.right == {}
    assert {part: list(fails) for part, fails in check.caught.items()} == {
        "executor.retry": ["21-a-busy-practice"],
        "checks.NOT_DENIED": [],
    }
