"""Values as they cross the wire: what an agent hands over as JSON by its exact type, and what it gets back."""

import datetime as dt
import enum
from typing import Any

from lab.protocol import Reservation

LONGEST_TEXT = 50_000  # characters of a reply or of an argument; the longest of them is twelve bytes on the wire
DEEPEST = 10  # levels of an argument
LONGEST_LIST = 100


class AgentFailed(Exception):
    """What the author's code did wrong: a kind (`raised`, `exited`, `bad_answer`), words, and its own frames."""

    def __init__(self, kind: str, detail: str, trace: str = "") -> None:
        super().__init__(detail)
        self.kind, self.detail, self.trace = kind, detail, trace


def read_answer(kind: str, answer: Any) -> Any:
    """What a tool answered, as the types an author works with."""
    if kind == "times":
        return [dt.time.fromisoformat(item) for item in answer]
    if kind == "reservation":
        return Reservation(dt.date.fromisoformat(answer["day"]), dt.time.fromisoformat(answer["time"]), answer["name"])
    return answer


def state_name(state: Any) -> str:
    """A state as plain text: the text itself, an enum's text, or else its name."""
    if isinstance(state, enum.Enum) and not isinstance(state, str):
        state = state.value if isinstance(state.value, str) else state.name
    if not isinstance(state, str):
        raise AgentFailed("bad_answer", f"state must be a State or its name, not {type(state).__name__}")
    return str.__str__(state)


def plain_text(value: Any, what: str) -> str:
    """Text of exactly that type; nothing at all counts as an empty text."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise AgentFailed("bad_answer", f"{what} must be text, not {type(value).__name__}")
    text = str.__str__(value)
    if len(text) > LONGEST_TEXT:
        raise AgentFailed("bad_answer", f"{what} has {len(text)} characters, more than {LONGEST_TEXT}")
    return text


def plain(value: Any, deep: int = 0) -> Any:
    """An argument as a JSON value, by its exact type; what has none is named for what it is."""
    if value is None or type(value) is bool or (type(value) is int and abs(value) < 1 << 64):
        return value
    if type(value) is float:
        return value if abs(value) < float("inf") else str(value)
    if type(value) is dt.time:
        bare = not (value.second or value.microsecond or value.tzinfo)
        return value.strftime("%H:%M") if bare else value.isoformat()
    if type(value) is dt.date or type(value) is dt.datetime:
        return value.isoformat()
    if type(value) in (list, tuple) and deep < DEEPEST:
        return [plain(item, deep + 1) for item in value[:LONGEST_LIST]]
    if isinstance(value, str):
        return str.__str__(value)[:LONGEST_TEXT]
    return f"<{type(value).__name__}>"


def describe(error: BaseException) -> str:
    """An exception in one line, even if its own text raises."""
    if isinstance(error, MemoryError):
        return f"{type(error).__name__}: it wanted more memory than an agent has here"
    try:
        import traceback

        return "".join(traceback.format_exception_only(error)).strip().splitlines()[-1][:500]
    except BaseException:
        return str.__str__(type.__getattribute__(type(error), "__name__"))
