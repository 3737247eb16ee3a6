"""Which words in a row make a name, and how it is written."""

import functools
from collections.abc import Sequence
from typing import NamedTuple

from lab.understanding.spelling import Letters
from lab.understanding.tables import read_tables
from lab.understanding.tokens import Piece, Tokens, fold

_HYPHENS = frozenset("-‐‑")
QUOTES = frozenset('"“”«»()[]')
_BETWEEN = QUOTES | frozenset(":,-")
_TOLD = frozenset({"patient", "sure", "family", "given"})
_FIRM = _TOLD | {"bare"}
_KINDS = _FIRM | {"weak", "cased"}
_SHORT = 5


class NameTables(NamedTuple):
    """Which words of one language are part of a name, and how it says letters."""

    letters: Letters
    inside: frozenset[str]
    suffixes: frozenset[str]
    titles: frozenset[str]
    opens: frozenset[str]
    never: frozenset[str]
    follows: frozenset[str]
    endings: tuple[str, ...]


class Run(NamedTuple):
    """Tokens that make a name, `tokens[start:end]`."""

    start: int
    end: int


@functools.cache
def name_tables(language: str) -> NameTables:
    """The tables of a language (`en`, `es`), compiled at the first use."""
    tables = read_tables(f"{language}_names")
    words = {key: frozenset(map(fold, listed)) for key, listed in tables["words"].items()}
    endings = tuple(words.pop("endings"))
    return NameTables(Letters.of(tables["letters"]), **words, endings=endings)


class Runs:
    """Finds runs in one line; `closed` are the tokens that mean something else."""

    def __init__(self, tokens: Tokens, closed: frozenset[int], tables: NameTables) -> None:
        self._tokens = tokens
        self._closed = closed
        self._tables = tables
        self._has_small = any(map(str.islower, tokens.texts))

    def skip(self, at: int) -> int:
        """Past what may stand between an introduction and the name: a colon, a quote, a title."""
        titles = self._tables.titles
        between = titles | _BETWEEN
        while self.word(at) in between or (self.word(at) == "." and self.word(at - 1) in titles):
            at += 1
        return at

    def run(self, start: int, kind: str) -> Run | None:
        """The longest name that starts at this token, if what stands there can be one after this kind of words.

        After `cased` and `weak` introductions a name has to look like one, by its capital or by being no common word.
        """
        cased = self._is_capital(start)
        if kind not in _KINDS or (kind == "cased" and not cased):
            return None
        at = end = start
        while at < len(self._tokens.words) and at not in self._closed:
            if self._is_name_word(at, start, kind, cased) or (at > start and self.word(at) in self._tables.suffixes):
                end = at = self._past_point(at)
            elif self._joins(at, start, kind):
                at += 1
            else:
                break
        if end == start or (kind == "weak" and not cased and not self._breaks_off(end)):
            return None
        return Run(start, end)

    def written(self, run: Run) -> list[str]:
        """The words of a run, each with the space before it; those in small letters get their capital."""
        words = []
        for at in range(run.start, run.end):
            text = self._tokens.texts[at]
            small = text.islower() and (at == run.start or self.word(at) not in self._tables.inside)
            space = "" if at > run.start and self._tokens.is_tight(at) else " "
            words.append(space + (_capitalise(text) if small else text))
        return words

    def word(self, at: int) -> str:
        """The word of a token, or nothing beyond either end of the line."""
        return self._tokens.words[at] if 0 <= at < len(self._tokens.words) else ""

    def is_small(self, at: int) -> bool:
        """Whether a token is a sign or one of the small words that no name has."""
        word = self.word(at)
        return word == "," or (word in self._tables.never and not self._is_capital(at))

    def _is_name_word(self, at: int, start: int, kind: str, cased: bool) -> bool:
        word, tables = self.word(at), self._tables
        if not word[0].isalpha() or word.endswith("'s"):
            return False
        capital = self._is_capital(at)
        if word in tables.inside and not capital:
            return False
        if word in tables.opens:
            return capital if at > start else kind != "cased"
        if word in tables.never and (not capital or word.split("'")[0] == "i" or (at == start and kind not in _TOLD)):
            return False
        if kind == "weak" and not capital and len(word) > _SHORT and word.endswith(tables.endings):
            return False
        return (
            at == start
            or not cased
            or kind == "bare"
            or not self._tokens.texts[at][0].islower()
            or self.word(at - 1) in _HYPHENS
        )

    def _breaks_off(self, at: int) -> bool:
        """Whether something new begins here, so that "I'm jamie and ..." is heard, and "I'm terribly sorry" is not."""
        word = self.word(at)
        return not word[:1].isalpha() or word in self._tables.follows or at in self._closed

    def _joins(self, at: int, start: int, kind: str) -> bool:
        """Whether a token may stand inside a name if more of it follows: "de", a hyphen, the comma of "Ma, Ana"."""
        word = self.word(at)
        if word in self._tables.inside:
            return at > start or kind in _FIRM
        if word in _HYPHENS:
            return at > start and self._tokens.is_tight(at)
        return word == "," and at > start and (kind == "bare" or self.word(at + 1) in self._tables.suffixes)

    def _is_capital(self, at: int) -> bool:
        """Whether a word has a capital letter that tells something: it does not in a line of capitals."""
        text = self._tokens.texts[at] if at < len(self._tokens.words) else ""
        return bool(text) and not text[0].islower() and (self._has_small or not (text.isupper() and len(text) > 1))

    def _past_point(self, at: int) -> int:
        """After this word, and after the point of an initial or of "Jr."."""
        word, tables = self.word(at), self._tables
        short = len(word) == 1 or word in tables.suffixes or word in tables.inside
        return at + 2 if short and self.word(at + 1) == "." and self._tokens.is_tight(at + 1) else at + 1


def _capitalise(text: str) -> str:
    for prefix in ("mc", "o'", "o’", "d'", "d’"):
        if text.startswith(prefix) and len(text) > len(prefix):
            return prefix.capitalize() + _capitalise(text[len(prefix) :])
    return text[0].upper() + text[1:]


def taken_places(pieces: Sequence[Piece]) -> frozenset[int]:
    """The places of all tokens of these pieces."""
    return frozenset(at for piece in pieces for at in range(piece.start, piece.end))
