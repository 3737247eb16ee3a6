"""What becomes of an argument that is not taken as it is: a refusal that a model can act on, or a question."""

from dataclasses import dataclass, field
from typing import Any, Literal

from fake_api.data_error import quote, shorten
from lab.call_layer.shapes import Refusal

INVALID = "invalid_arguments"
LONGEST_GIVEN = 200
"""Characters of a value that are told back: what a model sends has no end."""


@dataclass(frozen=True, slots=True)
class Question:
    """An argument that only the caller can settle; it is no fault of the model, and nothing was done.

    `candidates` are labels to choose by, at most five; where patients are alike there are none, and `separates`
    names the field that tells them apart. `ask` is the question in fixed words.
    """

    code: Literal["ambiguous", "not_found", "quantity_implausible"]
    argument: str
    said: Any = field(hash=False)
    ask: str
    candidates: tuple[str, ...] = ()
    separates: str | None = None

    def chosen(self, choice: int | None) -> str | None:
        """The label that "the first one" (1) or "the last one" (-1) means after this question."""
        if not choice or abs(choice) > len(self.candidates):
            return None
        return self.candidates[choice - 1 if choice > 0 else choice]

    def as_result(self) -> dict[str, Any]:
        """What the model is told."""
        told: dict[str, Any] = {"outcome": self.code, "argument": self.argument, "said": self.said, "ask": self.ask}
        if self.candidates:
            told["candidates"] = list(self.candidates)
        if self.separates:
            told["separates"] = self.separates
        return told


def invalid(argument: str, given: Any, wanted: str, suggestion: Any = None, step: str = "schema") -> Refusal:
    """`wanted` says what the argument must look like; a suggestion is given only where nothing else could be right."""
    then = f"call again with {argument} = {quote(suggestion)}" if suggestion is not None else "ask the caller for it"
    text = f"{argument} must be {wanted}, not {quote(given)}"
    given = shorten(given, LONGEST_GIVEN) if isinstance(given, str) else given
    return Refusal(step, INVALID, text, then, argument=argument, given=given, suggestion=suggestion)


def missing(argument: str, suggestion: Any = None) -> Refusal:
    """A value that is required, or that the caller named, and that the model left out."""
    named = suggestion is not None
    text = f"the caller named {argument}, and it was left out" if named else f"{argument} is missing"
    then = f"call again with {argument} = {quote(suggestion)}" if named else f"ask the caller for {argument}"
    return Refusal("schema", INVALID, text, then, missing=(argument,), argument=argument, suggestion=suggestion)


def unsaid(argument: str, given: Any) -> Refusal:
    """A value that narrows a search and that nobody asked for; an empty suggestion leaves it out."""
    text = f"the caller named no {argument}, so it can't be {quote(given)}"
    return Refusal("resolution", INVALID, text, f"call again without {argument}", (), argument, given, "")


def inconsistent(code: str, argument: str, given: Any, text: str, then: str) -> Refusal:
    """An argument that fits by itself, and not with what is known."""
    return Refusal("consistency", code, text, then, argument=argument, given=given)
