"""Dates of birth: past, with a year, in the order of the form."""

import datetime as dt

import pytest

from lab.understanding import birth_date

TODAY = dt.date(2026, 9, 10)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("February 29, 2000", dt.date(2000, 2, 29)),
        ("the 3rd of June 1983", dt.date(1983, 6, 3)),
        ("14 March 2019", dt.date(2019, 3, 14)),
        ("nineteenth of May nineteen eighty five", dt.date(1985, 5, 19)),
        ("the ninth of the twelfth 2002", dt.date(2002, 12, 9)),
        ("June fifth two thousand and four", dt.date(2004, 6, 5)),
        ("it's 03/04/1985", dt.date(1985, 3, 4)),
        ("03 04 1985", dt.date(1985, 3, 4)),
        ("16th December no 16 October 1953", dt.date(1953, 10, 16)),
    ],
)
def test_a_date_of_birth_is_read(line: str, expected: dt.date) -> None:
    """The last date said, month first."""
    born = birth_date(line, TODAY)
    assert born is not None
    assert born.sure
    assert born.candidates == (expected,)


def test_the_order_of_digits_is_a_parameter() -> None:
    """The same digits on a form with the day first, and on a Spanish call."""
    assert birth_date("03/04/1985", TODAY, order="dmy").candidates == (dt.date(1985, 4, 3),)  # type: ignore[union-attr]
    spanish = birth_date("el 3 de abril de 1985", TODAY, "es", "dmy")
    assert spanish is not None
    assert spanish.candidates == (dt.date(1985, 4, 3),)


def test_digits_that_fit_only_the_other_order_are_asked() -> None:
    """Read, but not sure."""
    born = birth_date("13/04/1985", TODAY)
    assert born is not None
    assert (born.candidates, born.sure) == ((dt.date(1985, 4, 13),), False)


def test_two_digits_of_a_year_are_asked_where_two_centuries_fit() -> None:
    """Seventeen may be a child or the oldest of patients; eighty-nine is one person."""
    child = birth_date("7 March 17", TODAY)
    adult = birth_date("27 August 89", TODAY)
    assert child is not None
    assert adult is not None
    assert child.candidates == (dt.date(2017, 3, 7), dt.date(1917, 3, 7))
    assert (adult.candidates, adult.sure) == ((dt.date(1989, 8, 27),), True)


@pytest.mark.parametrize("line", ["February 29, 1999", "June 5th 2031", "June 5th 1830", "June 5th", "Jamie", ""])
def test_what_nobody_can_be_born_on_is_nothing(line: str) -> None:
    """No such day, a day to come, too long ago, no year, no date."""
    assert birth_date(line, TODAY) is None


def test_digits_are_in_the_order_of_the_language_unless_told() -> None:
    """The third of April for a Spanish caller, the fourth of March for an English one."""
    assert birth_date("03/04/1985", TODAY, "es").candidates == (dt.date(1985, 4, 3),)  # type: ignore[union-attr]
    assert birth_date("03/04/1985", TODAY, "en").candidates == (dt.date(1985, 3, 4),)  # type: ignore[union-attr]


def test_a_date_of_birth_in_the_other_language_is_read() -> None:
    """English words on a Spanish call."""
    assert birth_date("February 29, 2000", TODAY, "es").candidates == (dt.date(2000, 2, 29),)  # type: ignore[union-attr]
