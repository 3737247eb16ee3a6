"""The page about the practice says what the code does."""

from pathlib import Path

from fake_api.practice.endpoints import ENDPOINTS
from fake_api.practice.trouble import OUTCOMES
from lab.middleware.tokens import FIELDS
from lab.middleware.tools import TOOLS

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "PRACTICE.md").read_text("utf-8")


def test_the_table_of_the_tokens_fields_is_the_codes() -> None:
    """Every field, in its order, with what it says and who can check it."""
    rows = [f"| `{each.name}` | {each.about} | {'the caller, by ear' if each.by_ear else 'code'} |" for each in FIELDS]
    assert "\n".join(rows) in PAGE


def test_every_tool_outcome_and_endpoint_is_named() -> None:
    """Nothing that can be called, or that can happen, is left out."""
    names = [*(tool.name for tool in TOOLS), *OUTCOMES]
    assert [name for name in names if f"`{name}`" not in PAGE] == []
    assert [each.path for each in ENDPOINTS.values() if each.path.rsplit("/", 1)[1] not in PAGE] == []
