"""A red flag is heard at once, in either language, and none is heard where it is denied or long past."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.call_layer.triage import holds_emergency, triage
from tests.understanding.calls import said

FLAGS = {
    "chest_pain": said("""
        I have chest pain | chest pains since this morning | there's a pain in my chest | my chest hurts | No, my
        chest hurts | no my chest hurts | my chest feels tight | I think he's having a heart attack | I've had chest
        pain since last year | I had a heart attack two years ago and now my chest hurts again | me duele el pecho |
        my chest, it hurts a lot | no, me duele el pecho | tengo un dolor fuerte en el pecho | creo que es un infarto
        | I don't want to wait, chest pain is killing me | No, chest pain
    """),
    "breathing": said("""
        no puedo respirar | I can't breathe | cant breathe | my son is not breathing | he isn't breathing | I'm not
        breathing right, I'm short of breath | trouble breathing | breathing is really difficult | No. I can't breathe
        | no chest pain and I can't breathe | me falta el aire | se está ahogando | no respira | mi hija no puede
        respirar
    """),
    "stroke": said("""
        I don't have chest pain, but my arm is numb and I can't breathe | my left arm is numb | his face is drooping |
        I think it's a stroke | her speech is slurred | I've got a numb left arm | se me durmió el brazo | tiene la
        cara torcida | creo que es un derrame
    """),
    "bleeding": said("""
        it won't stop bleeding | she's bleeding heavily | I don't have chest pain or shortness of breath but I'm
        bleeding heavily | no para de sangrar | está sangrando mucho
    """),
    "unconscious": said("""
        he passed out | she won't wake up | mi madre se desmayó | no reacciona | he is having a seizure
    """),
    "self_harm": said("""
        I want to kill myself | I don't want to live | quiero morirme | me quiero matar
    """),
    "poison": said("""
        she took too many pills | my son drank bleach | tomó muchas pastillas | I took a whole bottle of pills |
        I've taken too many pills
    """),
    "allergy": said("it's a severe allergic reaction | creo que es anafilaxia"),
    "emergency": said("""
        this is an emergency | call an ambulance | es una emergencia | necesito una ambulancia | I think I'm dying |
        help, emergency!
    """),
}

CALM = said("""
    no chest pain | I don't have chest pain | I dont have chest pain | I do not have any chest pain | I have no chest
    pain, fever, or trouble breathing | no fever or chest pain | never had chest pain | not short of breath | I have no
    trouble breathing | I can breathe fine | I'm not having a heart attack | my chest doesn't hurt | it's not an
    emergency | I'm not suicidal | no stroke | no, no chest pain | my father had a stroke in 1990 | I had a heart attack
    two years ago | my brother died of a heart attack | a follow-up for my stroke | he fainted last year | my stroke
    medication | I can't breathe through my nose | my emergency contact is Ana | my eyes hurt | my tooth hurts | yes |
    I know | Tuesday at nine | chestpain | heart | a stroke of luck | I work in the emergency room doctor's office |
    no tengo dolor de pecho | no tengo dolor en el pecho ni me falta el aire | no me duele el pecho | sin dolor de pecho
    | no es una emergencia | mi padre tuvo un derrame en 1990 | hace dos años tuve un infarto | me duele la muela |
    no puedo respirar por la nariz | no puedo el martes | sí | mi contacto de emergencia es Ana | I need a refill of my
    stroke medication | chest pain? no | dolor de pecho, no | I never had a seizure |
    nunca me ha dado un infarto | I'm dying to see you | my doctor said to come in after my heart attack | it's not my
    chest | I'm bleeding from my gum | stroke patient support
""")


def flags():
    """Every line with its flag."""
    return [(flag, line) for flag, lines in FLAGS.items() for line in lines]


@pytest.mark.parametrize(("flag", "line"), flags())
def test_a_red_flag_is_heard_whatever_the_call_speaks(flag, line):
    """By its kind, with the caller's own words, on an English and on a Spanish call."""
    for language in ("en", "es"):
        found = triage(line, language)
        assert found is not None and found.flag == flag and found.words in line


@pytest.mark.parametrize("line", CALM)
def test_what_is_denied_or_past_or_only_sounds_like_it_is_none(line):
    """A negation, history, a compound word, another organ."""
    assert triage(line, "en") is triage(line, "es") is None


def test_an_emergency_that_nobody_spoke_of_is_held_once():
    """Only where a quote is open and the last line was a bare yes; the second time it passes."""
    as_heard = {"quote_open": True, "bare_yes": True, "urgent": False, "held_before": False}
    assert holds_emergency(**as_heard)
    for changed in ("quote_open", "bare_yes", "urgent", "held_before"):
        assert not holds_emergency(**{**as_heard, changed: not as_heard[changed]})


WORDS = st.sampled_from(
    "no not I don't have chest pain , . and or but can't breathe my father had stroke in 1990 ¿ ? now".split()
)


@given(st.lists(WORDS, max_size=14).map(" ".join) | st.text(max_size=60))
def test_any_line_is_read_and_its_words_are_in_it(line):
    """No text is too strange, and a flag has words in the line."""
    for language in ("en", "es"):
        found = triage(line, language)
        assert found is None or found.words in line


@given(st.lists(WORDS, max_size=6).map(" ".join))
def test_nothing_before_it_hides_a_new_sentence(line):
    """Whatever came before, a sentence of its own is heard."""
    assert triage(f"{line}. I can't breathe", "en")
