"""What the caller's own lines mean among what is in scope: whom they name, whom they deny, and what is an answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from lab.call_layer.arguments.entities import Entity
from lab.call_layer.arguments.resolution import Resolution, covers, places_of
from lab.call_layer.arguments.words import Words, is_generic, is_ignored, is_negation, words_of


@dataclass(frozen=True, slots=True)
class Mention:
    """Whom one line names and whom it denies; `by_hints` if only by what tells one from another."""

    named: tuple[Entity, ...] = ()
    denied: frozenset[Entity] = frozenset()
    by_hints: bool = False
    spots: Mapping[Entity, frozenset[int]] = field(default_factory=dict, hash=False)


def heard(lines: Sequence[str], entities: Sequence[Entity], language: str = "en") -> Resolution:
    """What the caller's own lines mean among these: the last line that names any, but for what it denies."""
    denied: set[Entity] = set()
    answer: tuple[str, tuple[Entity, ...]] | None = None
    for line in reversed(lines):
        mention = mention_in(line, entities, language)
        denied |= mention.denied - set(mention.named) if not answer else set()
        named = tuple(each for each in mention.named if each not in denied)
        if answer and named:
            return Resolution(answer[0], _answered(answer[1], named))
        if named and not mention.by_hints:
            return Resolution(line, named)
        answer = answer or ((line, named) if named else None)
    return Resolution(*answer, by_name=False) if answer else _by_kind(lines, entities, language)


def _answered(answer: tuple[Entity, ...], named: tuple[Entity, ...]) -> tuple[Entity, ...]:
    """ "The ten milligram one", of what an earlier line named; where it is none of these, both are possible.

    An office is an answer to which doctor only if one of them sits there: else it is just where the caller wants to go.
    """
    both = tuple(each for each in answer if each in named)
    return both or (named if named[0].kind == "provider" else (*answer, *named))


def named(line: str, entities: Sequence[Entity], language: str = "en") -> list[tuple[Entity, ...]]:
    """What one line calls by a name: for each name those whose it is, two if two doctors have one surname."""
    mention = mention_in(line, entities, language)
    alike: dict[frozenset[int], list[Entity]] = {}
    for entity in () if mention.by_hints else mention.named:
        alike.setdefault(mention.spots[entity], []).append(entity)
    return [tuple(group) for group in alike.values()]


def mention_in(line: str, entities: Sequence[Entity], language: str) -> Mention:
    """What one line says of these; of two that share a name, whoever more of the line is about."""
    words = words_of(line, language)
    found = {each: frozenset(place for name in each.names for place in places_of(words, name)) for each in entities}
    said = {each: spots | _hinted(words, each) for each, spots in found.items() if spots}
    if not said:
        return _by_hints(words, entities)
    denied = frozenset(each for each, spots in said.items() if _is_denied(words, min(spots), each.kind))
    left = {each: spots for each, spots in said.items() if each not in denied}
    most = tuple(each for each, spots in left.items() if not any(spots < other for other in left.values()))
    return Mention(most, denied, spots=left)


def _hinted(words: Words, entity: Entity) -> frozenset[int]:
    return frozenset(place for hint in entity.hints for place in places_of(words, hint))


def _by_hints(words: Words, entities: Sequence[Entity]) -> Mention:
    """A line that is nothing but what tells one from another: "the ten milligrams one", "Ana"."""
    meant = tuple(word for word in words if not is_ignored(word, entities[0].kind if entities else ""))
    fits = tuple(each for each in entities if meant and covers(each, meant))
    return Mention(fits, by_hints=bool(fits))


def _by_kind(lines: Sequence[str], entities: Sequence[Entity], language: str) -> Resolution:
    """ "My prescription", where no line names one: what there is of its kind."""
    for line in reversed(lines):
        if entities and any(is_generic(word, entities[0].kind) for word in words_of(line, language)):
            return Resolution(line, tuple(entities), by_name=False)
    return Resolution("", by_name=False)


def _is_denied(words: Words, at: int, kind: str) -> bool:
    """Whether a negation stands before this word, with nothing but light words between."""
    before = at - 1
    while before >= 0 and at - before <= 2 and is_ignored(words[before], kind) and not is_negation(words[before]):
        before -= 1
    return before >= 0 and is_negation(words[before])
