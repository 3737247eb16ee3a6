"""A caller on the line of the call-layer experiment: hears what is said, answers, and remembers what they agreed to."""

import datetime as dt
import math
import random
import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from lab.measure.call_layer_callers import Wish, tables
from lab.middleware.spoken import clock_words, day_words
from lab.understanding import Context, mentions
from lab.understanding.tokens import fold

PATIENCE = 30
"""Lines that a caller says before they give up."""

_SAME_QUESTION = 5
_PARTS = re.compile(r",| or | o |: |\?")
_DOCTOR = re.compile(r"\bDr\. ([^,.?:]+?)(?= at | en |[,.?:]|$)")
_NAIVE = dt.datetime(2026, 9, 14, 9, tzinfo=dt.UTC)


class Time(NamedTuple):
    """A visit as a caller knows it: the day, the time, and the doctor, if one was named."""

    day: dt.date
    time: dt.time
    doctor: str = ""


class Consent(NamedTuple):
    """A yes: after how many lines it was said, and to which sentence."""

    line: int
    sentence: str


class Caller:
    """One caller; `lines` is how many they have said, `wanted` and `visit` what they now want of the practice."""

    def __init__(self, wish: Wish, seed: int) -> None:
        self.wish = wish
        self.lines = 0
        self.wanted: Time | None = None
        self.visit = _first_visit(wish)
        self.consents: list[Consent] = []
        self.gave_up = False
        self.urgent_said = 0
        self.message = ""
        self.told: dict[str, int] = {}
        self._dice = random.Random(f"on the line {seed} {wish.number}")
        self._says = tables()[wish.language]["says"]
        self._hears = tables()[wish.language]["hears"]
        self._asked: Counter[str] = Counter()
        self._mishaps = set(wish.mishaps)
        self._offered: list[Time] = []
        self._rejected = False
        self._done = False

    def answer(self, reply: str) -> str | None:
        """The next line; none when the caller hangs up."""
        if self._done:
            return None
        asked = self._understood(reply)
        self._asked[asked] += 1
        self.lines += 1
        if self.lines > PATIENCE or self._asked[asked] > _SAME_QUESTION:
            return self._give_up()
        if mishap := self._mishap(asked):
            return mishap
        said: str = getattr(self, f"_to_{asked}")(reply)
        return said

    @property
    def identified_at(self) -> float:
        """After how many lines the caller had said the patient's name and date of birth."""
        return max(self.told.get("name", math.inf), self.told.get("birth", math.inf))

    def _understood(self, reply: str) -> str:
        low = reply.lower()
        return next((kind for kind, pattern in self._hears.items() if re.search(pattern, low)), "nothing")

    def _mishap(self, asked: str) -> str | None:
        """Something that gets in the way, once each."""
        if self.lines > 1 and self.wish.task == "urgent" and not self.urgent_said:
            self.urgent_said = self.lines
            return self._line("urgent")
        for mishap, line in (("silent", ""), ("mumbles", None)):
            if mishap in self._mishaps and self.lines > 2 and asked != "over" and self._dice.random() < 0.4:
                self._mishaps.discard(mishap)
                return line if line is not None else self._line(mishap)
        return None

    # What a caller says to each question

    def _to_task(self, reply: str) -> str:
        return self._to_more(reply) if self.message else self._opening_line()

    def _opening_line(self) -> str:
        start = self._line("calm") if self._take("calm") else ""
        if self.wish.for_other and self._asked["task"] == 1:
            start += self._line("for_other", relation=self._relation)
        return start + self._line(self.wish.task, reason=self._reason)

    def _to_caller(self, reply: str) -> str:
        if self.wish.for_other:
            return self._line("caller_for", name=self.wish.caller, relation=self._relation)
        return self._my_name("caller")

    def _to_patient(self, reply: str) -> str:
        return self._my_name("patient")

    def _my_name(self, kind: str) -> str:
        self.told.setdefault("name", self.lines)
        name = self.wish.patient.name
        if self._take("spells"):
            return self._spelled()
        return self._line(kind, name=name, patient=name)

    def _to_spell(self, reply: str) -> str:
        self.told.setdefault("name", self.lines)
        return self._spelled()

    def _spelled(self) -> str:
        return " ".join("-".join(filter(str.isalpha, part)) for part in self.wish.patient.name.upper().split())

    def _to_birth(self, reply: str) -> str:
        self.told.setdefault("birth", self.lines)
        return self._line("birth", born=_born(self.wish, "digits" in self._mishaps and self._asked["birth"] == 1))

    def _to_phone(self, reply: str) -> str:
        self.told.setdefault("phone", self.lines)
        return self._line("phone", phone=self.wish.patient.phone)

    def _to_new_here(self, reply: str) -> str:
        return self._line("yes_new" if self.wish.task == "new_patient" else "no_new")

    def _to_reason(self, reply: str) -> str:
        return self._line("reason", reason=self._reason)

    def _to_other_day(self, reply: str) -> str:
        return day_words(_coming(self.wish.prefers), self.wish.language)

    def _to_visits(self, reply: str) -> str:
        return self._line("by_time", **self._words(self.visit)) if self.visit else self._line("what")

    def _to_offer(self, reply: str) -> str:
        """Take what suits; a visit that the caller is asked about is not up for choice."""
        offered = self._times(reply)
        if not offered:
            return self._line("what")
        self._offered = offered
        preferred = [each for each in offered if each.day.weekday() == self.wish.prefers]
        if not preferred and self._take("asks_more"):
            return self._line("another", day=self._words(Time(_coming(self.wish.prefers), dt.time()))["day"])
        self.wanted = self._dice.choice(preferred or offered)
        return self._choice(offered)

    def _choice(self, offered: Sequence[Time]) -> str:
        assert self.wanted
        at = offered.index(self.wanted)
        if len(offered) == 1 and self._dice.random() < 0.6:
            return self._line("by_yes")
        alike = [each for each in offered if each[:2] == self.wanted[:2]]
        if 1 < len(offered) <= len(self._says["numbers"]) and self._dice.random() < 0.3:
            return self._line("by_number", number=self._says["numbers"][at])
        by_doctor = self.wanted.doctor and (len(alike) > 1 or self._dice.random() < 0.3)
        return self._line("by_doctor" if by_doctor else "by_time", **self._words(self.wanted))

    def _to_readback(self, reply: str) -> str:
        """A yes to what is right; a no, with what is, to anything else."""
        if not self._is_right(reply):
            return self._no()
        if self._take("hesitates"):
            return self._line("hesitates")
        if self.wanted and self._take("yes_but"):
            return self._line("yes_but", **self._words(self.wanted))
        others = [each for each in self._offered if self.wanted and each[:2] != self.wanted[:2]]
        if others and self._take("corrects"):
            self.wanted = self._dice.choice(others)
            return self._line("correction", **self._words(self.wanted))
        self.consents.append(Consent(self.lines, reply))
        return self._line("yes")

    def _is_right(self, reply: str) -> bool:
        """Whether what is read aloud is what this caller wants done, for whom, and all of it."""
        wish = self.wish
        if wish.is_denied or fold(wish.patient.name) not in fold(reply):
            return False
        if wish.task == "new_patient":
            return wish.patient.phone in reply and _speaks_of_birth(reply, wish)
        said = mentions(reply, Context(_NAIVE, wish.language, {}))
        told_of = {"book": [self.wanted], "cancel": [self.visit], "reschedule": [self.visit, self.wanted]}
        times = [time for time in told_of.get(wish.task, []) if time]
        right = all(each.time in said.times and _names(reply, each.doctor) for each in times)
        return right and bool(times) and said.days == {each.day for each in times}

    def _no(self) -> str:
        cancels = self.wish.task == "cancel"
        wanted = self.visit if cancels else self.wanted
        return self._line("no_visit" if cancels else "no", **self._words(wanted)) if wanted else self._line("plain_no")

    def _to_message(self, reply: str) -> str:
        self.message = self._line("words")
        return self.message

    def _to_refused(self, reply: str) -> str:
        return self._line("leave_word")

    def _to_more(self, reply: str) -> str:
        self._done = True
        return self._line("over")

    def _to_not_done(self, reply: str) -> str:
        return self._to_more(reply)

    def _to_over(self, reply: str) -> str:
        self._done = True
        return self._line("give_up")

    def _to_there(self, reply: str) -> str:
        return self._again()

    def _to_again(self, reply: str) -> str:
        return self._again()

    def _to_nothing(self, reply: str) -> str:
        return self._to_more(reply) if self.message else self._again()

    def _again(self) -> str:
        return self._opening_line() if self._dice.random() < 0.5 else self._line("what")

    def _give_up(self) -> str:
        self._done = self.gave_up = True
        return self._line("give_up")

    # The words

    @property
    def _relation(self) -> str:
        relations: dict[str, str] = tables()["relations"][self.wish.language]
        return relations.get(self.wish.relation, "")

    @property
    def _reason(self) -> str:
        return str(tables()[self.wish.language]["reasons"][self.wish.reason])

    def _take(self, mishap: str) -> bool:
        """Whether this mishap is still to come; it comes once."""
        if mishap not in self._mishaps:
            return False
        self._mishaps.discard(mishap)
        return True

    def _line(self, kind: str, **values: str) -> str:
        return str(self._dice.choice(self._says[kind])).format(**values)

    def _words(self, time: Time) -> dict[str, str]:
        language = self.wish.language
        day = day_words(time.day, language).removeprefix("el ")
        return {"day": day, "time": clock_words(time.time, language), "doctor": time.doctor}

    def _times(self, reply: str) -> list[Time]:
        """What a reply offers, in order: a day goes on for the times that follow it."""
        found: list[Time] = []
        days: frozenset[dt.date] = frozenset()
        for part in _PARTS.split(reply):
            said = mentions(part, Context(_NAIVE, self.wish.language, {}))
            days = said.days or days
            doctor = _DOCTOR.search(part)
            found += [Time(day, time, doctor[1].strip() if doctor else "") for day in days for time in said.times]
        return list(dict.fromkeys(found))


def _first_visit(wish: Wish) -> Time | None:
    """The visit that the caller calls about."""
    if not wish.visits:
        return None
    starts = wish.visits[0].starts
    return Time(starts.date(), starts.time())


def _coming(weekday: int) -> dt.date:
    return _NAIVE.date() + dt.timedelta(7 + weekday)


def _born(wish: Wish, in_digits: bool) -> str:
    born = wish.patient.born
    if in_digits:
        return f"{born:%m/%d/%Y}" if wish.language == "en" else f"{born:%d/%m/%Y}"
    return day_words(born, wish.language).removeprefix("el ").split(" ", 1)[1] + (
        f" {born.year}" if wish.language == "en" else f" de {born.year}"
    )


def _names(reply: str, doctor: str) -> bool:
    """Whether every doctor that a reply names may be this one; a surname alone may."""
    named = [found.strip() for found in _DOCTOR.findall(reply)]
    return not doctor or any(doctor.endswith(name) for name in named)


def _speaks_of_birth(reply: str, wish: Wish) -> bool:
    return str(wish.patient.born.year) in reply
