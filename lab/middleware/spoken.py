"""The read-back: the sentence that code builds, and what the words that were really spoken amount to."""

import datetime as dt
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from lab.middleware.directory import Doctor, Office
from lab.middleware.openings import Opening
from lab.understanding import Context, mentions

_WEEKDAYS = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "es": ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"),
}
_MONTHS = {
    "en": "January February March April May June July August September October November December".split(),
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(),
}
_QUESTIONS = {
    "en": {
        "book": "{place}, for {patient}. Shall I book that?",
        "reschedule": "Your visit would move to {place}, for {patient}. Shall I do that?",
        "cancel": "Your visit on {place}, for {patient}, would be cancelled. Shall I do that?",
    },
    "es": {
        "book": "{place}, para {patient}. ¿Lo reservo?",
        "reschedule": "Su cita pasaría a otro momento: {place}, para {patient}. ¿Lo hago?",
        "cancel": "Se cancelaría su cita: {place}, para {patient}. ¿Lo hago?",
    },
}
_TITLE = r"(?:dr|dra|doctor|doctora)"
_STRANGER = "?"


@dataclass(frozen=True, slots=True)
class Place:
    """What a caller can check of a visit or an opening; `twins` are others of the same day, time and surname."""

    start: dt.datetime
    doctor: Doctor
    office: Office
    twins: tuple["Place", ...] = ()

    @property
    def by_given_name(self) -> bool:
        """Whether a twin is told apart by the doctor's given name."""
        return any(twin.doctor.id != self.doctor.id for twin in self.twins)

    @property
    def by_office(self) -> bool:
        """Whether a twin is told apart by the office."""
        return any(twin.office.id != self.office.id for twin in self.twins)


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a text says: every day and time in it, and its words, folded."""

    days: frozenset[dt.date]
    times: frozenset[dt.time]
    words: str

    @property
    def says_something(self) -> bool:
        return bool(self.days or self.times)


def place_of(opening: Opening, alike: Iterable[Opening] = ()) -> Place:
    """An opening as a caller knows it."""
    twins = tuple(place_of(other) for other in alike if other.key != opening.key)
    return Place(opening.start, opening.doctor, opening.office, twins)


def place_words(place: Place, language: str) -> str:
    """`Tuesday 15 September at 9:00 a.m. with Dr. Reyes`, and the given name or office where two would sound alike."""
    day, time = day_words(place.start.date(), language), clock_words(place.start.time(), language)
    doctor = place.doctor.full_name if place.by_given_name else place.doctor.family
    office = place.office.name if place.by_office else ""
    if language == "es":
        return f"{day} a las {time} con Dr. {doctor}{office and f' en {office}'}"
    return f"{day} at {time} with Dr. {doctor}{office and f' at {office}'}"


def day_words(day: dt.date, language: str) -> str:
    """A day of these weeks: Tuesday 15 September, el martes 15 de septiembre."""
    weekday, month = _WEEKDAYS[language][day.weekday()], _MONTHS[language][day.month - 1]
    return f"el {weekday} {day.day} de {month}" if language == "es" else f"{weekday} {day.day} {month}"


def clock_words(time: dt.time, language: str) -> str:
    """A time that no other half of the day can be heard in: 9:00 a.m., 2:30 de la tarde."""
    if language == "es":
        part = "de la mañana" if time.hour < 12 else "de la tarde" if time.hour < 20 else "de la noche"
        return f"{time.hour % 12 or 12}:{time:%M} {part}" if time.hour else f"{time:%H:%M}"
    return f"{time.hour % 12 or 12}:{time:%M} {'a.m.' if time.hour < 12 else 'p.m.'}"


def date_words(day: dt.date, language: str) -> str:
    """A date with its year: 4 March 1985, 4 de marzo de 1985."""
    of = " de " if language == "es" else " "
    return of.join((str(day.day), _MONTHS[language][day.month - 1], str(day.year)))


def question(act: str, place: Place, patient: str, language: str) -> str:
    """The read-back of an act, built from the place itself."""
    sentence = _QUESTIONS[language][act].format(place=place_words(place, language), patient=patient)
    return sentence[0].upper() + sentence[1:]


def understand_speech(text: str, context: Context, doctors: Iterable[Doctor], others: Sequence[str]) -> Spoken:
    """What was said. A doctor's name after the title is never heard as a day ("Dr. May"), nor are the `others`."""
    titled = (
        rf"{_TITLE}\.?\s+(?:{re.escape(each.given)}\s+)?{re.escape(each.family)}"
        for each in doctors
        if each.family in text
    )
    named = [*titled, *(re.escape(name) for name in others if name)]
    bare = re.sub(rf"(?<!\w)(?:{'|'.join(named)})(?!\w)", " … ", text, flags=re.IGNORECASE) if named else text
    found = mentions(bare, context)
    return Spoken(found.days, found.times, fold(text))


def differences(spoken: Spoken, place: Place, doctors: Sequence[Doctor], patient: str) -> tuple[str, ...]:
    """The coordinates in which what was said is not exactly this place: said otherwise, said twice, or not said."""
    words = spoken.words.replace(fold(patient), "  ")
    start = place.start
    right = {
        "day": spoken.days == {start.date()},
        "time": _is_time(spoken.times, place),
        "doctor": _surnames(words, doctors) == {fold(place.doctor.family)},
        "given name": not place.by_given_name or _namesakes(words, place, doctors) == {place.doctor.id},
        "office": not place.by_office or fold(place.office.name) in words,
    }
    return tuple(coordinate for coordinate, fits in right.items() if not fits)


def made_up(spoken: Spoken, places: Iterable[Place]) -> tuple[dt.date | dt.time, ...]:
    """The days and times spoken that belong to none of the places; of a time, either half of the day will do."""
    starts = [place.start for place in places]
    days = {start.date() for start in starts}
    clocks = {(start.hour % 12, start.minute) for start in starts}
    times = (time for time in sorted(spoken.times) if (time.hour % 12, time.minute) not in clocks)
    return (*sorted(spoken.days - days), *times)


def _is_time(times: frozenset[dt.time], place: Place) -> bool:
    """Whether exactly this time was said; "nine" may leave the half of the day open if the office does not."""
    said = place.start.time()
    other = said.replace(hour=(said.hour + 12) % 24)
    open_then = any(opens <= other < closes for opens, closes in place.office.hours.get(place.start.weekday(), ()))
    return said in times and times <= ({said} if open_then else {said, other})


def _surnames(words: str, doctors: Iterable[Doctor]) -> set[str]:
    """The surnames spoken; where someone is called doctor, only those after the title count."""
    surnames = {form: fold(each.family) for each in doctors for form in (fold(each.family), fold(each.full_name))}
    if after := [words[title.end() :] for title in re.finditer(rf" {_TITLE}(?= )", words)]:
        longest = (max((form for form in surnames if rest.startswith(form)), key=len, default="") for rest in after)
        return {surnames.get(form, _STRANGER) for form in longest}
    found = [form for form in surnames if form in words]
    return {surnames[form] for form in found if not any(form != other and form in other for other in found)}


def _namesakes(words: str, place: Place, doctors: Iterable[Doctor]) -> set[int]:
    """The doctors of this surname whose full name was said."""
    return {each.id for each in doctors if each.family == place.doctor.family and fold(each.full_name) in words}


@lru_cache(1024)
def fold(text: str) -> str:
    """A text as its words: lower case, no accents or punctuation, one blank around each."""
    plain = (part for part in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(part))
    joined = re.sub(r"(?<=\w)['’](?=\w)", "", "".join(plain))
    words = re.findall(r"[^\W_]+", joined)
    return f" {' '.join(words)} "
