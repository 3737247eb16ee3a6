"""Where a desk can cancel, move, and take messages, lines about that have intents of their own; nowhere else."""

import pytest

from lab.understanding import Context, understand
from tests.understanding.calls import HOURS, MONDAY, intent, said

DESK = frozenset({"cancel", "reschedule", "message"})

LINES = {
    "cancel": {
        "en": said("""
            I want to cancel my appointment | cancel my visit please | I have to cancel the cleaning on Tuesday |
            can I cancel | cancel | I no longer need my appointment
        """),
        "es": said("quiero cancelar mi cita | necesito anular la cita del martes | cancelar | ya no necesito la cita"),
    },
    "reschedule": {
        "en": said("""
            I need to move my appointment to Friday | reschedule my visit | I can't make my appointment, can I
            reschedule? | change my appointment | I have a visit on Tuesday and need a different day
        """),
        "es": said("quiero cambiar mi cita | reagendar mi cita | mover la cita al viernes"),
    },
    "message": {
        "en": said("""
            I'd like to leave a message | can you give Dr. Reyes a message | please tell the doctor that I feel
            better | take a message
        """),
        "es": said("quiero dejar un mensaje | un recado para la doctora | dígale al doctor que estoy mejor"),
    },
}


def lines():
    """Every line with its language and its intent at such a desk."""
    return [(task, lang, line) for task, table in LINES.items() for lang, found in table.items() for line in found]


def at_desk(line: str, state: str = "LISTEN", language: str = "en", tasks: frozenset[str] = DESK) -> str:
    """The intent of a line on a call whose desk can do these things."""
    return str(understand(line, state, Context(MONDAY, language, HOURS, tasks)).intent)


@pytest.mark.parametrize(("task", "language", "line"), lines())
def test_a_desk_that_can_do_it_hears_what_the_caller_wants(task, language, line):
    """Cancelling, moving and messages are intents of their own, and nowhere else."""
    assert at_desk(line, language=language) == task
    assert intent(line, language=language) not in DESK


def test_a_desk_hears_only_what_it_offers():
    """A desk that can cancel, and no more, sends whoever wants to move a visit to a person."""
    assert at_desk("I need to move my appointment", tasks=frozenset({"cancel"})) == "human"
    assert at_desk("leave a message", tasks=frozenset({"cancel"})) == intent("leave a message")


@pytest.mark.parametrize(
    ("line", "language"), [("yes, cancel it", "en"), ("cancel it", "en"), ("sí, cancélela", "es"), ("cancele", "es")]
)
def test_cancel_it_settles_nothing_where_something_was_read_back(line, language):
    """To a booking it would be a no, to a cancelling a yes: the desk asks for a plain one."""
    assert at_desk(line, "CONFIRM", language) == "unknown"


def test_what_was_an_answer_stays_one():
    """A desk that can do more hears yes, no and a request for a person as any other."""
    for line, heard in {"yes": "yes", "no": "no", "a person, please": "human", "no, at ten": "no"}.items():
        assert at_desk(line, "CONFIRM") == heard == intent(line, "CONFIRM")
    assert at_desk("cancel that", "ASK_TIME") == "goodbye"
