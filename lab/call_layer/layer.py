"""The layer of one call: every tool call of the model goes through it, in order, and every line is told to it."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from fake_api.clock import Clock
from fake_api.practice.wire import Transport
from lab.call_layer import call_log, people, quotes, schedule, staff
from lab.call_layer import reply as replies
from lab.call_layer.configuration import Configuration
from lab.call_layer.executor import Executor, NotDone, Rejected
from lab.call_layer.flows import Way, load_flows
from lab.call_layer.session import Session, Stopped, Told
from lab.call_layer.shapes import Handled, ModelTool, Refusal, Reply, Urgent
from lab.call_layer.tools import BY_NAME, TOOLS
from lab.middleware.consent import is_correction
from lab.middleware.spoken import fold
from lab.protocol import Heard, Intent

_DOES: Mapping[str, Callable[..., Told]] = {
    "note_caller": people.note_caller,
    "find_patient": people.find_patient,
    "choose_task": staff.choose_task,
    "find_openings": schedule.find_openings,
    "list_visits": schedule.list_visits,
    "quote_booking": quotes.quote_booking,
    "quote_reschedule": quotes.quote_reschedule,
    "quote_cancel": quotes.quote_cancel,
    "quote_new_patient": quotes.quote_new_patient,
    "commit": quotes.commit,
    "leave_message": staff.leave_message,
    "transfer": staff.transfer,
}


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
    ) -> None:
        """`log_folder` keeps the log of a call that can't be delivered; the next start sends it."""
        self.configuration = configuration or Configuration()
        self._api, self._clock, self._log_folder = api, clock, log_folder
        executor = Executor(api, clock, call_id, self.configuration)
        self._session = Session(
            executor, clock, self.configuration, call_id=call_id, language=language, caller_phone=caller_phone
        )
        self._way = Way(load_flows())
        self._fixed: list[str] = []
        self._whole = ""
        self._ended = False

    @property
    def step(self) -> str:
        """The step of the flows that the call is at."""
        return self._way.step.name

    @property
    def hears(self) -> str:
        """The state in which the caller's next line is heard."""
        return self._way.hears(self._session.facts())

    def tools(self) -> tuple[ModelTool, ...]:
        """What the model may call now."""
        if not self.configuration.has("flows"):
            return tuple(tool for tool in TOOLS if tool.name in _DOES)
        return tuple(BY_NAME[name] for name in self._way.tools(self._session.facts()) if name in _DOES)

    def guidance(self) -> str:
        """One line for the model: what comes next."""
        return self._way.guidance(self._session.facts())

    def caller_said(self, line: str, heard: Heard) -> Urgent | None:
        """The caller said this: it may be the yes that a quote waits for, or take back what was read aloud."""
        session = self._session
        session.turn += 1
        session.named = session.named or heard.name is not None
        session.born = session.born or heard.born is not None
        if session.quote is not None:
            self._answer(heard)
        self._follow(_event_of(heard, bool(session.written), self.step))
        return None

    def agent_said(self, text: str) -> None:
        """The agent really said this; a read-back counts only if it was the last thing said."""
        if quote := self._session.quote:
            quote.aloud = fold(quote.sentence) in fold(text)
            quote.yes = False

    def call(self, name: str, raw: object) -> Handled:
        """One tool call of the model, through every step; whatever is wrong with it is told, never raised."""
        tool = BY_NAME.get(name)
        try:
            if tool is None or name not in _DOES:
                raise Stopped(self._no_such_tool(name))
            arguments = self._checked(tool, raw)
            told = self._sent(tool, arguments)
        except Stopped as stopped:
            return self._refused(name, raw, stopped.refusal)
        self._follow(told.event)
        return self._handled(tool, raw, arguments, told)

    def finish(self, reply: str) -> Reply:
        """What is said in place of the model's reply, now that its turn is over."""
        session, quote = self._session, self._session.quote
        whole = self._whole or (quote.sentence if quote else "")
        said = replies.finish(reply, self._fixed, whole, session.claimable, (), session.speech.line("not_done"))
        self._fixed, self._whole = [], ""
        return said

    def hang_up(self, by: str, why: str, transcript: Sequence[str]) -> None:
        """The call is over: it is logged, once."""
        if self._ended:
            return
        self._ended = True
        session = self._session
        flags = {name: name in session.flags for name in ("human_review", "emergency", "identity")}
        body = {
            "transcript": [*transcript, *(f"for the staff: {task}" for task in session.tasks)],
            "accounts": session.accounts,
            "end_reason": f"{by}: {why}",
            "flags": flags,
        }
        try:
            delivered = call_log.deliver(session.executor, body, self._clock.sleep)
        except Rejected:
            delivered = False
        if not delivered and self._log_folder:
            call_log.keep(self._log_folder, session.call_id, body)

    def _answer(self, heard: Heard) -> None:
        quote = self._session.quote
        if quote is None:
            return
        if is_correction(heard):
            self._session.end_quote()
            self._follow("changed")
        elif heard.intent == Intent.YES and quote.aloud:
            quote.yes = True

    def _checked(self, tool: ModelTool, raw: object) -> dict[str, Any]:
        """The arguments, after every step that may refuse them."""
        if self.configuration.has("flows") and tool not in self.tools():
            raise Stopped(self._not_now(tool.name))
        return dict(_object(raw))

    def _sent(self, tool: ModelTool, arguments: dict[str, Any]) -> Told:
        try:
            return _DOES[tool.name](self._session, **arguments)
        except Rejected as no:
            return quotes.rejected(self._session, no, arguments)
        except NotDone as fault:
            told = {"code": "UNREACHABLE", "text": f"The practice does not answer ({fault.code}); nothing was written."}
            spoken = self._session.speech.line("unreachable")
            return Told(told, "", "timeout", fault.code, arguments, spoken=spoken)
        except TypeError as fault:  # until a schema stands before it
            raise Stopped(Refusal("schema", "invalid_arguments", str(fault), "Call it again with what fits.")) from None

    def _follow(self, event: str) -> None:
        if event:
            self._way.go(event, self._session.facts())

    def _handled(self, tool: ModelTool, raw: object, arguments: dict[str, Any], told: Told) -> Handled:
        if told.whole:
            self._whole = told.spoken
        elif told.spoken:
            self._fixed.append(told.spoken)
        return Handled(
            tool.name,
            raw,
            {"ok": told.outcome == "ok", **told.result, "next": self.guidance()},
            told.outcome,
            told.reason,
            tool.nature,
            arguments if told.words is None else told.words,
            told.filled,
            self._session.executor.take(),
            None,
            told.spoken,
            told.whole,
            told.sentence,
            told.quote,
        )

    def _refused(self, name: str, raw: object, refusal: Refusal) -> Handled:
        told = {"ok": False, "code": refusal.code, "text": refusal.text, "next": refusal.next}
        nature = BY_NAME[name].nature if name in BY_NAME else "read"
        return Handled(
            name, raw, told, "refused", refusal.code, nature, sent=self._session.executor.take(), refusal=refusal
        )

    def _no_such_tool(self, name: str) -> Refusal:
        names = ", ".join(tool.name for tool in self.tools())
        return Refusal("flows", "NO_SUCH_TOOL", f"There is no tool {name!r:.40}; there are {names}.", self.guidance())

    def _not_now(self, name: str) -> Refusal:
        names = ", ".join(tool.name for tool in self.tools())
        return Refusal("flows", "NOT_NOW", f"{name} is not there at this step; there are {names}.", self.guidance())


def _object(raw: object) -> Mapping[str, Any]:
    if not isinstance(raw, Mapping):
        raise Stopped(Refusal("normalise", "NOT_ARGUMENTS", "Arguments are an object.", "Call it again with one."))
    return raw


def _event_of(heard: Heard, has_written: bool, step: str) -> str:
    """What a line means to the flows."""
    if heard.intent == Intent.NO and has_written and step == "CHOOSE_TASK":
        return "nothing more"
    return (
        {Intent.HUMAN: "human", Intent.GOODBYE: "goodbye"}.get(Intent(heard.intent), "")
        if heard.intent in _LEADING
        else ""
    )


_LEADING = (Intent.HUMAN, Intent.GOODBYE)
