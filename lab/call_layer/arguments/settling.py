"""An argument that is a thing: the model's words and the caller's own must mean the same one, or somebody is asked."""

import difflib
import re
from collections.abc import Sequence
from typing import Any

from lab.call_layer.arguments.entities import Entity
from lab.call_layer.arguments.own_words import heard, mention_in
from lab.call_layer.arguments.phrases import choices, phrase
from lab.call_layer.arguments.refusal import Question, invalid, unsaid
from lab.call_layer.arguments.resolution import MOST, Resolution, resolve
from lab.call_layer.arguments.schema import Field
from lab.call_layer.arguments.words import is_ignored, key, words_of
from lab.call_layer.shapes import Refusal

_SHORTEST_PART = 3
_ALIKE = 0.7
_FEWEST_LETTERS = 5
_IDENTIFIER = re.compile(r"\s*[A-Za-z]{0,4}[-_ ]?\d[\d -]*\s*")


def settle(
    argument: str, each: Field, said: str, lines: Sequence[str], entities: Sequence[Entity], language: str = "en"
) -> Entity | Question | Refusal:
    """The entity of an argument, if the model's words and the caller's own mean the same one.

    What is acted on is `heard`: only the caller's lines can name it. Where a search is merely narrowed, what they do
    not name is left out.
    """
    model, caller = resolve(said, entities, language), heard(lines, entities, language)
    one, other = model.entity, caller.entity
    if other and other in model.fits:
        return other
    if one and not lines:
        return one
    if one and not each.heard and not caller.by_name:
        return unsaid(argument, said)
    if other and _is_slip(said, other, model, lines, entities, language):
        return invalid(argument, said, f"the {each.of} that the caller named", other.label, step="resolution")
    return ask(argument, said, each.of, _open(model, caller), language)


def ask(argument: str, said: Any, kind: str, fits: Sequence[Entity], language: str) -> Question:
    """The question to the caller: which of these, or which at all."""
    labels = tuple(each.label for each in fits[:MOST])
    if len(labels) > 1:
        read_out = phrase(f"which_{kind}", language, choices=choices(labels, language))
        return Question("ambiguous", argument, said, read_out, labels)
    return Question("not_found", argument, said, phrase(f"no_{kind}", language))


def _open(model: Resolution, caller: Resolution) -> tuple[Entity, ...]:
    """What is still possible: what both allow, else all that either means."""
    both = tuple(each for each in model.fits if each in caller.fits)
    return both if len(both) > 1 else tuple(dict.fromkeys((*caller.fits, *model.fits)))


def _is_slip(
    said: str, meant: Entity, model: Resolution, lines: Sequence[str], entities: Sequence[Entity], language: str
) -> bool:
    """Whether the caller surely meant this one, and the model wrote it wrongly: nothing near its words was said."""
    looks_so = bool(_IDENTIFIER.fullmatch(said)) or _resembles(said, meant) or model.outcome == "resolved"
    spoken = [word for line in lines for word in words_of(line, language)]
    others = {word for each in (said, *(name for fit in model.fits for name in fit.names)) for word in words_of(each)}
    own = {word for name in (*meant.names, *meant.hints) for word in words_of(name)}
    near = any(_near(word, other) for word in set(spoken) - own for other in others - own)
    return looks_so and not near and not _others_named(lines, meant, entities, language)


def _others_named(lines: Sequence[str], meant: Entity, entities: Sequence[Entity], language: str) -> bool:
    mentions = (mention_in(line, entities, language) for line in lines)
    return any(set(mention.named) - {meant} for mention in mentions)


def _resembles(said: str, entity: Entity) -> bool:
    return any(difflib.SequenceMatcher(None, key(said), key(name)).ratio() >= _ALIKE for name in entity.names)


def _near(word: str, other: str) -> bool:
    """Whether one may be the other misheard, or is it."""
    if word == other:
        return len(word) >= _SHORTEST_PART and not is_ignored(word)
    if min(len(word), len(other)) < _FEWEST_LETTERS or not (word.isalpha() and other.isalpha()):
        return False
    return difflib.SequenceMatcher(None, word, other).ratio() >= _ALIKE
