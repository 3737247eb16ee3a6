"""Other words for the same: data out of `variants.toml`, and days and times as callers say them."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from random import Random

from fake_api.reading import STRICT, read
from fake_api.shipped import shipped
from lab.protocol import SLOTS, Value

Words = tuple[str, ...]


@dataclass(frozen=True)
class Phrases:
    """One language's words. Frames stand under the slots that they give, lines under the intent that they have."""

    __pydantic_config__ = STRICT

    weekdays: Words
    months: Words
    hours: Words
    names: Words
    days: Words
    on_the_hour: Words
    at_half: Words
    otherwise: Words
    frames: Mapping[str, Words]
    lines: Mapping[str, Words]

    def frame(self, values: Mapping[str, Value], draw: Random) -> str | None:
        """A whole line that gives these values, if there is a frame for them."""
        frames = self.frames.get(" ".join(slot for slot in SLOTS if slot in values))
        said = {slot: self.said(value, draw) for slot, value in values.items()}
        return draw.choice(frames).format(**said) if frames else None

    def said(self, value: Value, draw: Random) -> str:
        """A value as a caller says it."""
        if isinstance(value, dt.date):
            return draw.choice(self.days).format(**self._day(value))
        if isinstance(value, dt.time):
            return draw.choice(self._times(value)).format(**self._time(value))
        return value

    def _day(self, day: dt.date) -> Mapping[str, object]:
        weekday, month = self.weekdays[day.weekday()], self.months[day.month - 1]
        return {"weekday": weekday, "month": month, "number": day.day, "ordinal": _ordinal(day.day)}

    def _times(self, time: dt.time) -> Words:
        return {0: self.on_the_hour, 30: self.at_half}.get(time.minute, self.otherwise)

    def _time(self, time: dt.time) -> Mapping[str, object]:
        return {
            "hour": (time.hour - 1) % 12 + 1,
            "word": self.hours[time.hour % 12],
            "minute": f"{time.minute:02}",
            "noon": "a.m." if time.hour < 12 else "p.m.",
            "las": "la" if time.hour % 12 == 1 else "las",
            "part": "mañana" if time.hour < 12 else "tarde",
        }


@dataclass(frozen=True)
class _Languages:
    __pydantic_config__ = STRICT

    en: Phrases
    es: Phrases


@cache
def phrases(language: str) -> Phrases:
    """The words of a language, `en` or `es`."""
    languages = read(shipped("grader", "variants.toml"), _Languages)
    return languages.es if language == "es" else languages.en


def _ordinal(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if 10 < number < 14 else ending}"
