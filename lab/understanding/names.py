"""A caller's name: what stands after "my name is", a bare name where the name was asked, a name spelled out."""

from collections.abc import Sequence
from typing import NamedTuple

from lab.protocol import State
from lab.understanding.answers import LANGUAGES, answers, language_of, spoken
from lab.understanding.name_runs import Run, Runs, name_tables, taken_places
from lab.understanding.phrases import SIGN
from lab.understanding.spelling import Spelled, names_letters, read_spelled, respell
from lab.understanding.tokens import Piece, Token

LONGEST = 200
"""A name of more characters is no value: the agent asks again."""

_RANKS = ("patient", "sure", "family", "given", "weak", "cased")
_BESIDE = frozenset({"yes", "assent", "no", "no_first", "courtesy", "thanks", "parting"})
_FEWEST_SPELLED = 3


class NameReading(NamedTuple):
    """A name as the caller's own letters, or the candidates of an unclear one; `pieces` say which tokens."""

    name: str | None = None
    candidates: tuple[str, ...] = ()
    pieces: tuple[Piece, ...] = ()


def read_name(tokens: Sequence[Token], taken: Sequence[Piece], state: str, language: str) -> NameReading:
    """Read a name from the tokens that gave no day and no time (`taken`).

    A line wholly in the other language is read in that.
    """
    asked = state == State.ASK_NAME
    if not (asked and len(tokens) == 1):  # a lone word where a name was asked tells nothing of the language
        language = language_of(tokens, language)
    return _Line(tokens, taken, asked, language).read()


class _Line:
    """One line as it is searched for a name in one language."""

    def __init__(self, tokens: Sequence[Token], taken: Sequence[Piece], asked: bool, language: str) -> None:
        self._tokens = tokens
        self._asked = asked
        self._tables = name_tables(language)
        self._answers = answers(language)
        self._line = spoken(tokens, self._answers.fillers)
        self._taken = taken_places(taken)
        self._spelled = read_spelled(tokens, self._tables.letters)
        letters = frozenset(at for each in self._spelled for at in range(each.start, each.end))
        self._runs = Runs(tokens, self._taken | letters, self._tables)

    def read(self) -> NameReading:
        runs = self._introduced() or self._followed() or (self._bare() if self._asked else [])
        spelled = [each for each in self._spelled if self._spells(each, runs)]
        words = [word for run in runs for word in self._runs.written(run)]
        for each in spelled:
            words = respell(words, each.name)
        name = "".join(words).strip()
        if not name or len(name) > LONGEST or self._is_letters(runs):
            return NameReading()
        pieces = sorted({(run.start, run.end) for run in runs} | {(each.start, each.end) for each in spelled})
        return NameReading(name, (), tuple(Piece("name", start, end) for start, end in pieces))

    def _introduced(self) -> list[Run]:
        """The name behind "my name is" and the like: the strongest kind, and of that the last said."""
        found: dict[str, Run] = {}
        for phrase in self._tables.before.find(self._line.words):
            _, start = self._line.tokens(phrase.start, phrase.end)
            # "it's jamie" tells a name to who has just asked for one
            kind = "weak" if self._asked and phrase.kind == "cased" else phrase.kind
            run = self._runs.run(self._runs.skip(start), kind)
            if run:
                found[phrase.kind] = run
        if "given" in found and "family" in found and "patient" not in found:
            return [found["given"], found["family"]]
        return [next(found[kind] for kind in _RANKS if kind in found)] if found else []

    def _followed(self) -> list[Run]:
        """The name before "is my name", "speaking", "here", where it opens a clause."""
        for phrase in self._tables.after.find(self._line.words):
            first = phrase.start
            while first and self._line.words[first - 1] != SIGN:
                first -= 1
            end = self._line.places[phrase.start]
            for start in self._line.places[first : phrase.start]:
                run = self._runs.run(start, "weak")
                if run and run.end == end:
                    return [run]
        return []

    def _bare(self) -> list[Run]:
        """The name that is all of the line, but for politeness and other values."""
        aside = self._taken | self._polite()
        beside = (at for each in self._taken for at in (each - 1, each + 1))
        aside |= {at for at in beside if self._runs.word(at) in self._tables.never}
        rest = [at for at in range(len(self._tokens)) if at not in aside and self._counts(at)]
        if not rest or any(at in aside for at in range(rest[0], rest[-1])) or self._is_answer():
            return []
        run = self._runs.run(rest[0], "bare")
        return [run] if run and run.end > rest[-1] else []

    def _counts(self, at: int) -> bool:
        word = self._runs.word(at)
        return word not in self._answers.fillers and word not in ".,!;:-"

    def _polite(self) -> set[int]:
        beside = (phrase for phrase in self._answers.consent.find(self._line.words) if phrase.kind in _BESIDE)
        return {at for phrase in beside for at in range(*self._line.tokens(phrase.start, phrase.end))}

    def _is_answer(self) -> bool:
        """Whether the line says something else altogether, in either language ("sí", "goodbye")."""
        words = [word for word in self._line.words if word != SIGN]
        if len(words) == 1 and words[0] in self._tables.opens:
            return False
        tables = [answers(language) for language in LANGUAGES]
        books = [book for table in tables for book in (table.consent, table.people, table.topics)]
        return any(sum(phrase.end - phrase.start for phrase in book.find(words)) == len(words) for book in books)

    def _spells(self, spelled: Spelled, runs: Sequence[Run]) -> bool:
        return bool(runs) or self._asked or (spelled.sure and len(spelled.word) >= _FEWEST_SPELLED)

    def _is_letters(self, runs: Sequence[Run]) -> bool:
        said = ([token.word for token in self._tokens[run.start : run.end]] for run in runs)
        return any(names_letters(words, self._tables.letters) for words in said)
