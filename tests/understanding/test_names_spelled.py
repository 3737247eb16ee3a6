"""A name said letter by letter is put together; letters that are only named by their sound are no guess."""

import pytest

from tests.understanding.calls import hear, said


@pytest.mark.parametrize(
    "line",
    said("""
        J-A-M-I-E | J A M I E | j a m i e | J, A, M, I, E | j-a-m-i-e please | it's J-A-M-I-E | that's J A M I
        E | um, J A M I E | yes, J-A-M-I-E | J as in Jack, A as in Anna, M as in Mary, I, E | J for Jack A M I
        E
    """),
)
def test_letters_are_put_together_where_a_name_was_asked(line):
    """Whatever stands between the letters."""
    assert hear(line, "ASK_NAME").name == "Jamie"


@pytest.mark.parametrize(
    "line", said("jota, a, eme, i, e | jota a eme i e | J de Juan, A, M, I, E | J-A-M-I-E | jota-a-eme-i-e")
)
def test_letters_are_put_together_in_spanish(line):
    """The names of the letters are no other words in Spanish, so they are heard."""
    assert hear(line, "ASK_NAME", "es").name == "Jamie"


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("N as in Nancy, O", "No"),
        ("A double N A", "Anna"),
        ("M A double T", "Matt"),
        ("J P", "JP"),
        ("O double U", "Ow"),
    ],
)
def test_examples_and_doubled_letters_are_understood(line, name):
    """ "Double u" is one letter, "double n" two, and letters that make no word stay capitals."""
    assert hear(line, "ASK_NAME").name == name


def test_a_bare_name_and_its_letters_are_one_name():
    """Where the name was asked, the letters may follow it at once."""
    assert hear("Jamie Reyes, that's R-E-Y-E-S", "ASK_NAME").name == "Jamie Reyes"
    assert hear("Shane, S-H-A-Y-N-E", "ASK_NAME").name == "Shayne"


def test_a_word_about_a_letter_is_no_spelling():
    """ "With a j" spells nothing."""
    assert hear("jamie with a j", "ASK_NAME").name in (None, "Jamie")


def test_a_doubled_letter_in_spanish():
    """ "Doble ele" is two letters, "doble uve" one."""
    assert hear("be, e, doble ele, a", "ASK_NAME", "es").name == "Bella"
    assert hear("uve doble, i, ele, ele", "ASK_NAME", "es").name == "Will"


@pytest.mark.parametrize("state", ["LISTEN", "CONFIRM", "ASK_NAME"])
@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("my name is Shane, S-H-A-Y-N-E", "Shayne"),
        ("my name is Shane Watson, S-H-A-Y-N-E", "Shayne Watson"),
        ("I'm Ana Smith, that's S-M-Y-T-H", "Ana Smyth"),
        ("the name is Jamie, R-E-Y-E-S", "Jamie Reyes"),
        ("my name is Cate, spelled K-A-T-E", "Kate"),
        ("my name is Jon J-O-N", "Jon"),
        ("my name is J-A-M-I-E R-E-Y-E-S", "Jamie Reyes"),
    ],
)
def test_a_spelling_overrides_what_was_said(line, name, state):
    """The letters count for the word that they spell; a word that was not said yet is added."""
    assert hear(line, state).name == name


@pytest.mark.parametrize("line", said("jay ay em eye ee | my name is jay ay em eye ee | it's ess aitch ay"))
def test_letters_by_their_sound_are_no_guess(line):
    """English names of letters are words and names too, so the agent asks again."""
    assert hear(line, "ASK_NAME").name is None


@pytest.mark.parametrize(
    ("line", "name"),
    [("I am J.P.", "J.P."), ("my name is J. R. Reyes", "J. R. Reyes"), ("John F. Kennedy", "John F. Kennedy")],
)
def test_initials_are_not_spelled(line, name):
    """Letters with a point stay what they are."""
    assert hear(line, "ASK_NAME").name == name


@pytest.mark.parametrize("line", said("I a | plan B or C | a e i | vitamin D and E | option A or B | I, a patient"))
def test_single_letters_in_other_lines_are_no_name(line):
    """Only a hyphen, a comma or an example makes letters a spelling where no name was asked."""
    assert hear(line, "LISTEN").name is None


def test_the_letters_are_among_the_spans_of_the_name():
    """Whoever asks why a name was heard is shown the letters."""
    line = "my name is Shane, S-H-A-Y-N-E"
    assert [line[span.start : span.end] for span in hear(line).spans if span.what == "name"] == ["Shane", "S-H-A-Y-N-E"]


@pytest.mark.parametrize("name", ["Mateo Stone", "Ana Nan", "Jamie Reyes", "Olu Ulo"])
def test_two_names_that_share_letters_are_both_spelled(name):
    """The second spelling is no correction of the first."""
    letters = " ".join("-".join(part) for part in name.upper().split())
    assert hear(letters, "ASK_NAME").name == name
