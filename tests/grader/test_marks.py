"""Points: whole, by turns, and what is kept of late work."""

import datetime as dt
from pathlib import Path

import pytest

from fake_api.data_error import DataError
from grader.scenario import load_pack
from tests.grader.exports.conftest import FAILURE, scenario

DUE = dt.datetime(2026, 10, 1, 12)
LATE = "due = 2026-10-01T12:00:00\nlate = [{ hours = 24, keeps = 0.8 }, { hours = 72, keeps = 0.5 }]\n"


def test_points_are_all_or_none_unless_the_pack_says_otherwise() -> None:
    """Of four turns one went well before the second failed."""
    assert scenario(1, verdict="failed", failure=FAILURE).earned == 0
    assert scenario(1, verdict="failed", failure=FAILURE, partial=True).earned == 0.5
    assert scenario(1, partial=True).earned == 2


@pytest.mark.parametrize("verdict", ["tampering", "blocked", "not run", "grader's fault"])
def test_nothing_is_earned_by_what_was_not_played_fairly(verdict: str) -> None:
    """However far it came."""
    assert scenario(1, verdict=verdict, failure=FAILURE, partial=True).earned == 0


@pytest.mark.parametrize(("hours", "kept"), [(-1, 1.0), (0, 1.0), (1, 0.8), (24, 0.8), (25, 0.5), (72, 0.5), (73, 0)])
def test_late_work_keeps_what_the_pack_says(pack: Path, hours: int, kept: float) -> None:
    """Span by span, and nothing after the last."""
    (pack / "pack.toml").write_text(LATE, encoding="utf-8")
    loaded = load_pack(pack)
    assert loaded.kept(DUE + dt.timedelta(hours=hours)) == kept
    assert loaded.kept(None) == 1.0
    aware = (DUE + dt.timedelta(hours=hours)).astimezone()
    assert loaded.kept(aware) == kept


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("late = [{ hours = 1, keeps = 0.5 }]\n", "late: says what late work keeps"),
        ("due = 2026-10-01T12:00:00\nlate = [{ hours = 1, keeps = 2 }]\n", "keeps: is a share from 0 to 1"),
    ],
)
def test_a_slip_in_them_is_told(pack: Path, text: str, told: str) -> None:
    """With its key."""
    (pack / "pack.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=told):
        load_pack(pack)
