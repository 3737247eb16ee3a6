"""What an import costs: heavy things are paid for only where they are used."""

import subprocess
import sys
from ast import literal_eval
from pathlib import Path

import pytest

from fake_api.shipped import shipped

ROOT = Path(__file__).parents[2]
HEAVY = ("pydantic", "rule_engine", "textual", "prompt_toolkit", "hypothesis")


def loaded_by(statement: str) -> set[str]:
    """Which heavy packages a fresh interpreter holds after a statement."""
    probe = f"{statement}\nimport sys; print([name for name in {HEAVY} if name in sys.modules])"
    answer = subprocess.run([sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(literal_eval(answer.stdout))


@pytest.mark.parametrize(
    ("statement", "heavy"),
    [
        ("import fake_api.words, fake_api.clock, fake_api.shipped", set()),
        ("import fake_api.clinic, fake_api.tools, fake_api.failures", set()),
        ("from fake_api.clinic import load_clinic; load_clinic()", set()),
        ("from fake_api.failures import load_plan; load_plan('chaos')", set()),
        (
            "from fake_api.reading import *; from fake_api.plan import FailurePlan\ntry: parse('x = 1', FailurePlan)\n"
            "except DataError: pass",
            {"pydantic"},
        ),
        ("from fake_api.failures import Failure; Failure(outcome='timeout', when='turn > 1')", {"rule_engine"}),
    ],
)
def test_heavy_packages_load_only_where_they_are_used(statement, heavy):
    """A fault in a file costs pydantic, an expression costs the rule engine, what is right costs neither."""
    assert loaded_by(statement) == heavy


def test_what_ships_is_found_in_a_clone_and_in_a_wheel(tmp_path, monkeypatch):
    """In a wheel the agent lies inside the bench; the packages' own data is where it always was."""
    assert shipped("fake_api", "plans", "calm.toml").is_file()
    packed = tmp_path / "lab" / "shipped"
    packed.mkdir(parents=True)
    (packed / "agent.py").touch()
    monkeypatch.setattr("fake_api.shipped._ROOT", tmp_path)
    monkeypatch.setattr("fake_api.shipped._PACKED", packed)
    assert shipped("agent.py") == packed / "agent.py"
    assert shipped("grader", "packs") == tmp_path / "grader" / "packs"
