"""The tables that a teacher extends: what a pattern means, and what a mistake in one is told."""

import pytest

from lab.understanding.dates import DAY_READERS
from lab.understanding.items import read_items
from lab.understanding.lexicon import Lexicon, Source, lexicon
from lab.understanding.times import TIME_READERS
from lab.understanding.tokens import tokenise

SMALL = {
    "day_first": False,
    "joiners": {"-": 20},
    "words": {"weekday": {"monday": 0}, "filler": ["um"]},
}


def _table(*patterns: str) -> Lexicon:
    return Lexicon(Source({**SMALL, "rule": [{"reads": "weekday", "patterns": list(patterns)}]}, "mine.toml"))


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_rule_has_a_reader(language: str) -> None:
    """A rule that nobody reads would be a day that nobody hears."""
    known = DAY_READERS | TIME_READERS | {"birth", "part", "none"}
    assert {rule.reader for rule in lexicon(language).rules("")} <= known


def test_a_pattern_without_a_table_is_told_with_a_near_miss() -> None:
    """The file, the name in the pattern, and what it may have been meant to be."""
    with pytest.raises(ValueError, match=r"mine\.toml: a pattern uses <weekdy>.*did you mean <weekday>"):
        _table("<weekdy>")


def test_optional_and_alternative_elements() -> None:
    """ "this|next? <weekday>" fits with and without the word before it."""
    table = _table("this|next? <weekday>")
    for line, length in (("this monday", 2), ("next monday", 2), ("monday", 1)):
        letters = read_items(tokenise(line), table).letters
        matches = [rule.expression.match(letters, 1) for rule in table.rules(letters[1:3])]
        assert [match.end() - 1 for match in matches if match] == [length]


def test_neighbours_that_are_not_read() -> None:
    """`~` asks for a neighbour, `!` refuses one; neither belongs to what is read."""
    table = _table("~on <weekday> !morning")
    fits = []
    for line in ("on monday", "monday", "on monday morning"):
        letters = read_items(tokenise(line), table).letters
        at = 2 if line.startswith("on") else 1
        fits.append(any(rule.expression.match(letters, at) for rule in table.rules(letters[at : at + 2])))
    assert fits == [True, False, False]


def test_fillers_and_stutters_fall_away_with_their_places_kept() -> None:
    """The items of "on um on Monday" are two, and each knows its tokens."""
    items = read_items(tokenise("on um on monday"), _table("on <weekday>"))
    assert [items.span(at, at + 1) for at in (1, 2)] == [(0, 1), (3, 4)]
