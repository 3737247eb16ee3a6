"""What a caller said, made into the one thing that it means: resolved, not_found or ambiguous, and never a guess."""

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

from lab.call_layer.arguments.entities import Entity, Row
from lab.call_layer.arguments.phrases import choices, phrase
from lab.call_layer.arguments.refusal import Question, invalid, unsaid
from lab.call_layer.arguments.schema import Field
from lab.call_layer.arguments.words import Words, is_generic, is_ignored, is_negation, joined, key, words_of
from lab.call_layer.shapes import Refusal

Outcome = Literal["resolved", "not_found", "ambiguous"]

MOST = 5
"""Candidates that are listed: nobody keeps more in mind on a phone."""

_SHORTEST_PREFIX = 4
_SHORTEST_PART = 3
_ALIKE = 0.7
_FEWEST_LETTERS = 5
_LONGEST_SAID = 200
_IDENTIFIER = re.compile(r"\s*[A-Za-z]{0,4}[-_ ]?\d[\d -]*\s*")


@dataclass(frozen=True, slots=True)
class Resolution:
    """All that fits, in order; it is `resolved` only if exactly one does.

    Not `by_name` is what no name was said of: "my prescription", "the ten milligrams one".
    """

    said: str
    fits: tuple[Entity, ...] = ()
    by_name: bool = True

    @property
    def outcome(self) -> Outcome:
        return "resolved" if len(self.fits) == 1 else "ambiguous" if self.fits else "not_found"

    @property
    def entity(self) -> Entity | None:
        """The one that is meant, if it is one."""
        return self.fits[0] if len(self.fits) == 1 else None

    @property
    def candidates(self) -> tuple[str, ...]:
        """Labels to choose by."""
        return tuple(entity.label for entity in self.fits[:MOST])


def resolve(said: str, entities: Sequence[Entity], language: str = "en") -> Resolution:
    """What a few words mean among these: whoever is called just that, else whoever all the words fit."""
    words = words_of(said[:_LONGEST_SAID], language)
    kind = entities[0].kind if entities else ""
    meant = tuple(word for word in words if not is_ignored(word, kind))
    if exact := [each for each in entities if _is_called(each, words) or _is_called(each, meant)]:
        return Resolution(said, tuple(exact))
    if not meant:
        generic = any(is_generic(word, kind) for word in words)
        return Resolution(said, tuple(entities) if generic else ())
    return Resolution(said, tuple(each for each in entities if _covers(each, meant)))


def heard(lines: Sequence[str], entities: Sequence[Entity], language: str = "en") -> Resolution:
    """What the caller's own lines mean among these: the last line that names any, but for what it denies."""
    denied: set[Entity] = set()
    answer: tuple[str, tuple[Entity, ...]] | None = None
    for line in reversed(lines):
        mention = _mention(line, entities, language)
        denied |= mention.denied - set(mention.named) if not answer else set()
        named = tuple(each for each in mention.named if each not in denied)
        if answer and named:  # "the ten milligram one" answers a question about what an earlier line named
            both = tuple(each for each in answer[1] if each in named)
            return Resolution(answer[0], both or answer[1])
        if named and not mention.by_hints:
            return Resolution(line, named)
        answer = answer or ((line, named) if named else None)
    return Resolution(*answer, by_name=False) if answer else _by_kind(lines, entities, language)


def named(line: str, entities: Sequence[Entity], language: str = "en") -> list[tuple[Entity, ...]]:
    """What one line calls by a name: for each name those whose it is, two if two doctors have one surname."""
    mention = _mention(line, entities, language)
    alike: dict[frozenset[int], list[Entity]] = {}
    for entity in () if mention.by_hints else mention.named:
        alike.setdefault(mention.places[entity], []).append(entity)
    return [tuple(group) for group in alike.values()]


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


def which_patient(
    matches: Sequence[Row], name: str | None, born: str | None, phone: str | None, language: str = "en"
) -> Row | Question:
    """The one person of a look-up; of several only what separates them is told, and nobody is listed.

    Who is spelled otherwise than the caller said is the one only by the date of birth too.
    """
    given = {"date_of_birth": born, "phone": phone}
    fits = [row for row in matches if all(value in (None, row[column]) for column, value in given.items())]
    exact = [row for row in fits if row.get("exact", True)] or (fits if born else [])
    if len(exact) == 1:
        return exact[0]
    separates = _separates(exact or fits, given)
    asked = phrase_of(separates, language)
    return Question("ambiguous" if exact or fits else "not_found", "name", name, asked, separates=separates)


def phrase_of(field_name: str | None, language: str) -> str:
    return phrase(field_name or "no_patient", language)


def _separates(rows: Sequence[Row], given: dict[str, str | None]) -> str | None:
    """The first field, not yet said, in which these differ; one that is missing where they do not is no help."""
    open_ones = [column for column, value in given.items() if value is None]
    return next((column for column in open_ones if len(rows) == 1 or len({row[column] for row in rows}) > 1), None)


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
    mentions = (_mention(line, entities, language) for line in lines)
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


def _is_called(entity: Entity, words: Words) -> bool:
    said = joined(words)
    return bool(said) and any(said == _letters(name) for name in (*entity.names, entity.label))


def _covers(entity: Entity, words: Words) -> bool:
    """Whether every word is one of the entity's, or begins one."""
    own = {word for name in (*entity.names, *entity.hints) for word in words_of(name)}
    places = {place for name in (*entity.names, *entity.hints) for place in _places(words, name)}
    return all(at in places or word in own or _begins(word, own) for at, word in enumerate(words))


def _begins(word: str, own: Iterable[str]) -> bool:
    return word.isalpha() and len(word) >= _SHORTEST_PREFIX and any(each.startswith(word) for each in own)


@dataclass(frozen=True, slots=True)
class _Mention:
    """Whom one line names and whom it denies; `by_hints` if only by what tells one from another."""

    named: tuple[Entity, ...] = ()
    denied: frozenset[Entity] = frozenset()
    by_hints: bool = False
    places: Mapping[Entity, frozenset[int]] = field(default_factory=dict, hash=False)


def _mention(line: str, entities: Sequence[Entity], language: str) -> _Mention:
    words = words_of(line, language)
    found = {each: frozenset(place for name in each.names for place in _places(words, name)) for each in entities}
    said = {each: places | _hinted(words, each) for each, places in found.items() if places}
    if not said:
        return _by_hints(words, entities)
    denied = frozenset(each for each, places in said.items() if _is_denied(words, min(places), each.kind))
    left = {each: places for each, places in said.items() if each not in denied}
    most = tuple(each for each, places in left.items() if not any(places < other for other in left.values()))
    return _Mention(most, denied, places=left)


def _hinted(words: Words, entity: Entity) -> frozenset[int]:
    return frozenset(place for hint in entity.hints for place in _places(words, hint))


def _by_hints(words: Words, entities: Sequence[Entity]) -> _Mention:
    """A line that is nothing but what tells one from another: "the ten milligrams one", "Ana"."""
    meant = tuple(word for word in words if not is_ignored(word, entities[0].kind if entities else ""))
    fits = tuple(each for each in entities if meant and _covers(each, meant))
    return _Mention(fits, by_hints=bool(fits))


def _by_kind(lines: Sequence[str], entities: Sequence[Entity], language: str) -> Resolution:
    """ "My prescription", where no line names one: what there is of its kind."""
    for line in reversed(lines):
        if entities and any(is_generic(word, entities[0].kind) for word in words_of(line, language)):
            return Resolution(line, tuple(entities), by_name=False)
    return Resolution("", by_name=False)


def _places(words: Words, name: str) -> Iterator[int]:
    """Where in these words the name is said, however it is parted: "O Neil" and "ONeil" are one."""
    wanted = _letters(name)
    for start in range(len(words)):
        if not wanted.startswith(words[start]):
            continue
        text, at = "", start
        while at < len(words) and len(text) < len(wanted):
            text += words[at]
            at += 1
        if text == wanted and wanted:
            yield from range(start, at)


@lru_cache(4096)
def _letters(name: str) -> str:
    return joined(words_of(name))


def _is_denied(words: Words, at: int, kind: str) -> bool:
    """Whether a negation stands before this word, with nothing but light words between."""
    before = at - 1
    while before >= 0 and at - before <= 2 and is_ignored(words[before], kind) and not is_negation(words[before]):
        before -= 1
    return before >= 0 and is_negation(words[before])
