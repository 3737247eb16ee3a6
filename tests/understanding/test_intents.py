"""What a line is about: a booking, a person, the question again, a goodbye; and which offer is picked."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.protocol import Intent
from tests.understanding.calls import hear, intent, said

STATES = ["LISTEN", "ASK_DAY", "ASK_TIME", "ASK_NAME", "CONFIRM"]

HUMAN = {
    "en": said("""
        a person, please | can I talk to someone | I want to speak to a human | operator | Operator! |
        representative please | let me talk to a real person | could you put me through to the front desk |
        transfer me to reception | get me your manager | I'd like to speak with the receptionist | connect me
        with an agent | is there somebody there I can talk to | I need a human being | I don't want to talk to
        a machine | stop, I hate talking to robots | give me a real person | speak to an agent now | can
        somebody else help me | may I speak directly to the nurse | put me through | I'd rather talk to a
        person, thanks | no, I want a person | yes, let me speak with your supervisor | someone I can talk to
        please | human | agent
    """),
    "es": said("""
        una persona, por favor | quiero hablar con una persona | ¿puedo hablar con alguien? | páseme con
        recepción | operador | necesito hablar con el encargado | póngame con un agente | prefiero hablar con
        un humano | comuníqueme con la recepcionista | no quiero hablar con una máquina | me gustaría hablar
        con una enfermera
    """),
}

VISIT = {
    "en": said("""
        cancel my appointment | I need to cancel my appointment | I'd like to cancel | I have to cancel
        tomorrow's appointment | reschedule my visit | I need to reschedule | can I move my appointment | I
        want to change my appointment | I can't make it to my appointment | please cancel the booking I made |
        my appointment needs to be cancelled | I no longer need my appointment | can we postpone it | I have
        an appointment and I need to change it
    """),
    "es": said("""
        cancelar mi cita | quiero cancelar mi cita | necesito cambiar mi cita | anular la cita | quisiera
        mover mi cita | reprogramar la cita | no puedo ir a mi cita | ya no necesito la cita
    """),
}

NO_HUMAN = said("""
    I don't want to talk to a person | no need to speak to an agent | I'm a person too | an appointment for
    one person | two people | I need to see the doctor | book me with the dentist | personal reasons | is the
    doctor good | somebody told me to call
""")

REPEAT = {
    "en": said("""
        say that again | can you repeat that | repeat please | pardon? | sorry? | what? | come again | one
        more time | what did you say | I didn't catch that | I couldn't hear you | could you say it once more
        please | what was that again | hello? | hello | hi there | are you there? | can you hear me | good
        morning | I don't understand | excuse me? | what is open? | what's free? | what times do you have |
        which days are available | when can I come | what are my options | when are you open | do you have
        anything else available | any other times? | what have you got
    """),
    "es": said("""
        repita, por favor | ¿puede repetir? | ¿cómo? | ¿cómo dice? | otra vez, por favor | no le he oído |
        hola | ¿hola? | buenos días | ¿qué horas hay? | ¿qué hay libre? | ¿cuándo puedo ir? | no entiendo |
        ¿qué dijo? | ¿qué horarios tienen?
    """),
}

GOODBYE = {
    "en": said("""
        goodbye | bye | bye bye | good bye then | never mind | nevermind | forget it | oh forget about it |
        cancel that | thanks, bye | okay, goodbye | see you | I'll call back later | no thanks, goodbye | have
        a nice day | leave it
    """),
    "es": said("""
        adiós | hasta luego | chao | olvídelo | déjelo | no importa | gracias, adiós | nos vemos | bueno,
        hasta luego
    """),
}

BOOK = {
    "en": said("""
        I'd like to book an appointment | I need an appointment | make an appointment please | I want to
        schedule a visit | can I get an appointment | I need to see the doctor | I'd like to come in | book me
        in please | could I have a check-up | I'm calling to make an appointment | I'm looking for an
        appointment | do you have any appointments | set up a visit for me | I want to see a dentist |
        appointment please | hello, I would like to make a booking | I need a cleaning
    """),
    "es": said("""
        quiero pedir una cita | necesito una cita | quisiera reservar hora | me gustaría ver al médico | una
        cita, por favor | hola, quería una cita | llamo para pedir cita | quiero agendar una visita | ¿me
        puede dar cita?
    """),
}

UNKNOWN = said("""
    the weather is lovely | blah blah | 12 monkeys ate | purple | my tooth hurts | I love this song | thank
    you | [bold] | 💥
""")


def lines(table):
    """Every line of a table with its language."""
    return [(language, line) for language, said in table.items() for line in said]


@pytest.mark.parametrize(("language", "line"), lines(HUMAN) + lines(VISIT))
def test_a_person_is_asked_for_in_any_wording_and_state(language, line):
    """A wish for a person, and what only a person can do, outrank all else, wherever the call is."""
    assert {intent(line, state, language) for state in STATES} == {"human"}


@pytest.mark.parametrize("line", NO_HUMAN)
def test_a_person_who_is_only_mentioned_is_not_asked_for(line):
    """Nobody is handed off for a word that means a person."""
    assert intent(line) != "human"


@pytest.mark.parametrize(
    "line",
    [
        "a person please, Tuesday at ten",
        "cancel my appointment on Friday",
        "Tuesday at ten, and let me talk to someone",
    ],
)
def test_a_person_outranks_the_values_beside_it(line):
    """Values in the same line are kept, and the caller gets the person."""
    heard = hear(line)
    assert heard.intent == "human"
    assert heard.day or "day" in heard.unclear


def test_a_visit_that_exists_is_a_matter_for_a_person():
    """Whoever asks about a visit of theirs is handed on; in the middle of a booking the same words are about that."""
    assert intent("I'd like to confirm my appointment", "LISTEN") == "human"
    assert intent("please confirm my appointment", "CONFIRM") == "yes"
    assert intent("I had an appointment on Friday and I can't come", "LISTEN") == "human"


def test_a_booking_under_way_can_be_changed_without_a_person():
    """Where a booking was read back, "change the appointment to Friday" is about that one."""
    assert intent("change the appointment to Friday at ten", "CONFIRM") == "inform"
    assert intent("change my appointment to Friday at ten", "LISTEN") == "human"


@pytest.mark.parametrize(("language", "line"), lines(REPEAT))
def test_the_question_is_asked_again_for_many_wordings(language, line):
    """Say that again, what is open, and a greeting that waits for an answer."""
    assert intent(line, "ASK_TIME", language) == "repeat"


@pytest.mark.parametrize(
    "line", ["what's free on Tuesday?", "is Tuesday possible?", "what do you have on Friday", "hello, Tuesday please"]
)
def test_a_question_about_a_day_gives_the_day(line):
    """A value makes the line an inform, so that the agent looks that day up."""
    heard = hear(line)
    assert (heard.intent, heard.day is not None) == ("inform", True)


@pytest.mark.parametrize(("language", "line"), lines(GOODBYE))
def test_a_goodbye_is_heard_in_many_wordings(language, line):
    """Whoever gives up or takes leave is let go."""
    assert intent(line, "CONFIRM", language) == "goodbye"


def test_whoever_gives_up_one_thing_for_another_goes_on():
    """A never-mind with a value is no goodbye."""
    assert intent("never mind that, Friday at ten", "CONFIRM") == "inform"


@pytest.mark.parametrize(("language", "line"), lines(BOOK))
def test_a_booking_is_asked_for_in_many_wordings(language, line):
    """A caller who wants to come in wants to book."""
    assert intent(line, "LISTEN", language) == "book"


def test_a_booking_with_a_value_stays_a_booking_only_at_the_start():
    """Once the agent has asked for something, the value is the news."""
    line = "book an appointment for Friday"
    assert (intent(line, "LISTEN"), intent(line, "ASK_DAY")) == ("book", "inform")


@pytest.mark.parametrize("line", UNKNOWN)
def test_what_the_tables_do_not_know_is_unknown(line):
    """No intent is made up."""
    assert intent(line) == "unknown"


@pytest.mark.parametrize(
    ("line", "choice"),
    [
        ("the second one", 2),
        ("the first one please", 1),
        ("I'll take the third option", 3),
        ("the last one", -1),
        ("the first", 1),
        ("number two please", 2),
        ("option three", 3),
        ("the earliest", 1),
        ("let's say the second slot", 2),
        ("the fourth one works", 4),
        ("the very last one", -1),
        ("the 2nd one", 2),
    ],
)
def test_an_offer_is_picked_by_its_place(line, choice):
    """The n-th of what was offered, the last as -1, with the words that said so."""
    heard = hear(line, "ASK_TIME")
    assert (heard.choice, heard.intent, heard.day, heard.time) == (choice, "inform", None, None)
    assert "choice" in {span.what for span in heard.spans}


@pytest.mark.parametrize(
    ("line", "choice"),
    [
        ("el segundo", 2),
        ("la primera", 1),
        ("la última, por favor", -1),
        ("la tercera opción", 3),
        ("la opción dos", 2),
    ],
)
def test_an_offer_is_picked_in_spanish(line, choice):
    """As in English."""
    assert hear(line, "ASK_TIME", "es").choice == choice


@pytest.mark.parametrize(
    "line",
    [
        "October second",
        "the second of October",
        "first thing tomorrow",
        "wait a second",
        "at first I thought so",
        "my first name is Ana",
        "it is my first time",
        "the last time I was ill",
    ],
)
def test_an_ordinal_in_something_else_picks_nothing(line):
    """A date's second, a moment and a first name are no choice."""
    assert hear(line, "ASK_DAY").choice is None


@pytest.mark.parametrize(
    ("line", "slots", "language"),
    [
        ("not Tuesday", {"day"}, "en"),
        ("no not at ten", {"time"}, "en"),
        ("anything but Monday", {"day"}, "en"),
        ("that's the wrong day", {"day"}, "en"),
        ("the time is wrong", {"time"}, "en"),
        ("that is not my name", {"name"}, "en"),
        ("you got the wrong name", {"name"}, "en"),
        ("I'd like a different time", {"time"}, "en"),
        ("another day please", {"day"}, "en"),
        ("wrong day and wrong time", {"day", "time"}, "en"),
        ("ese no es mi nombre", {"name"}, "es"),
        ("la hora está mal", {"time"}, "es"),
        ("otro día, por favor", {"day"}, "es"),
        ("a esa hora no", {"time"}, "es"),
    ],
)
def test_a_refused_value_is_no_value_and_its_slot_is_denied(line, slots, language):
    """A no to one thing says which, and hears nothing in its place."""
    heard = hear(line, "CONFIRM", language)
    assert (heard.denied, heard.values(), heard.intent) == (slots, {}, "no")


@pytest.mark.parametrize(
    "line", ["the day is wrong, it should be Friday", "not my name, my name is Ana", "wrong time, at eleven please"]
)
def test_what_comes_in_the_place_of_a_refused_value_is_heard(line):
    """A slot that got a new value in the same line is not denied."""
    heard = hear(line, "CONFIRM")
    assert (heard.denied, len(heard.values())) == (frozenset(), 1)


@given(st.text(max_size=60), st.sampled_from(STATES), st.sampled_from(["en", "es"]))
def test_any_text_has_one_of_the_intents_and_spans_inside_it(line, state, language):
    """No text raises, and each span is a part of the line."""
    heard = hear(line, state, language)
    assert heard.intent in set(Intent)
    assert all(0 <= span.start < span.end <= len(line) for span in heard.spans)


WORDS = sorted(
    {word for table in (HUMAN, VISIT, REPEAT, GOODBYE, BOOK) for _, line in lines(table) for word in line.split()}
)


@given(st.lists(st.sampled_from(WORDS), max_size=15).map(" ".join), st.sampled_from(["en", "es"]))
def test_words_of_callers_in_any_order_never_raise(line, language):
    """The tables hold together on words that nobody put in this order."""
    assert hear(line, "CONFIRM", language).intent in set(Intent)


@pytest.mark.parametrize(
    "table", [HUMAN, VISIT, REPEAT, GOODBYE, BOOK], ids=["human", "visit", "repeat", "goodbye", "book"]
)
def test_case_and_spaces_change_no_intent(table):
    """A transcript in capitals or in small letters is heard alike."""
    for language, line in lines(table):
        for other in (line.upper(), line.lower(), line.replace(" ", "   "), f"  {line} "):
            assert intent(other, "ASK_DAY", language) == intent(line, "ASK_DAY", language), other


def steps(line: str) -> int:
    """How many lines of the program are run to hear this one."""
    count = 0

    def trace(frame, event, argument):
        nonlocal count
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        hear(line, "ASK_NAME")
    finally:
        sys.settrace(before)
    return count


LONG = said("""
    a | no, | ok no | my name is | I am | book a | what is | hello, hi, | J- | Ana de | Ana, | double | the
    first | talk to a | here | ( | ? | not | for | sorry, what, | is my name | name is not
""")


@pytest.mark.parametrize("words", LONG)
def test_a_line_twice_as_long_takes_twice_the_work(words):
    """No wording makes the work grow faster than the line."""
    hear(words, "ASK_NAME")  # what is compiled at the first use is compiled
    assert steps(f"{words} " * 600) < 2.3 * steps(f"{words} " * 300) + 2_000
