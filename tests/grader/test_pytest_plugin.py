"""A pack as pytest's own test items, in a pytest of its own."""

import os
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.grader.conftest import WriteAgent

ROOT = Path(__file__).parents[2]


def run(folder: Path, *words: str | Path) -> "subprocess.CompletedProcess[str]":
    """Pytest in a folder, with this plugin and no other."""
    quiet = [sys.executable, "-m", "pytest", "-p", "grader.pytest_plugin", "-p", "no:cacheprovider", "--rootdir", "."]
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": ""}
    command = [*quiet, *map(str, words)]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=50)


def test_each_scenario_is_an_item_with_its_verdict(pack: Path, write_agent: WriteAgent, tmp_path: Path) -> None:
    """A failure teaches without a traceback, a blocked one is skipped with its reason, a pass is a pass."""
    agent = write_agent("if line == 'two': return 'No.'")
    words = ["-rsf", "--readback-agent", agent, "--readback-pack", pack, "--readback-hint", "--junitxml", "j"]
    done = run(tmp_path, *words)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 failed, 1 passed, 1 skipped" in done.stdout
    for part in ("readback::mine::1-alone", "after this line the agent is in ASK_DAY", "hint: Look", "needs first"):
        assert part in done.stdout
    assert "Traceback" not in done.stdout
    names = [case.get("name") for case in ET.parse(tmp_path / "j").getroot().iter("testcase")]
    assert names == ["1-alone", "2-after", "3-free"]


def test_one_scenario_is_chosen_as_any_test_is(pack: Path, write_agent: WriteAgent, tmp_path: Path) -> None:
    """By `-k`, beside the tests of a course's own."""
    (tmp_path / "test_mine.py").write_text("def test_free(): pass\n", encoding="utf-8")
    done = run(tmp_path, "-k", "free", "--readback-agent", write_agent(), "--readback-pack", pack)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 passed, 2 deselected" in done.stdout


def test_without_its_options_nothing_is_loaded(tmp_path: Path) -> None:
    """Pytest is what it was."""
    code = "import sys\ndef test_it(): assert not {'grader.replay', 'grader.scenario', 'lab.call'} & set(sys.modules)\n"
    (tmp_path / "test_it.py").write_text(code, encoding="utf-8")
    done = run(tmp_path)
    assert done.returncode == 0, done.stdout
    assert "1 passed" in done.stdout


def test_a_pack_that_is_not_there_is_told(tmp_path: Path) -> None:
    """As an error of usage, with what there is."""
    done = run(tmp_path, "--readback-pack", "cor")
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "did you mean core" in done.stderr + done.stdout


def test_the_plugin_is_found_where_readback_is_installed() -> None:
    """The entry point names a module that is there."""
    about = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert about["project"]["entry-points"]["pytest11"] == {"readback": "grader.pytest_plugin"}
