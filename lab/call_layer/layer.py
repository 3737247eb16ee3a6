"""The layer of one call: every tool call of the model goes through it, in order, and every line is told to it."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from fake_api.clock import Clock
from fake_api.practice.wire import Transport
from lab.call_layer import call_log, people, quotes, schedule, staff
from lab.call_layer import reply as replies
from lab.call_layer.arguments import review
from lab.call_layer.arguments.steps import Taken
from lab.call_layer.claims import claims
from lab.call_layer.configuration import Configuration
from lab.call_layer.executor import Executor, NotDone, Rejected
from lab.call_layer.flows import Flows, Way, load_flows
from lab.call_layer.legacy import LEGACY_TOOLS, pass_on
from lab.call_layer.pipeline import prepare
from lab.call_layer.session import Asked, Session, Stopped, Told
from lab.call_layer.shapes import Handled, ModelTool, Refusal, Reply, Urgent
from lab.call_layer.tools import BY_NAME, KINDS, TOOLS
from lab.call_layer.triage import triage
from lab.middleware.spoken import fold
from lab.protocol import Heard, Intent


def _quote(tool: str, session: Session, call: Taken) -> Told:
    return quotes.quote(session, tool, call)


_DOES: Mapping[str, Callable[[Session, Taken], Told]] = {
    "note_caller": people.note_caller,
    "find_patient": people.find_patient,
    "choose_task": staff.choose_task,
    "find_openings": schedule.find_openings,
    "list_visits": schedule.list_visits,
    "commit": quotes.commit,
    "leave_message": staff.leave_message,
    "transfer": staff.transfer,
    **{tool: partial(_quote, tool) for tool in KINDS},
}
_WAITING = (Intent.YES, Intent.UNKNOWN, Intent.REPEAT)
"""What a caller may say without taking back what was read aloud."""


class CallLayer:
    """What stands between the model and the practice in one call; nothing of it outlives the call."""

    def __init__(
        self,
        api: Transport,
        clock: Clock,
        *,
        call_id: str,
        language: str = "en",
        caller_phone: str | None = None,
        configuration: Configuration | None = None,
        log_folder: Path | None = None,
        flows: Flows | None = None,
    ) -> None:
        """`log_folder` keeps the log of a call that can't be delivered; the next start sends it. `flows`: our own."""
        self.configuration = configuration or Configuration()
        self.log = ""
        self._clock, self._log_folder = clock, log_folder
        self._session = Session(
            Executor(api, clock, call_id, self.configuration),
            clock,
            self.configuration,
            call_id=call_id,
            language=language,
            caller_phone=caller_phone,
        )
        self._way = Way(flows or load_flows())
        self._fixed: dict[str, str] = {}
        self._whole = ""
        if log_folder and self.configuration.has("call_log"):
            call_log.send_kept(log_folder, api, clock)

    @property
    def step(self) -> str:
        """The step of the flows that the call is at."""
        return self._way.step.name

    @property
    def hears(self) -> str:
        """The state in which the caller's next line is heard."""
        return "CONFIRM" if self._session.preview else self._way.hears(self._session.facts())

    def tools(self) -> tuple[ModelTool, ...]:
        """What the model may call now."""
        if not self.configuration.has("flows"):
            return LEGACY_TOOLS if self.configuration.is_null else TOOLS
        return tuple(BY_NAME[name] for name in self._way.tools(self._session.facts()))

    def guidance(self) -> str:
        """One line for the model: what comes next."""
        return self._way.guidance(self._session.facts())

    def caller_said(self, line: str, heard: Heard) -> Urgent | None:
        """The caller said this: it may not wait, it may be the yes that is waited for, or take back what was read."""
        session = self._session
        session.hear(line, heard)
        self._fixed, self._whole = {}, ""
        flag = triage(line, session.language) if self.configuration.has("triage") else None
        if flag:
            session.end_quote()
            session.flags |= {"emergency", "human_review"}
            self._follow("urgent")
            return Urgent(flag.flag, flag.words, session.speech.line("emergency"))
        self._answer(heard)
        self._follow(_event_of(heard, bool(session.written or session.tasks), self.step))
        return None

    def agent_said(self, text: str) -> None:
        """The agent really said this; a read-back counts only if it was the last thing said."""
        self._session.evidence = self._session.evidence.speak(text)
        if quote := self._session.quote:
            quote.aloud = fold(quote.sentence) in fold(text)
            quote.yes = False

    def call(self, name: str, raw: object) -> Handled:
        """One tool call of the model, through every step; whatever is wrong with it is told, never raised."""
        name = str(name)
        tool = BY_NAME.get(name)
        taken = Taken({})
        try:
            if tool is None or name not in self._names():
                raise Stopped(self._not_there(name))
            if self.configuration.is_null:
                taken = Taken(raw if isinstance(raw, Mapping) else {"arguments": raw})
                told = pass_on(self._session, tool, taken.arguments)
            else:
                taken = prepare(self._session, tool, raw)
                told = _DOES[name](self._session, taken)
        except Stopped as stopped:
            return self._refused(name, raw, stopped.refusal)
        except Asked as asked:
            told = self._ask(asked)
        except Rejected as no:
            told = quotes.rejected(self._session, no)
            if name not in KINDS and told.event == "REFUSED":  # a look-up changes nothing, and may be made otherwise
                told = replace(told, event="")
        except NotDone as fault:
            told = self._unreachable(fault)
        assert tool is not None
        self._follow(told.event)
        if self.step == "CONFIRM" and self._session.quote is None:
            self._follow("changed")
        return self._handled(tool, raw, taken, told)

    def finish(self, reply: str) -> Reply:
        """What is said in place of the model's reply, now that its turn is over."""
        session, quote = self._session, self._session.quote
        speaks = self.configuration.has("spoken")
        whole = (self._whole or (quote.sentence if quote else "")) if speaks else ""
        claimed = claims(reply, session.language) if self.configuration.has("claims") else frozenset()
        fixed = [*self._fixed.values()] if speaks else []
        said = replies.finish(reply, fixed, whole, session.claimable, claimed, session.speech.line("not_done"))
        self._fixed, self._whole = {}, ""
        return said

    def hang_up(self, by: str, why: str, transcript: Sequence[str]) -> None:
        """The call is over: it is logged, once; `log` says what became of it."""
        if self.log or not self.configuration.has("call_log"):
            return
        session = self._session
        body = call_log.body(session, by, why, transcript)
        self.log = "logged" if call_log.deliver(session.executor, body, self._clock) else "lost"
        if self.log == "lost" and self._log_folder:
            with suppress(OSError):
                call_log.keep(self._log_folder, session.call_id, body)
                self.log = "kept"

    def _answer(self, heard: Heard) -> None:
        """What a line means to what was read aloud: a whole yes, nothing yet, or that it no longer stands."""
        session = self._session
        if session.preview and heard.intent == Intent.YES:
            session.confirmed.add((session.preview.argument, session.preview.said))
        if session.question and (label := session.question.chosen(heard.choice)):
            session.chosen[session.turn] = label
        session.preview = session.question = None
        if session.quote is None:
            return
        if heard.intent not in _WAITING or _says_more(heard):
            session.end_quote()
            self._follow("changed")
        elif heard.intent == Intent.YES:
            session.quote.yes = session.quote.aloud

    def _ask(self, asked: Asked) -> Told:
        """A question in fixed words: only the caller can settle it."""
        question = self._session.question = asked.question
        if question.code == "quantity_implausible":
            self._session.preview = question
        told = {"code": question.code, **question.as_result()}
        return Told(told, words={question.argument: question.said}, spoken=question.ask, whole=True)

    def _unreachable(self, fault: NotDone) -> Told:
        text = f"The practice does not answer ({fault.code}); nothing was written."
        told = {"code": "UNREACHABLE", "text": text, "next": f"Try it once more, or transfer. {self.guidance()}"}
        spoken = self._session.speech.line("unreachable")
        return Told(told, outcome="timeout", reason=fault.code, spoken=spoken)

    def _follow(self, event: str) -> None:
        if event:
            self._way.go(event, self._session.facts())

    def _handled(self, tool: ModelTool, raw: object, taken: Taken, told: Told) -> Handled:
        session = self._session
        speaks = self.configuration.has("spoken")
        self._fixed.pop(tool.name, None)  # what a tool came to at last is what is told
        if told.whole:
            self._whole = told.spoken
        elif told.spoken:
            self._fixed[tool.name] = told.spoken
        result = {"ok": told.outcome == "ok", **told.result}
        result.setdefault("next", self.guidance())
        if taken.notes:
            result["notes"] = list(taken.notes)
        session.results.append(result)
        if taken.flags and self._log_folder:
            with suppress(OSError):
                review.note(self._log_folder, session.call_id, self._clock.now(), taken.flags)
        return Handled(
            tool=tool.name,
            said=raw,
            result=result,
            outcome=told.outcome,
            reason=told.reason,
            nature=tool.nature,
            words=taken.arguments if told.words is None else told.words,
            filled={**taken.filled, **told.filled},
            sent=session.executor.take(),
            spoken=told.spoken if speaks else "",
            whole=told.whole and speaks,
            sentence=told.sentence,
            quote=told.quote,
        )

    def _refused(self, name: str, raw: object, refusal: Refusal) -> Handled:
        told: dict[str, Any] = {"ok": False, "code": refusal.code, "text": refusal.text, "next": refusal.next}
        told |= {
            key: list(value) if isinstance(value, tuple) else value
            for key in ("missing", "argument", "given", "suggestion")
            if (value := getattr(refusal, key)) not in (None, ())
        }
        nature = BY_NAME[name].nature if name in BY_NAME else "read"
        sent = self._session.executor.take()
        return Handled(name, raw, told, "refused", refusal.code, nature, sent=sent, refusal=refusal)

    def _names(self) -> tuple[str, ...]:
        return tuple(tool.name for tool in self.tools())

    def _not_there(self, name: str) -> Refusal:
        names = ", ".join(self._names()) or "none"
        if name in BY_NAME:
            return Refusal("flows", "NOT_NOW", f"{name} is not there at this step; there are: {names}", self.guidance())
        return Refusal("flows", "NO_SUCH_TOOL", f"there is no tool {name!r:.40}; there are: {names}", self.guidance())


def _says_more(heard: Heard) -> bool:
    return bool(heard.values() or heard.denied or heard.unclear or heard.choice is not None or heard.part_of_day)


def _event_of(heard: Heard, has_done: bool, step: str) -> str:
    """What a line means to the flows."""
    match heard.intent:
        case Intent.HUMAN:
            return "human"
        case Intent.GOODBYE:
            return "goodbye"
        case Intent.NO if has_done and step == "CHOOSE_TASK" and not _says_more(heard):
            return "nothing more"
    return ""
