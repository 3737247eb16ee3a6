"""Plain code in the model's seat: it picks tools as a good model would, over what our grammar hears."""

import datetime as dt
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lab.front_desk.errands import ERRANDS, message
from lab.front_desk.model import Asked, Caller, Done, Entry, Said, Step, Talk
from lab.front_desk.notes import Notes, sentence
from lab.middleware.spoken import clock_words, day_words
from lab.protocol import Intent

MOST_TRIES = 3
"""Calls of one tool in a turn that may go wrong; then a person has to see to it."""

SPOKEN_AT_ONCE = 3
Row = Mapping[str, Any]


class Policy:
    """Sits at the front desk in one call."""

    name = "policy"

    def __init__(self) -> None:
        self._notes: Notes | None = None
        self._read: Entry | None = None
        self._step = ""
        self._failed: dict[str, int] = {}
        self._openings: list[Row] = []
        self._visits: list[Row] = []
        self._offered_at = 0
        self._read_out: Sequence[Row] = ()
        self._opening: Row | None = None
        self._visit: Row | None = None
        self._last: Done | None = None
        self._asked: set[str] = set()
        self._calling = ""
        self._question = ("", "")
        self._said_last = ""
        self._lookup = ""
        self._for_other = False
        self._field = ""
        self._seen_before: bool | None = None

    def next(self, talk: Talk) -> Step:
        """What a good model would do now."""
        self._follow(talk)
        heard = self._heard
        if self._failed and max(self._failed.values()) >= MOST_TRIES:
            return self._transfer("too_many_failures")
        if self._last and self._code() == "UNREACHABLE" and not self._just("commit"):
            return Step(calls=(self._last.asked,))  # nothing was written: the same once more
        if heard.intent == Intent.HUMAN and self._last is None and not self._said.wants:
            return self._transfer("caller_asked")
        step = _AT[talk.step](self, talk)
        self._calling = step.calls[0].name if step.calls else ""
        return step

    # What has happened

    @property
    def _heard(self) -> Any:
        return self._said.heard

    @property
    def _said(self) -> Notes:
        assert self._notes, "a call has begun before anybody is asked"
        return self._notes

    def _follow(self, talk: Talk) -> None:
        """Catch up with all that happened since it was asked last: not every step was its own."""
        self._notes = self._notes or Notes(talk.language, talk.today)
        seen = [at for at, entry in enumerate(talk.entries) if entry is self._read]
        for entry in talk.entries[seen[-1] + 1 if seen else 0 :]:
            match entry:
                case Caller():
                    self._last, self._failed = None, {}
                    self._notes.hear(entry, self._step, self._said_last in ("caller", "patient", "spell"))
                case Said(text=text):
                    self._spoke(text)
                case Done():
                    self._take(entry)
            self._read = entry
        self._step = talk.step

    def _spoke(self, text: str) -> None:
        """What was really said; a question of its own counts as asked only then."""
        key, question = self._question
        self._said_last = key if question and question in text else ""
        if self._said_last:
            self._asked.add(key)

    def _take(self, done: Done) -> None:
        """Note what a tool has answered."""
        self._last = done
        result, name = done.result, done.asked.name
        if result.get("ok") is not True and name == self._calling:
            self._failed[name] = self._failed.get(name, 0) + 1
        if name == "find_openings" and "openings" in result:
            self._openings, self._offered_at = list(result["openings"]), self._said.turn
        if name == "list_visits" and "visits" in result:
            self._visits, self._visit = list(result["visits"]), None
        if name == "find_patient":
            self._lookup = str(result.get("code"))
        if name == "note_caller" and result.get("ok") is True:
            self._note_whose(done.asked.arguments)
        if result.get("code") == "PATIENT_MAY_EXIST":
            self._said.task, self._said.then = self._said.then, ""
        if name == "commit" and result.get("ok") is True:
            self._forget_task()
        if result.get("code") in ("SLOT_TAKEN", "SAME_TIME"):
            self._said.time = self._said.choice = None
        if result.get("code") == "SLOT_TAKEN":
            self._openings = []
        if result.get("code") == "NOT_BUILDABLE":
            self._field = str(result.get("field") or "")

    def _note_whose(self, noted: Any) -> None:
        other = isinstance(noted, Mapping) and noted.get("calling_for") == "someone_else"
        if other != self._for_other:
            self._for_other, self._lookup = other, ""
            self._openings, self._visits, self._visit, self._opening = [], [], None, None
        if other and self._said.patient == self._said.caller:
            self._said.patient = ""
        elif not other:
            self._said.patient = self._said.patient or self._said.caller

    def _forget_task(self) -> None:
        said = self._said
        said.task, said.then = said.then, ""
        if not said.task:
            said.reason = ""
            said.day = None
        said.part = said.doctor = ""
        said.time = said.choice = None
        self._openings, self._visits, self._visit, self._opening = [], [], None, None

    def _code(self) -> str:
        return str(self._last.result.get("code", "")) if self._last else ""

    def _just(self, *names: str) -> bool:
        return self._last is not None and self._last.asked.name in names

    # What to do at each step

    def _verify(self, talk: Talk) -> Step:
        said = self._said
        if not said.caller:
            return self._say(talk, "caller")
        return self._note_caller()

    def _note_caller(self) -> Step:
        said = self._said
        if said.for_other:
            about = {"calling_for": "someone_else", "relation": said.relation}
        else:
            said.patient, about = said.caller, {"calling_for": "self"}
        return _call("note_caller", caller_name=said.caller, **about)

    def _find(self, talk: Talk) -> Step:
        said, code = self._said, self._code()
        if "is_new" in self._asked and self._last is None:
            return self._as_new(talk)
        if code == "NAME_MISMATCH" or (self._last is not None and self._lookup in ("not_found", "VALUE_MISSING")):
            return self._look_again(talk)
        if self._last is not None and self._lookup == "ambiguous":
            return self._transfer("patient_not_clear") if "phone" in self._asked else self._say(talk, "phone")
        if self._just("find_patient") and code == "DOB_NOT_FROM_CALLER":
            said.born = None
            return self._say(talk, "birth_again")
        if said.for_other != self._for_other and talk.offers("note_caller"):
            return self._note_caller()
        if talk.offers("choose_task") and (said.task == "new_patient" or (said.task == "message" and not said.born)):
            return _call("choose_task", task=said.task)
        if not said.patient:
            return self._say(talk, "patient" if said.for_other else "caller")
        if not said.born:
            return self._say(talk, "birth")
        phone = {"phone": said.phone} if said.phone else {}
        return _call("find_patient", name=said.patient, date_of_birth=said.born.isoformat(), **phone)

    def _look_again(self, talk: Talk) -> Step:
        """Spelled once more; then the question whether they are new."""
        if "spell" not in self._asked:
            self._said.patient = ""
            return self._say(talk, "spell")
        if "birth_again" not in self._asked:
            self._said.born = None
            return self._say(talk, "birth_again")
        return self._say(talk, "is_new") if "is_new" not in self._asked else self._transfer("patient_not_found")

    def _as_new(self, talk: Talk) -> Step:
        new = self._heard.intent == Intent.YES or self._said.task == "new_patient"
        return _call("choose_task", task="new_patient") if new else self._transfer("patient_not_found")

    def _choose(self, talk: Talk) -> Step:
        said = self._said
        if self._code() == "NOT_AUTHORIZED":
            return self._say(talk, "not_allowed")
        if "not_allowed" in self._asked or "not_opened" in self._asked:
            return _call("choose_task", task="message")
        if said.task == "visits":
            return self._tell_visits(talk)
        if said.task and talk.offers("choose_task"):
            return _call("choose_task", task=said.task)
        if self._heard.intent in (Intent.GOODBYE, Intent.NO) and self._last is None:
            return Step(sentence(talk.language, "bye"))
        return self._say(talk, "task")

    def _tell_visits(self, talk: Talk) -> Step:
        """When the caller is to come, and nothing is to be changed."""
        if not self._just("list_visits"):
            return _call("list_visits")
        self._said.task = ""
        if not self._visits:
            return self._say(talk, "no_visits")
        return self._say(talk, "ahead", rows=_told(self._visits, talk, "and"))

    def _changed_mind(self, talk: Talk, task: str) -> Step | None:
        """The caller now wants something else, or it is for somebody else."""
        said = self._said
        if said.for_other and not self._for_other and talk.offers("note_caller"):
            said.patient, said.born = "", None
            return self._note_caller()
        wants = self._said.wants
        if self._last is None and wants not in ("", "visits", task) and talk.offers("choose_task"):
            return _call("choose_task", task=wants)
        return None

    def _book(self, talk: Talk) -> Step:
        return self._changed_mind(talk, "book") or self._blocked(talk) or self._opening_for(talk, "quote_booking")

    def _reschedule(self, talk: Talk) -> Step:
        turned = self._changed_mind(talk, "reschedule") or self._blocked(talk) or self._visit_first(talk)
        return turned or self._opening_for(talk, "quote_reschedule")

    def _cancel(self, talk: Talk) -> Step:
        turned = self._changed_mind(talk, "cancel") or self._blocked(talk) or self._visit_first(talk)
        if turned or self._visit is None:
            return turned or self._say(talk, "no_visits")
        return _call("quote_cancel", visit=self._visit["visit"])

    def _blocked(self, talk: Talk) -> Step | None:
        """What no search can help with."""
        code = self._code()
        if code == "NOT_AUTHORIZED":
            return self._say(talk, "not_allowed")
        if "not_allowed" in self._asked or "not_opened" in self._asked:
            return _call("choose_task", task="message")
        if code in ("PATIENT_LOCKED", "REFUSED"):
            return self._transfer(code.lower())
        return None

    def _visit_first(self, talk: Talk) -> Step | None:
        """Which visit it is about; none once that is clear."""
        if not self._visits:
            return self._say(talk, "no_visits") if self._just("list_visits") else _call("list_visits")
        if self._visit is None or self._code() == "CALLER_HAS_NOT_CHOSEN":
            fits = self._visits if len(self._visits) == 1 else self._fitting(self._visits)
            if len(fits) != 1 or (self._just("quote_cancel") and len(self._visits) > 1):
                self._read_out, self._visit = self._visits, None
                return self._say(talk, "visits", rows=_told(self._visits, talk))
            self._visit = fits[0]
            said = self._said
            said.day = said.time = said.choice = None
        return None

    def _opening_for(self, talk: Talk, quote: str) -> Step:
        said = self._said
        if not said.reason:
            return self._say(talk, "reason")
        if self._code() == "unresolved":
            return self._say(talk, "not_opened" if "seen_before" in self._asked else "seen_before")
        if self._must_search():
            return self._search(talk)
        if not self._openings:
            return self._say(talk, "none")
        fits = self._fitting(self._openings)
        if self._code() == "QUOTE_EXPIRED" and self._opening:
            return self._quote(quote, self._opening)
        if self._just(quote) and (self._calling == quote or self._code() == "CALLER_HAS_NOT_CHOSEN"):
            return self._offer(talk, fits or self._openings)
        if len(fits) == 1 and (said.said_since(self._offered_at) or _named(fits, said.line)):
            self._opening = fits[0]
        elif self._heard.intent == Intent.YES and self._opening and self._last is None:
            fits = [self._opening]
        else:
            return self._offer(talk, fits)
        return self._quote(quote, fits[0])

    def _quote(self, quote: str, row: Row) -> Step:
        if _named([row], self._said.line):
            self._said.doctor = row["doctor"]
        if quote == "quote_booking":
            return _call(quote, opening=row["opening"], reason=self._said.reason)
        assert self._visit
        return _call(quote, visit=self._visit["visit"], opening=row["opening"])

    def _must_search(self) -> bool:
        if self._just("find_openings") and self._code() == "openings":
            return False
        if self._code() in ("SLOT_TAKEN", "NOT_LISTED") or not self._openings:
            return True
        day = self._said.day
        later = day is not None and day.isoformat() > max(_day(row) for row in self._openings)
        return later and self._last is None

    def _search(self, talk: Talk) -> Step:
        said = self._said
        if self._code() == "NOT_RESOLVED":
            said.doctor = ""
        first = {"first_day": said.day.isoformat()} if said.day and said.day > talk.today else {}
        doctor = {"doctor": said.doctor} if said.doctor else {}
        been = self._been_here()
        suggested = self._suggested("find_openings")
        return _call("find_openings", **{"reason": said.reason, **first, **doctor, **been, **suggested})

    def _been_here(self) -> dict[str, Any]:
        """Whether they have been here before, once that was asked and answered."""
        if "seen_before" not in self._asked:
            return {}
        if self._said_last == "seen_before" and self._heard.intent in (Intent.YES, Intent.NO):
            self._seen_before = self._heard.intent == Intent.YES
        return {} if self._seen_before is None else {"seen_before": self._seen_before}

    def _suggested(self, tool: str) -> dict[str, Any]:
        """The one value that would have been right, where a call was refused for want of it."""
        result = self._last.result if self._last and self._just(tool) else {}
        return (
            {str(result["argument"]): result["suggestion"]}
            if result.get("suggestion") and result.get("argument")
            else {}
        )

    def _fitting(self, rows: Sequence[Row]) -> list[Row]:
        """The rows that the caller's words leave."""
        said = self._said
        if said.choice is not None:
            offered = [row for row in self._read_out if row in rows] or rows
            at = said.choice - 1 if said.choice > 0 else said.choice
            return [offered[at]] if -len(offered) <= at < len(offered) else []
        fits = [row for row in rows if said.day is None or _day(row) == said.day.isoformat()]
        fits = [row for row in fits if said.time is None or row["time"] == f"{said.time:%H:%M}"]
        return _named(fits, said.line) or fits

    def _offer(self, talk: Talk, fits: Sequence[Row]) -> Step:
        """Read out a few, and remember the one that a yes would mean."""
        said = self._said
        if len(fits) == 1:
            self._opening, self._read_out = fits[0], fits
            return self._say(talk, "offer_one", rows=_told(fits, talk))
        self._opening = None
        on_day = [row for row in self._openings if said.day and _day(row) == said.day.isoformat()]
        near = list(fits) or on_day or self._openings
        if said.part and said.time is None:
            near = [row for row in near if _is_in(row, said.part)] or near
        self._read_out = near[:SPOKEN_AT_ONCE]
        said.choice = None
        return self._say(talk, "offer" if fits else "nothing", rows=_told(self._read_out, talk))

    def _register(self, talk: Talk) -> Step:
        said = self._said
        if self._field:
            asked, self._field = self._field, ""
            said.forget(asked)
            return self._say(talk, "field", field=asked.replace("_", " "))
        if not said.patient:
            return self._say(talk, "patient")
        if not said.born:
            return self._say(talk, "birth")
        if not said.phone:
            return self._say(talk, "phone_new")
        return _call("quote_new_patient", name=said.patient, date_of_birth=said.born.isoformat(), phone=said.phone)

    def _errand(self, talk: Talk) -> Step:
        return self._changed_mind(talk, talk.step.lower()) or self._blocked(talk) or ERRANDS[talk.step](talk)

    def _message(self, talk: Talk) -> Step:
        said = self._said
        if to_doctor := message(talk):
            return self._changed_mind(talk, "message") or to_doctor
        if self._just("leave_message") and self._code() not in ("noted", "ok"):
            return self._transfer("message")
        if "message" not in self._asked or self._last is not None:
            self._forget_task()
            return self._say(talk, "message")
        self._asked -= {"message", "not_allowed", "not_opened"}
        said.task = ""
        return _call("leave_message", text=said.line[:500])

    def _person(self, talk: Talk) -> Step:
        if self._said.wants and self._last is None and talk.offers("choose_task"):
            return _call("choose_task", task=self._said.wants)
        return self._transfer("caller_asked" if self._heard.intent == Intent.HUMAN else "needs_a_person")

    def _confirm(self, talk: Talk) -> Step:
        if self._heard.intent == Intent.YES and not self._just("commit") and talk.offers("commit"):
            return _call("commit", reason="the caller said yes")
        turned = self._changed_mind(talk, self._said.task)
        return turned or self._say(talk, "again")

    def _end(self, talk: Talk) -> Step:
        return Step(sentence(talk.language, "bye"))

    def _say(self, talk: Talk, key: str, **values: Any) -> Step:
        self._question = key, sentence(talk.language, key, **values)
        return Step(self._question[1])

    def _transfer(self, reason: str) -> Step:
        return _call("transfer", reason=reason)


_AT: Mapping[str, Callable[[Policy, Talk], Step]] = {
    "VERIFY_CALLER": Policy._verify,
    "FIND_PATIENT": Policy._find,
    "CHOOSE_TASK": Policy._choose,
    "BOOK": Policy._book,
    "RESCHEDULE": Policy._reschedule,
    "CANCEL": Policy._cancel,
    "NEW_PATIENT": Policy._register,
    "MESSAGE": Policy._message,
    "REFILL": Policy._errand,
    "PAYMENT": Policy._errand,
    "PERSON": Policy._person,
    "CONFIRM": Policy._confirm,
    "DONE": Policy._end,
    "HANDOFF": Policy._end,
}


def _call(tool: str, /, **arguments: Any) -> Step:
    return Step(calls=(Asked(tool, arguments),))


def _day(row: Row) -> str:
    return str(row["day"]).rpartition(" ")[2]


def _is_in(row: Row, part: str) -> bool:
    hours = {"morning": range(12), "afternoon": range(12, 18), "evening": range(17, 24)}
    return int(str(row["time"])[:2]) in hours.get(part, range(24))


def _named(rows: Sequence[Row], line: str) -> list[Row]:
    """The rows whose doctor or office a line names; a full name outweighs a part of one."""

    def says(form: str) -> bool:
        return re.search(rf"\b{re.escape(form)}\b", line, re.IGNORECASE) is not None

    whole = [row for row in rows if says(row["doctor"])]
    part = [row for row in rows if any(map(says, filter(str.istitle, row["doctor"].split())))]
    there = [row for row in rows if says(row["office"])]
    return [row for row in whole or part if row in there] or whole or part or there


def _told(rows: Sequence[Row], talk: Talk, joined: str = "or") -> str:
    """Rows as a person says them: each once, the last after an "or" or an "and"."""
    said = [
        sentence(
            talk.language,
            "with",
            day=day_words(dt.date.fromisoformat(_day(row)), talk.language),
            time=clock_words(dt.time.fromisoformat(row["time"]), talk.language),
            doctor=row["doctor"],
            office=row["office"],
        )
        for row in rows
    ]
    *before, last = dict.fromkeys(said)
    return f"{', '.join(before)}{sentence(talk.language, joined)}{last}" if before else last
