"""What can hear the caller, by name: the grammar, or something that stands in its place."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from lab.understanding.context import Understanding
from lab.understanding.grammar import understand

SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Choice:
    """How a model is reached: the endpoint's address, or none for the one in this process.

    `model` is its name at the endpoint, or a GGUF file here; `seconds` is the deadline of a try; `seed` is for chance.
    """

    url: str | None = None
    model: str | None = None
    seconds: float = SECONDS
    seed: int = 0


def understanding_named(
    name: str, *, url: str | None = None, model: str | None = None, seconds: float = SECONDS, seed: int = 0
) -> Understanding:
    """The understanding of that name, ready to hear. Raises UnderstandingUnavailable, or DataError for no such name."""
    from fake_api.data_error import require_one_of

    require_one_of("understanding", name, tuple(UNDERSTANDINGS))
    return UNDERSTANDINGS[name](Choice(url, model, seconds, seed))


def _grammar(choice: Choice) -> Understanding:

    return understand


def _llm(choice: Choice) -> Understanding:
    from lab.understanding.llm.model import ModelUnderstanding

    if choice.url:
        from lab.understanding.llm.endpoint import Endpoint

        return ModelUnderstanding(Endpoint(choice.url, choice.model or "default", choice.seconds))
    from lab.understanding.llm.embedded import EmbeddedModel

    return ModelUnderstanding(EmbeddedModel(Path(choice.model) if choice.model else None))


def _random(choice: Choice) -> Understanding:
    from lab.understanding.llm.chance import ChanceModel
    from lab.understanding.llm.model import ModelUnderstanding

    return ModelUnderstanding(ChanceModel(choice.seed))


def _keywords(choice: Choice) -> Understanding:
    from lab.understanding.keywords import keywords

    return keywords


UNDERSTANDINGS: dict[str, Callable[[Choice], Understanding]] = {
    "grammar": _grammar,
    "llm": _llm,
    "random": _random,
    "keywords": _keywords,
}
