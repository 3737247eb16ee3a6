"""A whole yes is nothing but a yes; a no is told from "no problem"; what is neither is neither."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.understanding.calls import hear, intent, said

YES = {
    "en": said("""
        yes | Yes. | yes yes | yeah | yep, please | yup | yes please | yes, book it | Yes! Please book it for
        me. | go ahead | please go ahead and book it | book it | confirm | yes, go ahead and make the
        appointment | that's right | thats right | that is correct | correct | right | exactly | sure | sure,
        thank you | sounds good | that sounds great to me | sounds perfect, thanks | that works | that works
        for me | it all looks fine | perfect | great, thanks a lot | okay | ok | all right | that will be fine
        | that would be lovely, thank you | absolutely | of course | certainly | definitely, please do | yes
        it is | yes I am sure | yes, that is what I wanted | I agree | I confirm | yes, I'm happy with that |
        now is fine, yes | um, yes | uh yes please sir | well, yes | yes, thank you very much, goodbye |
        hello, yes | go for it | let's do it | you're right | you got it | fine by me | that suits me very
        well | I'll take it | yes indeed | affirmative | the answer is yes | 👍 | oh yes, and thank you
    """),
    "es": said("""
        sí | si | SÍ. | sí, sí | sí, por favor | dale | vale | claro | claro que sí | correcto | perfecto,
        gracias | está bien | de acuerdo | por supuesto | adelante | así es | eso es | sí, confírmelo |
        resérvela, por favor | me parece bien | muy bien, gracias | sí, señora | exacto | conforme | me va
        bien | eh, sí | pues sí | todo correcto
    """),
}

NEITHER = {
    "en": said("""
        I guess | I guess so | maybe | perhaps | uh-huh | uh huh | mm-hmm | no problem | no worries | not yet
        | I suppose so | I think so | probably | possibly yes | see | I know | my eyes hurt | I don't know |
        I'm not sure | not sure | whatever | wait | hold on a second | let me think | why not | I can't say
        yes | I cannot approve this yet | don't book it yes? | yes? | okay? | is that right? | Okay, wait,
        don't run that. | Sure, but what does that do exactly? | yes but | yes, if my wife agrees | yes unless
        it rains | yes and no | no, yes | yes, no | Thank you for watching! | thank you | thanks a lot |
        please | yesterday | yessica | nowhere | knows | okra | a | C | yes to the dress | not no | ... | 🙂 |
        should be fine | almost right | I can't answer yes or no | who knows
    """),
    "es": said("""
        si quiere | si puede ser | see | creo que sí | quizás | tal vez | a lo mejor | no sé | no lo sé | no
        estoy seguro | todavía no | aún no | no hay problema | sin problema | depende | supongo | ¿sí? | sí,
        pero | sí, si mi mujer puede | no, está bien | espere un momento | me da igual | gracias | sino |
        sitio | no puedo confirmar todavía | sí y no
    """),
}

NO = {
    "en": said("""
        no | No. | nope | nah | no thanks | no, thank you | no sir | not really | not at all | absolutely not
        | of course not | definitely not | no way | that's not ok | that is not right | that isn't correct |
        that wasn't right | it's not what I said | that's wrong | that's all wrong | incorrect | wrong | I
        disagree | I don't think so | don't book it | please don't book that | no, don't do that | I don't
        want that | that doesn't work for me | that won't work | I can't make that | I'd rather not | the
        answer is no | I said no | um, no | well no | no no no | that's not it | I didn't say that | I've
        changed my mind | you got that wrong | not okay | that's not great | oh no, that's not what I wanted |
        I'm afraid that's not right
    """),
    "es": said("""
        no | No. | no, gracias | no no | que no | claro que no | para nada | no está bien | no es correcto |
        eso no es lo que dije | está mal | incorrecto | mejor no | no me va bien | no me sirve | no quiero eso
        | no estoy de acuerdo | eh, no | de ninguna manera
    """),
}


def lines(table: dict[str, list[str]]) -> list[tuple[str, str]]:
    """Every line of a table with its language."""
    return [(language, line) for language, said in table.items() for line in said]


@pytest.mark.parametrize(("language", "line"), lines(YES))
def test_a_line_of_assent_and_politeness_is_a_whole_yes(language, line):
    """However a caller agrees, an agreement and nothing else is a yes."""
    assert intent(line, "CONFIRM", language) == "yes"


@pytest.mark.parametrize(("language", "line"), lines(NEITHER))
def test_what_is_not_wholly_a_yes_is_no_answer(language, line):
    """A doubt, a question, a condition, a look-alike or silence neither books nor refuses."""
    assert intent(line, "CONFIRM", language) not in ("yes", "no")


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "the day is right"),
        ("en", "yes, the name is correct"),
        ("es", "la hora está bien"),
        ("es", "sí, el día es correcto"),
    ],
)
def test_praise_for_one_of_the_three_is_no_whole_yes(language, line):
    """Whoever says that the day is right has not said that the rest is."""
    assert intent(line, "CONFIRM", language) == "unknown"


@pytest.mark.parametrize(("language", "line"), lines(NO))
def test_a_no_is_heard_in_many_wordings(language, line):
    """A refusal of the whole is a no, a negated approval too."""
    heard = hear(line, "CONFIRM", language)
    assert (str(heard.intent), heard.values()) == ("no", {})


@pytest.mark.parametrize(
    "line",
    ["yes, Friday please", "yes, but at three", "yes at 10", "okay, Tuesday", "sí, el viernes", "sí, a las tres"],
)
def test_a_yes_with_a_value_gives_the_value(line):
    """Whoever names a day or a time with the yes has not agreed to what was read back."""
    heard = hear(line, "CONFIRM", "es" if "sí" in line else "en")
    assert heard.intent == "inform"
    assert heard.values() or heard.unclear


@pytest.mark.parametrize(
    "line",
    [
        "no, make it two thirty",
        "No, on Friday",
        "nope, it should be at ten",
        "no, a las tres",
        "that's wrong, it is Friday",
    ],
)
def test_a_no_with_a_value_is_a_correction(line):
    """The no stays, and the new value comes with it."""
    heard = hear(line, "CONFIRM", "es" if "las" in line else "en")
    assert heard.intent == "no"
    assert heard.values() or heard.unclear


@pytest.mark.parametrize(
    ("line", "language"),
    [("sí, por favor", "en"), ("yes please", "es"), ("no gracias", "en"), ("that's not right", "es")],
)
def test_a_line_wholly_in_the_other_language_is_understood(line, language):
    """A caller who answers in the other of the two languages is answered all the same."""
    assert intent(line, "CONFIRM", language) == ("yes" if line[0] in "sy" else "no")


@pytest.mark.parametrize("line", ["", "   ", "\n", "...", "um"])
def test_silence_is_no_answer(line):
    """An empty line, blanks and a mere um are unknown in every state."""
    assert {intent(line, state) for state in ("LISTEN", "ASK_DAY", "ASK_TIME", "ASK_NAME", "CONFIRM")} == {"unknown"}


def test_see_is_a_yes_in_neither_language():
    """What a transcript makes of "sí" is asked again, rather than taken for it."""
    assert [intent("see", "CONFIRM", language) for language in ("en", "es")] == ["unknown", "unknown"]


def test_book_it_is_a_yes_only_to_a_read_back():
    """The same words ask for a booking where none was read back."""
    assert (intent("book it", "CONFIRM"), intent("book it", "LISTEN")) == ("yes", "book")


def test_see_you_then_is_no_goodbye_and_no_yes_by_itself():
    """Whoever means to come has neither said yes nor given up; after a yes it is politeness."""
    assert [intent(line, "CONFIRM") for line in ("see you then", "sounds good, see you then")] == ["unknown", "unknown"]
    assert intent("yes please, see you then", "CONFIRM") == "yes"


def test_thanks_for_something_is_a_yes_only_to_a_read_back():
    """ "Great, thank you" closes a subject, unless the question was whether to book."""
    assert (intent("great, thank you", "CONFIRM"), intent("great, thank you", "LISTEN")) == ("yes", "unknown")


ALL_YES = st.sampled_from(lines(YES))
BREAKERS = [
    "not",
    "don't",
    "never",
    "no",
    "but",
    "if",
    "three",
    "10",
    "Friday",
    "unless",
    "why",
    "what",
    "maybe",
    "pero",
    "nunca",
    "jamás",
    "?",
]


@given(ALL_YES, st.sampled_from(BREAKERS), st.integers(0, 12))
def test_a_yes_with_a_negation_a_question_a_number_or_a_but_is_none(said, breaker, at):
    """Wherever in the line it stands, such a word breaks the yes."""
    language, line = said
    words = line.split()
    words.insert(min(at, len(words)), breaker)
    assert intent(" ".join(words), "CONFIRM", language) != "yes"


@given(ALL_YES, st.text(alphabet=st.characters(categories=("L", "N")), min_size=4, max_size=12))
def test_a_yes_with_an_unknown_word_is_none(said, word):
    """What the tables don't know can't be agreed to."""
    language, line = said
    assert intent(f"{line} xq{word}", "CONFIRM", language) != "yes"


def without_accents(line: str) -> str:
    """The line without the marks of its letters."""
    return "".join(sign for sign in unicodedata.normalize("NFD", line) if not unicodedata.combining(sign))


@pytest.mark.parametrize("table", [YES, NEITHER, NO], ids=["yes", "neither", "no"])
def test_case_accents_full_stops_and_spaces_change_nothing(table):
    """A transcript may have lost its capitals, its accents and its points, and doubled its spaces."""
    for language, line in lines(table):
        plain = intent(line, "CONFIRM", language)
        for other in (
            line.upper(),
            line.lower(),
            without_accents(line),
            line + ".",
            line.replace(" ", "  "),
            line.replace(".", ""),
        ):
            assert intent(other, "CONFIRM", language) == plain, other


@pytest.mark.parametrize("table", [YES, NO], ids=["yes", "no"])
def test_a_filler_changes_nothing(table):
    """An um or an eh between any two words is not heard."""
    for language, line in lines(table):
        words = line.split()
        filler = {"en": "um", "es": "eh"}[language]
        for at in range(len(words) + 1):
            assert intent(" ".join([*words[:at], filler, *words[at:]]), "CONFIRM", language) == intent(
                line, "CONFIRM", language
            )


@pytest.mark.parametrize(
    ("line", "language"), [("yeah right", "en"), ("yes, hmm", "en"), ("yes hmm...", "en"), ("sí, mmm", "es")]
)
def test_a_yes_that_is_not_meant_books_nothing(line, language):
    """Mockery and a yes that trails off in doubt are no whole yes; a doubt before the yes is over."""
    assert intent(line, "CONFIRM", language) == "unknown"
    assert intent("hmm, yes", "CONFIRM") == "yes"
