"""One value as a model wrote it to the value that it is: lossless, or not at all."""

import datetime as dt
import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from lab.call_layer.phones import read_phone
from lab.call_layer.tables import by_word, plain, read_tables
from lab.protocol import State
from lab.understanding import Context, birth_date, understand
from lab.understanding.births import OLDEST
from lab.understanding.dates import is_date
from lab.understanding.name_runs import name_tables
from lab.understanding.names import LONGEST
from lab.understanding.spelling import names_letters, read_spelled
from lab.understanding.tokens import tokenise

_TABLES = read_tables("normalise")
_SEX = by_word(_TABLES["sex"])
_STATES = by_word(_TABLES["states"]) | {code.lower(): code for code in _TABLES["states"]}
_UNITS = {word: int(minutes) for word, minutes in by_word(_TABLES["minutes"]["units"]).items()}
_SPANS = {phrase: int(minutes) for phrase, minutes in by_word(_TABLES["minutes"]["phrases"]).items()}
_LONGEST_VISIT = 240
_ZIP = re.compile(r"(\d{5})(?:[- ]?(\d{4}))?", re.ASCII)
_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})", re.ASCII)
_FEWEST_SPELLED = 3


class Unreadable(ValueError):
    """A value that is not what it should be: the sentence says what fits; `suggestion` if one alone would be right."""

    def __init__(self, text: str, suggestion: Any = None) -> None:
        super().__init__(text)
        self.suggestion = suggestion


class Place(NamedTuple):
    """Where a value is read: the call's language, today's date, and the value's own schema."""

    language: str
    today: dt.date
    schema: Mapping[str, Any] = {}


class Read(NamedTuple):
    """A value as it should be (None: as if it had not been given), and what is to be noted about it."""

    value: Any
    note: str = ""


def birth(text: str, place: Place) -> Read:
    """A date of birth as ISO 8601; digits month first in English, day first in Spanish."""
    if written := _ISO.fullmatch(text):
        return Read(_lived(int(written[1]), int(written[2]), int(written[3]), place.today))
    born = birth_date(text, place.today, place.language)
    if born is None:
        raise Unreadable("it must be a past day that exists, with its year; ask the caller again")
    if not born.sure:
        ways = " or ".join(date.isoformat() for date in born.candidates)
        raise Unreadable(f"day, month and year can't be told apart for sure ({ways}?); ask for the month as a word")
    return Read(born.candidates[0].isoformat())


def _lived(year: int, month: int, day: int, today: dt.date) -> str:
    if year == 0 or not is_date(year, month, day):
        raise Unreadable("there is no such day; ask the caller again")
    born = dt.date(year, month, day)
    if not 0 <= today.year - year <= OLDEST or born > today:
        raise Unreadable(f"nobody who calls was born in {year:04}; ask the caller for the whole year")
    return born.isoformat()


def day(text: str, place: Place) -> Read:
    """A day to come as ISO 8601; the year of a past one is never the model's to choose."""
    if written := _ISO.fullmatch(text):
        return Read(_coming(int(written[1]), int(written[2]), int(written[3]), place.today))
    at_nine = dt.datetime.combine(place.today, dt.time(9), dt.UTC)
    heard = understand(text, State.ASK_DAY, Context(at_nine, place.language, {}))
    if heard.day is None:
        ways = " or ".join(map(str, heard.unclear.get("day", ())))
        raise Unreadable(f"it can mean {ways}; ask the caller which" if ways else "it must be a day, as YYYY-MM-DD")
    return Read(heard.day.isoformat())


def _coming(year: int, month: int, day: int, today: dt.date) -> str:
    if year == 0 or not is_date(year, month, day):
        raise Unreadable("there is no such day; it must be a day, as YYYY-MM-DD")
    if dt.date(year, month, day) >= today:
        return dt.date(year, month, day).isoformat()
    years = [each for each in range(today.year, today.year + 9) if is_date(each, month, day)]
    coming = next(date for each in years if (date := dt.date(each, month, day)) >= today)
    raise Unreadable(f"that day is past, today is {today}", coming.isoformat())


def phone(text: str, place: Place) -> Read:
    """A phone number as NNN-NNN-NNNN; an extension is kept apart, in the note."""
    found = read_phone(text)
    if found is None:
        raise Unreadable("a phone number has ten digits, with the area code; ask the caller to say all of it")
    return Read(found.number, f"extension {found.extension} kept apart" if found.extension else "")


def name(text: str, place: Place) -> Read:
    """A person's name in their own letters; one that was spelled is put together."""
    text = " ".join(unicodedata.normalize("NFC", text).split())
    if len(text) > LONGEST:
        raise Unreadable("that is longer than a name can be; ask the caller for a shorter form")
    tokens, letters = tokenise(text), name_tables(place.language).letters
    if names_letters(tokens.words, letters) and not letters.heard:
        raise Unreadable("those are names of letters; ask the caller to spell it again")
    if not any(spelled.sure or len(spelled.word) >= _FEWEST_SPELLED for spelled in read_spelled(tokens, letters)):
        return Read(text)
    noon = dt.datetime.combine(place.today, dt.time(12), dt.UTC)
    heard = understand(text, State.ASK_NAME, Context(noon, place.language, {})).name
    return Read(heard, f"put together from {text}") if heard and heard != text else Read(text)


def state(text: str, place: Place) -> Read:
    """A state of the US as two letters."""
    code = _STATES.get(plain(text)) or _STATES.get(plain(text).replace(" ", ""))
    if code is None:
        raise Unreadable("it must be a state of the US, in two letters", _one_near(plain(text), _STATES))
    return Read(code)


def sex(text: str, place: Place) -> Read:
    """Female, male or other, as one lower-case word."""
    return Read(_SEX.get(plain(text), text.lower()))


def zip_code(text: str, place: Place) -> Read:
    """A zip code of five or nine digits; what is none is dropped."""
    found = _ZIP.fullmatch(text)
    if found is None or not int(found[1]):
        return Read(None, f"dropped, {text} is no zip code")
    return Read("-".join(filter(None, found.groups())))


def minutes(text: str, place: Place) -> Read:
    """A duration in minutes, at most the schema's `maximum`, or four hours: whoever sends seconds is told."""
    most = place.schema.get("maximum", _LONGEST_VISIT)
    count = None if text.startswith("-") else _minutes(text)
    if count is None or not 0 < count <= most:
        raise Unreadable(f"it must be a number of minutes from 1 to {most}")
    return Read(count)


def _minutes(text: str) -> int | None:
    words = plain(text).split()
    if " ".join(words) in _SPANS:
        return _SPANS[" ".join(words)]
    if len(words) == 1 and words[0].isdecimal():
        return int(words[0])
    words = [word for word in words if word not in ("and", "y", "pt")]
    pairs = list(zip(words[::2], words[1::2], strict=False))
    if len(words) % 2 or not pairs or not all(count.isdecimal() and unit in _UNITS for count, unit in pairs):
        return None
    return sum(int(count) * _UNITS[unit] for count, unit in pairs)


def _one_near(word: str, known: Mapping[str, str]) -> str | None:
    """What the word was probably meant to be, if one thing alone comes near it."""
    import difflib

    near = {known[close] for close in difflib.get_close_matches(word, known, n=3, cutoff=0.75)}
    return near.pop() if len(near) == 1 else None


def chosen(text: str, allowed: list[Any]) -> Any:
    """The word of a closed list that is meant: case, spaces and hyphens don't count. Raises Unreadable."""
    known = {plain(str(word).replace("_", " ")): word for word in allowed}
    written = plain(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).replace("_", " "))
    written = written if written in known else plain(text.replace("_", " "))
    if written not in known:
        meant = _one_near(written, {key: key for key in known})
        raise Unreadable(f"it must be one of {', '.join(map(str, allowed))}", known[meant] if meant else None)
    return known[written]


READERS: Mapping[str, Callable[[str, Place], Read]] = {
    "birth": birth,
    "day": day,
    "phone": phone,
    "name": name,
    "state": state,
    "sex": sex,
    "zip": zip_code,
    "minutes": minutes,
}
