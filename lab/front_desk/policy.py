"""Plain code in the model's seat: it picks tools as a good model would, over what our grammar hears."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lab.front_desk.errands import ERRANDS, message
from lab.front_desk.memory import Memory
from lab.front_desk.model import Asked, Said, Step, Talk
from lab.front_desk.notes import sentence
from lab.front_desk.rows import Row, day_of, is_in, named, told
from lab.protocol import Intent

MOST_TRIES = 3
"""Calls of one tool in a turn that may go wrong; then a person has to see to it."""

SPOKEN_AT_ONCE = 3


class Policy(Memory):
    """Sits at the front desk in one call."""

    name = "policy"

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
        if heard.intent == Intent.REPEAT and self._last is None and not self._said.wants and talk.step != "CONFIRM":
            return Step(next((entry.text for entry in reversed(talk.entries) if isinstance(entry, Said)), ""))
        step = _AT[talk.step](self, talk)
        self._calling = step.calls[0].name if step.calls else ""
        return step

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
        if talk.offers("choose_task") and (
            said.task == "new_patient" or (said.task == "message" and not said.born and not said.doctor)
        ):
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
        return self._anything_else(talk)

    def _anything_else(self, talk: Talk) -> Step:
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
        return self._say(talk, "ahead", rows=told(self._visits, talk.language, "and"))

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
        if not self._visits and self._last is None and self._said_last == "no_visits" and not self._said.wants:
            return self._anything_else(talk)
        if not self._visits:
            return self._say(talk, "no_visits") if self._just("list_visits") else _call("list_visits")
        if self._visit is None or self._code() == "CALLER_HAS_NOT_CHOSEN":
            fits = self._visits if len(self._visits) == 1 else self._fitting(self._visits)
            if len(fits) != 1 or self._just("quote_cancel"):
                self._read_out, self._visit = self._visits, None
                return self._say(talk, "visits", rows=told(self._visits, talk.language))
            self._visit, said = fits[0], self._said
            said.reason = str(self._visit.get("reason") or said.reason)
            if len(self._visits) > 1 or (said.day and said.day.isoformat() in self._visit["day"]):
                said.day = said.time = said.choice = None  # that was which visit, and not when instead
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
        no = self._heard.intent == Intent.NO and not self._heard.values() and self._last is None
        if no and self._said_last in ("offer", "offer_one", "nothing"):
            return self._say(talk, "which_day")
        fits = self._fitting(self._openings)
        if self._code() == "QUOTE_EXPIRED" and self._opening:
            return self._quote(quote, self._opening)
        if self._just(quote) and (self._calling == quote or self._code() == "CALLER_HAS_NOT_CHOSEN"):
            return self._offer(talk, fits or self._openings)
        if len(fits) == 1 and (said.said_since(self._offered_at) or named(fits, said.line)):
            self._opening = fits[0]
        elif self._heard.intent == Intent.YES and self._opening and self._last is None:
            fits = [self._opening]
        else:
            return self._offer(talk, fits)
        return self._quote(quote, fits[0])

    def _quote(self, quote: str, row: Row) -> Step:
        if named([row], self._said.line):
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
        later = day is not None and day.isoformat() > max(day_of(row) for row in self._openings)
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
        fits = [row for row in rows if said.day is None or day_of(row) == said.day.isoformat()]
        fits = [row for row in fits if said.time is None or row["time"] == f"{said.time:%H:%M}"]
        return named(fits, said.line) or fits

    def _offer(self, talk: Talk, fits: Sequence[Row]) -> Step:
        """Read out a few, and remember the one that a yes would mean."""
        said = self._said
        if len(fits) == 1:
            self._opening, self._read_out = fits[0], fits
            return self._say(talk, "offer_one", rows=told(fits, talk.language))
        self._opening = None
        on_day = [row for row in self._openings if said.day and day_of(row) == said.day.isoformat()]
        near = list(fits) or on_day or self._openings
        if said.part and said.time is None:
            near = [row for row in near if is_in(row, said.part)] or near
        self._read_out = near[:SPOKEN_AT_ONCE]
        said.choice = None
        return self._say(talk, "offer" if fits else "nothing", rows=told(self._read_out, talk.language))

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
        turned = None if self._said.wants == "cancel" else self._changed_mind(talk, self._doing)
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
