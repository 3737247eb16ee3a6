"""The front desk as an agent of a call: a model in the seat, and the call layer between it and the practice."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Protocol

from lab.call_layer.shapes import Handled, Refusal, Urgent
from lab.front_desk.loop import Layer, Loop, fixed_words
from lab.front_desk.model import Asked, Model, Said, Talk
from lab.protocol import Heard

Serve = Callable[[str, dict[str, Any]], Any]


class Hosted(Protocol):
    """What hosts the call: its layer, how the next line is heard, and what the line just said made urgent."""

    @property
    def layer(self) -> Layer: ...

    @property
    def hears(self) -> str: ...

    @property
    def urgent(self) -> Urgent | None: ...


class FrontDesk:
    """Answers like any agent's process does, in this one; it is trusted, and its model is not."""

    left: Mapping[str, Any] = MappingProxyType({})

    def __init__(self, model: Model, hosted: Hosted, talk: Talk, states: tuple[str, ...]) -> None:
        self.model, self._hosted, self._states = model, hosted, states
        self.loop = Loop(model, hosted.layer, talk)

    @property
    def printed(self) -> str:
        """What went wrong with the model, in words; nothing else is printed."""
        return f"{self.loop.problem}\n" if self.loop.problem else ""

    def ask(self, method: str, params: dict[str, Any], serve: Serve) -> Any:
        """Take the call, or a line of it."""
        if method == "start":
            return self._answer("greeting", self._greet()) | {"states": list(self._states)}
        line = params["line"]
        heard = Heard.from_wire(serve("understand", {"line": line, "state": self._hosted.hears}))
        return self._answer("reply", self.loop.turn(line, heard, self._hosted.urgent, _Host(serve)))

    def goodbye(self, reason: str) -> None:
        """Nothing to hear of it."""

    def close(self, reason: str = "") -> None:
        """Nothing to end: the front desk goes with the call."""

    def _greet(self) -> str:
        talk = self.loop.talk
        greeting = fixed_words(talk.language)["greeting"].format(practice=talk.practice)
        self.loop.talk = replace(talk, entries=(Said(greeting),))
        return greeting

    def _answer(self, key: str, text: str) -> dict[str, Any]:
        return {key: text, "state": self.loop.state}


class _Host:
    """One turn's way into the record."""

    def __init__(self, serve: Serve) -> None:
        self._serve = serve

    def handle(self, asked: Asked) -> Handled:
        handled: Handled = self._serve("handle", {"name": asked.name, "arguments": asked.arguments})
        return handled

    def refuse(self, asked: Asked, refusal: Refusal) -> None:
        told = {"step": refusal.step, "code": refusal.code, "text": refusal.text, "next": refusal.next}
        self._serve("refuse", {"tool": asked.name, "said": asked.arguments, **told})

    def hand_over(self, reason: str, emergency: bool) -> None:
        self._serve("hand_over", {"reason": reason, "emergency": emergency})
