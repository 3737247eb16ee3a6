"""A token is ours, unaltered and in its time, or it is nothing."""

import base64
import datetime as dt
import json
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.middleware.directory import Doctor, Office
from lab.middleware.openings import Opening
from lab.middleware.terms import Terms, seal, unseal
from lab.middleware.tokens import FIELDS, Keys, TokenRefused, canonical

NOW = dt.datetime(2026, 9, 14, 9, 0, tzinfo=ZoneInfo("America/New_York"))
BORN = dt.date(1985, 4, 3)
KEYS = Keys("k1", {"k1": b"a secret of at least thirty-two bytes"})
OPENING = Opening(
    Office(1, "North", "America/New_York", {}),
    Doctor(88, "Ana", "Reyes"),
    dt.datetime(2026, 9, 15, 9, 0, tzinfo=ZoneInfo("America/New_York")),
    30,
    "general",
    ("1010", "1011"),
    1207,
    0,
    1,
)
TOKEN = seal(OPENING, KEYS, NOW, BORN, "new")


def refused(token: str, now: dt.datetime = NOW, office: int = 1, born: dt.date | None = BORN, keys: Keys = KEYS) -> str:
    """The kind of refusal."""
    with pytest.raises(TokenRefused) as fault:
        unseal(token, keys, now, office, born)
    return fault.value.kind


def fields(token: str) -> dict[str, object]:
    payload = token.split(".")[1]
    return dict(json.loads(base64.urlsafe_b64decode(payload + "==")))


def test_it_says_what_was_offered() -> None:
    """Opened in time, by the same office for the same patient, it gives the opening back."""
    terms = unseal(TOKEN, KEYS, NOW, 1, BORN)
    assert terms == Terms(1, "general", 1207, 88, OPENING.start, 30, ("1010", "1011"), 0, 1)


def test_it_has_the_fields_of_the_table() -> None:
    """Fifteen, no more and no less, and a caller can check three things by ear: day and time, and the doctor."""
    assert set(fields(TOKEN)) == {field.name for field in FIELDS}
    assert len(FIELDS) == 15
    assert [field.name for field in FIELDS if field.by_ear] == ["startDatetime", "provider"]


@pytest.mark.parametrize("name", [field.name for field in FIELDS])
def test_any_altered_field_is_refused(name: str) -> None:
    """Each field in turn is changed, the signature kept."""
    key, _, signature = TOKEN.split(".")
    forged = {**fields(TOKEN), name: "1985-04-04" if name == "dob" else 7}
    payload = base64.urlsafe_b64encode(canonical(forged)).rstrip(b"=").decode()
    assert refused(f"{key}.{payload}.{signature}") == "invalid"


@given(st.integers(0, len(TOKEN) - 1), st.characters())
def test_any_altered_letter_is_refused(place: int, letter: str) -> None:
    """No letter can be exchanged for another, not even where base64 has bits to spare."""
    altered = TOKEN[:place] + letter + TOKEN[place + 1 :]
    if altered != TOKEN:
        assert refused(altered) == "invalid"


@given(st.text(max_size=200))
def test_any_text_is_refused(text: str) -> None:
    """No text raises anything but a refusal."""
    assert refused(text) == "invalid"


def test_the_boundary_of_two_fields_cannot_be_moved() -> None:
    """Two field sets that join to the same letters are signed differently."""
    first = KEYS.sign("opening", {"reference": "SEP15-0900-REYES", "exp": "-21600"})
    second = KEYS.sign("opening", {"reference": "SEP15-0900-REYES-2", "exp": "1600"})
    assert first.rpartition(".")[2] != second.rpartition(".")[2]
    body, signature = second.rpartition(".")[0], first.rpartition(".")[2]
    assert refused(f"{body}.{signature}") == "invalid"


def test_it_ends_exactly_when_it_says() -> None:
    """A second before its end it holds, at its end it does not."""
    end = NOW + dt.timedelta(minutes=15)
    assert unseal(TOKEN, KEYS, end - dt.timedelta(seconds=1), 1, BORN)
    assert refused(TOKEN, end) == "expired"


def test_one_from_the_future_is_invalid() -> None:
    """Issued in an hour from now: not young, but wrong."""
    assert refused(seal(OPENING, KEYS, NOW + dt.timedelta(hours=1), BORN, "new")) == "invalid"


def test_another_office_or_patient_is_invalid() -> None:
    """It was offered here, and to this one."""
    assert refused(TOKEN, office=2) == "invalid"
    assert refused(TOKEN, born=dt.date(1985, 3, 4)) == "invalid"


def test_keys_rotate() -> None:
    """A new key signs, the old one still opens what it signed, until it is taken away."""
    rotated = KEYS.rotate("k2", b"another secret, just as long as that")
    assert unseal(TOKEN, rotated, NOW, 1, BORN)
    assert seal(OPENING, rotated, NOW, BORN, "new").startswith("k2.")
    assert refused(TOKEN, keys=rotated.without("k1")) == "invalid"


def test_one_purpose_does_not_open_for_another() -> None:
    """A visit's token, though signed with the same key, is no opening's."""
    assert refused(KEYS.sign("visit", fields(TOKEN))) == "invalid"


def test_a_secret_is_never_printed() -> None:
    """Keys in a log line show their ids only."""
    assert "secret" not in repr(KEYS)
