"""A name is heard where it is given, as the caller gave it, and nowhere else."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.understanding.names import LONGEST
from tests.understanding.calls import hear, said

STATES = ["LISTEN", "ASK_DAY", "ASK_TIME", "ASK_NAME", "CONFIRM"]

GIVEN = {
    "Jamie": {
        "en": said("""
            the name is Jamie | my name is Jamie | My name's Jamie. | I'm Jamie | I am Jamie | this is Jamie |
            it's Jamie | call me Jamie | name: the name is Jamie | um, my name is um Jamie | hello, this is
            Jamie speaking | Jamie is my name | Jamie here | my name is Jamie thanks | the name is Jamie
            please | it's under the name Jamie | under Jamie, please | it is for Jamie | it's for my son,
            Jamie | for my daughter Jamie | my son's name is Jamie | it's for my wife, her name is Jamie | MY
            NAME IS Jamie | my name is "Jamie" | the name is jamie | i'm jamie | my name is jamie and i need
            to see the doctor | hi i'm jamie calling about my tooth | put it under the name jamie | my first
            name is Jamie
        """),
        "es": said("""
            me llamo Jamie | mi nombre es Jamie | soy Jamie | a nombre de Jamie | el nombre es Jamie | es para
            mi hijo, Jamie | mi hija se llama Jamie | me llamo jamie y quiero una cita | hola, soy Jamie | a
            nombre de jamie por favor
        """),
    },
}


def given_lines():
    """Every line of the table with its language and the name in it."""
    return [
        (name, language, line) for name, table in GIVEN.items() for language, lines in table.items() for line in lines
    ]


@pytest.mark.parametrize(("name", "language", "line"), given_lines())
def test_a_name_that_is_introduced_is_heard_in_every_state(name, language, line):
    """However a caller introduces a name, and whatever was asked."""
    assert {hear(line, state, language).name for state in STATES} == {name}


@pytest.mark.parametrize(
    "name",
    said("""
        Jamie Reyes | Ana de la Cruz | Inés de la Cruz Jr. | Van Nguyen | Ludwig van Beethoven | Anne-Marie
        O'Brien | O’Neil | J.P. | J. R. Reyes | Sukarno | John Smith III | Peña | Łukasz Żak | Siobhán Ní
        Dhomhnaill | D'Angelo Russo | 王小明 | Иван Петров | Mary-Jane St. James | Will May | June Smith | Holly
        May | Grace Art | José María de los Ríos y Vega | Abdul bin Rashid | María-José Núñez
    """),
)
def test_a_name_is_heard_as_it_was_given(name):
    """Particles, hyphens, apostrophes, accents, suffixes and other scripts stay, bare or introduced."""
    assert hear(name, "ASK_NAME").name == name
    assert hear(f"my name is {name}").name == name
    assert hear(f"a nombre de {name}", language="es").name == name


def test_a_name_turned_round_keeps_its_comma():
    """ "Ma, Andrea" stays in the caller's own form."""
    assert hear("Ma, Andrea", "ASK_NAME").name == "Ma, Andrea"


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("jamie reyes", "Jamie Reyes"),
        ("ana de la cruz", "Ana de la Cruz"),
        ("van nguyen", "Van Nguyen"),
        ("anne-marie o'brien", "Anne-Marie O'Brien"),
        ("inés peña jr.", "Inés Peña Jr."),
        ("mcdonald", "McDonald"),
        ("JAMIE REYES", "JAMIE REYES"),
        ("Jamie reyes", "Jamie Reyes"),
        ("иван", "Иван"),
        ("ludwig van beethoven", "Ludwig van Beethoven"),
        ("LaToya McCoy", "LaToya McCoy"),
    ],
)
def test_small_letters_get_capitals_and_a_callers_own_capitals_stay(line, name):
    """A transcript without capitals gives a proper name; capitals are never taken away."""
    assert hear(line, "ASK_NAME").name == name


@pytest.mark.parametrize(
    "line",
    said("""
        Jamie | Jamie. | Jamie, please | yes, Jamie | it's Jamie | jamie | um, Jamie | that's Jamie | Jamie,
        thank you | for Jamie | no, Jamie | sure, it's jamie | [Jamie] | "Jamie" | (jamie) | my name is [Jamie]
    """),
)
def test_a_bare_name_is_heard_where_it_was_asked(line):
    """Politeness beside it is not part of it."""
    assert hear(line, "ASK_NAME").name == "Jamie"


@pytest.mark.parametrize("state", ["LISTEN", "ASK_DAY", "ASK_TIME", "CONFIRM"])
def test_a_bare_name_is_heard_nowhere_else(state):
    """A lone word is no name to who asked for something else."""
    assert hear("Jamie", state).name is None


NO_NAMES = {
    "en": said("""
        I'm looking for an appointment | I'm sick | I'm free Tuesday | I am calling about my tooth | I'm not
        sure | I'm sorry | I'm terribly sorry | I'm here | this is terrible | this is about my son | it's fine
        | it's urgent | I'm in pain | I'm pregnant | I'm new here | that's right | for Tuesday | it's for my
        father | it's for my son | I need it for tomorrow | an appointment for a cleaning | a table for two |
        I'm wondering | under the weather | what is your name | the doctor's name is Gregory House | I am | my
        name | my name is | call me back | call me tomorrow | I'M SICK | the name is wrong | that is not my
        name | you are speaking too fast | hello there | who is this
    """),
    "es": said("""
        soy nuevo | soy diabético | estoy enfermo | soy de Madrid | es urgente | para el martes | quiero una
        cita para mañana | ¿cuál es su nombre? | es para mi padre | soy muy puntual | me llamo | mi nombre |
        no me llamo así
    """),
}


@pytest.mark.parametrize(
    ("language", "line"), [(language, line) for language, lines in NO_NAMES.items() for line in lines]
)
def test_what_only_looks_like_an_introduction_gives_no_name(language, line):
    """ "I'm sick" introduces nobody."""
    assert {hear(line, state, language).name for state in ("LISTEN", "CONFIRM")} == {None}


@pytest.mark.parametrize(
    "line",
    said("""
        yes | no | no thanks | hello | goodbye | what time is it | a person please | I only have one name |
        say that again | Tuesday at ten | ten thirty | never mind | I don't know | what did you say | I'd
        rather not say | why do you need that | sí | gracias | adiós | [1] | ... | 42 | my tooth hurts |
        cancel my appointment | the second one
    """),
)
def test_an_answer_to_something_else_is_no_name_where_a_name_was_asked(line):
    """Asked for a name, a caller may still say other things."""
    assert hear(line, "ASK_NAME").name is None


def test_a_name_and_other_values_come_in_one_line():
    """All three slots, in any order."""
    for line in (
        "Tuesday at 10 a.m., the name is Jamie",
        "my name is Jamie, Tuesday at 10 a.m.",
        "I'm Jamie and I'd like Tuesday at 10 a.m.",
    ):
        assert (hear(line).name, str(hear(line).day), str(hear(line).time)) == ("Jamie", "2026-09-15", "10:00:00")
    assert hear("Jamie, Tuesday at ten", "ASK_NAME").name == "Jamie"
    assert hear("Jamie, and it's for Tuesday", "ASK_NAME").name == "Jamie"


@pytest.mark.parametrize("line", said("Mr. Reyes | mister Reyes | it's Mrs. Reyes | Dr. Reyes | my name is Ms Reyes"))
def test_a_title_is_no_part_of_a_name(line):
    """Whatever the title, the clinic writes down the name."""
    assert hear(line, "ASK_NAME").name == "Reyes"


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("I'm Ana, it's for my father, Luis", "Luis"),
        ("my name is Ana and it's for my son Leo", "Leo"),
        ("this is Ana, I'm calling on behalf of Luis", "Luis"),
        ("I'm Ana, the appointment is for my mother, Rosa Vega", "Rosa Vega"),
        ("it's for Luis, I'm Ana", "Luis"),
        ("my name is Ana, sorry, my name is Anna", "Anna"),
        ("change the name to Anna", "Anna"),
        ("that's not my name, my name is Anna", "Anna"),
    ],
)
def test_the_name_is_the_patients_and_the_last_one_said(line, name):
    """Whoever calls for somebody else gives that person's name; a correction stands."""
    assert hear(line, "CONFIRM").name == name


def test_a_first_and_a_last_name_are_put_together():
    """In whichever order they come."""
    assert hear("first name Grace, last name Jones", "ASK_NAME").name == "Grace Jones"
    assert hear("last name Jones, first name Grace", "ASK_NAME").name == "Grace Jones"
    assert hear("mi nombre es Ana y mi apellido es Vega", "ASK_NAME", "es").name in ("Ana Vega", "Ana")


def test_a_lone_word_where_the_name_was_asked_is_of_the_calls_language():
    """Dale is a name in English, and a yes in Spanish."""
    assert (hear("Dale", "ASK_NAME", "en").name, hear("dale", "ASK_NAME", "es").name) == ("Dale", None)


def test_an_accent_written_apart_stays_as_it_came():
    """The spelling is the caller's; comparing names is another matter."""
    apart = unicodedata.normalize("NFD", "Peña")
    assert hear(f"my name is {apart}").name == apart


def test_a_name_that_is_too_long_is_no_value():
    """A hundred and forty letters are a name, ten thousand are not, however they come."""
    long = " ".join(["Ana María del Carmen de la Concepción", "Fernández de Córdoba y Álvarez de Toledo"] * 2)[:145]
    assert (hear(long, "ASK_NAME").name, len(long)) == (long, 145)
    for line in (
        "a" * 10_000,
        "my name is " + "a" * 10_000,
        "Ana " * 2_500,
        "a b " * 2_500,
        "a-" * 5_000,
        "Ana-" * 2_500,
        "double " * 1_400,
    ):
        assert len(hear(line, "ASK_NAME").name or "") <= LONGEST


def test_the_words_of_a_name_are_its_span():
    """Whoever asks why a name was heard is shown its words."""
    line = "so my name is Ana de la Cruz thanks"
    spans = [line[span.start : span.end] for span in hear(line).spans if span.what == "name"]
    assert spans == ["Ana de la Cruz"]


@given(st.text(max_size=80), st.sampled_from(STATES), st.sampled_from(["en", "es"]))
def test_a_name_has_words_in_the_line(line, state, language):
    """Nothing is heard that was not said, and no text raises."""
    heard = hear(line, state, language)
    spans = [span for span in heard.spans if span.what == "name"]
    assert (heard.name is None) or (spans and all(line[span.start : span.end].strip() for span in spans))


NO_WORD = st.text(alphabet="abcdefghijklmnopqrstuvwxyzáéíóúñ", min_size=5, max_size=12).map("q{}".format)


@given(st.lists(NO_WORD, min_size=1, max_size=3))
def test_any_capitalised_words_after_my_name_is_are_the_name(words):
    """No table of names is needed."""
    name = " ".join(word.capitalize() for word in words)
    assert hear(f"my name is {name}").name == name


@pytest.mark.parametrize(
    ("line", "language", "name"),
    [
        ("just Sukarno", "en", "Sukarno"),
        ("it's only Prince", "en", "Prince"),
        ("Sukarno, that's all", "en", "Sukarno"),
        ("Prince, nothing else", "en", "Prince"),
        ("I have just one name, Sukarno", "en", "Sukarno"),
        ("Anne with an e", "en", "Anne"),
        ("Sara without an h", "en", "Sara"),
        ("Robin Fox, it's for my mother", "en", "Robin Fox"),
        ("Robin Fox, es para mi madre", "es", "Robin Fox"),
        ("solo Sukarno", "es", "Sukarno"),
        ("Sukarno, nada más", "es", "Sukarno"),
        ("Ana con una ene", "es", "Ana"),
    ],
)
def test_what_is_said_beside_a_name_is_no_part_of_it(line, language, name):
    """Who has one name says so, who has an unusual spelling too, and who calls for somebody else."""
    assert hear(line, "ASK_NAME", language).name == name


@pytest.mark.parametrize(
    ("line", "language"), [("I only have one name", "en"), ("no last name", "en"), ("solo tengo un nombre", "es")]
)
def test_saying_that_there_is_no_more_is_no_name(line, language):
    """Nobody is called "one name"."""
    assert hear(line, "ASK_NAME", language).name is None


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("my name is not Jamie", "en"),
        ("my name isn't Jamie", "en"),
        ("I'm not Jamie", "en"),
        ("Jamie is not my name", "en"),
        ("not Jamie", "en"),
        ("mi nombre no es Jamie", "es"),
        ("no me llamo Jamie", "es"),
        ("Jamie no es mi nombre", "es"),
    ],
)
def test_a_name_that_is_refused_is_no_name(line, language):
    """Whoever is not Jamie is never booked as Jamie, whatever was asked."""
    for state in STATES:
        heard = hear(line, state, language)
        assert (heard.name, "name" in heard.denied, heard.intent) == (None, True, "no")


def test_a_name_in_place_of_a_refused_one_is_heard():
    """ "It's not Jamie, it's Jaime" tells the name."""
    heard = hear("it's not Jamie, it's Jaime", "CONFIRM")
    assert (heard.name, heard.denied) == ("Jaime", frozenset())
