"""Several values in one line: what was taken back, refused, or offered as alternatives."""

import datetime as dt

import pytest

from tests.understanding.hearing import day, hear, time


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Tuesday, no, Wednesday", "2026-09-16"),
        ("tuesday no wednesday", "2026-09-16"),
        ("Tuesday, sorry, I meant Wednesday", "2026-09-16"),
        ("not Tuesday, Wednesday", "2026-09-16"),
        ("Wednesday, not Tuesday", "2026-09-16"),
        ("I can't make it on Tuesday, how about Wednesday", "2026-09-16"),
    ],
)
def test_the_last_word_counts(line: str, expected: str) -> None:
    """A correction inside a line replaces what it corrects."""
    assert day(line) == expected


def test_a_corrected_time_leaves_the_day_alone() -> None:
    """One slot was corrected, the other stands."""
    assert (day("Tuesday at nine, no, ten"), time("Tuesday at nine, no, ten")) == ("2026-09-15", "10:00")
    assert time("no, make it two thirty") == "14:30"
    assert time("yes, but make it three") == "15:00"


def test_spanish_corrections() -> None:
    """ "El martes no, el miércoles"."""
    assert day("el martes no, el miércoles", language="es") == "2026-09-16"
    assert day("el martes, perdón, el miércoles", language="es") == "2026-09-16"


@pytest.mark.parametrize(
    ("line", "slot"),
    [
        ("not Tuesday", "day"),
        ("I can't do Tuesday", "day"),
        ("Tuesday doesn't work", "day"),
        ("anything but Friday", "day"),
        ("not at nine", "time"),
    ],
)
def test_a_refused_value_is_no_value(line: str, slot: str) -> None:
    """Its slot is denied, and the words that refused it are told."""
    heard = hear(line)
    assert heard.denied == {slot}
    assert heard.values() == {}
    assert [span.what for span in heard.spans if span.what in ("day", "time")] == [slot]


@pytest.mark.parametrize("line", ["no el martes", "el martes no puedo"])
def test_a_refused_day_in_spanish(line: str) -> None:
    """The same in Spanish."""
    assert hear(line, language="es").denied == {"day"}


def test_a_slot_is_never_denied_and_given_at_once() -> None:
    """ "Not Tuesday but Wednesday" gives a day."""
    heard = hear("not Tuesday but Wednesday")
    assert (day("not Tuesday but Wednesday"), heard.denied) == ("2026-09-16", frozenset())


@pytest.mark.parametrize("line", ["Tuesday or Wednesday", "either Tuesday or Wednesday works"])
def test_alternatives_are_asked_back_in_their_order(line: str) -> None:
    """Of two offered days neither is picked."""
    assert day(line) == "2026-09-15 | 2026-09-16"


def test_a_day_said_in_two_ways_is_one_day() -> None:
    """A weekday and a date apart in a line agree, or are both asked."""
    assert day("on the 15th, so Tuesday, at ten") == "2026-09-15"
    assert day("tomorrow, Friday, at ten") == "2026-09-11"
    assert day("tomorrow, so Monday") == "2026-09-14 | 2026-09-11"


def test_words_said_twice_are_said_once() -> None:
    """A transcript stutters."""
    assert day("on on Tuesday the the 15th") == "2026-09-15"
    assert time("at at nine nine") != "09:09"


@pytest.mark.parametrize(
    ("line", "slot"),
    [
        ("el martes no", "day"),
        ("mañana no, gracias", "day"),
        ("el martes tampoco", "day"),
        ("a las diez no", "time"),
        ("no puedo el martes", "day"),
        ("el martes me viene mal", "day"),
    ],
)
def test_a_no_behind_a_spanish_value_refuses_it(line: str, slot: str) -> None:
    """What a Spanish caller refuses stands before the no as often as after it."""
    heard = hear(line, "CONFIRM", language="es")
    assert (heard.intent, heard.denied, heard.values()) == ("no", {slot}, {})


@pytest.mark.parametrize("line", ["I didn't say Tuesday", "I am busy on Tuesday", "don't book Tuesday"])
def test_a_day_that_was_not_meant_is_refused(line: str) -> None:
    """However the caller puts it."""
    heard = hear(line, "CONFIRM")
    assert (heard.intent, heard.denied, heard.values()) == ("no", {"day"}, {})


@pytest.mark.parametrize("line", ["Wednesday instead of Tuesday", "Wednesday rather than Tuesday"])
def test_the_day_that_another_replaces_is_no_value(line: str) -> None:
    """The one before "instead of" stands."""
    assert day(line) == "2026-09-16"


@pytest.mark.parametrize(("line", "language"), [("not in the morning", "en"), ("por la mañana no", "es")])
def test_a_refused_part_of_the_day_is_none(line: str, language: str) -> None:
    """A caller who can't come in the morning is not offered the morning."""
    assert hear(line, "ASK_TIME", language=language).part_of_day is None


def test_a_no_behind_a_value_refuses_it() -> None:
    """ "Tuesday, no" wants another day; "Tuesday, no?" asks, and "Tuesday, no, Wednesday" goes on."""
    for line, language in (("Tuesday, no", "en"), ("Tuesday, no.", "en"), ("el martes, no", "es")):
        heard = hear(line, "CONFIRM", language=language)
        assert (heard.day, heard.denied) == (None, {"day"})
    assert (
        hear("Tuesday, no?", "CONFIRM").day
        == hear("el martes, ¿no?", "CONFIRM", language="es").day
        == dt.date(2026, 9, 15)
    )
    assert hear("Tuesday, no, Wednesday", "CONFIRM").day == dt.date(2026, 9, 16)
