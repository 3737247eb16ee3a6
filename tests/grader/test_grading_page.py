"""What the page for instructors says is so."""

import dataclasses
import re
import tomllib
from pathlib import Path

import pytest

from grader.exports.options import EXPORTS
from grader.likeness import BINS, RUN
from grader.mutant import load_mutants
from grader.scenario import Scenario, load_pack

PAGE = Path(__file__).parents[2] / "docs" / "GRADING.md"
if not PAGE.exists():
    pytest.skip("the pages are not here", allow_module_level=True)
TEXT = PAGE.read_text(encoding="utf-8")
MANIFEST, KEYS = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)


def test_the_manifest_that_it_shows_is_one(pack: Path) -> None:
    """It loads, with its late days."""
    text = MANIFEST.replace('["happy", "no", "retry"]', '["first", "second", "third"]')
    (pack / "pack.toml").write_text(text, encoding="utf-8")
    loaded = load_pack(pack)
    assert [span.keeps for span in loaded.late] == [0.8, 0.5]
    assert all(each.partial for each in loaded.scenarios.values())


def test_the_keys_that_it_shows_are_a_scenarios() -> None:
    """None is made up."""
    assert tomllib.loads(KEYS).keys() <= {field.name for field in dataclasses.fields(Scenario)}


def test_every_format_is_in_its_table() -> None:
    """And nothing else is."""
    told = re.findall(r"^\| `(--[\w-]+) FILE` \|", TEXT, re.MULTILINE)
    assert sorted(told) == sorted([*(each.option for each in EXPORTS), "--json"])


def test_its_figures_are_right() -> None:
    """Of wrong agents, of scenarios, of hashes."""
    assert f"with {len(load_mutants())} wrong agents" in TEXT
    assert f"`extended` has {len(load_pack('extended').scenarios)} " in TEXT
    assert f"a sketch of {BINS} hashes" in TEXT
    assert RUN == 16
    assert "runs of sixteen tokens" in TEXT
