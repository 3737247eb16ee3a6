"""Any model as understanding: asked, and then checked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from lab.protocol import Heard, Intent
from lab.understanding.context import Context
from lab.understanding.llm.answer import Said, read_said
from lab.understanding.llm.provenance import Checked, check
from lab.understanding.llm.question import messages, schema

INTENTS = tuple(Intent)


class Model(Protocol):
    """Answers a chat with a text that should fit the schema. Raises UnderstandingUnavailable if it can't be reached."""

    def complete(self, messages: list[dict[str, str]], schema: dict[str, Any]) -> str: ...


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model made of a line: its own words (None if they broke the form), and what is left after the check."""

    said: Said | None
    checked: Checked


class ModelUnderstanding:
    """An `Understanding` with a model in it; `intents` is the order in which the schema's enum has them."""

    def __init__(self, model: Model, intents: Sequence[str] = INTENTS) -> None:
        self.model, self.intents = model, intents

    def __call__(self, line: str, state: str, context: Context) -> Heard:
        """What the agent is told. Raises UnderstandingUnavailable, and nothing else whatever the model says."""
        return self.answer(line, state, context).checked.heard

    def answer(self, line: str, state: str, context: Context) -> Answer:
        """Ask the model about a line, and check what it says."""
        if not any(sign.isalnum() for sign in line):
            return Answer(Said(Intent.UNKNOWN, {}), Checked())  # silence has no words to point at
        text = self.model.complete(messages(line, state, self.intents), schema(self.intents))
        said = read_said(text, self.intents)
        return Answer(said, check(said, line, state, context) if said else Checked())
