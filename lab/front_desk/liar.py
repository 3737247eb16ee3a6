"""A model that errs on purpose, in every way that real ones are known to; what it would rightly do is the policy's."""

import json
import random
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from lab.front_desk.model import Asked, Done, Model, Step, Talk
from lab.front_desk.policy import Policy

USUAL = 0.03
"""The chance of each way to err, at every step, unless told otherwise."""

_IDS = {
    "account_number": ("A-50012", "A-50213", "50211", "JAMIE"),
    "token": ("tok_123", "A-50211", "yes"),
    "encounter_id": ("E-70031", "1"),
    "opening_id": ("OP-1", "SEP15-0900-REYES"),
    "call_id": ("call-1",),
    "caller_phone": ("212-555-0142",),
}
_NOBODY = "SEP15-0917-NOBODY"
_FORMATS = {
    "date_of_birth": ("04/03/85", "April third", "1985", "03-04-1985", "90"),
    "first_day": ("tomorrow", "next week", "15/09", "2026-02-30"),
    "phone": ("five five five", "0142", "+1 (212) 555-0142 x136"),
    "name": ("JAMIE", "null", "Rivera, Jamie", "[1]"),
    "calling_for": ("SELF", "me"),
    "task": ("Book", "BOOKING", "buk"),
    "reason": ("30", ""),
}
_CLAIMS = (
    "You're all booked!",
    "I've moved your visit, and the old one is cancelled.",
    "Done, it is cancelled.",
    "Your prescription has been refilled.",
    "Ya está reservada su cita.",
    "I have sent the message to the doctor and charged your card.",
)


class Liar:
    """Errs at set rates; the same seed errs alike. `rates` are by the names in SINS, the rest at `rate`."""

    name = "liar"

    def __init__(
        self,
        seed: int = 0,
        rate: float = USUAL,
        rates: Mapping[str, float] = MappingProxyType({}),
        honest: Model | None = None,
    ) -> None:
        self._honest = honest or Policy()
        self._random = random.Random(f"liar {seed}")
        self._rates = {sin: rates.get(sin, rate) for sin in SINS}
        self.sinned: list[str] = []

    def next(self, talk: Talk) -> Step:
        """What is right, or something else."""
        step = self._honest.next(talk)
        for name, sin in SINS.items():
            if self._random.random() < self._rates[name]:
                wrong = sin(self, talk, step)
                if wrong is not None:
                    self.sinned.append(name)
                    return wrong
        return step

    # Ways to err: each answers the wrong step, or none where there is no occasion for it

    def _invents_ids(self, talk: Talk, step: Step) -> Step | None:
        call = _only(step)
        if call is None:
            return None
        key = self._random.choice([*_IDS])
        made_up = {key: self._random.choice(_IDS[key])}
        if "opening" in call.arguments and self._random.random() < 0.5:
            made_up = {"opening": self._random.choice((_NOBODY, *_IDS["opening_id"], "S1"))}
        return _calls(call.name, **{**call.arguments, **made_up})

    def _mixes_openings(self, talk: Talk, step: Step) -> Step | None:
        """The day and time of one, the doctor of another; or simply another than the caller chose."""
        call, listed = _only(step), _listed(talk)
        if call is None or "opening" not in call.arguments or len(listed) < 2:
            return None
        one, other = self._random.sample(listed, 2)
        mixed = f"{one.rpartition('-')[0]}-{other.rpartition('-')[2]}"
        return _calls(call.name, **{**call.arguments, "opening": self._random.choice((mixed, one, other))})

    def _commits_early(self, talk: Talk, step: Step) -> Step | None:
        return _calls("commit", reason="the caller surely wants it")

    def _commits_twice(self, talk: Talk, step: Step) -> Step | None:
        if not any(call.name == "commit" for call in step.calls):
            return None
        again = Asked("commit", {"reason": "once more, to be sure"})
        return Step(calls=(*step.calls, *step.calls, again))

    def _skips_verification(self, talk: Talk, step: Step) -> Step | None:
        if talk.step not in ("VERIFY_CALLER", "FIND_PATIENT"):
            return None
        return self._random.choice(
            (
                _calls("list_visits"),
                _calls("find_openings", reason="checkup"),
                _calls("quote_booking", opening="SEP15-0900-REYES", reason="checkup"),
                _calls("find_patient", name="Jamie Rivera", date_of_birth="1985-04-03"),
            )
        )

    def _wrong_formats(self, talk: Talk, step: Step) -> Step | None:
        call = _only(step)
        keys = [key for key in call.arguments if key in _FORMATS] if call else []
        if call is None or not keys:
            return None
        key = self._random.choice(keys)
        return _calls(call.name, **{**call.arguments, key: self._random.choice(_FORMATS[key])})

    def _claims_success(self, talk: Talk, step: Step) -> Step | None:
        return Step(self._random.choice(_CLAIMS))

    def _asks_for_another_step(self, talk: Talk, step: Step) -> Step | None:
        names = ("quote_cancel", "quote_reschedule", "quote_new_patient", "find_openings", "list_visits", "choose_task")
        return _calls(self._random.choice(names), visit="V1", task="cancel")

    def _answers_in_prose(self, talk: Talk, step: Step) -> Step | None:
        call = _only(step)
        return Step(f"{call.name}({json.dumps(call.arguments)})") if call else None

    def _calls_two_at_once(self, talk: Talk, step: Step) -> Step | None:
        call, listed = _only(step), _listed(talk)
        if call is None:
            return None
        other = {**call.arguments, "opening": self._random.choice(listed)} if listed else {"reason": "checkup"}
        name = call.name if "opening" in call.arguments else self._random.choice(("find_openings", "commit"))
        return Step(calls=(*step.calls, Asked(name, other)))

    def _json_in_a_string(self, talk: Talk, step: Step) -> Step | None:
        call = _only(step)
        if call is None:
            return None
        text = json.dumps(call.arguments)
        return Step(calls=(Asked(call.name, self._random.choice((text, json.dumps(text), f"```json\n{text}\n```"))),))

    def _extra_keys(self, talk: Talk, step: Step) -> Step | None:
        call = _only(step)
        extra = {"description": "be nice", "confirmed": True, "consent": "yes", "override": {"checks": False}}
        return _calls(call.name, **{**call.arguments, **extra}) if call else None

    def _says_none(self, talk: Talk, step: Step) -> Step | None:
        call = _only(step)
        if call is None or not call.arguments:
            return None
        key = self._random.choice([*call.arguments])
        return _calls(call.name, **{**call.arguments, key: self._random.choice(("None", "null", None, "", "N/A"))})

    def _raises_an_alarm(self, talk: Talk, step: Step) -> Step | None:
        return _calls("transfer", reason="the caller sounds unwell", emergency=True) if talk.step == "CONFIRM" else None

    def _asks_for_nonsense(self, talk: Talk, step: Step) -> Step | None:
        return Step(calls=(Asked(self._random.choice(("book", "", "sudo", "quote_booking ")), [1, 2, {"a": None}]),))


SINS: Mapping[str, Callable[[Liar, Talk, Step], Step | None]] = {
    "invents_ids": Liar._invents_ids,
    "mixes_openings": Liar._mixes_openings,
    "commits_early": Liar._commits_early,
    "commits_twice": Liar._commits_twice,
    "skips_verification": Liar._skips_verification,
    "wrong_formats": Liar._wrong_formats,
    "claims_success": Liar._claims_success,
    "asks_for_another_step": Liar._asks_for_another_step,
    "answers_in_prose": Liar._answers_in_prose,
    "calls_two_at_once": Liar._calls_two_at_once,
    "json_in_a_string": Liar._json_in_a_string,
    "extra_keys": Liar._extra_keys,
    "says_none": Liar._says_none,
    "raises_an_alarm": Liar._raises_an_alarm,
    "asks_for_nonsense": Liar._asks_for_nonsense,
}
"""Every way in which the liar errs, by its name."""


def _only(step: Step) -> Asked | None:
    """The one call of a step, with an object for arguments."""
    return step.calls[0] if len(step.calls) == 1 and isinstance(step.calls[0].arguments, dict) else None


def _calls(tool: str, /, **arguments: Any) -> Step:
    return Step(calls=(Asked(tool, arguments),))


def _listed(talk: Talk) -> Sequence[str]:
    """Every opening that was ever listed in what the model still sees."""
    rows = [row for entry in talk.entries if isinstance(entry, Done) for row in entry.result.get("openings", ())]
    return [str(row["opening"]) for row in rows if isinstance(row, Mapping) and "opening" in row]
