"""What can sit at the front desk, by name; each is made anew for every call, and loaded only when it is chosen."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from fake_api.data_error import DataError, require_one_of
from lab.front_desk.model import Model

MODELS = ("policy", "script", "liar", "chat")
Made = Callable[[], Model]


@dataclass(frozen=True, slots=True)
class Choice:
    """How a model is set up: a script's file; a liar's seed and rate (the usual one if none is named); where a language
    model is (an endpoint's address, or none for the one in this process), its name, and the deadline of an answer.
    """

    file: Path | None = None
    seed: int = 0
    rate: float | None = None
    url: str | None = None
    model: str | None = None
    seconds: float = 30.0


def model_named(name: str, choice: Choice = Choice()) -> Made:
    """What makes the model of that name. Raises DataError, or UnderstandingUnavailable for one that is not there."""
    require_one_of("model", name, MODELS)
    return {"policy": _policy, "script": _script, "liar": _liar, "chat": _chat}[name](choice)


def _policy(choice: Choice) -> Made:
    from lab.front_desk.policy import Policy

    return Policy


def _script(choice: Choice) -> Made:
    from lab.front_desk.script import Script, read_script

    if choice.file is None:
        raise DataError("needs the file that holds its steps: name it with --script", key="model")
    steps = read_script(choice.file)
    return lambda: Script(steps)


def _liar(choice: Choice) -> Made:
    from lab.front_desk.liar import USUAL, Liar

    return lambda: Liar(choice.seed, USUAL if choice.rate is None else choice.rate)


def _chat(choice: Choice) -> Made:
    from lab.front_desk.chat import Chat, SmallChat

    if choice.url:
        from lab.understanding.llm.endpoint import Endpoint

        endpoint = Endpoint(choice.url, choice.model or "default", choice.seconds)
        return lambda: Chat(endpoint)
    from lab.understanding.llm.embedded import EmbeddedModel

    embedded = EmbeddedModel(Path(choice.model) if choice.model else None)
    return lambda: SmallChat(embedded)
