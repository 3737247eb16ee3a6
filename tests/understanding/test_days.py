"""Days: which date a caller means on a given day, and when that is to be asked."""

import pytest

from tests.understanding.hearing import day, hear

MONDAY = "2026-09-14 09:00"
TUESDAY = "2026-09-15 09:00"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("I need to see the doctor on Tuesday", "2026-09-15"),
        ("could we say friday", "2026-09-11"),
        ("today if you can", "2026-09-10"),
        ("tomorrow then", "2026-09-11"),
        ("the day after tomorrow", "2026-09-12"),
        ("September 15th", "2026-09-15"),
        ("on september the fifteenth", "2026-09-15"),
        ("the 15th of September please", "2026-09-15"),
        ("twenty-first of October", "2026-10-21"),
        ("Wednesday, September 16th, 2026", "2026-09-16"),
        ("the 15th", "2026-09-15"),
        ("on the 3rd", "2026-10-03"),
        ("2026-09-15", "2026-09-15"),
        ("9/15/2026", "2026-09-15"),
        ("in three days", "2026-09-13"),
        ("in a fortnight", "2026-09-24"),
        ("three weeks from today", "2026-10-01"),
        ("two days from Tuesday", "2026-09-17"),
        ("a week from Tuesday", "2026-09-22"),
        ("Tuesday week", "2026-09-22"),
        ("two weeks today", "2026-09-24"),
        ("a fortnight on Tuesday", "2026-09-29"),
        ("the Tuesday after next", "2026-09-22"),
        ("Wednesday of next week", "2026-09-16"),
        ("next week on Wednesday", "2026-09-16"),
        ("the first Monday of October", "2026-10-05"),
        ("the last Friday in October", "2026-10-30"),
        ("the 8th of next month", "2026-10-08"),
        ("o2 october", "2026-10-02"),
        ("tomorrow's fine", "2026-09-11"),
    ],
)
def test_a_day_has_one_date(line: str, expected: str) -> None:
    """The forms in which callers name a day, seen from a Thursday."""
    assert day(line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("quiero una cita para el martes", "2026-09-15"),
        ("hoy mismo", "2026-09-10"),
        ("mañana", "2026-09-11"),
        ("manana", "2026-09-11"),
        ("pasado mañana", "2026-09-12"),
        ("el 15 de septiembre", "2026-09-15"),
        ("el quince de septiembre de 2026", "2026-09-15"),
        ("el primero de octubre", "2026-10-01"),
        ("1.º de octubre", "2026-10-01"),
        ("el martes 15", "2026-09-15"),
        ("dentro de tres días", "2026-09-13"),
        ("de hoy en ocho", "2026-09-17"),
        ("el miércoles de la semana que viene", "2026-09-16"),
        ("este martes", "2026-09-15"),
        ("el 15", "2026-09-15"),
        ("15/9", "2026-09-15"),
    ],
)
def test_a_spanish_day_has_one_date(line: str, expected: str) -> None:
    """The forms in which Spanish callers name a day; accents make no difference."""
    assert day(line, language="es") == expected


@pytest.mark.parametrize(
    ("now", "line", "expected"),
    [
        (MONDAY, "next Tuesday at nine", "2026-09-22 | 2026-09-15"),
        ("2026-09-10 09:00", "next Tuesday", "2026-09-15"),
        (TUESDAY, "next Tuesday", "2026-09-22"),
        ("2026-09-10 09:00", "this Tuesday", "2026-09-15"),
        (TUESDAY, "this Tuesday", "2026-09-15"),
        (TUESDAY, "Tuesday", "2026-09-22 | 2026-09-15"),
        ("2026-10-31 09:00", "Monday at ten", "2026-11-02"),
        (MONDAY, "Tuesday the 16th", "2026-09-16 | 2026-09-15"),
        (MONDAY, "Tuesday the 15th", "2026-09-15"),
        (MONDAY, "Tuesday, the 22nd", "2026-09-22"),
    ],
)
def test_a_weekday_is_asked_where_two_weeks_fit(now: str, line: str, expected: str) -> None:
    """No silent pick between two Tuesdays, nor between a weekday and a date that is none."""
    assert day(line, now=now) == expected


@pytest.mark.parametrize(
    ("language", "line", "expected"),
    [
        ("es", "el próximo martes", "2026-09-22 | 2026-09-15"),
        ("es", "el martes que viene", "2026-09-22 | 2026-09-15"),
        ("es", "este martes", "2026-09-15"),
        ("es", "el lunes", "2026-09-21 | 2026-09-14"),
    ],
)
def test_weekdays_are_asked_in_spanish_too(language: str, line: str, expected: str) -> None:
    """The same rule in the other language, on a Monday."""
    assert day(line, now=MONDAY, language=language) == expected


def test_the_next_tuesday_of_a_late_august_week_is_in_september() -> None:
    """Said on Thursday 27 August: the Tuesday of the coming week, with its right date."""
    assert day("el próximo martes a las 10", now="2026-08-27 09:00", language="es") == "2026-09-01"


@pytest.mark.parametrize(
    ("now", "line", "expected"),
    [
        ("2026-12-28 09:00", "January fifth", "2027-01-05"),
        ("2027-01-04 09:00", "January fifth", "2027-01-05"),
        ("2026-09-10 09:00", "booking for 16th August", "2027-08-16"),
        ("2026-09-10 09:00", "Feb 29", "2028-02-29"),
        ("2026-09-12 09:00", "Friday", "2026-09-18"),
    ],
)
def test_a_date_without_a_year_is_the_next_such_date(now: str, line: str, expected: str) -> None:
    """Never last year's, never one too many."""
    assert day(line, now=now) == expected


@pytest.mark.parametrize(
    "line",
    [
        "yesterday", "last Tuesday", "two days ago", "a week ago", "the day before yesterday", "September 1st 2026",
        "9/1/2020", "Tuesday of last week",
    ],
)  # fmt: skip
def test_a_past_day_is_no_day(line: str) -> None:
    """Nobody books a visit in the past."""
    assert day(line) is None


@pytest.mark.parametrize("line", ["ayer", "anteayer", "el martes pasado", "hace dos días", "la semana pasada"])
def test_a_past_day_is_no_day_in_spanish(line: str) -> None:
    """Nor in Spanish."""
    assert day(line, language="es") is None


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("the 31st", "2026-10-31"),
        ("April 31st", "2027-04-30 | 2027-05-01"),
        ("the thirty first of June", "2027-06-30 | 2027-07-01"),
    ],
)
def test_a_day_that_its_month_has_not_is_asked_back(line: str, expected: str) -> None:
    """In September there is no 31st: the next one is offered, never silently taken."""
    assert "day" in hear(line).unclear
    assert day(line) == expected


def test_digits_are_read_in_the_order_of_the_language() -> None:
    """03/04 is March in English and April in Spanish; what fits only the other order is asked, not swapped."""
    assert day("03/04") == "2027-03-04"
    assert day("03/04", language="es") == "2027-04-03"
    assert hear("13/04").day is None
    assert day("13/04") == "2027-04-13"


def test_dots_in_english_are_asked_where_both_orders_fit() -> None:
    """Dots come with the day first nearly everywhere, but not surely from an American caller."""
    assert day("3.4.2027") == "2027-04-03 | 2027-03-04"
    assert day("15.9.2026") == "2026-09-15"


@pytest.mark.parametrize("line", ["tomorrow morning", "tomorrow", "mañana", "mañana por la mañana"])
def test_tomorrow_after_midnight_is_asked(line: str) -> None:
    """At twenty past midnight "tomorrow" may be the day about to begin."""
    assert day(line, now="2026-09-11 00:20") == "2026-09-12 | 2026-09-11"


def test_tomorrow_late_in_the_evening_is_the_next_day() -> None:
    """Half an hour before midnight nothing is unclear, whatever the date elsewhere."""
    assert day("tomorrow", now="2026-09-10 23:30") == "2026-09-11"
    assert day("tomorrow", now="2026-09-11 04:00") == "2026-09-12"


def test_an_ordinal_is_a_day_or_a_choice_never_both() -> None:
    """ "October second" is a date, "the second one" picks an offer."""
    assert day("October second", state="ASK_DAY") == "2026-10-02"
    assert day("the second one", state="ASK_DAY") is None
    assert day("the second one", state="ASK_TIME") is None
    assert hear("the second one", state="ASK_TIME").choice == 2


@pytest.mark.parametrize(
    ("line", "expected"), [("15", "2026-09-15"), ("the second", "2026-10-02"), ("fifteen", "2026-09-15")]
)
def test_a_bare_number_is_a_day_where_the_day_was_asked(line: str, expected: str) -> None:
    """The same number says nothing in another state."""
    assert day(line, state="ASK_DAY") == expected
    assert day(line, state="ASK_NAME") is None


@pytest.mark.parametrize(
    "line",
    [
        "I may come", "the sun is out", "I sat down", "march on", "my second thought", "on the third floor",
        "the first time I called", "that's all for today", "thanks for your help today", "I once had a cold",
        "5 people", "my name is May", "a second opinion",
    ],
)  # fmt: skip
def test_words_that_only_look_like_a_day(line: str) -> None:
    """Whole words in their place: no day is heard in these."""
    assert day(line) is None


@pytest.mark.parametrize("line", ["mi nombre es Ana", "una cita por favor", "está mal", "vi el mar"])
def test_spanish_words_that_only_look_like_a_day(line: str) -> None:
    """ "Mi" is no Wednesday, "mal" no Tuesday, "una" no one o'clock."""
    heard = hear(line, language="es")
    assert (heard.day, heard.time, dict(heard.unclear)) == (None, None, {})


def test_a_line_in_the_other_language_is_understood() -> None:
    """A caller who falls into the other language is heard all the same."""
    assert day("el martes a las diez") == "2026-09-15"
    assert day("Tuesday at ten", language="es") == "2026-09-15"
    assert day("the fifteenth", language="es") == "2026-09-15"
