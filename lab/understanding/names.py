"""A caller's name: what stands after "my name is", a bare name where the name was asked, a name spelled out."""

from collections.abc import Sequence
from typing import NamedTuple

from lab.protocol import State
from lab.understanding.name_runs import QUOTES, Run, Runs, name_tables, taken_places
from lab.understanding.phrases import SIGN, Phrase
from lab.understanding.spelling import Spelled, names_letters, read_spelled, respell
from lab.understanding.spoken import Spoken
from lab.understanding.tables import LANGUAGES, tables
from lab.understanding.tokens import Piece

LONGEST = 200
"""A name of more characters is no value: the agent asks again."""

_RANKS = ("patient", "meant", "sure", "family", "given", "weak", "cased", "for")
_DENIALS = {"denied": "sure", "denied_cased": "cased"}
"""Kinds of phrases with which a name is refused, and how much the name must look like one."""

_BESIDE = frozenset({"yes", "assent", "no", "no_first", "courtesy", "thanks", "parting"})
_ANSWERS = ("consent", "people", "topics")
_HEARD = frozenset({*_RANKS, *_DENIALS})
_FEWEST_SPELLED = 3
_LONGEST_CLAUSE = 40
_ASIDE = QUOTES.union(".,!;:-")


class NameReading(NamedTuple):
    """A name as the caller's own letters, or the candidates of an unclear one; `pieces` say which tokens.

    Without a name, a piece that is `denied` is one that was refused.
    """

    name: str | None = None
    candidates: tuple[str, ...] = ()
    pieces: tuple[Piece, ...] = ()


def read_name(line: Spoken, taken: Sequence[Piece], state: str) -> NameReading:
    """Read a name from the tokens that gave no day and no time (`taken`)."""
    asked = state == State.ASK_NAME
    # a lone word where a name was asked tells nothing of its language: "Dale"
    language = line.call if asked and len(line.words) == 1 else line.language
    spelled = read_spelled(line.tokens, name_tables(language).letters)
    before, after = line.found["before"], line.found["after"]
    if not (asked or spelled or after or any(phrase.kind in _HEARD for phrase in before)):
        return NameReading()
    return _Search(line, language, taken, asked, spelled).read(before, after)


class _Search:
    """The search for a name in one line."""

    def __init__(
        self, line: Spoken, language: str, taken: Sequence[Piece], asked: bool, spelled: Sequence[Spelled]
    ) -> None:
        self._line = line
        self._asked = asked
        self._tables = name_tables(language)
        self._language = language
        self._taken = taken_places(taken)
        spans = [line.span(phrase.start, phrase.end) for phrase in line.found["aside"]] if asked else []
        self._asides = frozenset(at for start, end in spans for at in range(start, end))
        """The places of "just", "that's all", "with an e"."""
        self._spelled = [each for each in spelled if self._asides.isdisjoint(range(each.start, each.end))]
        self._letters = frozenset(at for each in self._spelled for at in range(each.start, each.end))
        self._runs = Runs(line.tokens, self._taken | self._letters, self._tables)

    def read(self, before: Sequence[Phrase], after: Sequence[Phrase]) -> NameReading:
        denied = self._denied(before, after)
        refused = taken_places(denied)
        found = self._introduced(before) or self._followed(after) or (self._bare() if self._asked else [])
        runs = [run for run in found if refused.isdisjoint(range(run.start, run.end))]
        spelled = [each for each in self._spelled if self._spells(each, runs)]
        words = [word for run in runs for word in self._runs.written(run)]
        name = "".join(respell(words, [each.name for each in spelled])).strip()
        if not name or len(name) > LONGEST or self._is_letters(runs):
            return NameReading(pieces=tuple(denied))
        pieces = sorted({(run.start, run.end) for run in runs} | {(each.start, each.end) for each in spelled})
        return NameReading(name, (), tuple(Piece("name", start, end) for start, end in pieces))

    def _introduced(self, introductions: Sequence[Phrase]) -> list[Run]:
        """The name behind "my name is" and the like: the strongest kind, and of that the last said."""
        found: dict[str, Run] = {}
        books = any(phrase.kind == "visit" for phrase in introductions)
        for phrase in introductions:
            if phrase.end == len(self._line.places):
                break
            start = self._line.places[phrase.end]
            run = self._runs.run(self._runs.skip(start), self._kind(phrase.kind, books))
            if run:
                found[phrase.kind] = run
        if "given" in found and "family" in found and "patient" not in found:
            return [found["given"], found["family"]]
        return [next(found[kind] for kind in _RANKS if kind in found)] if found else []

    def _denied(self, before: Sequence[Phrase], after: Sequence[Phrase]) -> list[Piece]:
        """The names that are refused: "my name is not Jamie", "Jamie isn't my name"."""
        runs = [
            self._runs.run(self._runs.skip(self._line.places[phrase.end]), _DENIALS[phrase.kind])
            for phrase in before
            if phrase.kind in _DENIALS and phrase.end < len(self._line.places)
        ]
        runs += [run for phrase in after if phrase.kind == "denied" for run in self._before(phrase)]
        return [Piece("name", run.start, run.end, True) for run in runs if run]

    def _kind(self, kind: str, books: bool) -> str:
        """What a phrase is worth in this line: "it's jamie" tells a name to who has just asked for one."""
        if kind == "meant" or (kind == "for" and books):
            kind = "cased"
        if self._asked and kind in ("cased", "for"):
            return "weak"
        return kind

    def _followed(self, endings: Sequence[Phrase]) -> list[Run]:
        """The name before "is my name", "speaking", "here", where it opens a clause."""
        runs = (self._before(phrase) for phrase in endings if phrase.kind != "denied")
        return next(filter(None, runs), [])

    def _before(self, phrase: Phrase) -> list[Run]:
        """The name that is all of the clause which leads up to a phrase, but for politeness."""
        polite = self._polite()
        clause = [place for place in self._clause_before(phrase.start) if place not in polite]
        run = self._runs.run(clause[0], "weak") if clause else None
        return [run] if run and run.end == clause[-1] + 1 else []

    def _clause_before(self, end: int) -> Sequence[int]:
        """The places of the words that lead up to this one, from the last sign on; "Jamie Reyes, speaking" is one."""
        words = self._line.words
        if end and words[end - 1] == SIGN:
            end -= 1
        start = end
        while start and words[start - 1] != SIGN and end - start < _LONGEST_CLAUSE:
            start -= 1
        return self._line.places[start:end]

    def _bare(self) -> list[Run]:
        """The name that is all of the line, but for politeness and other values."""
        aside = self._taken | self._letters | self._polite()
        aside |= self._around_values() | self._before_letters() | self._asides
        rest = [at for at in range(len(self._line.tokens.words)) if at not in aside and self._counts(at)]
        if not rest:
            return []
        start, end = self._line.tokens.span(rest[0], rest[-1] + 1)
        if end - start > LONGEST:
            return []
        if any(at in aside for at in range(rest[0], rest[-1])) or self._is_answer():
            return []
        run = self._runs.run(self._runs.skip(rest[0]), "bare")
        return [run] if run and run.end > rest[-1] else []

    def _around_values(self) -> set[int]:
        """The places of small words that lead to a value or away from it: "Jamie, and it's for Tuesday"."""
        found: set[int] = set()
        for at in sorted(self._taken):
            for step in (-1, 1):
                beside = at + step
                while beside not in self._taken and self._runs.is_small(beside):
                    found.add(beside)
                    beside += step
        return found

    def _before_letters(self) -> set[int]:
        """The places of "that's spelled", where letters follow."""
        spans = [self._line.span(phrase.start, phrase.end) for phrase in self._line.found["before"]]
        return {at for start, end in spans if end in self._letters for at in range(start, end)}

    def _counts(self, at: int) -> bool:
        word = self._runs.word(at)
        return word not in tables(self._language).fillers and word not in _ASIDE

    def _polite(self) -> set[int]:
        found = self._line.found
        if self._language != self._line.language:
            found = tables(self._language).shelf.find(self._line.words)
        polite = (self._line.span(phrase.start, phrase.end) for phrase in found["consent"] if phrase.kind in _BESIDE)
        return {at for start, end in polite for at in range(start, end)}

    def _is_answer(self) -> bool:
        """Whether the line says something else altogether, in either language ("sí", "goodbye")."""
        words = [word for word in self._line.words if word != SIGN]
        if len(words) == 1 and words[0] in self._tables.opens:
            return False
        languages = (language for language in LANGUAGES if not tables(language).known.isdisjoint(words))
        found = [tables(language).shelf.find(words) for language in languages]
        answers = [phrases[name] for phrases in found for name in _ANSWERS]
        return any(sum(phrase.end - phrase.start for phrase in phrases) == len(words) for phrases in answers)

    def _spells(self, spelled: Spelled, runs: Sequence[Run]) -> bool:
        """Whether letters are a name: beside one, where one was asked, or where they surely spell something."""
        if runs:
            return True
        few = len(spelled.word) < _FEWEST_SPELLED
        if self._asked:
            return spelled.sure or not few or spelled.end - spelled.start + 1 >= len(self._line.words)
        return spelled.sure and not few

    def _is_letters(self, runs: Sequence[Run]) -> bool:
        words = self._line.tokens.words
        return any(names_letters(words[run.start : run.end], self._tables.letters) for run in runs)
