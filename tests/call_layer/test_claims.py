"""A reply that says that something was written is known by what it says, and a promise, a question or a no is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.call_layer.claims import claims, turns_away
from tests.understanding.calls import said

CLAIMS = {
    "booked": {
        "en": said("""
            You're booked for Tuesday at nine. | I've booked that for you. | I have booked it. | It's booked. | No
            problem, it's booked. | Your appointment is confirmed. | I was able to book it for you. | I've made an
            appointment for you. | I can confirm that your visit is booked. | Booked! | We'll see you on Tuesday. |
            Your appointment with Dr. Reyes is confirmed. | I have scheduled you for nine. | Okay, I went ahead and
            booked it | I've put you down for Tuesday | Great news! Your appointment's booked. | You now have an
            appointment on Tuesday at nine. | You're on the schedule for Tuesday. | The appointment was successfully
            created. | Confirmed: Tuesday at 9 a.m. | I have reserved 9 a.m. for you
        """),
        "es": said("""
            He reservado su cita. | Su cita está confirmada. | Queda reservada para el martes. | Ya tiene su cita. |
            Le he agendado para el martes. | Reservada. | Le confirmé la cita.
        """),
    },
    "moved": {
        "en": said("""
            Your appointment has been moved to Friday. | I moved your appointment. | I just rescheduled you to Friday. |
            It's been rescheduled. | Your new time is Friday at ten. | The change has been made.
        """),
        "es": said("Le he cambiado la cita al viernes. | Su cita queda cambiada."),
    },
    "cancelled": {
        "en": said("""
            Your visit on Tuesday is cancelled. | I cancelled it. | I've canceled your visit. | Cancelled. | The
            cancellation went through.
        """),
        "es": said("Se canceló su cita. | Su cita ha sido cancelada. | La he cancelado. | Cancelé su cita."),
    },
    "created": {
        "en": said("I've created a file for you. | You're registered. | I have added you to our system."),
        "es": said("Le he dado de alta. | Está registrado en el sistema."),
    },
    "refilled": {
        "en": said("The refill has been sent. | I've refilled your prescription. | Your refill is on its way."),
        "es": said("He renovado su receta. | Su receta ha sido renovada."),
    },
    "paid": {
        "en": said("""
            Payment received. | I have charged $40 to your card. | Your payment went through. | I've charged your
            card. | The invoice is paid.
        """),
        "es": said("Su pago fue procesado. | He cobrado su factura."),
    },
    "sent": {
        "en": said("""
            Your message has been forwarded. | I sent the message to Dr. Reyes. | I've left a message for the
            doctor. | Your message was sent.
        """),
        "es": said("He enviado el mensaje al doctor. | El mensaje ha sido enviado."),
    },
    "transferred": {
        "en": said("I'm transferring you now. | I've transferred your call. | You are being connected."),
        "es": said("Le paso con una persona. | Le estoy comunicando."),
    },
    "done": {
        "en": said("You're all set. | All set! | Done. | Okay, done. | It has been taken care of. | It went through."),
        "es": said("Listo, ya está. | Ya quedó listo. | Hecho."),
    },
}

NONE = {
    "en": said("""
        I can book that. | I'll book that for you. | shall I cancel it? | Shall I book that? | I have not booked
        anything. | I haven't cancelled it. | Nothing has been booked. | Would you like me to cancel your visit? |
        Once you say yes, it's booked. | If that suits you, it's booked | That time is already booked. | We are
        fully booked on Tuesday. | You have a visit booked on Tuesday. | I could not confirm it; someone will call
        you. | The visit could not be booked. | Your visit was not moved. | It will be cancelled when you say yes |
        Has your visit been cancelled? | I'm not sure it's booked. | I'd be happy to get that booked. | I did not
        send it. | I can transfer you to a person. | Tuesday 15 September at 9:00 a.m. with Dr. Reyes, for Jamie
        Fox. Shall I book that? | Your visit would move to Friday. Shall I do that? | What is your name? | Your
        visit would be cancelled. | It can be cancelled until Monday. | I need your date of birth. | I'm done? |
        I'll let the doctor know. | Do you already have an appointment booked? | You have one visit: Tuesday at nine
        with Dr. Reyes. | That slot has been booked by someone else. | We don't have anything booked for you. | To
        get it booked I need your name. | Please confirm: Tuesday at nine. | Your refill would be 30 tablets. Shall
        I request it? | I have two openings.
    """),
    "es": said("""
        Puedo reservarla. | ¿Quiere que la cancele? | No he reservado nada. | No está reservada. | Cuando diga que
        sí, queda reservada. | La cita será cancelada. | Voy a reservar la cita. | No pude confirmarlo. | ¿Cómo se
        llama? | Está bien. | El martes a las 9:00 de la mañana con Dr. Reyes, para Jamie Fox. ¿Lo reservo? | Se
        cancelaría su cita. ¿Lo hago? | No se ha cancelado nada. | Para que quede reservada, diga sí. | Esa hora ya
        está ocupada.
    """),
}


def claimed():
    """Every claim with its kind and language."""
    return [(kind, lang, text) for kind, table in CLAIMS.items() for lang, texts in table.items() for text in texts]


def unclaimed():
    """Every text that claims nothing, with its language."""
    return [(language, text) for language, texts in NONE.items() for text in texts]


@pytest.mark.parametrize(("kind", "language", "text"), claimed())
def test_a_claim_is_known(kind, language, text):
    """Alone, behind politeness, and in capitals."""
    for said_so in (text, f"Thank you. {text}", text.upper()):
        assert claims(said_so, language) == {kind}


@pytest.mark.parametrize(("language", "text"), unclaimed())
def test_what_is_offered_asked_or_denied_is_no_claim(language, text):
    """Neither a promise, nor a question, nor a no, nor a condition, nor what was there before."""
    assert claims(text, language) == frozenset()


def test_several_claims_are_all_known():
    """Each sentence counts for itself."""
    text = "I've cancelled your visit. You're booked for Friday. Shall I send a message?"
    assert claims(text, "en") == {"cancelled", "booked"}


def test_a_claim_in_the_other_language_counts_too():
    """A model may answer in the wrong language."""
    assert claims("You're booked.", "es") == claims("Su cita está confirmada.", "en") == {"booked"}


@pytest.mark.parametrize(
    "text",
    [
        "not_authorized",
        "the caller is not authorized",
        "You're not on file as someone who may act",
        "I can't discuss the patient's visits with you",
        "We only speak with the patient",
        "no está autorizada",
    ],
)
def test_turning_a_caller_away_is_known(text):
    """In a reason of a transfer, or in a reply."""
    assert turns_away(text, "en")


@pytest.mark.parametrize(
    "text", ["caller asked for a person", "booking_unconfirmed", "", "wants a refill", "no opening fits"]
)
def test_other_reasons_turn_nobody_away(text):
    """A transfer may have many reasons."""
    assert not turns_away(text, "en")


@given(st.text(max_size=80))
def test_any_text_is_read(text):
    """No reply of a model is too strange."""
    assert claims(text, "en") <= CLAIMS.keys() and claims(text, "es") <= CLAIMS.keys()
