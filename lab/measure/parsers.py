"""The parsers of the intents experiment, each asked in the same way."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from lab.protocol import Heard, Intent
from lab.understanding.context import Context, Understanding
from lab.understanding.llm.model import ModelUnderstanding
from lab.understanding.named import understanding_named

INTENTS = tuple(Intent)
TURNED = INTENTS[::-1]


class Reply(NamedTuple):
    """A parser's own intent (None if its answer was out of form), what an agent would be told, and what was dropped."""

    intent: str | None
    heard: Heard
    dropped: int = 0


Hear = Callable[[str, str, Context], Reply]


class Parser(NamedTuple):
    """A parser, and for a model also itself with the order of its enum turned round."""

    name: str
    hear: Hear
    turned: Hear | None = None


def parser_named(name: str, options: dict[str, Any]) -> Parser:
    """Make a parser; `options` are those of `understanding_named`. Raises UnderstandingUnavailable."""
    understanding = understanding_named(name, **options)
    if not isinstance(understanding, ModelUnderstanding):
        return Parser(name, _plain(understanding))
    return Parser(name, _model(understanding, INTENTS), _model(understanding, TURNED))


def _plain(understanding: Understanding) -> Hear:
    def hear(line: str, state: str, context: Context) -> Reply:
        heard = understanding(line, state, context)
        return Reply(heard.intent, heard)

    return hear


def _model(understanding: ModelUnderstanding, intents: Sequence[str]) -> Hear:
    ordered = ModelUnderstanding(understanding.model, intents)

    def hear(line: str, state: str, context: Context) -> Reply:
        answer = ordered.answer(line, state, context)
        return Reply(answer.said.intent if answer.said else None, answer.checked.heard, len(answer.checked.invented))

    return hear
