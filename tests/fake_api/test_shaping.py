"""The way of a file without a fault gives what pydantic would give, and never takes what pydantic refuses."""

import datetime as dt
import json
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from fake_api.clinic import Hours
from fake_api.reading import STRICT
from fake_api.shaping import Doubt, shape


@dataclass(frozen=True)
class Inner:
    """A table in a table."""

    __pydantic_config__ = STRICT

    word: str
    number: int = 0


@dataclass(frozen=True)
class Outer:
    """One field of every kind that data files use."""

    __pydantic_config__ = STRICT

    flag: bool = False
    share: float = 0.5
    maybe: str | None = None
    day: dt.date | None = None
    time: dt.time | None = None
    moment: dt.datetime | None = None
    words: tuple[str, ...] = ()
    pair: tuple[int, str] = (0, "")
    inner: tuple[Inner, ...] = ()
    known: dict[str, dict[str, int]] | None = None
    hours: Hours | None = None


SCALARS = (
    st.booleans()
    | st.integers(-5, 5)
    | st.floats(allow_nan=False, allow_infinity=False, width=16)
    | st.sampled_from(["", "x", "2026-09-15", "10:00", "true"])
    | st.dates(dt.date(2026, 1, 1), dt.date(2026, 2, 1))
    | st.times()
    | st.datetimes(dt.datetime(2026, 1, 1), dt.datetime(2026, 2, 1))
)
NAMES = st.sampled_from(["word", "number", "monday", "a"])
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=2))
TABLES = st.dictionaries(st.sampled_from([*Outer.__dataclass_fields__, "other"]), VALUES, max_size=3)
ADAPTER = TypeAdapter(Outer)


@given(TABLES)
def test_what_it_takes_pydantic_takes_with_the_same_value(tables):
    """In doubt it leaves the value to pydantic; what it is sure of is right."""
    try:
        shaped = shape(tables, Outer)
    except Doubt:
        return
    checked = ADAPTER.validate_json(json.dumps(tables, default=lambda value: value.isoformat()))
    assert shaped == checked
    assert repr(shaped) == repr(checked)


@pytest.mark.parametrize(
    "tables",
    [
        {"flag": 1},
        {"share": True},
        {"words": "x"},
        {"pair": [1]},
        {"inner": [{}]},
        {"inner": [{"word": "x", "nmber": 1}]},
        {"known": {"a": {"b": 1.5}}},
        {"day": dt.datetime(2026, 1, 1, 8)},
        {"other": 1},
    ],
)
def test_what_does_not_fit_is_left_to_pydantic(tables):
    """Which refuses it, and says why."""
    with pytest.raises(Doubt):
        shape(tables, Outer)
    with pytest.raises(ValidationError):
        ADAPTER.validate_json(json.dumps(tables, default=lambda value: value.isoformat()))


def test_a_table_of_every_kind_is_taken():
    """So that the tests above have something to compare."""
    tables = {
        "flag": True,
        "share": 1,
        "maybe": "x",
        "day": dt.date(2026, 9, 15),
        "time": dt.time(8, 30),
        "moment": dt.datetime(2026, 9, 15, 8, 30),
        "words": ["a", "b"],
        "pair": [1, "x"],
        "inner": [{"word": "x"}, {"word": "y", "number": 2}],
        "known": {"a": {"b": 1}},
        "hours": {"monday": [[dt.time(8), dt.time(9)]]},
    }
    shaped = shape(tables, Outer)
    assert shaped.inner == (Inner("x"), Inner("y", 2))
    assert shaped.hours.monday == ((dt.time(8), dt.time(9)),)
    assert shaped == ADAPTER.validate_json(json.dumps(tables, default=lambda value: value.isoformat()))
