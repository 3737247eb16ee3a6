"""The page about the practice says what the front desk's API does."""

from pathlib import Path

import pytest

from fake_api.practice.inbound.endpoints import INBOUND, QUOTES
from fake_api.practice.inbound.envelope import BUSY, REJECTIONS

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "PRACTICE.md").read_text("utf-8")


@pytest.mark.parametrize("name", [*INBOUND, *QUOTES, *BUSY, *REJECTIONS])
def test_it_is_on_the_page(name: str) -> None:
    """Each endpoint, kind of quote and code is named."""
    assert f"`{name}`" in PAGE.replace("`GET ", "`").replace("`POST ", "`")
