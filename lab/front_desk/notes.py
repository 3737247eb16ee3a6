"""What a good listener at the front desk notes of a caller's lines: who, for whom, what, when."""

import datetime as dt
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from lab.front_desk.model import Caller
from lab.protocol import Heard, Intent, State
from lab.understanding import Context, birth_date, understand, without_birth_dates

_INTENTS = ("cancel", "reschedule", "message")
_PHONE = re.compile(r"\+?\d[\d\s().-]{5,}\d")
_DOCTOR = re.compile(r"\b(?:dra?|doctora?)\.?\s+((?:[^\W\d_][\w’'-]*\s?){1,3})", re.IGNORECASE)


@cache
def words(language: str) -> Mapping[str, Mapping[str, str]]:
    """The policy's patterns and sentences in one language."""
    text = files("lab.front_desk").joinpath("policy.toml").read_text("utf-8")
    table: Mapping[str, Mapping[str, str]] = tomllib.loads(text)[language]
    return table


@dataclass(slots=True)
class Notes:
    """What the caller has said so far; of each thing the last said counts.

    `wants` is what this very line asks for, `task` what is wanted, `then` what after it; `since` holds the turns in
    which day, time and choice were said, so that it can be told whether they answer an offer.
    """

    language: str
    today: dt.date
    turn: int = 0
    line: str = ""
    wants: str = ""
    heard: Heard = field(default_factory=Heard)
    task: str = ""
    then: str = ""
    reason: str = ""
    caller: str = ""
    relation: str = ""
    for_other: bool = False
    patient: str = ""
    born: dt.date | None = None
    phone: str = ""
    day: dt.date | None = None
    time: dt.time | None = None
    part: str = ""
    choice: int | None = None
    doctor: str = ""
    since: dict[str, int] = field(default_factory=dict)

    def hear(self, said: Caller, step: str, asked_name: bool = False) -> None:
        """Note what one more line says, at this step of the call; a name that was asked for may stand alone."""
        self.turn += 1
        self.line, self.heard = said.line, said.heard
        self._hear_task(said, step)
        self.reason = self._found("reasons", said.line) or self.reason
        if relation := self._found("relations", said.line):
            self.for_other, self.relation = True, relation
        self._hear_person(said, step, asked_name)
        self._hear_time(said, step)

    def _hear_task(self, said: Caller, step: str) -> None:
        """What is wanted; whoever is new and wants a visit wants that after they are on file."""
        if said.heard.intent in _INTENTS:
            self.wants = str(said.heard.intent)
        else:
            booking = said.heard.intent == Intent.BOOK and not self.task  # "a check-up" answers what a visit is for
            booking = booking or (step == "CHOOSE_TASK" and bool(said.heard.day))
            booking = booking or (not self.task and bool(self._found("reasons", said.line)))
            self.wants = self._found("tasks", said.line) or ("book" if booking else "")
        before, self.task = self.task, self.wants or self.task
        if self.wants == "new_patient" and (before == "book" or said.heard.intent == Intent.BOOK):
            self.then = "book"

    def _hear_person(self, said: Caller, step: str, asked_name: bool) -> None:
        born = birth_date(said.line, self.today, self.language)
        if said.heard.born or (born and born.sure):
            self.born = said.heard.born or (born.candidates[0] if born else None)
        if found := _PHONE.search(said.line):
            digits = "".join(filter(str.isdigit, found[0]))
            self.phone = digits[-10:] if len(digits) >= 10 else self.phone
        beside = without_birth_dates(said.line, self.language)  # who says when they were born says who they are
        name = said.heard.name or (self._name(beside) if asked_name or born else None)
        if name is None:
            return
        if self._is_of_a_relation(name):
            self.patient = name if " " in name else ""  # a given name alone finds nobody: it is asked for in full
        elif not self.caller:
            self.caller = name
        elif step in ("FIND_PATIENT", "NEW_PATIENT"):
            self.patient = name

    def _is_of_a_relation(self, name: str) -> bool:
        """Whether the line says whose name that is: "for my son Mateo"."""
        about = words(self.language)["relations"].values()
        return any(re.search(rf"(?:{one}),?\s+{re.escape(name)}\b", self.line, re.IGNORECASE) for one in about)

    def _hear_time(self, said: Caller, step: str) -> None:
        heard = said.heard
        if step in ("VERIFY_CALLER", "FIND_PATIENT") and heard.day == self.born:
            return
        for what, value in (("day", heard.day), ("time", heard.time), ("choice", heard.choice)):
            if value is not None:
                setattr(self, what, value)
                self.since[what] = self.turn
        self.part = heard.part_of_day or self.part
        if heard.time:
            self.part = ""
        if heard.day or heard.time:
            self.choice = None
        if found := _DOCTOR.search(said.line):
            self.doctor = found[1].strip()
        if heard.intent == Intent.NO and not heard.values():
            self.time = self.choice = None

    def forget(self, argument: str) -> None:
        """Have a value asked for anew: `name`, `date_of_birth` or `phone`."""
        match argument:
            case "name":
                self.patient = ""
            case "date_of_birth":
                self.born = None
            case "phone":
                self.phone = ""

    def _name(self, line: str) -> str | None:
        now = dt.datetime.combine(self.today, dt.time(9), dt.UTC)
        return understand(line, State.ASK_NAME, Context(now, self.language, {})).name

    def said_since(self, turn: int) -> bool:
        """Whether a day, a time or a choice was said from that turn on."""
        return any(at >= turn for at in self.since.values())

    def _found(self, what: str, line: str) -> str:
        table = words(self.language)[what]
        return next((key for key, pattern in table.items() if re.search(pattern, line, re.IGNORECASE)), "")


def sentence(language: str, key: str, **values: Any) -> str:
    """One of the policy's sentences."""
    return words(language)["say"][key].format(**values)
