"""A layer, a host and a model, each as small as can be."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lab.call_layer.shapes import Handled, ModelTool, Refusal, Reply
from lab.front_desk.model import Asked, Step, Talk


class FakeLayer:
    """Stays where it is until a tool leads on; `tools` says what each is answered with, and where it leads."""

    def __init__(self, tools: Mapping[str, tuple[Handled, str]], step: str = "BOOK") -> None:
        self.step, self._tools = step, tools
        self._whole = ""
        self.called: list[Asked] = []

    def tools(self) -> tuple[ModelTool, ...]:
        return tuple(ModelTool(name, name, "read", {}) for name in self._tools)

    def guidance(self) -> str:
        return "Go on."

    def call(self, asked: Asked) -> Handled:
        self.called.append(asked)
        handled, self.step = self._tools.get(asked.name, (refused(asked.name), self.step))
        self._whole = handled.spoken if handled.whole else self._whole
        return handled

    def finish(self, reply: str) -> Reply:
        whole, self._whole = self._whole, ""
        return Reply(whole or reply)


class FakeHost:
    """Hands calls to the layer, and keeps what came of them."""

    def __init__(self, layer: FakeLayer) -> None:
        self._layer = layer
        self.refused: list[tuple[Asked, str]] = []
        self.handed_over: list[tuple[str, bool]] = []

    def handle(self, asked: Asked) -> Handled:
        return self._layer.call(asked)

    def refuse(self, asked: Asked, refusal: Refusal) -> None:
        self.refused.append((asked, refusal.code))

    def hand_over(self, reason: str, emergency: bool) -> None:
        self.handed_over.append((reason, emergency))


class FakeModel:
    """Takes these steps, the last one for ever; a function is asked each time."""

    name = "fake"

    def __init__(self, *steps: Step | Callable[[Talk], Step]) -> None:
        self._steps: Sequence[Any] = steps
        self.seen: list[Talk] = []

    def next(self, talk: Talk) -> Step:
        step = self._steps[min(len(self.seen), len(self._steps) - 1)]
        self.seen.append(talk)
        return step(talk) if callable(step) else step  # type: ignore[no-any-return]


def ok(tool: str, **more: Any) -> Handled:
    return Handled(tool, {}, {"ok": True}, **more)


def refused(tool: str) -> Handled:
    refusal = Refusal("flows", "NOT_NOW", "not now", "Wait.")
    return Handled(tool, {}, {"ok": False, "code": "NOT_NOW"}, "refused", refusal=refusal)


def asks(*names: str, **arguments: Any) -> Step:
    return Step(calls=tuple(Asked(name, arguments) for name in names))
