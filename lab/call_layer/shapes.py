"""What passes between a model, the call layer and the call that hosts them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from lab.toolset import Nature


@dataclass(frozen=True, slots=True)
class ModelTool:
    """A tool as a model sees it; `parameters` is a JSON Schema of an object, `filled` names what code writes."""

    name: str
    about: str
    nature: Nature
    parameters: Mapping[str, Any] = field(hash=False)
    filled: tuple[str, ...] = ()


class Exchange(NamedTuple):
    """One request of the layer to the practice's API, and what came of it in a word; `writes`: it was a commit."""

    endpoint: str
    arguments: Mapping[str, Any]
    outcome: str
    writes: bool = False


@dataclass(frozen=True, slots=True)
class Refusal:
    """A tool call that went nowhere: which step of the layer said no, and what the model can do about it.

    `missing` names values that are wanted, `argument` and `given` one that does not fit, and `suggestion` is
    there only where one value alone would be right.
    """

    step: str
    code: str
    text: str
    next: str
    missing: tuple[str, ...] = ()
    argument: str | None = None
    given: Any = field(default=None, hash=False)
    suggestion: Any = field(default=None, hash=False)


@dataclass(frozen=True, slots=True)
class Handled:
    """One tool call of a model from all sides.

    `said` is what the model wrote; `words` the call in words that a person can check (references, names, days; no
    id); `filled` what code added; `sent` the requests and what came of them; `result` what the model is told;
    `spoken` the fixed line that code says (empty: none), and `whole` that it is the whole reply of this turn.
    `sentence` is a read-back that now waits for a whole yes, `quote` the number of the quote it belongs to.
    """

    tool: str
    said: Any = field(hash=False)
    result: Mapping[str, Any] = field(hash=False)
    outcome: Literal["ok", "rejected", "timeout", "refused"] = "ok"
    reason: str | None = None
    nature: Nature = "read"
    words: Mapping[str, Any] = field(default_factory=dict, hash=False)
    filled: Mapping[str, Any] = field(default_factory=dict, hash=False)
    sent: tuple[Exchange, ...] = ()
    refusal: Refusal | None = None
    spoken: str = ""
    whole: bool = False
    sentence: str = ""
    quote: int = 0


class Urgent(NamedTuple):
    """A line that may not wait: the call goes to a person at once, with these words."""

    flag: str
    words: str
    spoken: str


class Reply(NamedTuple):
    """What is said in place of a model's reply, and what was noted about it (a false claim, for one)."""

    text: str
    notes: tuple[str, ...] = ()
