"""What the caller really said in this call: a fold of their lines, heard by our grammar and by nothing else."""

import datetime as dt
import functools
import itertools
from dataclasses import dataclass, replace
from typing import NamedTuple

from lab.call_layer.names import holds, name_key, name_words
from lab.call_layer.phones import digits_said
from lab.call_layer.tables import plain, read_tables
from lab.call_layer.triage import RedFlag, triage
from lab.protocol import Heard, Intent, State
from lab.understanding import Context, birth_date, understand, without_birth_dates
from lab.understanding.items import read_items
from lab.understanding.lexicon import lexicon
from lab.understanding.phrases import PhraseBook
from lab.understanding.spoken import spoken
from lab.understanding.tables import LANGUAGES
from lab.understanding.tables import read_tables as read_words
from lab.understanding.tokens import fold, tokenise

_SELF, _OTHER = "self", "other"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the caller, what was heard in it, and what it holds of names, births and digits.

    `answers` is what the agent had said before; `whose` tells whose visit it is, where the line says so: `self`, a
    relation ("father"), or `other`.
    """

    text: str
    heard: Heard
    turn: int
    at: dt.datetime
    answers: str
    names: tuple[str, ...]
    births: tuple[dt.date, ...]
    born: dt.date | None
    digits: str
    whose: str
    urgent: RedFlag | None

    @property
    def is_silent(self) -> bool:
        return not any(char.isalnum() for char in self.text)

    @property
    def is_bare_yes(self) -> bool:
        return self.heard.intent == Intent.YES


@dataclass(frozen=True, slots=True)
class Evidence:
    """Every line so far, in order; `spoken` is the agent's last reply."""

    language: str
    lines: tuple[Line, ...] = ()
    spoken: str = ""

    def hear(self, text: str, heard: Heard, turn: int, now: dt.datetime) -> "Evidence":
        """With one more line; `heard` is what our grammar made of it in the state that asked, `now` the call's time."""
        births = _births(text, now.date(), self.language, self.last)
        line = Line(
            text=text,
            heard=heard,
            turn=turn,
            at=now,
            answers=self.spoken,
            names=_names(text, now, self.language),
            births=births.candidates if births else (),
            born=self._born(heard, births, now.date()),
            digits=digits_said(text),
            whose=_whose(text, self.language),
            urgent=triage(text, self.language),
        )
        return replace(self, lines=(*self.lines, line))

    def speak(self, text: str) -> "Evidence":
        """With what the agent said last, so that a yes to it can be understood."""
        return replace(self, spoken=text)

    @property
    def last(self) -> Line | None:
        """The line that was said last."""
        return self.lines[-1] if self.lines else None

    def says_name(self, name: str, since: int = 0) -> bool:
        """Whether the caller gave this name, in any spelling that is the same: in one line, or in parts."""
        key, lines = name_key(name), [line for line in self.lines if line.turn >= since]
        if not key:
            return False
        if any(holds(name_words(line.text), key) for line in lines if "name" not in line.heard.denied):
            return True
        given = {word for line in lines for said in line.names for word in name_words(said)}
        return given.issuperset(name_words(name)) or any(name_key(said) == key for line in lines for said in line.names)

    def says_birth(self, born: dt.date) -> bool:
        """Whether the caller gave this date of birth, clearly, or said yes when it was read to them."""
        return any(line.born == born for line in self.lines)

    def says_phone(self, phone: str) -> bool:
        """Whether the caller said these digits in a row, in one line or over several."""
        digits = "".join(filter(str.isdecimal, phone))
        return bool(digits) and digits in "".join(line.digits for line in self.lines)

    def says_digits(self, value: str) -> bool:
        """Whether the digits of this value were said in one line."""
        digits = "".join(filter(str.isdecimal, value))
        return bool(digits) and any(digits in line.digits for line in self.lines)

    def says(self, value: object) -> bool:
        """Whether a line holds this value: its words side by side, or its number in digits or words."""
        if isinstance(value, bool) or value is None:
            return False
        if isinstance(value, int | float):
            return any(value in _numbers(line.text) for line in self.lines)
        words = plain(str(value).replace("_", " "))
        return bool(words) and any(f" {words} " in f" {plain(line.text)} " for line in self.lines)

    def says_sex(self, sex: str) -> bool:
        """Whether a line holds a word for this sex."""
        return any(map(self.says, (*read_tables("normalise")["sex"].get(sex, ()), sex)))

    def says_state(self, code: str) -> bool:
        """Whether a line holds the name of this state, or its two letters in capitals."""
        if any(map(self.says, read_tables("normalise")["states"].get(code, ()))):
            return True
        return any(code in tokenise(line.text).texts for line in self.lines)

    @property
    def for_other(self) -> int | None:
        """The turn since which it is for this somebody else; none if the caller calls for themselves."""
        since, who = None, ""
        for line in self.lines:
            if line.whose == _SELF:
                since, who = None, ""
            elif line.whose and (since is None or (who and line.whose not in (who, _OTHER))):
                since = line.turn
            who = line.whose if line.whose not in ("", _SELF, _OTHER) else who
        return since

    @property
    def silences(self) -> int:
        """How many lines without a word came last."""
        return sum(1 for _ in itertools.takewhile(lambda line: line.is_silent, reversed(self.lines)))

    @property
    def urgent(self) -> bool:
        """Whether any line of the call held a red flag."""
        return any(line.urgent for line in self.lines)

    def _born(self, heard: Heard, births: "Births | None", today: dt.date) -> dt.date | None:
        """The date of birth in this line: a clear one, or the one that was read out and the line says yes to."""
        if births and births.sure:
            return births.candidates[0]
        if self.last is None or heard.intent != Intent.YES:
            return None
        read = birth_date(self.spoken, today, self.language)
        return read.candidates[0] if read and read.sure and read.candidates[0] in self.last.births else None


class Births(NamedTuple):
    """Dates of birth that a line can mean, and whether it is clear which."""

    candidates: tuple[dt.date, ...]
    sure: bool


def _births(text: str, today: dt.date, language: str, before: Line | None) -> Births | None:
    """The date of birth in a line, or in this line and the one before it ("March fourth." "1985.")."""
    lines = (text, f"{before.text}, {text}") if before and not before.births else (text,)
    found = filter(None, (birth_date(each, today, language) for each in lines))
    return next((Births(day.candidates, day.sure) for day in found), None)


def _names(text: str, now: dt.datetime, language: str) -> tuple[str, ...]:
    """The names in a line, as an answer to "what is the name?" and by themselves; a date of birth may stand beside."""
    context = Context(now, language, {})
    beside = without_birth_dates(text, language)
    heard = (
        understand(said, state, context).name for said in (text, beside) for state in (State.ASK_NAME, State.LISTEN)
    )
    return tuple(dict.fromkeys(filter(None, heard)))


def _numbers(text: str) -> set[int]:
    """Every number in a line, in digits or words."""
    tokens = tokenise(text)
    entries = (entry for language in LANGUAGES for entry in read_items(tokens, lexicon(language)).entries)
    return {entry.roles["n"] for entry in entries if "n" in entry.roles}


def _whose(text: str, language: str) -> str:
    """Whose visit a line says that it is: the caller's own, or which relation's, if it names one."""
    line = spoken(tokenise(text), language)
    found = _book(line.language).find(line.words)
    if not found or found[-1].kind == _SELF:
        return found[-1].kind if found else ""
    words = (word.removesuffix("'s") for word in line.words[found[-1].start : found[-1].end])
    return next((word for word in words if word in _relations(line.language)), _OTHER)


@functools.cache
def _relations(language: str) -> frozenset[str]:
    classes = read_words(f"{language}_names")["classes"]
    return frozenset(map(fold, classes["relation" if language == "en" else "pariente"]))


@functools.cache
def _book(language: str) -> PhraseBook:
    return PhraseBook(read_tables("evidence")[language], read_words(f"{language}_names")["classes"])
