"""Tokens as the items that patterns are about: phrases in one, numbers put together, fillers left out."""

import operator
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from lab.understanding import numbers
from lab.understanding.lexicon import JOINED, Entry, Lexicon
from lab.understanding.numbers import Roles, pick
from lab.understanding.tokens import Token

Words = tuple[str, ...]

_LONGEST_NUMBER = 4


class Items(NamedTuple):
    """What a line holds, an edge at either end: a letter, roles, and first and last token for each item."""

    letters: str
    roles: list[Roles]
    starts: list[int]
    ends: list[int]


def read_items(tokens: Sequence[Token], lexicon: Lexicon) -> Items:
    """Read tokens into items; fillers and words said twice fall away."""
    words = tuple([token.word for token in tokens])
    places: Sequence[int] = range(len(tokens))
    kept = tokens
    if not lexicon.fillers.isdisjoint(words) or any(map(operator.eq, words, words[1:])):
        places = _meant(tokens, lexicon)
        kept = [tokens[place] for place in places]
        words = tuple([token.word for token in kept])
    entries, starts, ends = [lexicon.edge], [0], [0]
    at, count, plain, special, unknown = 0, len(words), lexicon.plain, lexicon.special, lexicon.unknown
    while at < count:
        word = words[at]
        entry, end = plain.get(word, unknown), at + 1
        if entry is unknown:
            if word.isdecimal():
                entry, end = _digits(kept, at, lexicon)
            elif word in special or word.endswith("'s"):
                entry, end = _entry(kept, words, at, lexicon)
        entries.append(entry)
        starts.append(places[at])
        ends.append(places[end - 1] + 1)
        at = end
    entries.append(lexicon.edge)
    letters = "".join([entry.letter for entry in entries])
    return Items(letters, [entry.roles for entry in entries], [*starts, len(tokens)], [*ends, len(tokens)])


def _meant(tokens: Sequence[Token], lexicon: Lexicon) -> list[int]:
    """The tokens that can mean something; a number said twice means something else than a number."""
    fillers, twice = lexicon.fillers, lexicon.once_is_enough
    last = ""
    places = []
    for place, token in enumerate(tokens):
        word = token.word
        if word not in fillers and not (word == last and word in twice):
            places.append(place)
            last = word
    return places


def _entry(tokens: Sequence[Token], words: Words, at: int, lexicon: Lexicon) -> tuple[Entry, int]:
    """What stands at this token, and where it ends: a phrase, a number, a sign, or one word."""
    word = words[at]
    if word in lexicon.phrases and (found := _phrase(words, at, lexicon.phrases[word])):
        return found
    entry = lexicon.single.get(word, lexicon.unknown)
    if entry is lexicon.unknown:
        return lexicon.single.get(word.removesuffix("'s"), entry), at + 1
    if word in JOINED and _is_joined(tokens, at):
        return lexicon.signs[word], at + 1
    return _spoken(words, at, entry, lexicon) if "cardinal" in entry.roles else (entry, at + 1)


def _phrase(words: Words, at: int, phrases: Mapping[str, Sequence[tuple[Words, Entry]]]) -> tuple[Entry, int] | None:
    for phrase, entry in phrases.get(words[at + 1], ()) if at + 1 < len(words) else ():
        end = at + len(phrase)
        if words[at:end] == phrase:
            return entry, end
    return None


def _is_joined(tokens: Sequence[Token], at: int) -> bool:
    """Whether a sign is written tight between two numbers."""
    if not 0 < at < len(tokens) - 1:
        return False
    before, sign, after = tokens[at - 1 : at + 2]
    tight = before.end == sign.start and sign.end == after.start
    return tight and before.word.isdecimal() and after.word.isdecimal()


def _digits(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> tuple[Entry, int]:
    word = tokens[at].word
    if len(word) > _LONGEST_NUMBER:
        return lexicon.unknown, at + 1
    after = tokens[at + 1].word if at + 1 < len(tokens) else ""
    if (after in lexicon.suffixes or after == ".") and (end := _suffix(tokens, at + 1, lexicon)):
        return (lexicon.ordinals[int(word)] if int(word) < len(lexicon.ordinals) else lexicon.unknown), end
    return lexicon.digits(word), at + 1


def _suffix(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int | None:
    """Where the ending of an ordinal ends; a single letter ("1.º") is one only if written tight."""
    if at + 1 < len(tokens) and tokens[at].word == "." and tokens[at].end == tokens[at + 1].start:
        at += 1
    if tokens[at].word not in lexicon.suffixes:
        return None
    return at + 1 if len(tokens[at].word) > 1 or tokens[at - 1].end == tokens[at].start else None


def _spoken(words: Words, at: int, first: Entry, lexicon: Lexicon) -> tuple[Entry, int]:
    """Put the words of one number together: "twenty five", "thirty-first", "two thousand and nineteen"."""
    total, end = first.roles["cardinal"], at + 1
    if total == 0:
        return _after_zero(words, at, first, lexicon)
    while (following := _next_number(words, end, total, lexicon)) is not None:
        entry, next_at = following
        value = pick(entry.roles, "cardinal", "ordinal")
        if not _goes_on(total, value):
            break
        total = max(total, 1) * value if value in (100, 1000) else total + value
        end = next_at
        if "ordinal" in entry.roles:
            return lexicon.entry(numbers.ordinal_roles(total)), end
    return (first if end == at + 1 else lexicon.entry(numbers.word_roles(total))), end


def _goes_on(total: int, value: int) -> bool:
    if value in (100, 1000):
        return total < value // 10 or (value == 100 and total <= 24)
    room = next((unit for unit in (1000, 100, 10) if total >= unit * (2 if unit == 10 else 1) and total % unit == 0), 0)
    return 0 < value < room


def _next_number(words: Words, at: int, total: int, lexicon: Lexicon) -> tuple[Entry, int] | None:
    """The number word at this token, or just after a word that joins numbers."""
    if at < len(words) and words[at] in lexicon.joiners and total >= lexicon.joiners[words[at]]:
        at += 1
    entry = lexicon.single.get(words[at]) if at < len(words) else None
    if entry and ("cardinal" in entry.roles or "ordinal" in entry.roles):
        return entry, at + 1
    return None


def _after_zero(words: Words, at: int, zero: Entry, lexicon: Lexicon) -> tuple[Entry, int]:
    """ "Oh five" is the minute 05, as is "0 5"; "o 2" the day 2."""
    if at + 1 < len(words):
        word = words[at + 1]
        after = lexicon.single.get(word)
        digit = after.roles.get("cardinal", 0) if after else int(word) if word.isdecimal() and len(word) == 1 else 0
        if 0 < digit < 10:
            return lexicon.entry(numbers.digit_roles(f"0{digit}")), at + 2
    return zero, at + 1
