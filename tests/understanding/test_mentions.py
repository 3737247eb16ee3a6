"""Every day and time that a text speaks of, as the read-back of any agent is looked through."""

import datetime as dt

import pytest

from lab.understanding import mentions
from tests.understanding.hearing import context


@pytest.mark.parametrize(
    "text",
    [
        "Tuesday 15 September at 10:00 for Jamie. Shall I book that?",
        "So that is Tuesday, September 15th, at 10 a.m. for Jamie?",
        "I have you down for the 15th at ten o'clock, Jamie.",
        "The 15. of September at 10:00, Jamie?",
        "2026-09-15 10:00, Jamie - ok?",
        "Tuesday at ten in the morning, right?",
        "Jamie, ten on Tuesday the fifteenth?",
    ],
)
def test_a_read_back_mentions_its_day_and_time(text: str) -> None:
    """Whatever the wording."""
    found = mentions(text, context())
    assert dt.date(2026, 9, 15) in found.days
    assert dt.time(10) in found.times


def test_a_spanish_read_back() -> None:
    """In the call's language."""
    found = mentions(
        "El martes 15 de septiembre a las diez y media, a nombre de Ana. ¿Lo reservo?", context(language="es")
    )
    assert dt.date(2026, 9, 15) in found.days
    assert dt.time(10, 30) in found.times


def test_every_candidate_is_mentioned() -> None:
    """Both Tuesdays of a question, both halves of a bare hour, all openings of a list."""
    found = mentions("Tuesday the 15th, or Tuesday the 22nd? I have 9, 9:30, 10 or 10:30.", context())
    assert {dt.date(2026, 9, 15), dt.date(2026, 9, 22)} <= found.days
    assert {dt.time(9), dt.time(9, 30), dt.time(10), dt.time(10, 30)} <= found.times


def test_a_text_without_days_and_times_mentions_none() -> None:
    """Politeness is no date."""
    found = mentions("May I have your name, please?", context())
    assert (found.days, found.times) == (frozenset(), frozenset())


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_read_back_in_the_other_language_mentions_them_too(language: str) -> None:
    """An agent that speaks one language only is judged by what it does on a call in the other too."""
    texts = (
        "So that's Jamie, 10:30 AM, on September 15, 2026, shall I book it?",
        "El 15 de septiembre a las 10:30, ¿sí?",
    )
    for text in texts:
        found = mentions(text, context(language=language))
        assert dt.date(2026, 9, 15) in found.days
        assert dt.time(10, 30) in found.times
