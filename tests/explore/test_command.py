"""The command: what it prints, writes and answers."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from fake_api.data_error import DataError
from lab.cli import main
from lab.explore.alphabet import load_alphabet
from lab.explore.driver import Driver
from tests.explore.conftest import alphabet

ALPHABET = """
[[act]]
name = "all"
line = "Tuesday the 15th at 9 a.m., my name is Jamie Lee"

[[act]]
name = "yes"
line = "yes"

[[act]]
name = "a person"
line = "I want a person"
"""


@pytest.fixture
def small(tmp_path: Path) -> str:
    """A file with three acts and no failures."""
    path = tmp_path / "alphabet.toml"
    path.write_text(ALPHABET, encoding="utf-8")
    return str(path)


def test_a_clean_agent_is_told_in_a_few_lines(finished: Path, small: str, capsys: pytest.CaptureFixture[str]) -> None:
    """How much was seen, that it is complete and was checked, and that nothing was found."""
    assert main(["explore", str(finished), "--alphabet", small]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "agent.py"
    assert lines[2].startswith("complete: every dialogue out of 3 acts")
    assert lines[3].startswith("checked: 9 of these dialogues")
    assert lines[4].startswith("nothing found")


def test_a_finding_is_told_and_written(
    mutant: Callable[[str], Path], small: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The exit code is 1, the dialogue is printed, and the scenario lies where it should."""
    to = tmp_path / "found.toml"
    assert main(["explore", str(mutant("books-twice")), "--alphabet", small, "--to", str(to)]) == 1
    told = capsys.readouterr()
    assert "found no_consent: booked without a whole yes" in told.out
    assert 'turn 2  "yes"' in told.out
    assert told.err.strip().endswith("fails it with no_consent; the finished agent passes")
    assert to.is_file()


def test_the_report_as_json(mutant: Callable[[str], Path], small: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One object with the figures, and every finding with its lines."""
    assert main(["explore", str(mutant("books-twice")), "--alphabet", small, "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["complete"]
    assert report["states"] <= report["edges"]
    assert [finding["kind"] for finding in report["findings"]] == ["no_consent"]
    assert report["findings"][0]["lines"][-1] == "yes"


@pytest.mark.parametrize(("kind", "start"), [("text", "  LISTEN"), ("mermaid", "stateDiagram-v2"), ("svg", "<svg ")])
def test_a_diagram_goes_to_stdout_alone_or_into_a_file(
    finished: Path, small: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str, start: str
) -> None:
    """On stdout it stands alone, so that it can be piped."""
    words = ["explore", str(finished), "--alphabet", small, "--diagram", kind]
    assert main(words) == 0
    drawn = capsys.readouterr().out
    assert drawn.startswith(start)
    file = tmp_path / "drawn"
    assert main([*words, str(file)]) == 0
    assert file.read_text(encoding="utf-8") == drawn
    assert capsys.readouterr().out.startswith("agent.py\n")


def test_an_agent_that_does_not_start_is_told_without_figures(
    tmp_path: Path, small: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing was searched, so nothing is called complete."""
    broken = tmp_path / "broken.py"
    broken.write_text("raise RuntimeError('not today')\n", encoding="utf-8")
    assert main(["explore", str(broken), "--alphabet", small]) == 1
    told = capsys.readouterr().out
    assert "it did not take the call" in told
    assert "found raised: RuntimeError: not today" in told
    assert "complete" not in told


def test_two_agents_that_differ(
    mutant: Callable[[str], Path], finished: Path, small: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The lines that lead there, and what each of the two did."""
    wrong = mutant("books-twice")
    assert main(["explore", str(wrong), "--against", str(finished), "--alphabet", small]) == 1
    told = capsys.readouterr().out
    assert "they differ after 2 lines:" in told
    assert told.count('      book day=2026-09-15 time=09:00 name="Jamie Lee" -> ok') == 2


def test_random_calls_of_a_clean_agent(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing found, and how many calls that took."""
    assert main(["explore", str(finished), "--random", "3"]) == 0
    assert capsys.readouterr().out == "3 random calls: nothing found\n"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--diagram", "png"], "text, mermaid or svg"),
        (["--depth", "0"], "no whole number from 1 on"),
        (["--random", "3", "--against", "x.py"], "searches of their own"),
        (["--dept", "3"], "--depth"),
        (["nobody.py"], "nobody.py"),
        (["--alphabet", "nothing.toml"], "nothing.toml"),
    ],
)
def test_what_makes_no_sense_is_told(words: list[str], problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each in words, with exit code 2."""
    assert main(["explore", *words]) == 2
    assert problem in capsys.readouterr().err


@pytest.mark.parametrize(
    ("written", "key", "problem"),
    [
        ("act = []", "act", "at least one"),
        (ALPHABET + 'heard = "yes"', "", ""),
        (ALPHABET + '[[act]]\nname = "yes"\nline = "yes"', "act[4].name", "two acts"),
        ('after_end = ["yess"]\n' + ALPHABET, "after_end[1]", "yess"),
        ('clinic = "nowhere"\n' + ALPHABET, "", "nowhere"),
        (ALPHABET + '[[failure]]\noutcome = "lost"', "failure[1].outcome", "lost"),
    ],
)
def test_a_bad_alphabet_is_told_with_its_key(tmp_path: Path, written: str, key: str, problem: str) -> None:
    """Doubles, names that are no act, and whatever a plan refuses too."""
    path = tmp_path / "alphabet.toml"
    path.write_text(written, encoding="utf-8")
    if not problem:
        assert load_alphabet(path).act[2].heard == "yes"
        return
    with pytest.raises(DataError) as raised:
        load_alphabet(path)
    assert raised.value.key == key
    assert problem in str(raised.value)


def test_an_act_that_is_heard_otherwise_is_refused(finished: Path) -> None:
    """A line that no longer means what its name says would hide a gap in the search."""
    from dataclasses import replace

    tried = alphabet("yes")
    wrong = replace(tried, act=(replace(tried.act[0], heard="no"),))
    with pytest.raises(DataError, match="yes is heard as yes, and not as no"):
        Driver(finished, wrong)
