"""What a few words mean among what is in scope: the one thing, several, or nothing; and never a guess."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from lab.call_layer.arguments.entities import Entity
from lab.call_layer.arguments.words import Words, is_generic, is_ignored, joined, words_of

Outcome = Literal["resolved", "not_found", "ambiguous"]

MOST = 5
"""Candidates that are listed: nobody keeps more in mind on a phone."""

_SHORTEST_PREFIX = 4
_LONGEST_SAID = 200


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
    return Resolution(said, tuple(each for each in entities if covers(each, meant)))


def _is_called(entity: Entity, words: Words) -> bool:
    said = joined(words)
    return bool(said) and any(said == _letters(name) for name in (*entity.names, entity.label))


def covers(entity: Entity, words: Words) -> bool:
    """Whether every word is one of the entity's, or begins one."""
    own = {word for name in (*entity.names, *entity.hints) for word in words_of(name)}
    at_names = {place for name in (*entity.names, *entity.hints) for place in places_of(words, name)}
    return all(at in at_names or word in own or _begins(word, own) for at, word in enumerate(words))


def _begins(word: str, own: Iterable[str]) -> bool:
    return word.isalpha() and len(word) >= _SHORTEST_PREFIX and any(each.startswith(word) for each in own)


def places_of(words: Words, name: str) -> Iterator[int]:
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
