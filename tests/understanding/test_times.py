"""Times: the clock face that was said, and the half of the day that words or opening hours settle."""

import datetime as dt

import pytest

from lab.understanding import Context, understand
from tests.understanding.hearing import hear, time


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("at 10 a.m.", "10:00"),
        ("ten in the morning", "10:00"),
        ("at ten thirty am", "10:30"),
        ("tomorrow at half past two", "14:30"),
        ("half two", "14:30"),
        ("quarter to three", "14:45"),
        ("a quarter past nine", "09:15"),
        ("ten to three", "14:50"),
        ("twenty past eleven", "11:20"),
        ("two thirty", "14:30"),
        ("ten-thirty", "10:30"),
        ("at eight", "08:00"),
        ("noon", "12:00"),
        ("Tuesday at midday", "12:00"),
        ("three o'clock", "15:00"),
        ("three oclock", "15:00"),
        ("14:30", "14:30"),
        ("1230", "12:30"),
        ("12:45", "12:45"),
        ("at thirteen hundred hours", "13:00"),
        ("3pm", "15:00"),
        ("three fifteen in the afternoon", "15:15"),
        ("in the afternoon at 2", "14:00"),
        ("at like nine please", "09:00"),
        ("at nine ish", "09:00"),
        ("tomorrow afternoon, say four", "16:00"),
        ("three oh five", "15:05"),
        ("9 tomorrow", "09:00"),
    ],
)
def test_a_time_is_one_time(line: str, expected: str) -> None:
    """The forms in which callers say a time; a bare hour is the one at which the clinic is open."""
    assert time(line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("a las dos y media de la tarde", "14:30"),
        ("cuatro menos cuarto", "15:45"),
        ("8 pm menos cuarto", "19:45"),
        ("8 menos cuarto de la mañana", "07:45"),
        ("diez para las tres", "14:50"),
        ("a las catorce treinta", "14:30"),
        ("a la una y media", "13:30"),
        ("a las tres y cinco", "15:05"),
        ("mañana por la mañana a las nueve", "09:00"),
        ("el martes a mediodía", "12:00"),
        ("a las 10 en punto", "10:00"),
        ("a las 15 horas", "15:00"),
        ("las ocho de la noche", "20:00"),
        ("a las nueve y media", "09:30"),
        ("doce de la mañana", "12:00"),
    ],
)
def test_a_spanish_time_is_one_time(line: str, expected: str) -> None:
    """The forms in which Spanish callers say a time."""
    assert time(line, language="es") == expected


@pytest.mark.parametrize(
    ("line", "language"), [("12 am", "en"), ("midnight", "en"), ("24:00", "en"), ("a medianoche", "es")]
)
def test_midnight_is_heard_as_said(line: str, language: str) -> None:
    """No exception and no noon: the clinic is closed then, and the agent says so."""
    assert time(line, language=language) == "00:00"


def test_an_hour_that_fits_no_opening_is_heard_as_said() -> None:
    """At seven the clinic is closed, morning and evening."""
    assert time("at seven") == "07:00"


def test_an_hour_that_fits_both_halves_of_the_day_is_asked() -> None:
    """Where the clinic is open from six to ten at night, "at seven" may be either."""
    long_day = {weekday: ((dt.time(6), dt.time(22)),) for weekday in range(7)}
    heard = understand("at seven", "ASK_TIME", Context(dt.datetime(2026, 9, 10, 9, tzinfo=dt.UTC), "en", long_day))
    assert heard.time is None
    assert heard.unclear["time"] == (dt.time(7), dt.time(19))


def test_the_hours_of_the_day_that_was_named_count() -> None:
    """Open in the evening on Tuesdays only: "Tuesday at six" is the evening."""
    hours = {0: ((dt.time(6), dt.time(12)),), 1: ((dt.time(12), dt.time(20)),)}
    now = dt.datetime(2026, 9, 10, 9, tzinfo=dt.UTC)
    assert understand("Tuesday at six", "LISTEN", Context(now, "en", hours)).time == dt.time(18)
    assert understand("Monday at six", "LISTEN", Context(now, "en", hours)).time == dt.time(6)


def test_unknown_hours_leave_a_bare_hour_open() -> None:
    """Without opening hours nothing settles the half of the day."""
    heard = understand("at nine", "ASK_TIME", Context(dt.datetime(2026, 9, 10, 9, tzinfo=dt.UTC), "en", {}))
    assert heard.unclear["time"] == (dt.time(9), dt.time(21))


@pytest.mark.parametrize(
    ("line", "language", "part"),
    [
        ("in the afternoon", "en", "afternoon"),
        ("morning", "en", "morning"),
        ("and in the evening?", "en", "evening"),
        ("first thing tomorrow", "en", "morning"),
        ("tomorrow night", "en", "evening"),
        ("el martes por la mañana", "es", "morning"),
        ("por la tarde", "es", "afternoon"),
    ],
)
def test_a_part_of_the_day_is_no_time_yet(line: str, language: str, part: str) -> None:
    """A whole afternoon is never one meeting time."""
    heard = hear(line, "ASK_TIME", language=language)
    assert (heard.part_of_day, heard.time) == (part, None)


def test_a_greeting_is_no_part_of_the_day() -> None:
    """ "Good morning" asks for no morning."""
    assert hear("good morning").part_of_day is None
    assert hear("buenas tardes", language="es").part_of_day is None


@pytest.mark.parametrize(
    ("line", "expected"),
    [("nine", "09:00"), ("nine thirty", "09:30"), ("9", "09:00"), ("930", "09:30"), ("two please", "14:00")],
)
def test_a_bare_number_is_an_hour_where_the_time_was_asked(line: str, expected: str) -> None:
    """A short answer is read in the light of the question."""
    assert time(line, state="ASK_TIME") == expected


def test_a_bare_number_elsewhere_is_no_hour() -> None:
    """Nobody asked."""
    assert time("nine") is None
    assert time("nine", state="ASK_NAME") is None


@pytest.mark.parametrize(
    "line",
    [
        "2 people", "a table for 4", "around 15 people", "how about one in Sunnyvale", "say that one more time",
        "it was 6.45 percent", "for two nights", "I'm at 101 points", "call 555 0142", "after 3 days", "at 25", "13:75",
        "it takes 5 to 10 minutes",
    ],
)  # fmt: skip
def test_numbers_that_count_something_are_no_hours(line: str) -> None:
    """People, nights, points and minutes."""
    assert time(line) is None


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("between 2 and 3pm tomorrow", "14:00 | 15:00"),
        ("nine or ten", "09:00 | 10:00"),
        ("at three or four on Tuesday", "15:00 | 16:00"),
        ("ten or eleven thirty", "10:00 | 11:30"),
    ],
)
def test_two_times_are_asked_back(line: str, expected: str) -> None:
    """Alternatives and ranges are never picked from, and never read as two in the night."""
    assert time(line, state="ASK_TIME") == expected


@pytest.mark.parametrize("now", ["2026-03-07 09:00", "2026-10-31 09:00"])
def test_clock_changes_leave_the_wall_clock_alone(now: str) -> None:
    """ "Tomorrow at nine" before a clock change is nine on the wall."""
    heard = hear("tomorrow at nine", now=now)
    assert heard.time == dt.time(9)
    assert heard.day == dt.date.fromisoformat(now[:10]) + dt.timedelta(1)


@pytest.mark.parametrize("line", ["25:00", "25:10", "at 99:30", "7:5"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_half_of_a_time_that_no_clock_shows_is_no_time(line: str, language: str) -> None:
    """The minutes of "25:10" are not ten o'clock."""
    heard = hear(line, "ASK_TIME", language=language)
    assert (heard.time, dict(heard.unclear)) == (None, {})


def test_two_spanish_times_are_asked_back_in_their_order() -> None:
    """ "Entre las dos y las tres": the first said is the first candidate."""
    assert time("entre las dos y las tres", language="es") == "14:00 | 15:00"
    assert time("entre las dos y las tres de la tarde", language="es") == "14:00 | 15:00"


def test_the_words_of_a_time_end_with_a_word() -> None:
    """A comma behind a time is none of its words."""
    line = "Tuesday at ten, please"
    assert [line[span.start : span.end] for span in hear(line).spans if span.what == "time"] == ["at ten"]
