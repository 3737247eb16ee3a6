"""A name said beside a date of birth."""

import pytest

from lab.understanding import without_birth_dates


@pytest.mark.parametrize(
    ("line", "language", "rest"),
    [
        ("Niamh Brady, June 21 2012", "en", "Niamh Brady"),
        ("June 21st 2012, Niamh Brady", "en", "Niamh Brady"),
        ("Niamh Brady born on June 21st, 2012", "en", "Niamh Brady"),
        ("Niamh Brady and she was born on the 21st of June 2012", "en", "Niamh Brady"),
        ("Niamh Brady, date of birth 6/21/2012", "en", "Niamh Brady"),
        ("Ana Gil, nacida el 3 de abril de 1985", "es", "Ana Gil"),
        ("Ana Gil, fecha de nacimiento 3/4/1985", "es", "Ana Gil"),
        ("Niamh Brady", "en", "Niamh Brady"),
        ("June 21 2012", "en", ""),
    ],
)
def test_what_is_left_of_a_line_is_the_name(line: str, language: str, rest: str) -> None:
    """The date of birth, and the words that lead to it, are cut out of a line."""
    assert without_birth_dates(line, language) == rest
