"""What was really spoken is compared with what is to be done, and a consent is for exactly that."""

import datetime as dt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lab.middleware.directory import Doctor, Office
from lab.middleware.spoken import Place as Spot
from lab.middleware.spoken import clock_words, differences, place_words, question, understand_speech
from lab.understanding import Context
from tests.middleware.conftest import NEW_YORK, Call, Place

NINE = "SEP15-0900-REYES"
DAY = ((dt.time(8), dt.time(17)),)
NORTH = Office(1, "North", "America/New_York", dict.fromkeys(range(5), DAY))
HARBOR = Office(2, "Harbor", "America/New_York", dict.fromkeys(range(5), DAY))
ALL_DAY = Office(3, "Night", "America/New_York", dict.fromkeys(range(7), ((dt.time(0), dt.time(23, 59)),)))
ANA, BRUNO, MAEVE = Doctor(88, "Ana", "Reyes"), Doctor(91, "Bruno", "Reyes"), Doctor(95, "Maeve", "O’Neil")
MAY, GIL = Doctor(96, "Lee", "May"), Doctor(97, "Eva", "Reyes Gil")
DOCTORS = (ANA, BRUNO, MAEVE, MAY, GIL)
START = dt.datetime(2026, 9, 15, 9, 0, tzinfo=NEW_YORK)
NOW = dt.datetime(2026, 9, 14, 9, 0, tzinfo=NEW_YORK)


def differ(text: str, spot: Spot, patient: str = "Jamie Rivera", language: str = "en") -> tuple[str, ...]:
    spoken = understand_speech(text, Context(NOW, language, {}), DOCTORS, [patient, "North", "Harbor"])
    return differences(spoken, spot, DOCTORS, patient)


@pytest.mark.parametrize(
    "text",
    [
        "Tuesday the 15th at nine with Dr. Reyes, is that right?",
        "So that's tomorrow, 9 a.m., Doctor Reyes. Shall I?",
        "I have you down with Reyes on September 15th at nine in the morning.",
        "Okay Jamie Rivera, Tuesday at nine with Dr. Ana Reyes. Good?",
    ],
)
def test_any_wording_of_the_right_thing_will_do(text: str) -> None:
    """Nothing is compared as text."""
    assert differ(text, Spot(START, ANA, NORTH)) == ()


@pytest.mark.parametrize(
    ("text", "coordinates"),
    [
        ("Wednesday the 16th at nine with Dr. Reyes", ("day",)),
        ("Tuesday the 15th at ten with Dr. Reyes", ("time",)),
        ("Tuesday the 15th at nine with Dr. O'Neil", ("doctor",)),
        ("Tuesday the 15th at nine with Dr. Smith", ("doctor",)),
        ("Tuesday the 15th at nine", ("doctor",)),
        ("Tuesday the 15th with Dr. Reyes", ("time",)),
        ("At nine with Dr. Reyes", ("day",)),
        ("Tuesday or Wednesday at nine with Dr. Reyes", ("day",)),
        ("Tuesday at nine or at ten with Dr. Reyes", ("time",)),
        ("Tuesday at nine with Dr. Reyes or Dr. O'Neil", ("doctor",)),
        ("Tuesday at 9 p.m. with Dr. Reyes", ("time",)),
        ("Tuesday at nine with Dr. Reyes Gil", ("doctor",)),
        ("Shall I book that?", ("day", "time", "doctor")),
    ],
)
def test_the_coordinate_that_differs_is_named(text: str, coordinates: tuple[str, ...]) -> None:
    """Said otherwise, said twice, or not said at all: each is a difference."""
    assert differ(text, Spot(START, ANA, NORTH)) == coordinates


def test_a_patient_with_a_doctors_name_is_no_doctor() -> None:
    """The name it is booked for is not who it is with."""
    assert differ("Tuesday at nine with Reyes, for Lee May", Spot(START, ANA, NORTH), patient="Lee May") == ()


def test_two_who_sound_alike_need_the_given_name() -> None:
    """Where two Reyes are free at nine, the surname alone says too little, and the other's name is a difference."""
    spot = Spot(START, ANA, NORTH, (Spot(START, BRUNO, NORTH),))
    assert place_words(spot, "en") == "Tuesday 15 September at 9:00 a.m. with Dr. Ana Reyes"
    assert differ("Tuesday at nine with Dr. Reyes", spot) == ("given name",)
    assert differ("Tuesday at nine with Dr. Bruno Reyes", spot) == ("given name",)
    assert differ("Tuesday at nine with Dr. Ana Reyes", spot) == ()


def test_one_doctor_in_two_offices_needs_the_office() -> None:
    """The same doctor at the same start in another office sounds alike, so that the office is said."""
    spot = Spot(START, ANA, NORTH, (Spot(START, ANA, HARBOR),))
    assert place_words(spot, "en").endswith("with Dr. Reyes at North")
    assert differ("Tuesday at nine with Dr. Reyes", spot) == ("office",)
    assert differ("Tuesday at nine with Dr. Reyes at our North office", spot) == ()


def test_where_nine_may_be_in_the_evening_it_must_be_said() -> None:
    """An office open day and night: nine is two times."""
    assert differ("Tuesday at nine with Dr. Reyes", Spot(START, ANA, ALL_DAY)) == ("time",)
    assert differ("Tuesday at nine a.m. with Dr. Reyes", Spot(START, ANA, ALL_DAY)) == ()


@settings(deadline=None, max_examples=200)
@given(
    st.integers(1, 90),
    st.integers(0, 95),
    st.sampled_from(DOCTORS),
    st.sampled_from(["en", "es"]),
    st.sampled_from(["book", "reschedule", "cancel"]),
    st.sampled_from(["Jamie Rivera", "April May", "Martes Junio", "Eva Reyes Gil", "Dr. No"]),
)
def test_our_own_sentence_always_says_what_it_means(
    days: int, quarter: int, doctor: Doctor, language: str, act: str, patient: str
) -> None:
    """Whatever the opening, the patient and the language, the sentence built by code is understood as that opening."""
    start = dt.datetime.combine(NOW.date() + dt.timedelta(days=days), dt.time(quarter // 4, quarter % 4 * 15), NEW_YORK)
    spot = Spot(start, doctor, ALL_DAY)
    assert differ(question(act, spot, patient, language), spot, patient, language) == ()


@pytest.mark.parametrize("time", [dt.time(0, 15), dt.time(9), dt.time(12), dt.time(14, 30), dt.time(21)])
def test_a_spoken_time_says_its_half_of_the_day(time: dt.time) -> None:
    """Not as a railway would."""
    assert clock_words(time, "en").endswith(("a.m.", "p.m."))


def test_a_read_back_of_the_wrong_day_is_refused(call: Call) -> None:
    """The model asks for Tuesday's reference and says Wednesday, the caller says yes: nothing is written."""
    call.do("book", reference=NINE)
    call.say("Wednesday the 16th at nine with Dr. Ana Reyes. Shall I book that?")
    call.hear("yes")
    result = call.do("book", reference=NINE)
    assert (result.code, result.differs) == ("read_back_mismatch", ("day",))
    assert call.booked(50213) == []
    assert "day" in result.text and "Tuesday 15 September" in result.sentence


def test_a_yes_to_one_reference_does_not_book_another(call: Call) -> None:
    """Read back and agreed on nine, then the neighbouring row is asked for: refused, with the coordinate."""
    call.consent("book", reference=NINE)
    result = call.do("book", reference="SEP15-0930-REYES")
    assert (result.code, result.differs) == ("read_back_mismatch", ("time",))
    result = call.do("book", reference=NINE)
    assert result.code != "done"
    assert call.booked(50213) == []


def test_a_yes_to_one_doctor_does_not_book_the_namesake(call: Call) -> None:
    """-2 is another person."""
    call.consent("book", reference=NINE)
    result = call.do("book", reference="SEP15-0900-REYES-2")
    assert (result.code, result.differs) == ("read_back_mismatch", ("given name",))


def test_a_yes_to_a_booking_cancels_nothing(place: Place) -> None:
    """The consent is for the act too."""
    call = place(patient="Jamie Rivera")
    (visit,) = call.do("list_visits").references
    call.do("find_openings", reason="sick_visit", office="North")
    call.consent("book", reference=NINE)
    assert call.do("cancel", visit=visit).code in ("needs_input", "read_back_mismatch")
    assert call.booked(50211) == ["2026-09-16T10:00"]


@pytest.mark.parametrize(
    "line",
    [
        "yes, Friday please",
        "no",
        "not Tuesday",
        "yes, but make it ten",
        "okay, wait, don't book that",
        "sure, but what does that cost?",
        "uh-huh",
        "I guess",
        "not yet",
        "that's not ok",
        "goodbye",
        "",
        "the second one",
        "I want a person",
    ],
)
def test_nothing_but_a_whole_yes_consents(call: Call, line: str) -> None:
    """A correction, a doubt, a question, a goodbye, a grunt, silence: nothing is written."""
    call.say(call.do("book", reference=NINE).sentence)
    call.hear(line)
    assert call.do("book", reference=NINE).code == "needs_input"
    assert call.booked(50213) == []


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "yes"),
        ("en", "yes please, book it"),
        ("en", "correct"),
        ("es", "sí"),
        ("es", "dale"),
        ("es", "vale"),
        ("es", "correcto"),
    ],
)
def test_the_first_whole_yes_writes(place: Place, language: str, line: str) -> None:
    """No second question is asked, in either language."""
    call = place(language=language)
    call.do("find_openings", reason="sick_visit", office="North")
    call.say(call.do("book", reference=NINE).sentence)
    call.hear(line)
    assert call.do("book", reference=NINE).code == "done"


def test_a_yes_before_the_read_back_is_none(call: Call) -> None:
    """The gate stays shut until the sentence has been said."""
    call.hear("yes")
    call.do("book", reference=NINE)
    call.hear("yes")
    assert call.do("book", reference=NINE).code == "needs_input"
    assert call.booked(50213) == []


@pytest.mark.parametrize(
    "then",
    [
        lambda call: call.do("find_openings", reason="sick_visit", office="North"),
        lambda call: call.hear("no, at ten"),
        lambda call: call.say("Or I have Wednesday the 16th at ten with Dr. Bruno Reyes."),
        lambda call: call.clock.sleep(15 * 60),
        lambda call: call.do("find_patient", name="Jamie Rivera", date_of_birth="1985-04-03"),
    ],
    ids=["a new search", "a correction", "a new offer", "fifteen minutes", "another patient"],
)
def test_a_consent_ends(call: Call, then) -> None:  # type: ignore[no-untyped-def]
    """What was agreed holds until something else is said, looked up, or meant."""
    call.consent("book", reference=NINE)
    then(call)
    assert call.do("book", reference=NINE).code != "done"
    assert call.booked(50213) == []


def test_small_talk_ends_nothing(call: Call) -> None:
    """A word of the agent's without a day or a time leaves the consent as it is."""
    call.consent("book", reference=NINE)
    call.say("Perfect, one moment please.")
    assert call.do("book", reference=NINE).code == "done"


def test_consent_is_data(call: Call) -> None:
    """Who consented to what, in which turn."""
    call.consent("book", reference=NINE)
    consent = call.desk.consents.consent
    assert consent is not None
    assert (consent.act.name, consent.act.references, consent.act.patient, consent.turn) == ("book", (NINE,), 50213, 1)


def test_a_hang_up_writes_nothing(call: Call) -> None:
    """Read back, and the caller says goodbye."""
    call.say(call.do("book", reference=NINE).sentence)
    call.hear("goodbye")
    assert call.booked(50213) == []


def test_with_the_loop_open_the_wrong_day_is_booked(place: Place) -> None:
    """What the loop is for: without it, the model's slip of a row goes through, and nobody is told."""
    call = place(closed_loop=False)
    call.do("find_openings", reason="sick_visit", office="North")
    call.do("book", reference="SEP16-0900-REYES")
    call.say("Tuesday the 15th at nine with Dr. Ana Reyes. Shall I book that?")
    call.hear("yes")
    assert call.do("book", reference="SEP16-0900-REYES").code == "done"
    assert call.booked(50213) == ["2026-09-16T09:00"]
