"""The notation of phrases does what it says, and a bad phrase says what is wrong."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.understanding.phrases import SIGN, Phrase, PhraseBook

BOOK = PhraseBook(
    {
        "yes": ["yes", "<that> is very? <good>"],
        "person": ["(talk|speak) to .. person"],
        "late": ["yes indeed sir", "good"],
    },
    {"that": ["that", "this one"], "good": ["good", "all right"]},
)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("yes", [("yes", 0, 1)]),
        ("that is good", [("yes", 0, 3)]),
        ("this one is very all right", [("yes", 0, 6)]),
        ("that is very", []),
        ("i talk to a real person now", [("person", 1, 6)]),
        ("talk to person", [("person", 0, 3)]),
        ("talk to the one and only person", []),
        ("yes that is good yes", [("yes", 0, 1), ("yes", 1, 4), ("yes", 4, 5)]),
        ("yes indeed sir", [("late", 0, 3)]),
        ("yes indeed", [("yes", 0, 1)]),
        ("yesterday", []),
        ("", []),
    ],
)
def test_the_longest_phrase_at_each_place_is_found(line, found):
    """Choices, things left out, classes and gaps of up to three words, each phrase whole."""
    assert BOOK.find(line.split()) == [Phrase(*each) for each in found]


def test_no_gap_goes_past_a_sign():
    """ "Talk to me. A person ..." is two sentences."""
    assert BOOK.find(["talk", "to", "me", SIGN, "person"]) == []


def test_the_first_kind_wins_where_two_have_the_same_words():
    """The order of the tables is the order of the kinds."""
    assert PhraseBook({"a": ["same words"], "b": ["same words"]}).find(["same", "words"]) == [Phrase("a", 0, 2)]


def test_an_apostrophe_may_be_missing():
    """A transcript writes "thats"; accents and case of the tables make no difference either."""
    book = PhraseBook({"kind": ["That's sí"]})
    assert [bool(book.find(line.split())) for line in ("that's si", "thats si", "that si")] == [True, True, False]


@pytest.mark.parametrize(
    ("phrase", "words"),
    [
        ("a (b|c", "not closed"),
        ("a b)", "stands alone"),
        ("<nothing> b", "<nothing> is no class here; there are loop"),
        ("<loop>", "<loop> holds itself"),
    ],
)
def test_a_bad_phrase_says_what_is_wrong(phrase, words):
    """Whoever extends a table is told."""
    with pytest.raises(ValueError, match=words):
        PhraseBook({"kind": [phrase]}, {"loop": ["a <loop>"]})


@given(
    st.lists(
        st.sampled_from(["yes", "that", "is", "very", "good", "talk", "to", "person", "this", "one", SIGN, "xyz"]),
        max_size=30,
    )
)
def test_phrases_never_overlap_and_come_in_order(words):
    """Whatever the words, each is in one phrase at most."""
    found = BOOK.find(words)
    assert all(phrase.start < phrase.end <= len(words) for phrase in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
