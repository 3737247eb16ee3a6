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
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from lab.understanding import numbers
from lab.understanding.numbers import Roles
from lab.understanding.tokens import fold, tokenise

JOINED = {".": "dot", "-": "dash", "/": "slash", ":": "colon", ";": "colon", ",": "comma"}
"""A sign written tight between two numbers, and the role it then plays."""

_UNREAD = frozenset({*JOINED.values(), "at", "near", "softly", "oclock"})
"""Roles that only hold a pattern together: no reader asks what they are."""

_EDGES = '.,;:!?()…¿¡"“”'
_FIRST_LETTER = 0x4E00


class Entry(NamedTuple):
    """A word or a phrase of the tables: the letter of its set of roles, and the roles."""

    letter: str
    roles: Roles


class Rule(NamedTuple):
    """One pattern: the reader it is for, the states it is meant for (none: all), and its expression over letters."""

    reader: str
    states: frozenset[str]
    expression: re.Pattern[str]
    groups: tuple[tuple[str, str], ...]


class _Element(NamedTuple):
    """One element of a pattern: its roles, the group it fills, whether it may be missing, and how it looks around."""

    roles: tuple[str, ...]
    group: str
    optional: bool
    look: str

    @classmethod
    def parse(cls, text: str) -> "_Element":
        look = text[0] if text[0] in "~!" and len(text) > 1 else ""
        optional = len(text) > 1 and text.endswith("?")
        names = text.removeprefix(look).removesuffix("?" if optional else "").split("|")
        group, _, role = names[0].strip("<>").rpartition("=")
        captured = len(names) == 1 and names[0][0] == "<" and role not in _UNREAD and not look
        names[0] = f"<{role}>" if group else names[0]
        roles = (name[1:-1] if name[0] == "<" else "=" + fold(name) for name in names)
        return cls(tuple(roles), (group or role) if captured else "", optional, look)


class Lexicon:
    """All tables of one language, compiled once."""

    def __init__(self, tables: Mapping[str, Any], source: str) -> None:
        self._source = source
        self._letters: dict[frozenset[str], str] = {}
        self.day_first: bool = tables["day_first"]
        self.joiners: Mapping[str, int] = tables["joiners"]
        shapes = tables.get("shapes", {})
        patterns = [
            (rule, [_Element.parse(text) for text in spelled.split()])
            for rule in tables["rule"]
            for pattern in rule["patterns"]
            for spelled in _spell_out(pattern, shapes)
        ]
        words = _words(tables["words"])
        for role in {role for _, pattern in patterns for element in pattern for role in element.roles}:
            if role.startswith("="):
                words.setdefault((role[1:],), {})[role] = role[1:]
        entries = {words_: self.entry(roles) for words_, roles in words.items()}
        self.signs = {sign: self.entry({role: sign}) for sign, role in JOINED.items()}
        self.edge = self.entry({"edge": ""})
        self.unknown = self.entry({"unknown": ""})
        self.ordinals = [self.entry(numbers.ordinal_roles(n, written=True)) for n in range(32)]
        for kind in numbers.every_kind():
            self._letter(kind)
        self.single = {key[0]: entry for key, entry in entries.items() if len(key) == 1}
        self.phrases = _by_first_word({key: entry for key, entry in entries.items() if len(key) > 1})
        self.rules: dict[str, list[Rule]] = {}
        for rule, pattern in patterns:
            self._add(rule, pattern)

    def entry(self, roles: Roles) -> Entry:
        """The entry of a word with these roles."""
        return Entry(self._letter(roles), roles)

    def _letter(self, roles: Iterable[str]) -> str:
        return self._letters.setdefault(frozenset(roles), chr(_FIRST_LETTER + len(self._letters)))

    def _add(self, rule: Mapping[str, Any], pattern: Sequence[_Element]) -> None:
        expression = "".join(self._expression(element, first=n == 0) for n, element in enumerate(pattern))
        groups = tuple((element.group, element.roles[0]) for element in pattern if element.group)
        made = Rule(rule["reads"], frozenset(rule.get("states", ())), re.compile(expression), groups)
        for letter in self._first_letters(pattern):
            self.rules.setdefault(letter, []).append(made)

    def _expression(self, element: _Element, first: bool) -> str:
        letters = f"[{self._of(element.roles)}]"
        if element.look:
            return f"(?{'<' if first else ''}{'=' if element.look == '~' else '!'}{letters})"
        named = f"(?P<{element.group}>{letters})" if element.group else letters
        return f"(?:{named})?" if element.optional else named

    def _first_letters(self, pattern: Sequence[_Element]) -> str:
        letters = ""
        for element in pattern:
            if not element.look:
                letters += self._of(element.roles)
                if not element.optional:
                    break
        return "".join(set(letters))

    def _of(self, roles: Iterable[str]) -> str:
        found = "".join(letter for kind, letter in self._letters.items() if not kind.isdisjoint(roles))
        if not found:
            raise ValueError(f"{self._source}: a pattern uses <{', '.join(roles)}>, which no table fills")
        return found


@functools.cache
def lexicon(language: str) -> Lexicon:
    """The tables of a language (`en`, `es`), read and compiled at the first use."""
    path = Path(__file__).parent / "words" / f"{language}.toml"
    return Lexicon(tomllib.loads(path.read_text(encoding="utf-8")), path.name)


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
            key = tuple(token.word for token in tokenise(phrase))
            words.setdefault(key, {}).update(_NUMBERS.get(role, lambda value, role=role: {role: value})(value))
    for sign in _EDGES:
        words.setdefault((sign,), {})["edge"] = sign
    return words


_NUMBERS: dict[str, Any] = {
    "cardinal": lambda value: {"cardinal": value} | numbers.word_roles(value),
    "ordinal": lambda value: {"ordinal": value} | numbers.ordinal_roles(value),
}


def _by_first_word(entries: Mapping[tuple[str, ...], Entry]) -> dict[str, list[tuple[tuple[str, ...], Entry]]]:
    found: dict[str, list[tuple[tuple[str, ...], Entry]]] = {}
    for key in sorted(entries, key=len, reverse=True):
        found.setdefault(key[0], []).append((key, entries[key]))
    return found
