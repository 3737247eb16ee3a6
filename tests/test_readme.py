"""What the README shows is true."""

import re
from pathlib import Path

from grader.replay import Subject, grade
from grader.scenario import load_pack

README = Path(__file__).parents[1] / "README.md"


def block(language: str) -> str:
    """The first code block of a language."""
    found = re.search(rf"```{language}\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found[1]


def test_the_agent_in_forty_lines_passes_the_happy_flow(tmp_path: Path) -> None:
    """It has at most forty lines and the scenarios it is said to pass."""
    source = block("python")
    assert len(source.splitlines()) <= 41
    path = tmp_path / "agent.py"
    path.write_text(source, encoding="utf-8")
    result = grade(Subject("agent.py", path), load_pack("core"))
    verdicts = {scenario.capability: scenario.verdict for scenario in result.scenarios}
    assert verdicts["happy"] == "passed"
    assert "failed" in verdicts.values()


def test_the_scenario_of_your_own_is_one(tmp_path: Path) -> None:
    """In a folder with a pack's manifest, the finished agent passes it."""
    (tmp_path / "pack.toml").write_text('title = "Mine"\ncapabilities = ["happy", "no"]\n', encoding="utf-8")
    (tmp_path / "1-day-changes.toml").write_text(block("toml"), encoding="utf-8")
    result = grade(Subject("agent.py", README.with_name("agent.py")), load_pack(str(tmp_path)))
    assert [scenario.verdict for scenario in result.scenarios] == ["passed"]
