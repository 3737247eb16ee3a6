"""`lab grade` as a person meets it: what it prints, what it writes, and how it ends."""

import argparse
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from fake_api.data_error import DataError
from grader import command
from lab.terminal import UsageError
from tests.grader.conftest import WriteAgent

ROOT = Path(__file__).parents[2]
Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(pack: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `lab grade` with the pack for agents that need not understand anything; answers exit code and output."""

    def run_with(*words: str | Path) -> tuple[int, str]:
        parser = argparse.ArgumentParser()
        command.add_arguments(parser)
        code = command.run(parser.parse_args(["--pack", str(pack), *map(str, words)]))
        return code, capsys.readouterr().out

    return run_with


def as_process(*words: str | Path, **environment: str) -> "subprocess.CompletedProcess[bytes]":
    """`python -m grader` in a process of its own."""
    known = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "PYTHONIOENCODING")}
    return subprocess.run(
        [sys.executable, "-m", "grader", *map(str, words)],
        cwd=ROOT,
        env=known | environment,
        capture_output=True,
        check=False,
    )


def test_all_passed_is_exit_code_0(run: Run, write_agent: WriteAgent) -> None:
    """A table with capability, verdict and time, and the sum."""
    code, out = run(write_agent())
    assert code == 0
    assert "3 of 3 passed" in out
    assert "Free             third   ✓ passed" in out
    assert "subject.py, pack mine" in out


FAILING = 'if line == "two":\n    self.tools.find_open_times("2026-09-15")\n    return "No [bold]way[/]."'


def test_the_first_failure_is_told_side_by_side(run: Run, write_agent: WriteAgent) -> None:
    """Line, states, both records with the first difference marked, and why; the hint only when asked for."""
    code, out = run(write_agent(FAILING))
    assert code == 1
    told = [line.rstrip() for line in out.splitlines()]
    assert "✗ 1  Alone  [state]" in told
    assert '  turn 2, the caller says "two"' in told
    assert "  what  after this line the agent is in ASK_DAY; DONE is right" in told
    assert f"    {'':46} │ find_open_times day=2026-09-15 -> ok" in told
    assert f"  ▶ {'=> DONE':46} │ => ASK_DAY" in told
    assert '  said  "No [bold]way[/]."' in told
    assert "  why   Because of [bold]this[/]." in told
    assert "Look [/]." not in out
    assert "  hint  Look [/]." in run(write_agent(FAILING), "--hint")[1].splitlines()
    assert out.count("[state]") == 1


def test_verbose_tells_every_failure_and_every_record(run: Run, write_agent: WriteAgent) -> None:
    """Blocked or not, with the whole call in the notation."""
    out = run(write_agent(FAILING), "--verbose")[1]
    assert out.count("[state]") == 2
    assert out.count('  turn 1  "one"') == 3
    assert "ended by caller, hung up, written: not done" in out


def test_what_the_agent_printed_helps_to_find_the_fault(run: Run, write_agent: WriteAgent) -> None:
    """Prints are how a beginner looks inside; what could steer a terminal is shown as its escape."""
    out = run(write_agent("print('\\x1b[31mred', line)\nraise ValueError"))[1]
    assert "\\x1b[31mred one" in out
    assert "\x1b" not in out
    assert "ValueError" in out


def test_one_scenario_by_its_number(run: Run, write_agent: WriteAgent) -> None:
    """`--scenario` plays that one alone, as often as it is given."""
    code, out = run(write_agent(), "--scenario", "3", "--scenario", "after")
    assert code == 0
    assert "2 of 2 passed" in out
    with pytest.raises(DataError, match="did you mean 2-after"):
        run(write_agent(), "--scenario", "aftr")


def test_the_report_as_json_is_typed(run: Run, write_agent: WriteAgent, tmp_path: Path) -> None:
    """With the format's version, the pack's name and hash, and for a failure all that the screen shows."""
    run(write_agent(FAILING), "--json", tmp_path / "report.json")
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert report["readback_report"] == 1
    assert report["pack"]["name"] == "mine"
    assert len(report["pack"]["sha256"]) == 64
    (agent,) = report["agents"]
    assert (agent["passed"], agent["of"], agent["points"], agent["of_points"]) == (1, 3, 1, 3)
    first, blocked, _ = agent["scenarios"]
    assert first["failure"]["state"] == {"expected": "DONE", "real": "ASK_DAY"}
    assert first["failure"]["rows"][first["failure"]["first_difference"]]["kind"] == "state"
    assert (blocked["verdict"], blocked["blocked_by"], blocked["failure"]) == ("blocked", "first", None)
    assert all(len(seconds) == 3 for seconds in report["seconds"])


def test_json_to_stdout_is_nothing_but_json(run: Run, write_agent: WriteAgent) -> None:
    """`--json -` can be piped into another program."""
    assert json.loads(run(write_agent(), "--json", "-")[1])["agents"][0]["passed"] == 3


def test_one_of_several_that_is_missing_does_not_stop_the_others(run: Run, write_agent: WriteAgent) -> None:
    """Several are a class: one that is not there has its row without a point, and the others are graded."""
    code, out = run("gone.py", write_agent(), "--jobs", "1")
    assert code == 0
    gone, graded = out.splitlines()[1:3]
    assert "gone.py" in gone and "0 of 3" in gone and "nothing_submitted" in gone
    assert "3 of 3" in graded


def test_a_hidden_scenario_keeps_what_it_expects(run: Run, pack: Path, write_agent: WriteAgent, tmp_path: Path) -> None:
    """Its verdict and kind are told, its line, its states and its reasons are not, on screen or in the file."""
    path = pack / "1-alone.toml"
    path.write_text(
        path.read_text(encoding="utf-8").replace("[[turn]]", "hidden = true\n[[turn]]", 1), encoding="utf-8"
    )
    out = run(write_agent(FAILING), "--verbose", "--scenario", "1", "--json", tmp_path / "report.json")[1]
    for text in (out, (tmp_path / "report.json").read_text(encoding="utf-8")):
        assert "failed" in text
        assert not [secret for secret in ('"two"', "DONE", "Because", "Look") if secret in text]


def test_words_that_do_not_go_together_are_told(run: Run, write_agent: WriteAgent) -> None:
    """A command and a file, an empty command, no workers at all: each says what to do instead."""
    for words in (["--command", "node x.js", write_agent()], ["--command", ""], ["--jobs", "0"]):
        with pytest.raises(UsageError) as caught:
            run(*words)
        assert caught.value.advice


def test_a_pipe_gets_no_escape_codes_and_nothing_dies_on_its_encoding(pack: Path, write_agent: WriteAgent) -> None:
    """Where the encoding has no check mark a plain sign stands; the words are the same."""
    agent = write_agent('if line == "two":\n    return "¿Qué? 中文 🎉 \\x1b[31m"')
    for encoding, sign in (("utf-8", "✗"), ("cp1252", "x"), ("ascii", "x")):
        done = as_process("--pack", pack, agent, PYTHONIOENCODING=encoding)
        assert done.returncode == 1, done.stderr
        assert b"\x1b" not in done.stdout
        assert f"{sign} failed" in done.stdout.decode(encoding)


def test_a_terminal_gets_colour_unless_it_asks_for_none(
    run: Run, write_agent: WriteAgent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Colour comes on top of sign and word, for a terminal only, and never against NO_COLOR."""
    from grader.paper import paper_for

    class Screen(io.StringIO):
        encoding = "utf-8"  # type: ignore[assignment]

        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.platform", "linux")
    assert paper_for(Screen()).colour
    monkeypatch.setenv("NO_COLOR", "1")
    assert not paper_for(Screen()).colour
    assert not paper_for(io.StringIO()).colour


def test_a_pack_that_can_not_be_read_is_exit_code_2_in_words(write_agent: WriteAgent) -> None:
    """File, key and near miss on stderr; no traceback of ours."""
    done = as_process("--pack", "coer", write_agent())
    assert done.returncode == 2
    assert b"did you mean core?" in done.stderr
    assert b"Traceback" not in done.stderr


def test_grading_loads_no_screen_and_no_rule_engine(pack: Path, write_agent: WriteAgent) -> None:
    """Half a second of imports is paid by those who use them."""
    probe = (
        "import sys; from grader.__main__ import main; main();"
        "print(sorted({name.partition('.')[0] for name in sys.modules}), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe, "--pack", str(pack), str(write_agent())],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
        encoding="utf-8",
    )
    assert "'grader'" in done.stderr
    assert not [heavy for heavy in ("textual", "rich", "prompt_toolkit", "rule_engine") if f"'{heavy}'" in done.stderr]


def test_nothing_an_agent_prints_commands_a_build(
    run: Run, write_agent: WriteAgent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On GitHub's runner commands are off while a report is told, under a word that no agent can know."""
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    out = run(write_agent("print('::error::mine')\nif line == 'two': return ''"))[1]
    stop, *told, start = out.splitlines()
    assert stop.removeprefix("::stop-commands::") == start.strip(":")
    assert len(start) > 20
    assert "  │ ::error::mine" in told


def test_hints_come_in_steps(run: Run, pack: Path, write_agent: WriteAgent) -> None:
    """Each --hint tells one more, and says that there is another."""
    story = pack / "1-alone.toml"
    text = story.read_text(encoding="utf-8")
    story.write_text(text.replace('hint       = "Look [/]."', 'hint = "One."\nmore_hints = ["Two."]'), encoding="utf-8")
    agent = write_agent(FAILING)
    told = [run(agent, *["--hint"] * times)[1].splitlines() for times in range(3)]
    assert ["  hint  One." in lines for lines in told] == [False, True, True]
    assert ["  hint  Two." in lines for lines in told] == [False, False, True]
    assert "  a hint: the same with --hint" in told[0]
    assert "  another hint: the same with --hint --hint" in told[1]


def test_a_hidden_scenario_is_told_to_the_instructor_only(run: Run, pack: Path, write_agent: WriteAgent) -> None:
    """Neither its failure nor its record, until --show-hidden."""
    story = pack / "1-alone.toml"
    story.write_text(f"hidden = true\n{story.read_text(encoding='utf-8')}", encoding="utf-8")
    agent = write_agent(FAILING)
    for secret, told in ((True, run(agent, "--verbose")[1]), (False, run(agent, "--verbose", "--show-hidden")[1])):
        alone = told.partition("1  Alone  [state]")[2].partition("After the first")[0]
        assert ("kept hidden" in alone) is secret
        assert ("DONE is right" in alone) is not secret
