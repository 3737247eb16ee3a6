"""Sentences with what should be heard in them: eight that ship, or a file of your own."""

import datetime as dt
from dataclasses import dataclass
from pathlib import Path

from fake_api.data_error import DataError, require_one_of
from fake_api.reading import STRICT, read
from lab.protocol import Heard, Intent, State

SHIPPED = Path(__file__).with_name("intents.toml")


@dataclass(frozen=True)
class Sentence:
    """A caller's line, the state it is said in, and what should be heard; a slot left out was not said."""

    __pydantic_config__ = STRICT

    line: str
    intent: str
    state: str = "LISTEN"
    day: dt.date | None = None
    time: dt.time | None = None
    name: str | None = None

    def __post_init__(self) -> None:
        require_one_of("intent", self.intent, tuple(Intent))
        require_one_of("state", self.state, tuple(State))
        if not self.line.strip():
            raise DataError("is empty", key="line")

    @property
    def expected(self) -> Heard:
        """What should be heard."""
        return Heard(self.intent, self.day, self.time, self.name)


@dataclass(frozen=True)
class Sentences:
    """A file of sentences: `language` is `en` or `es`, `now` the call's time in its clinic's zone."""

    __pydantic_config__ = STRICT

    sentence: tuple[Sentence, ...]
    language: str = "en"
    clinic: str = "maple-street"
    now: dt.datetime | None = None

    def __post_init__(self) -> None:
        require_one_of("language", self.language, ("en", "es"))
        if not self.sentence:
            raise DataError("holds no sentence", key="sentence")


def load_sentences(path: Path = SHIPPED) -> Sentences:
    """Read a file of sentences. Raises DataError."""
    return read(path, Sentences)
