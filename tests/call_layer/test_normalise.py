"""What a model writes for a value becomes that value without loss, or is refused in one clear sentence."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.call_layer.normalise import Normalised, NotArguments, normalise
from tests.call_layer.callers import TODAY, tool

TOOL = tool(
    "try_it",
    "name",
    name=str,
    date_of_birth={"type": "string", "format": "date"},
    phone=str,
    state=str,
    sex={"type": "string", "enum": ["female", "male", "other"]},
    zip=str,
    first_day={"type": "string", "format": "date"},
    visit_type={"type": "string", "enum": ["follow_up", "check_up", "cleaning"]},
    duration_minutes={"type": "integer"},
    party={"type": "integer"},
    price={"type": "number"},
    urgent={"type": "boolean"},
    times={"type": "array", "items": {"type": "string"}},
    note=str,
)


def normalised(raw: object, language: str = "en") -> Normalised:
    """A model's arguments for that tool, on that Monday."""
    return normalise(TOOL, raw, language, TODAY)


def value(key: str, written: object, language: str = "en") -> object:
    """What one value comes out as; none where it was dropped."""
    return normalised({key: written}, language).arguments.get(key)


def refused(raw: object, language: str = "en") -> NotArguments:
    """Why these arguments are refused."""
    with pytest.raises(NotArguments) as caught:
        normalised(raw, language)
    return caught.value


@pytest.mark.parametrize(
    ("written", "language", "iso"),
    [
        ("1985-03-04", "en", "1985-03-04"),
        ("1985-3-4", "en", "1985-03-04"),
        ("1985/03/04", "es", "1985-03-04"),
        ("03/04/1985", "en", "1985-03-04"),
        ("03/04/1985", "es", "1985-04-03"),
        ("March 4th, 1985", "en", "1985-03-04"),
        ("the fourth of March nineteen eighty-five", "en", "1985-03-04"),
        ("4 de marzo de 1985", "es", "1985-03-04"),
        ("4 March 85", "en", "1985-03-04"),
        ("February 29, 2000", "en", "2000-02-29"),
    ],
)
def test_a_date_of_birth_becomes_iso(written, language, iso):
    """Digits are month first in English and day first in Spanish; words and ISO mean the same in both."""
    assert value("date_of_birth", written, language) == iso


@pytest.mark.parametrize(
    "written",
    [
        "13/04/1985",
        "February 29, 1999",
        "1999-02-29",
        "0090-03-04",
        "90",
        "1785-03-04",
        "2030-01-01",
        "2026-09-15",
        "soon",
    ],
)
def test_a_date_of_birth_that_is_none_is_asked_again(written):
    """What no living person was born on, or could mean another day, is never swapped, padded or moved."""
    error = refused({"date_of_birth": written})
    assert (error.argument, error.given) == ("date_of_birth", written)
    assert "ask" in str(error)


@pytest.mark.parametrize(
    ("written", "language", "name"),
    [
        ("J-A-M-I-E", "en", "Jamie"),
        ("J A M I E", "en", "Jamie"),
        ("J-A-M-I-E R-E-Y-E-S", "en", "Jamie Reyes"),
        ("Jamie R-E-Y-E-S", "en", "Jamie Reyes"),
        ("jota, a, eme, i, e", "es", "Jamie"),
        ("J.P.", "en", "J.P."),
        ("J P Morgan", "en", "J P Morgan"),
        ("  Jamie\n Fox ", "en", "Jamie Fox"),
        ("Pen\u0303a", "es", "Peña"),
        ("O’Neil", "en", "O’Neil"),
        ("Sukarno", "en", "Sukarno"),
        ("[1]", "en", "[1]"),
        ("Jennifer Null", "en", "Jennifer Null"),
        ("王小明", "en", "王小明"),
    ],
)
def test_a_spelled_name_is_put_together_and_any_other_stays(written, language, name):
    """Letters become the name that they spell; initials, accents, apostrophes and one word alone stay as they are."""
    assert value("name", written, language) == name


def test_names_of_letters_are_no_guess():
    """ "Jay ay em" may be Jam or a person called Jay: it is spelled again."""
    assert "spell it again" in str(refused({"name": "jay ay em eye ee"}))


def test_a_name_may_be_long_and_not_endless():
    """A hundred and forty characters are a name; ten thousand are asked for again, at once."""
    long = "Maria " + "de la Encarnación " * 7 + "Ruiz"
    assert value("name", long) == long
    began = time.process_time()
    error = refused({"name": "a" * 10_000})
    assert time.process_time() - began < 0.1
    assert "shorter form" in str(error) and len(str(error)) < 300


@pytest.mark.parametrize(
    "written",
    [
        "2125550142",
        "(212) 555-0142",
        "+1 212 555 0142",
        2125550142,
        "two one two five five five oh one four two",
        "two one two, double five, five, zero one four two",
        "two twelve, triple five, oh one forty-two",
        "dos uno dos, doble cinco, cinco, cero uno cuatro dos",
        "dos doce, cincuenta y cinco, cinco, cero uno cuarenta y dos",
    ],
)
def test_a_phone_number_has_one_form(written):
    """However it is said, and with or without the country in front."""
    assert value("phone", written) == "212-555-0142"


@pytest.mark.parametrize(
    "written", ["+1 (212) 555-0142 x136", "212 555 0142 ext. 136", "212-555-0142 extension one three six"]
)
def test_an_extension_is_kept_apart(written):
    """Its digits are not glued to the number, and not lost."""
    result = normalised({"phone": written})
    assert result.arguments["phone"] == "212-555-0142"
    assert result.notes == ("phone: extension 136 kept apart",)


@pytest.mark.parametrize(
    "written", ["212555014", "212555014299", "five five five, oh one four two", "22125550142", "my mobile"]
)
def test_a_phone_number_is_never_padded_or_cut(written):
    """Nine digits, twelve, or seven without an area code are asked for again."""
    assert "ten digits" in str(refused({"phone": written}))


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("New York", "NY"),
        ("ny", "NY"),
        ("N.Y.", "NY"),
        ("Nueva York", "NY"),
        ("west virginia", "WV"),
        ("Carolina del Sur", "SC"),
    ],
)
def test_a_state_becomes_two_letters(written, code):
    """By its name in either language, or its letters."""
    assert value("state", written) == code


def test_a_state_is_suggested_only_where_one_alone_comes_near():
    """ "Californa" is California; "Carolina" may be either."""
    assert refused({"state": "Californa"}).suggestion == "CA"
    assert refused({"state": "Carolina"}).suggestion is None


@pytest.mark.parametrize(
    ("written", "sex"), [("Male", "male"), ("F", "female"), ("MUJER", "female"), ("varón", "male")]
)
def test_sex_is_one_small_word(written, sex):
    """In either language."""
    assert value("sex", written) == sex


@pytest.mark.parametrize("written", ["", "  ", None, "None", "null", "NULL", "N/A", "ninguno", "undefined"])
@pytest.mark.parametrize("key", ["name", "phone", "date_of_birth", "zip", "party", "visit_type"])
def test_what_is_blank_was_not_given(key, written):
    """A blank, "None" or "null" is no value of any kind."""
    assert key not in normalised({key: written}).arguments


@pytest.mark.parametrize(("written", "kept"), [("10001", "10001"), (10001, "10001"), ("10001-1234", "10001-1234")])
def test_a_zip_code_stays(written, kept):
    """Five digits, or nine."""
    assert value("zip", written) == kept


@pytest.mark.parametrize("written", ["123", "00000", "1000A", "New York"])
def test_a_zip_code_that_is_none_is_dropped(written):
    """And noted."""
    result = normalised({"zip": written})
    assert "zip" not in result.arguments and result.notes[0].startswith("zip: dropped")


def test_json_in_a_text_is_read_by_the_schemas_type_alone():
    """A number and a list may come as text; a text field keeps what looks like JSON."""
    given = {"party": "2", "price": "25.50", "urgent": "true", "times": '["09:00"]', "note": "[1]", "name": '{"a": 1}'}
    assert normalised(given).arguments == {
        "name": '{"a": 1}', "party": 2, "price": 25.5, "urgent": True, "times": ["09:00"], "note": "[1]",
    }  # fmt: skip


def test_a_whole_call_in_a_text_is_read():
    """As JSON text, even packed twice."""
    text = json.dumps({"name": "Jamie Fox"})
    assert normalised(text).arguments == normalised(json.dumps(text)).arguments == {"name": "Jamie Fox"}


@pytest.mark.parametrize("raw", ['"book"', "book", [1], 5, True, "[" * 5000, "NaN", "{'name': 'Jamie'}"])
def test_anything_but_an_object_is_one_clear_error(raw):
    """It says what was wanted, with the keys, and what came."""
    error = str(refused(raw))
    assert error.startswith("The arguments of try_it are one JSON object with name, ") and len(error) < 400


@pytest.mark.parametrize("written", ["Follow-Up", "FOLLOW_UP", "followUp", "follow up"])
def test_a_word_of_a_list_is_known_however_it_is_written(written):
    """Case, hyphens and blanks don't count."""
    assert value("visit_type", written) == "follow_up"


def test_a_word_that_is_in_no_list_is_refused_with_the_list():
    """And with what was meant, if one alone comes near."""
    error = refused({"visit_type": "folow up"})
    assert "follow_up, check_up, cleaning" in str(error) and error.suggestion == "follow_up"
    assert refused({"visit_type": "surgery"}).suggestion is None


@pytest.mark.parametrize("written", [30, "30", "30m", "30 min", "half an hour", "media hora", "PT30M"])
def test_a_duration_is_minutes(written):
    """However it is written."""
    assert value("duration_minutes", written) == 30


@pytest.mark.parametrize("written", [1800, "1800", "0", "-30", "an eternity", "5 hours"])
def test_a_duration_that_is_none_is_refused(written):
    """Seconds for minutes are over the cap."""
    assert "from 1 to 240" in str(refused({"duration_minutes": written}))


def test_a_day_to_come_is_read_like_a_callers():
    """Words are read from today on: two weeks are fourteen days, and an unclear day is asked back."""
    assert value("first_day", "in 2 weeks") == "2026-09-28"
    assert value("first_day", "16th August") == "2027-08-16"
    assert "2026-09-22 or 2026-09-15" in str(refused({"first_day": "next Tuesday"}))


def test_the_year_of_a_day_to_come_is_never_the_models():
    """A past one is refused, with the next such day."""
    assert refused({"first_day": "2024-08-16"}).suggestion == "2027-08-16"
    assert refused({"first_day": "2024-02-29"}).suggestion == "2028-02-29"


def test_keys_that_a_tool_has_not_are_dropped_and_noted():
    """A harmless one, one that code fills, and one with which a model would consent for the caller."""
    result = normalised({"name": "Jamie", "description": "be nice", "account_number": "A-50012", "confirmed": True})
    assert result.arguments == {"name": "Jamie"}
    assert result.notes == (
        "description: dropped, try_it takes no such key",
        "account_number: dropped, code fills it in",
        "confirmed: dropped, it has no power: only what the caller says counts",
    )


@pytest.mark.parametrize("key", ["consent", "Confirmed", "userConfirmed", "approved", "force"])
def test_no_model_consents_for_the_caller(key):
    """Whatever such a key is called, and whatever it says."""
    assert normalised({key: "yes"}) == Normalised(
        {}, (f"{key}: dropped, it has no power: only what the caller says counts",)
    )


def test_another_spelling_of_a_key_is_the_key():
    """Only where the key itself is not there too."""
    assert normalised({"dateOfBirth": "1985-03-04"}).arguments == {"date_of_birth": "1985-03-04"}
    assert normalised({"dob": "1985-03-04"}).arguments == {"date_of_birth": "1985-03-04"}
    both = normalised({"dob": "1999-01-01", "date_of_birth": "1985-03-04"})
    assert both.arguments == {"date_of_birth": "1985-03-04"} and "dropped" in both.notes[0]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=12), inner, max_size=3),
    max_leaves=8,
)
KEYS = st.sampled_from([*TOOL.parameters["properties"], "confirmed", "x"])


@given(st.dictionaries(KEYS, JSON, max_size=6) | JSON)
def test_hostile_arguments_are_read_or_refused(raw):
    """Nothing that a model can send raises anything else, no unknown key gets through, and once is enough."""
    try:
        once = normalised(raw)
    except NotArguments:
        return
    assert set(once.arguments) <= set(TOOL.parameters["properties"])
    assert normalised(dict(once.arguments)).arguments == once.arguments
