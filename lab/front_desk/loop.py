"""A turn at the front desk: a model takes a few steps, each tool call goes through the layer, and a reply comes out."""

import json
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Protocol

from lab.call_layer.shapes import Handled, ModelTool, Refusal, Reply, Urgent
from lab.front_desk.made_up import made_up
from lab.front_desk.model import Asked, Caller, Done, Entry, Model, ModelUnavailable, Said, Step, Talk
from lab.front_desk.raw import plain
from lab.protocol import Heard, Intent

MOST_STEPS = 8
"""Steps of a model in one turn; whoever needs more gets lost, and a person takes over."""

MOST_CALLS = 8
"""Tool calls in one step."""

MOST_SILENCES = 3
MOST_UNCLEAR = 3
MOST_IDLE = 8
"""Turns in a row: without a word, without an answer to a read-back, and without anything done."""

LONGEST_CALL = 80
LONGEST_REPLY = 600
OVER = ("DONE", "HANDOFF")
_ENTRIES = 120  # what a model is shown; no call of a caller who is served is longer


class Layer(Protocol):
    """What the loop has to know of a call layer."""

    @property
    def step(self) -> str: ...

    def tools(self) -> tuple[ModelTool, ...]: ...

    def guidance(self) -> str: ...

    def finish(self, reply: str) -> Reply: ...


class Host(Protocol):
    """Where tool calls go: through the layer, and into the record."""

    def handle(self, asked: Asked) -> Handled: ...

    def refuse(self, asked: Asked, refusal: Refusal) -> None:
        """Note a call that the seat itself has stopped."""
        ...

    def hand_over(self, reason: str, emergency: bool) -> None:
        """Note that code itself gives the call to a person."""
        ...


@dataclass(slots=True)
class Loop:
    """One call at the front desk; `talk` is what the model gets to see of it."""

    model: Model
    layer: Layer
    talk: Talk
    sentence: str = ""
    silences: int = 0
    unclear: int = 0
    idle: int = 0
    turns: int = 0
    handed_over: bool = False
    problem: str = ""

    @property
    def state(self) -> str:
        """Where the call is: a step of the layer's flows."""
        return "HANDOFF" if self.handed_over else self.layer.step

    def turn(self, line: str, heard: Heard, urgent: Urgent | None, host: Host) -> str:
        """What is said after a caller's line."""
        self._note(Caller(line, heard))
        self.turns += 1
        reply = self._answer(line, heard, urgent, host)
        self._note(Said(reply))
        return reply

    def _answer(self, line: str, heard: Heard, urgent: Urgent | None, host: Host) -> str:
        if urgent:
            return self._hand_over(host, urgent.flag, urgent.spoken, emergency=True)
        if self.state in OVER:
            return self._words("farewell")
        if not line.strip():
            return self._silence(host)
        self.silences = 0
        if self.turns > LONGEST_CALL:
            return self._person(host, "call_too_long")
        before, done = self.layer.step, len(self.talk.entries)
        reply, by_code = self._steps(host)
        moved = by_code or self.layer.step != before or any(_went_through(entry) for entry in self.talk.entries[done:])
        self.idle = 0 if moved else self.idle + 1
        if self.state in OVER or moved:
            self.unclear = 0
            return reply
        if self.idle >= MOST_IDLE:
            return self._person(host, "not_understood")
        return self._unclear(heard, reply, host)

    def _silence(self, host: Host) -> str:
        self.silences += 1
        if self.silences >= MOST_SILENCES:
            return self._person(host, "caller_silent", self._words("goodbye"))
        return self._again(self._words("still_there"))

    def _unclear(self, heard: Heard, reply: str, host: Host) -> str:
        """A line of which nothing came: to a read-back it is asked once more, anywhere else a few times."""
        if heard.intent != Intent.UNKNOWN and self.layer.step != "CONFIRM":
            self.unclear = 0
            return reply
        self.unclear += 1
        if self.unclear >= MOST_UNCLEAR:
            return self._person(host, "not_understood")
        if self.layer.step != "CONFIRM":
            return reply
        return self._again(self._words("yes_or_no" if self.unclear == 1 else "or_a_person"))

    def _again(self, text: str) -> str:
        """With the read-back behind it, where one waits: no yes may be to anything else."""
        return f"{text} {self.sentence}" if self.layer.step == "CONFIRM" and self.sentence else text

    def _steps(self, host: Host) -> tuple[str, bool]:
        """The model's steps until it has something to say, or code has; what is said, and whether it is code's."""
        for _ in range(MOST_STEPS):
            try:
                step = self.model.next(self._seen())
            except ModelUnavailable as error:
                self.problem = str(error)
                return self._person(host, "model_unavailable"), True
            if refusal := self._not_to_be_said(step):
                self._refuse(Asked("reply", {"text": step.say}), refusal, host)
                continue
            if not step.calls:
                return self._finished(step.say), False
            if self._call_all(step, host):
                return self._finished(""), True
        return self._person(host, "not_understood"), True

    def _not_to_be_said(self, step: Step) -> Refusal | None:
        """What is wrong with a reply that no caller may hear."""
        if step.calls:
            return None
        if _WRITTEN_OUT.search(step.say):
            return NOT_A_CALL
        time = made_up(step.say, self.talk)
        return (
            replace(MADE_UP, text=f"{time} is in nothing that a tool has listed or the caller has said")
            if time
            else None
        )

    def _call_all(self, step: Step, host: Host) -> bool:
        """Make the calls of one step; where code has the word after one of them the turn ends, and the rest is void."""
        ends = False
        for asked in _in_order(step.calls):
            if ends:
                self._refuse(asked, ONE_AT_A_TIME, host)
                continue
            handled = host.handle(asked)
            self._note(Done(asked, handled.result))
            self.sentence = handled.sentence or self.sentence
            ends = handled.whole or self.layer.step in OVER
        return ends

    def _refuse(self, asked: Asked, refusal: Refusal, host: Host) -> None:
        asked = Asked(asked.name, plain(asked.arguments))
        host.refuse(asked, refusal)
        self._note(Done(asked, {"ok": False, "code": refusal.code, "text": refusal.text, "next": refusal.next}))

    def _finished(self, said: str) -> str:
        text = self.layer.finish(" ".join(said.split())[:LONGEST_REPLY]).text.strip()
        return text or self._words("farewell" if self.state == "DONE" else "again")

    def _person(self, host: Host, reason: str, spoken: str = "") -> str:
        """Whatever the model thinks of it, a person takes over."""
        spoken = spoken or self._words("person")
        host.handle(Asked("transfer", {"reason": reason}))
        return spoken if self.layer.step in OVER else self._hand_over(host, reason, spoken)

    def _hand_over(self, host: Host, reason: str, spoken: str, emergency: bool = False) -> str:
        host.hand_over(reason, emergency)
        self.handed_over = True
        return spoken

    def _seen(self) -> Talk:
        return replace(self.talk, tools=self.layer.tools(), guidance=self.layer.guidance(), step=self.layer.step)

    def _note(self, entry: Entry) -> None:
        self.talk = replace(self.talk, entries=(*self.talk.entries, entry)[-_ENTRIES:])

    def _words(self, key: str) -> str:
        return fixed_words(self.talk.language)[key]


ONE_AT_A_TIME = Refusal(
    "seat",
    "ONE_AT_A_TIME",
    "another call of the same step has just been read aloud or done",
    "Wait for the caller's answer; then make this call again if it is still wanted.",
)

NOT_A_CALL = Refusal(
    "seat",
    "NOT_A_CALL",
    "a call was written out as text, which nobody reads to a caller",
    "Make the call itself, or say something to the caller.",
)
MADE_UP = Refusal(
    "seat",
    "MADE_UP",
    "",
    "Name only times that a tool has listed; where nothing is free, say so and ask for another day.",
)
_WRITTEN_OUT = re.compile(r"^\s*\{|^\s*\[\s*[{\"]|```|</?tool|\b\w+_\w+\s*\(|^\s*\w+\(.*\)\s*$", re.DOTALL)


@cache
def fixed_words(language: str) -> dict[str, str]:
    """What the front desk says by itself."""
    text = files("lab.front_desk").joinpath("spoken.toml").read_text("utf-8")
    words: dict[str, str] = tomllib.loads(text)[language]
    return words


def _in_order(calls: Iterable[Asked]) -> list[Asked]:
    """Equal calls once, and the commit of what was read back before anything that would change it."""
    cleaned = (Asked(str(plain(call.name))[:80], plain(call.arguments)) for call in calls)
    once = {json.dumps(call, sort_keys=True): call for call in cleaned}
    return sorted([*once.values()][:MOST_CALLS], key=lambda call: call.name != "commit")


def _went_through(entry: Entry) -> bool:
    return isinstance(entry, Done) and entry.result.get("ok") is True
