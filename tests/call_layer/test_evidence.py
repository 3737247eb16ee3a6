"""What a caller said is read from their lines alone: names, births, numbers, whose visit it is, and what they chose."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.call_layer.chosen import left_of, settled
from tests.call_layer.callers import OFFERED, heard_by

MARCH_4 = dt.date(1985, 3, 4)


def left(*lines: str, language: str = "en", since: int = 1) -> list[str]:
    """The references that these lines, in answer to an offer, leave."""
    evidence = heard_by(*(line if ": " in line else f"ASK_TIME: {line}" for line in lines), language=language)
    return [each.reference for each in left_of(evidence, OFFERED, since)]


@pytest.mark.parametrize("name", ["Jamie O'Neil", "Jamie O’Neil", "jamie o neil", "Jamie ONeil", "O'Neil"])
@pytest.mark.parametrize("line", ["my name is Jamie O'Neil", "ASK_NAME: Jamie O’Neil", "this is jamie oneil speaking"])
def test_a_name_is_said_in_any_spelling_that_is_the_same(line, name):
    """Apostrophes and blanks don't part two people."""
    assert heard_by(line).says_name(name)


@pytest.mark.parametrize("name", ["Jim O'Neil", "Jamie Neil", "Jam", "Mie O'Neil", "", "Jamie O'Neil Fox"])
def test_a_name_that_was_not_said_is_not(name):
    """Not a part of a word, not more than was said."""
    assert not heard_by("my name is Jamie O'Neil").says_name(name)


def test_accents_are_no_difference_however_they_are_composed():
    """ "Peña" is said by who says "Pena", composed or not."""
    evidence = heard_by("me llamo Luc\u00eda Pen\u0303a", language="es")
    assert evidence.says_name("Lucía Peña") and evidence.says_name("Lucia Pena")


def test_a_name_may_come_letter_by_letter_and_in_parts():
    """Spelled, and the family name in another line."""
    assert heard_by("ASK_NAME: J-A-M-I-E").says_name("Jamie")
    assert heard_by("ASK_NAME: Jamie", "ASK_NAME: Reyes").says_name("Jamie Reyes")
    assert heard_by("ASK_NAME: just Sukarno", "ASK_NAME: I only have one name").says_name("Sukarno")


def test_a_name_that_was_refused_was_not_given():
    """ "My name is not Jamie" gives no Jamie; a line of before still stands for itself."""
    assert not heard_by("my name is not Jamie").says_name("Jamie")
    assert not heard_by("no me llamo Jamie", language="es").says_name("Jamie")


def test_a_name_can_be_asked_for_since_a_turn():
    """The daughter's own name is not the name of her father."""
    evidence = heard_by("my name is Ana Fox", "it's for my father", "his name is Robert Fox")
    assert evidence.says_name("Robert Fox", since=2) and not evidence.says_name("Ana Fox", since=2)


@pytest.mark.parametrize(
    ("lines", "language"),
    [
        (["ASK_BIRTH: March 4th 1985"], "en"),
        (["I was born on 03/04/1985"], "en"),
        (["ASK_BIRTH: 4/3/1985"], "es"),
        (["ASK_BIRTH: el cuatro de marzo de 1985"], "es"),
        (["ASK_BIRTH: March fourth", "ASK_BIRTH: nineteen eighty-five"], "en"),
    ],
)
def test_a_date_of_birth_is_said_in_words_or_digits(lines, language):
    """In the order of the language, in one line or two."""
    assert heard_by(*lines, language=language).says_birth(MARCH_4)


def test_a_date_of_birth_that_was_not_said_is_not():
    """Another year, no year, a day that can be read in two ways."""
    for line in ("March 4th 1986", "March 4th", "the fourth", "my father was born a while ago"):
        assert not heard_by(f"ASK_BIRTH: {line}").says_birth(MARCH_4)
    assert not heard_by("ASK_BIRTH: 13/04/1985").says_birth(dt.date(1985, 4, 13))


def test_an_unclear_date_of_birth_is_said_by_a_yes_to_its_reading():
    """The agent reads it with the month as a word; a no leaves it open."""
    read = "agent: April 13th 1985, is that right?"
    assert heard_by("ASK_BIRTH: 13/04/1985", read, "CONFIRM: yes").says_birth(dt.date(1985, 4, 13))
    assert not heard_by("ASK_BIRTH: 13/04/1985", read, "CONFIRM: no").says_birth(dt.date(1985, 4, 13))
    assert not heard_by("hello", read, "CONFIRM: yes").says_birth(dt.date(1985, 4, 13))


@pytest.mark.parametrize(
    "lines",
    [
        ["it's 212-555-0142"],
        ["two one two, double five, five, oh one four two"],
        ["area code two one two", "five five five, oh one four two"],
        ["+1 (212) 555-0142 x136"],
    ],
)
def test_a_phone_number_is_said_in_digits_or_words(lines):
    """In one line, or over two."""
    evidence = heard_by(*lines)
    assert evidence.says_phone("212-555-0142") and not evidence.says_phone("212-555-0143")


def test_other_values_are_said_in_words_that_mean_them():
    """Sex, state, zip, a number, a plain word."""
    evidence = heard_by("she's a girl, we live in New York, one oh oh oh one, thirty pills of ibuprofen")
    assert evidence.says_sex("female") and not evidence.says_sex("male")
    assert evidence.says_state("NY") and not evidence.says_state("NJ")
    assert evidence.says_digits("10001") and not evidence.says_digits("10002")
    assert evidence.says(30) and not evidence.says(31)
    assert evidence.says("Ibuprofen") and not evidence.says("profen")
    assert not heard_by("we live in or near town").says_state("OR")


@pytest.mark.parametrize(
    ("lines", "turn", "language"),
    [
        (["I need a visit for my father"], 1, "en"),
        (["hello", "it is for my daughter"], 2, "en"),
        (["I'm calling on behalf of Ana Fox"], 1, "en"),
        (["my son has an appointment tomorrow"], 1, "en"),
        (["es para mi padre"], 1, "es"),
        (["mi hija necesita una cita"], 1, "es"),
        (["it's for my father", "no, it's for me"], None, "en"),
        (["it's for my father", "Robert Fox", "at nine, for my father"], 1, "en"),
        (["it's for my father", "Robert Fox", "and one for my daughter"], 3, "en"),
        (["I'm calling on behalf of Ana", "she is my aunt, it's for my aunt"], 1, "en"),
        (["I need an appointment"], None, "en"),
    ],
)
def test_whose_visit_it_is_is_heard(lines, turn, language):
    """For this somebody from that turn on, however often it is said, until it is for another or for the caller."""
    assert heard_by(*lines, language=language).for_other == turn


def test_silence_and_urgent_words_are_facts():
    """How many lines without a word came last, and whether anything may not wait."""
    assert heard_by("hello", "", "  ", "...").silences == 3
    assert heard_by("", "hello").silences == 0
    assert heard_by("my chest hurts", "yes").urgent and not heard_by("no chest pain", "yes").urgent


@pytest.mark.parametrize(
    ("lines", "references"),
    [
        (["Tuesday"], ["SEP15-0900-REYES", "SEP15-1030-REYES"]),
        (["Tuesday", "at ten thirty"], ["SEP15-1030-REYES"]),
        (["the second one"], ["SEP15-1030-REYES"]),
        (["the last one"], ["SEP16-0900-CHEN"]),
        (["the one with Dr. Chen"], ["SEP16-0900-CHEN"]),
        (["Ana Reyes, at nine"], ["SEP15-0900-REYES"]),
        (["at the Harbor office"], ["SEP16-0900-CHEN"]),
        (["nine"], ["SEP15-0900-REYES", "SEP16-0900-CHEN"]),
        (["nine", "Wednesday"], ["SEP16-0900-CHEN"]),
        (["Tuesday at nine", "no, Wednesday"], ["SEP16-0900-CHEN"]),
        (["the first one", "no, ten thirty"], ["SEP15-1030-REYES"]),
        (["Tuesday at eleven"], []),
        (["the fourth one"], []),
        (["the second one", "no, the first one"], ["SEP15-0900-REYES"]),
        (["Tuesday with Dr. Reyes", "the third one"], ["SEP16-0900-CHEN"]),
    ],
)
def test_the_callers_lines_leave_what_they_chose(lines, references):
    """By day, time, doctor, office, or number; the last said of each counts."""
    assert left(*lines) == references


@pytest.mark.parametrize(
    "lines",
    [
        ["yes"],
        ["whatever"],
        ["hmm"],
        ["not Tuesday"],
        ["Tuesday at nine", "no"],
        ["Tuesday, no"],
        [""],
        ["any of them"],
    ],
)
def test_a_line_that_chooses_nothing_leaves_everything(lines):
    """A yes to nothing in particular, a doubt, a refusal, silence."""
    assert len(left(*lines)) == len(OFFERED)


def test_a_yes_to_the_one_that_was_named_chooses_it():
    """Only where the agent named one, day and time."""
    one = "agent: There is Tuesday 15 September at 10:30 a.m. with Dr. Reyes. Does that suit you?"
    two = "agent: Tuesday 15 September at 9:00 a.m., or at 10:30 a.m.?"
    assert left(one, "ASK_TIME: yes") == ["SEP15-1030-REYES"]
    assert len(left(two, "ASK_TIME: yes")) == len(OFFERED)


def test_lines_from_before_the_offer_choose_nothing():
    """Only what was said since then counts."""
    assert len(left("Tuesday at nine", "what else is there", since=2)) == len(OFFERED)


def test_spanish_lines_choose_too():
    """ "El miércoles", "la segunda", "con la doctora Chen"."""
    assert left("el miércoles", language="es") == ["SEP16-0900-CHEN"]
    assert left("la segunda", language="es") == ["SEP15-1030-REYES"]
    assert left("con la doctora Chen", language="es") == ["SEP16-0900-CHEN"]


LINES = st.lists(
    st.sampled_from(["Tuesday", "nine", "no", "yes", "the second one", "Dr. Chen", "", "Wednesday"]), max_size=5
)


@given(LINES)
def test_what_is_left_was_offered_and_a_line_more_never_invents(lines):
    """Whatever a caller says, in whatever order."""
    references = left(*lines)
    assert set(references) <= {each.reference for each in OFFERED}
    assert left(*lines, "hmm") == references


@given(st.text(max_size=40))
def test_any_line_can_be_heard(line):
    """No text is too strange, and none says what is not in it."""
    evidence = heard_by(f"LISTEN: {line}")
    assert not evidence.says_name("Ottoline Quixwood") and not evidence.says_birth(MARCH_4)


def test_a_visit_that_was_settled_on_stays_so_while_a_time_is_chosen():
    """What is said of the new time, even with a no, is not about the visit; a bare no takes the visit back."""
    visits = (OFFERED[0], OFFERED[2])
    about = {
        ("the one on Wednesday", "Friday at two"): ["SEP16-0900-CHEN"],
        ("the one on Wednesday", "no, make it Friday at three"): ["SEP16-0900-CHEN"],
        ("the one on Wednesday", "no"): ["SEP15-0900-REYES", "SEP16-0900-CHEN"],
        ("the one on Wednesday", "no, the one on Tuesday"): ["SEP15-0900-REYES"],
        ("Friday at two",): ["SEP15-0900-REYES", "SEP16-0900-CHEN"],
    }
    for lines, references in about.items():
        evidence = heard_by(*(f"ASK_TIME: {line}" for line in lines))
        assert [each.reference for each in settled(evidence, visits, 1)] == references


@pytest.mark.parametrize(
    ("line", "language", "is_yes"),
    [
        ("yes", "en", True),
        ("correct", "en", True),
        ("sí", "es", True),
        ("si", "es", True),
        ("SÍ.", "es", True),
        ("si quiere a las tres", "es", False),
        ("see", "es", False),
        ("I guess", "en", False),
        ("maybe", "en", False),
        ("I suppose so", "en", False),
        ("uh-huh", "en", False),
        ("hmm", "en", False),
        ("yes, hmm", "en", False),
        ("that's not ok", "en", False),
        ("incorrect", "en", False),
        ("", "en", False),
        ("  ", "en", False),
        ("\n", "en", False),
        ("Thank you for watching!", "en", False),
        ("yes, but at three", "en", False),
    ],
)
def test_only_a_whole_yes_is_a_bare_one(line, language, is_yes):
    """No doubt, no condition, no sound, no silence, and nothing that a transcript makes of it."""
    last = heard_by(f"CONFIRM: {line}", language=language).last
    assert last is not None and last.is_bare_yes == is_yes


def test_tomorrow_morning_is_no_morning_of_another_day():
    """ "Mañana por la mañana a las nueve" is tomorrow at nine; "el martes por la mañana" leaves that morning's."""
    assert left("mañana por la mañana a las nueve", language="es") == ["SEP15-0900-REYES"]
    assert left("el miércoles por la mañana", language="es") == ["SEP16-0900-CHEN"]
    assert left("pasado mañana", language="es") == ["SEP16-0900-CHEN"]
