"""A text as words that can be compared: no case, no accents, numbers as digits however they were said."""

import tomllib
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from fake_api.practice.people import search_key
from lab.understanding.items import Items, read_items
from lab.understanding.lexicon import lexicon
from lab.understanding.spoken import language_of
from lab.understanding.tokens import tokenise

Words = tuple[str, ...]

LONGEST_LINE = 2000
"""Characters: nobody says more in one line, and what comes after them is not read."""


@lru_cache(4096)
def words_of(text: str, language: str = "en") -> Words:
    """The words of a text in order, without signs: "twelve thirty-four, 10mg" is 12 34 10 mg."""
    tokens = tokenise(text[:LONGEST_LINE])
    items = read_items(tokens, lexicon(language_of(set(tokens.words), language)))
    found: list[str] = []
    for at in range(1, len(items.entries) - 1):
        start, end = items.span(at, at + 1)
        found += _number(items, at) or map(key, tokens.words[start:end])
    return tuple(filter(None, (_table()["synonyms"].get(word, word) for word in found)))


def key(text: str) -> str:
    """What two spellings of one name share: letters and digits, lower case, without accents."""
    return "".join(letter for letter in search_key(text) if letter.isalnum())


def joined(words: Sequence[str]) -> str:
    return "".join(words)


def is_ignored(word: str, kind: str = "") -> bool:
    """Whether a word names nothing, of this kind of thing or of any."""
    return word in _words("ignored") or is_generic(word, kind)


def is_generic(word: str, kind: str) -> bool:
    """Whether a word is the kind's own, such as "prescription"."""
    return word in _listed("generic", kind)


def generic_words(kind: str) -> frozenset[str]:
    """A kind's own words."""
    return _listed("generic", kind)


def is_negation(word: str) -> bool:
    return word in _words("negations")


def frees(words: Sequence[str], kind: str) -> bool:
    """Whether a line says that none of this kind in particular is wanted: "anyone", "any office"."""
    telling = (word for word in words if is_generic(word, kind) or not is_ignored(word))
    any_of = any(first in _words("any") and is_generic(second, kind) for first, second in pairwise(telling))
    return any_of or not _listed("anyone", kind).isdisjoint(words)


def _number(items: Items, at: int) -> list[str]:
    """A number that was said in words, as digits; "o" and "oh" are a nought only beside another number."""
    roles = items.entries[at].roles
    if roles.get("n") == 0 and not any("n" in items.entries[beside].roles for beside in (at - 1, at + 1)):
        return []
    if "spoken" in roles:
        return [str(roles["n"])]
    return [f"{roles['padded']:02}"] if "padded" in roles else []


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(map(key, _table()[name]))


@cache
def _listed(name: str, kind: str) -> frozenset[str]:
    return frozenset(map(key, _table()[name].get(kind, ())))


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))
