"""The tables of one language: which roles a word plays, and the patterns of roles that the readers know.

A pattern is a row of elements: a plain word is itself, `<hour>` any word of that table, `<from=hour>` the same under
another name, `x|y` either; a `?` after it makes it optional. `~` before it means "stands next to this", `!` "does not
stand next to this": neither is part of what is read. `<edge>` is a sign, or the line's beginning or end.

Every set of roles gets one letter, a line becomes a short string of letters, and a pattern a regular expression
over those without any repetition: fast, and unable to run away.
"""

import functools
import itertools
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from lab.understanding import numbers
from lab.understanding.numbers import Roles
from lab.understanding.tables import read_tables
from lab.understanding.tokens import fold, tokenise

JOINED = {".": "dot", "-": "dash", "/": "slash", ":": "colon", ";": "colon", ",": "comma"}
"""A sign written tight between two numbers, and the role it then plays."""

_UNREAD = frozenset({*JOINED.values(), "at", "near", "softly", "oclock"})
"""Roles that only hold a pattern together: no reader asks what they are."""

_TELLING = frozenset("cardinal ordinal weekday short_weekday relative_day this_part part named_time unit month".split())
"""Without a word of these tables, or a number, there is no day and no time."""

_EDGES = '.,;:!?()…¿¡"“”'
_FIRST_LETTER = ord("0")  # what stays below 256 compiles fast

AHEAD = 3
"""How many letters are looked at to choose the patterns that are tried."""

_MOST_STARTS = 10_000


class Entry(NamedTuple):
    """A word or a phrase of the tables: the letter of its set of roles, and the roles."""

    letter: str
    roles: Roles


class Element(NamedTuple):
    """One element of a pattern: the letters it takes, the group and role it is read as, and how it looks around."""

    letters: str
    group: str
    role: str
    optional: bool
    look: str

    def expression(self, first: bool) -> str:
        """The element as a regular expression; `first` tells whether it opens its pattern."""
        letters = re.escape(self.letters)
        if self.look:
            return f"(?{'<' if first else ''}{'=' if self.look == '~' else '!'}[{letters}])"
        group = f"?P<{self.group}>" if self.group else "?:"
        return f"({group}[{letters}]){'?' if self.optional else ''}"


class Rule:
    """One pattern: the reader it is for, the states it is meant for (none: all), and its elements."""

    def __init__(self, reader: str, states: Iterable[str], elements: Sequence[Element]) -> None:
        self.reader = reader
        self.states = frozenset(states)
        self.groups = tuple((element.group, element.role) for element in elements if element.group)
        self.elements = elements

    @functools.cached_property
    def expression(self) -> re.Pattern[str]:
        """The pattern over letters, compiled when a line first needs it."""
        return re.compile("".join(element.expression(n == 0) for n, element in enumerate(self.elements)))

    def can_start(self, letters: str) -> bool:
        """Whether a line may go on with these letters where this pattern fits."""
        return _fits(self.elements[1:] if self.elements[0].look else self.elements, letters)


def _fits(elements: Sequence[Element], letters: str) -> bool:
    if not elements or not letters:
        return True
    element, rest = elements[0], elements[1:]
    if element.look == "!":
        return _fits(rest, letters)
    if letters[0] in element.letters and _fits(rest, letters[1:]):
        return True
    return element.optional and _fits(rest, letters)


class Spelling(NamedTuple):
    """One element of a pattern as it is written in the tables: roles, the group it fills, optional, look-around."""

    roles: tuple[str, ...]
    group: str
    optional: bool
    look: str

    @classmethod
    @functools.cache
    def parse(cls, text: str) -> "Spelling":
        look = text[0] if text[0] in "~!" and len(text) > 1 else ""
        optional = len(text) > 1 and text.endswith("?")
        names = text.removeprefix(look).removesuffix("?" if optional else "").split("|")
        group, _, role = names[0].strip("<>").rpartition("=")
        captured = len(names) == 1 and names[0][0] == "<" and role not in _UNREAD and not look
        names[0] = f"<{role}>" if group else names[0]
        roles = (name[1:-1] if name[0] == "<" else "=" + fold(name) for name in names)
        return cls(tuple(roles), (group or role) if captured else "", optional, look)


class Source:
    """The tables of one language as they are written: `words` has the roles of each word or phrase.

    `patterns` has every pattern without its shapes, beside the rule that it belongs to.
    """

    def __init__(self, tables: Mapping[str, Any], name: str) -> None:
        self.name = name
        self.tables = tables
        shapes = tables.get("shapes", {})
        self.patterns = [
            (rule, [Spelling.parse(text) for text in spelled.split()])
            for rule in tables["rule"]
            for pattern in rule["patterns"]
            for spelled in _spell_out(pattern, shapes)
        ]
        self.words = _words(tables["words"])
        for role in {role for _, pattern in self.patterns for element in pattern for role in element.roles}:
            if role.startswith("="):
                self.words.setdefault((role[1:],), {})[role] = role[1:]


class Lexicon:
    """All tables of one language, compiled once."""

    def __init__(self, source: Source) -> None:
        self._source = source.name
        self._letters: dict[frozenset[str], str] = {}
        self.day_first: bool = source.tables["day_first"]
        self.joiners: Mapping[str, int] = source.tables["joiners"]
        entries = {words: self.entry(roles) for words, roles in source.words.items()}
        self.signs = {sign: self.entry({role: sign}) for sign, role in JOINED.items()}
        self.edge = self.entry({"edge": ""})
        self.unknown = self.entry({"unknown": ""})
        self.ordinals = [self.entry(numbers.ordinal_roles(n, written=True)) for n in range(32)]
        for kind in numbers.every_kind():
            self._letter(kind)
        self.single = {key[0]: entry for key, entry in entries.items() if len(key) == 1}
        self.phrases = _by_first_words({key: entry for key, entry in entries.items() if len(key) > 1})
        self.special = frozenset(
            word for word, entry in self.single.items() if word in JOINED or "cardinal" in entry.roles
        ).union(self.phrases)
        self.plain = {word: entry for word, entry in self.single.items() if word not in self.special}
        self.suffixes = frozenset(word for word, entry in self.single.items() if "ordinal_suffix" in entry.roles)
        self.fillers = frozenset(word for word, entry in self.single.items() if "filler" in entry.roles)
        said_twice = {"edge", "cardinal", "ordinal"}
        self.once_is_enough = frozenset(
            word for word, entry in self.single.items() if said_twice.isdisjoint(entry.roles) and word not in JOINED
        )
        self._classes: dict[tuple[str, ...], str] = {}
        self._rules = [
            Rule(rule["reads"], rule.get("states", ()), [self._element(each) for each in pattern])
            for rule, pattern in source.patterns
        ]
        self._telling = frozenset(key[0] for key, roles in source.words.items() if not _TELLING.isdisjoint(roles))
        self._digits: dict[str, Entry] = {}
        self.rules = functools.lru_cache(maxsize=_MOST_STARTS)(self._fitting)
        """The rules that can fit where a line goes on with these letters, at most `AHEAD`."""

    def is_silent(self, words: Collection[str]) -> bool:
        """Whether a line of these words can hold no day and no time at all."""
        return self._telling.isdisjoint(words) and not any(map(str.isdecimal, words)) and "'s" not in "".join(words)

    def entry(self, roles: Roles) -> Entry:
        """The entry of a word with these roles."""
        return Entry(self._letter(roles), roles)

    def digits(self, text: str) -> Entry:
        """The entry of a number of at most four digits."""
        if text not in self._digits:
            self._digits[text] = self.entry(numbers.digit_roles(text))
        return self._digits[text]

    def _letter(self, roles: Iterable[str]) -> str:
        return self._letters.setdefault(frozenset(roles), chr(_FIRST_LETTER + len(self._letters)))

    def _fitting(self, start: str) -> tuple[Rule, ...]:
        rules = self.rules(start[:-1]) if start else self._rules
        return tuple(rule for rule in rules if rule.can_start(start))

    def _element(self, spelling: Spelling) -> Element:
        roles = spelling.roles
        if roles not in self._classes:
            self._classes[roles] = self._of(roles)
        letters = self._classes[roles]
        return Element(letters, spelling.group, spelling.roles[0], spelling.optional, spelling.look)

    def _of(self, roles: Sequence[str]) -> str:
        found = "".join(letter for kind, letter in self._letters.items() if not kind.isdisjoint(roles))
        if not found:
            import difflib  # only for a mistake in a table

            near = difflib.get_close_matches(roles[0], set().union(*self._letters), 1)
            hint = f"; did you mean <{near[0]}>?" if near else ""
            raise ValueError(f"{self._source}: a pattern uses <{'|'.join(roles)}>, which no table fills{hint}")
        return found


@functools.cache
def source(language: str) -> Source:
    """The tables of a language (`en`, `es`), read at the first use."""
    return Source(read_tables(language), f"{language}.toml")


@functools.cache
def lexicon(language: str) -> Lexicon:
    """The tables of a language, compiled at the first use."""
    return Lexicon(source(language))


def _spell_out(pattern: str, shapes: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """The pattern once for every choice among the shapes, `{name}`, that it uses."""
    parts = re.split(r"\{(\w+)\}(\??)", pattern)
    choices = [
        ["", *shapes[name]] if optional else shapes[name]
        for name, optional in zip(parts[1::3], parts[2::3], strict=True)
    ]
    for chosen in itertools.product(*choices):
        yield "".join(text + shape for text, shape in zip(parts[::3], (*chosen, ""), strict=True))


def _words(tables: Mapping[str, Mapping[str, Any] | list[str]]) -> dict[tuple[str, ...], Roles]:
    words: dict[tuple[str, ...], Roles] = {}
    for role, table in tables.items():
        pairs = {word: word for word in table} if isinstance(table, list) else table
        for phrase, value in pairs.items():
            key = tuple(tokenise(phrase).words)
            words.setdefault(key, {}).update(_NUMBERS.get(role, lambda value, role=role: {role: value})(value))
    for sign in _EDGES:
        words.setdefault((sign,), {})["edge"] = sign
    return words


_NUMBERS: dict[str, Any] = {
    "cardinal": lambda value: {"cardinal": value} | numbers.word_roles(value),
    "ordinal": lambda value: {"ordinal": value} | numbers.ordinal_roles(value),
}


SecondWords = dict[str, list[tuple[list[str], Entry]]]
"""Second word to the phrases that go on so, the longest first."""


def _by_first_words(entries: Mapping[tuple[str, ...], Entry]) -> dict[str, SecondWords]:
    found: dict[str, SecondWords] = {}
    for key in sorted(entries, key=len, reverse=True):
        found.setdefault(key[0], {}).setdefault(key[1], []).append((list(key), entries[key]))
    return found
