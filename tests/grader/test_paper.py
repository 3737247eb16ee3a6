"""Text in columns, whatever it is made of."""

from hypothesis import given
from hypothesis import strategies as st

from grader.paper import cells, padded, wrapped

WORDS = st.lists(st.text("abc中文é🎉[]/", min_size=1, max_size=30), max_size=8)


@given(WORDS, st.integers(2, 20))
def test_wrapped_text_fits_and_loses_nothing(words: list[str], width: int) -> None:
    """No line is wider than it may be, wide characters count as two, and every character is still there."""
    lines = wrapped(" ".join(words), width)
    assert all(cells(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == "".join(words)


def test_words_stay_whole_where_they_fit() -> None:
    """A line ends between two words, and only a word that is too long by itself is cut."""
    assert wrapped("one two three", 8) == ["one two", "three"]
    assert wrapped("abcdefgh", 3) == ["abc", "def", "gh"]
    assert wrapped("", 3) == [""]


def test_columns_are_counted_in_cells() -> None:
    """A wide character takes two columns, an accent of its own none."""
    assert [cells(text) for text in ("abc", "中文", "e\u0301")] == [3, 4, 1]
    assert padded("中", 4) == "中  "
