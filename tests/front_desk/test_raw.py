"""What a model wrote becomes JSON values of a sane size, whatever it was."""

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.front_desk.raw import LONGEST, plain

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(JSON)
def test_whatever_comes_can_be_written_down(said: Any) -> None:
    """As JSON, and not too long."""
    assert len(json.dumps(plain(said), allow_nan=False)) < 20 * LONGEST


def test_what_is_sane_stays_as_it_is() -> None:
    """Letter for letter: whether it fits is for the layer to say."""
    said = {"name": "[1]", "times": ["09:00"], "confirmed": True, "n": 1.5, "none": None}
    assert plain(said) == said


@pytest.mark.parametrize("said", [math.nan, math.inf, 10**400, {"a": object()}, "x" * 10_000, ["x" * 100] * 1000])
def test_what_is_not_is_told_in_short(said: Any) -> None:
    """As text, which no tool takes for arguments."""
    told = plain(said)
    assert isinstance(told, str)
    assert len(told) < 300


def test_a_tower_of_lists_is_no_trouble() -> None:
    """Nor is one that holds itself."""
    tower: list[Any] = []
    tower.append(tower)
    assert isinstance(plain(tower), str)
