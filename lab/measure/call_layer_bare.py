"""A front desk without a layer: the same model writes every argument itself, and what it writes goes out as it is.

The model is as good as any: it remembers what it was told, writes the practice's ids out of its memory, reads aloud
what it means to do and says what became of it. Where it writes something else than it means, nothing stops it. It sees
its results in the same form as behind the layer, so that the same models can sit here.
"""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from fake_api.practice.rules import age
from lab.call_layer.flows import Way, load_flows
from lab.call_layer.practice import (
    Brief,
    Directory,
    Opening,
    Visit,
    read_brief,
    read_matches,
    read_openings,
    read_quote,
    read_written,
)
from lab.call_layer.references import openings_table, visits_table
from lab.call_layer.shapes import Handled, ModelTool, Refusal, Reply
from lab.call_layer.spoken import Speech
from lab.call_layer.tools import BY_NAME, KINDS
from lab.front_desk.loop import Host
from lab.front_desk.model import Asked, Model, Step, Talk
from lab.middleware.consent import is_correction
from lab.middleware.projection import surname_key
from lab.protocol import Heard, Intent

Result = dict[str, Any]
Doing = Callable[[Mapping[str, Any], Host], tuple[Result, str]]
"""A tool as the model uses it: what it wrote, to what came of it and what the model says to that."""

_NO_FLAGS = {"human_review": False, "emergency": False, "identity": False}


class Meaning:
    """A model that remembers what it last meant to do, whatever one that errs makes of that."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.step = Step()

    @property
    def name(self) -> str:
        return self._model.name

    def next(self, talk: Talk) -> Step:
        self.step = self._model.next(talk)
        return self.step

    def opening(self) -> str:
        """The opening that it meant, if any."""
        given = self.step.calls[0].arguments if self.step.calls else {}
        return str(given.get("opening", "")) if isinstance(given, Mapping) else ""


class Outspoken:
    """A model that reads aloud what it is about to do, and says what became of it, where no code does so for it."""

    def __init__(self, model: Model, bare: "Bare") -> None:
        self._model, self._bare = model, bare

    @property
    def name(self) -> str:
        return self._model.name

    def next(self, talk: Talk) -> Step:
        own = self._model.next(talk)
        spoken = "" if own.calls else self._bare.take_spoken()
        return Step(spoken) if spoken else own


class Bare:
    """Stands where the layer would stand, for the loop; `hears` is how the model listens to the next line."""

    def __init__(
        self, meaning: Meaning, host: Host, talk: Talk, directory: Directory, call_id: str, phone: str
    ) -> None:
        self._meaning, self._host, self._today = meaning, host, talk.today
        self._directory, self._speech = directory, Speech(talk.language)
        self._known: dict[str, Any] = {"call_id": call_id, "caller_phone": phone}
        self._way = Way(load_flows())
        self._openings, self._visits = openings_table("projection"), visits_table("projection")
        self._patient: Brief | None = None
        self._task, self._written = "", 0
        self._searched = 0
        self._said: set[str] = set()
        self._spoken = ""
        self._over = ""

    @property
    def step(self) -> str:
        return self._over or self._way.step.name

    @property
    def hears(self) -> str:
        return self._way.hears(self._facts())

    def tools(self) -> tuple[ModelTool, ...]:
        return tuple(BY_NAME[name] for name in self._way.tools(self._facts()))

    def guidance(self) -> str:
        return self._way.guidance(self._facts())

    def finish(self, reply: str) -> Reply:
        """Whatever the model says; where a call ends, what it says to that."""
        return Reply(reply or self.take_spoken())

    def take_spoken(self) -> str:
        """What the model has to say to what it just did, once."""
        spoken, self._spoken = self._spoken, ""
        return spoken

    def caller_said(self, line: str, heard: Heard) -> None:
        """The caller said this."""
        self._said |= {"named"} if heard.name else set()
        self._said |= {"born"} if heard.born else set()
        self._way.go(self._event(heard), self._facts())

    def refuse(self, asked: Asked, refusal: Refusal) -> None:
        self._host.refuse(asked, refusal)

    def hand_over(self, reason: str, emergency: bool) -> None:
        self._host.hand_over(reason, emergency)

    def handle(self, asked: Asked) -> Handled:
        """One call, as the model writes it; whatever comes of it is told in the layer's form."""
        if asked.name not in BY_NAME or not isinstance(asked.arguments, Mapping):
            handled = self._host.handle(asked)
            return replace(handled, result={"ok": False, "code": handled.reason or "error"})
        result, spoken = self._doing(asked.name)(asked.arguments, self._host)
        self._way.go(asked.name if result["ok"] else str(result["code"]), self._facts())
        self._spoken = spoken or self._spoken
        return Handled(asked.name, asked.arguments, result, sentence=spoken if asked.name in KINDS else "")

    def _event(self, heard: Heard) -> str:
        """What a line means to the flows that the model follows."""
        if heard.intent in (Intent.HUMAN, Intent.GOODBYE):
            return str(heard.intent)
        if self.step == "CONFIRM" and is_correction(heard):
            return "changed"
        return "nothing more" if heard.intent == Intent.NO and self._written and self.step == "CHOOSE_TASK" else ""

    def _doing(self, tool: str) -> "Doing":
        own: dict[str, Doing] = {
            "find_patient": self._find_patient,
            "find_openings": self._find_openings,
            "list_visits": self._list_visits,
            "commit": self._commit,
        }
        return own.get(tool) or (self._quote(tool) if tool in KINDS else self._noted(tool))

    def _noted(self, name: str) -> "Doing":
        def note(given: Mapping[str, Any], host: Host) -> tuple[Result, str]:
            host.handle(Asked(name, dict(given)))
            if name == "choose_task":
                self._task = str(given.get("task", ""))
            if name == "transfer":
                self._over = "HANDOFF"
            spoken = {"transfer": "transfer", "leave_message": "message"}.get(name)
            return {"ok": True, "code": "noted"}, self._speech.line(spoken) if spoken else ""

        return note

    def _find_patient(self, given: Mapping[str, Any], host: Host) -> tuple[Result, str]:
        """Whoever comes first of those who fit."""
        found = self._ask("find_patient", {**self._only("call_id", "caller_phone"), **given}, host, read_matches)
        if not isinstance(found, list):
            return found, ""
        self._searched += 1
        if not found:
            self._patient = None
            return {"ok": True, "code": "not_found"}, ""
        self._known["account_number"] = found[0].account_number
        brief = self._read_patient({}, host)
        return ({"ok": True, "code": "found", "caller_may_act": True} if isinstance(brief, Brief) else brief), ""

    def _read_patient(self, given: Mapping[str, Any], host: Host) -> Brief | Result:
        body = {**self._only("call_id", "account_number"), **given}
        brief: Brief | Result = self._ask("list_visits", body, host, read_brief)
        if isinstance(brief, Brief):
            self._patient = brief
        return brief

    def _list_visits(self, given: Mapping[str, Any], host: Host) -> tuple[Result, str]:
        brief = self._read_patient(given, host)
        if not isinstance(brief, Brief):
            return brief, ""
        ahead = [visit for visit in brief.visits if visit.status == "booked" and visit.start.date() >= self._today]
        listed = self._visits.list(sorted(ahead, key=lambda visit: visit.start), self._directory)
        return {"ok": True, "code": "visits", "visits": self._rows("visit", listed)}, ""

    def _find_openings(self, given: Mapping[str, Any], host: Host) -> tuple[Result, str]:
        """Both offices, one after the other."""
        patient = self._patient
        known = {"status": patient.status, "age": age(patient.born, self._today)} if patient else {}
        first = given.get("first_day") or (self._today + dt.timedelta(1)).isoformat()
        body = {"reason": given.get("reason"), "from_date": first, **known, **_doctor(given, self._directory)}
        answers = [
            self._ask("find_openings", {"office_id": office, **body}, host, read_openings)
            for office in self._directory.offices
        ]
        found = [opening for openings in answers if isinstance(openings, list) for opening in openings]
        if not any(isinstance(openings, list) for openings in answers):
            return answers[-1], ""
        listed = self._openings.list(sorted(found, key=lambda opening: opening.start)[:100], self._directory)
        return {"ok": True, "code": "openings", "openings": self._rows("opening", listed)}, ""

    def _quote(self, tool: str) -> "Doing":
        def quote(given: Mapping[str, Any], host: Host) -> tuple[Result, str]:
            own = self._only("call_id", *(() if tool == "quote_new_patient" else ("account_number",)))
            body = {**own, **self._with_ids(given)}
            quoted = self._ask(tool, body, host, read_quote)
            if isinstance(quoted, dict):
                return quoted, ""
            token, _, writes = quoted
            self._known["token"] = token
            name = self._patient.name if self._patient else ""
            was = self._visits.find(given.get("visit"))
            said = {"name": name, **writes, **self._place_meant()}
            sentence = self._speech.question(said, self._directory, was)
            return {"ok": True, "code": "quoted"}, sentence

        return quote

    def _place_meant(self) -> dict[str, Any]:
        """Where and when, as the model means it, whatever it wrote."""
        row = self._openings.find(self._meaning.opening())
        if row is None:
            return {}
        return {"starts": row.start.isoformat(), "provider_id": row.provider_id, "office_id": row.office_id}

    def _commit(self, given: Mapping[str, Any], host: Host) -> tuple[Result, str]:
        """Sent, and once more where nothing came back; then the model says what it believes."""
        token = self._known.get("token") or self._known.get("account_number") or "yes"
        body = {**self._only("call_id"), "token": token, "reason": "the caller said yes", "flags": _NO_FLAGS, **given}
        written: Any = {}
        for _ in range(2):
            written = self._ask("commit", body, host, read_written)
            if not isinstance(written, dict) or written["code"] in ("QUOTE_USED", "ALREADY_COMMITTED"):
                break
        if isinstance(written, dict):
            done = written["code"] in ("QUOTE_USED", "ALREADY_COMMITTED")
            return (written | {"ok": done}), self._speech.line("refused") if not done else ""
        kind, row = written
        self._written += 1
        name = self._patient.name if self._patient else ""
        return {"ok": True, "code": "done"}, self._speech.done({"name": name, "kind": kind, **row}, self._directory)

    def _ask(self, tool: str, body: Mapping[str, Any], host: Host, read: Callable[[Any], Any]) -> Any:
        """What the practice answers, read; a result that says no where it does not."""
        handled: Handled = host.handle(Asked(tool, {key: value for key, value in body.items() if value is not None}))
        if handled.outcome != "ok":
            return {"ok": False, "code": handled.reason or "UNREACHABLE"}
        try:
            return read(handled.result["result"])
        except (KeyError, TypeError, ValueError, AttributeError):
            return {"ok": False, "code": "UNREACHABLE"}

    def _only(self, *keys: str) -> dict[str, Any]:
        return {key: self._known[key] for key in keys if key in self._known}

    def _with_ids(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """What the model remembers under these names; a mixed one is the day that it wrote, with another's id."""
        body = {key: value for key, value in given.items() if key not in ("opening", "visit")}
        if "opening" in given:
            body["opening_id"] = given.get("opening_id") or self._opening_id(str(given["opening"]))
        if "visit" in given:
            visit: Visit | None = self._visits.find(given["visit"])
            body["encounter_id"] = visit.encounter_id if visit else str(given["visit"])
        return body

    def _opening_id(self, reference: str) -> str:
        if opening := self._openings.find(reference):
            return opening.opening_id
        doctor = reference.rpartition("-")[2]
        rows = self._openings.listed.values()
        other = next(
            (row for row in rows if surname_key(self._directory.doctors[row.provider_id].family) == doctor), None
        )
        return other.opening_id if other else reference

    def _rows(self, key: str, listed: Mapping[str, Opening] | Mapping[str, Visit]) -> list[dict[str, str]]:
        return [
            {
                key: reference,
                "day": f"{each.start:%A} {each.start.date().isoformat()}",
                "time": f"{each.start:%H:%M}",
                "doctor": self._directory.doctors[each.provider_id].full_name,
                "office": self._directory.offices[each.office_id].name,
            }
            for reference, each in listed.items()
        ]

    def _facts(self) -> dict[str, str | int | bool]:
        return {
            "task": self._task,
            "identity": "stands" if self._patient else "none",
            "searched": min(self._searched, 3) if self._patient is None else 0,
            "offers": min(len(self._openings), 2),
            "visits": min(len(self._visits), 2),
            "taken": 0,
            "mismatches": 0,
            "done": min(self._written, 1),
            "locked": False,
            "named": "named" in self._said,
            "born": "born" in self._said,
        }


def _doctor(given: Mapping[str, Any], directory: Directory) -> dict[str, int]:
    """The number of the doctor who is named, if one has this name."""
    name = str(given.get("doctor", "")).lower()
    found = [id for id, doctor in directory.doctors.items() if name and name in doctor.full_name.lower()]
    return {"provider_id": found[0]} if found else {}
