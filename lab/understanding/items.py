"""Tokens as the items that patterns are about: phrases in one, numbers put together, fillers left out."""

from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from lab.understanding import numbers
from lab.understanding.lexicon import JOINED, Entry, Lexicon, SecondWords
from lab.understanding.numbers import pick
from lab.understanding.tokens import Tokens, stutters

Words = Sequence[str]

_LETTER = attrgetter("letter")
_LONGEST_NUMBER = 4


class Items(NamedTuple):
    """What a line holds, an edge at either end: entries, their letters, and the first word of each.

    `places` tells which token each word was.
    """

    letters: str
    entries: list[Entry]
    firsts: list[int]
    places: Sequence[int]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Which tokens, from the first to before the last, the items from `start` to before `end` are."""
        return self.places[self.firsts[start]], self.places[self.firsts[end] - 1] + 1


class Line(NamedTuple):
    """The words of a line that can mean something, and the places of their tokens."""

    words: Words
    places: Sequence[int]
    tokens: Tokens

    def is_tight(self, at: int) -> bool:
        """Whether nothing parts this word from the one before it."""
        place = self.places[at]
        return self.places[at - 1] == place - 1 and self.tokens.is_tight(place)


def read_items(tokens: Tokens, lexicon: Lexicon) -> Items:
    """Read tokens into items; fillers and words said twice fall away."""
    places = _meant(tokens.words, lexicon)
    words = [tokens.words[place] for place in places]
    line = Line(words, places, tokens)
    entries, firsts, end = [lexicon.edge], [0], 0
    for at, word, entry in zip(range(len(words)), words, map(lexicon.plain.get, words), strict=True):
        if at < end:
            continue
        if entry is None:
            special = word in lexicon.special or word.isdecimal() or word.endswith("'s")
            entry, end = _entry(line, at, lexicon) if special else (lexicon.unknown, at + 1)
        entries.append(entry)
        firsts.append(at)
    entries.append(lexicon.edge)
    firsts.append(len(words))
    return Items("".join(map(_LETTER, entries)), entries, firsts, places)


def _meant(words: Words, lexicon: Lexicon) -> Sequence[int]:
    """The places of words that can mean something; a number said twice means something else than a number."""
    if lexicon.fillers.isdisjoint(words) and not stutters(words):
        return range(len(words))
    fillers, twice = lexicon.fillers, lexicon.once_is_enough
    last = ""
    places = []
    for place, word in enumerate(words):
        if word not in fillers and not (word == last and word in twice):
            places.append(place)
            last = word
    return places


def _entry(line: Line, at: int, lexicon: Lexicon) -> tuple[Entry, int]:
    """What stands at this word, and where it ends: a number, a phrase, a sign, or one word."""
    word = line.words[at]
    if word.isdecimal():
        return _digits(line, at, lexicon)
    if word in lexicon.phrases and (found := _phrase(line.words, at, lexicon.phrases[word])):
        return found
    entry = lexicon.single.get(word, lexicon.unknown)
    if entry is lexicon.unknown:
        return lexicon.single.get(word.removesuffix("'s"), entry), at + 1
    if word in JOINED and _is_joined(line, at):
        return lexicon.signs[word], at + 1
    return _spoken(line.words, at, entry, lexicon) if "cardinal" in entry.roles else (entry, at + 1)


def _phrase(words: Words, at: int, phrases: SecondWords) -> tuple[Entry, int] | None:
    for phrase, entry in phrases.get(words[at + 1], ()) if at + 1 < len(words) else ():
        end = at + len(phrase)
        if words[at:end] == phrase:
            return entry, end
    return None


def _is_joined(line: Line, at: int) -> bool:
    """Whether a sign is written tight between two numbers."""
    words = line.words
    if not 0 < at < len(words) - 1 or not (words[at - 1].isdecimal() and words[at + 1].isdecimal()):
        return False
    return line.is_tight(at) and line.is_tight(at + 1)


def _digits(line: Line, at: int, lexicon: Lexicon) -> tuple[Entry, int]:
    word = line.words[at]
    if len(word) > _LONGEST_NUMBER:
        return lexicon.unknown, at + 1
    after = line.words[at + 1] if at + 1 < len(line.words) else ""
    if (after in lexicon.suffixes or after == ".") and (end := _suffix(line, at + 1, lexicon)):
        return (lexicon.ordinals[int(word)] if int(word) < len(lexicon.ordinals) else lexicon.unknown), end
    return lexicon.digits(word), at + 1


def _suffix(line: Line, at: int, lexicon: Lexicon) -> int | None:
    """Where the ending of an ordinal ends; a single letter ("1.º") is one only if written tight."""
    words = line.words
    if at + 1 < len(words) and words[at] == "." and line.is_tight(at + 1):
        at += 1
    if words[at] not in lexicon.suffixes:
        return None
    return at + 1 if len(words[at]) > 1 or line.is_tight(at) else None


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
