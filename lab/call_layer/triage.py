"""What may not wait: red flags in a caller's line, in either language, and none where they are denied or long past."""

import functools
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from lab.call_layer.tables import read_tables
from lab.understanding.notation import SIGN
from lab.understanding.phrases import Phrase, PhraseBook
from lab.understanding.tables import LANGUAGES
from lab.understanding.tokens import fold, tokenise

_LIST = ","
_ENDS = frozenset('.;!?…:¡¿—"')
_HYPHENS = frozenset("-‐‑–")
_CALM = "calm"


class RedFlag(NamedTuple):
    """An emergency by its kind (`chest_pain`, `breathing`, ...), and the caller's own words for it."""

    flag: str
    words: str


def triage(line: str, language: str) -> RedFlag | None:
    """The first red flag in a line, in the call's language or the other; none for one that is denied or past."""
    tokens = tokenise(line)
    places = [at for at, word in enumerate(tokens.words) if word not in _HYPHENS]
    words = [tokens.words[at] for at in places]
    for each in sorted(LANGUAGES, key=lambda other: other != language):
        if found := _first_flag(words, _table(each)):
            start, end = tokens.span(places[found.start], places[found.end - 1] + 1)
            return RedFlag(found.kind, line[start:end])
    return None


def holds_emergency(*, quote_open: bool, bare_yes: bool, urgent: bool, held_before: bool) -> bool:
    """Whether an emergency transfer that a model asks for is held: once, where the caller only said yes to a quote."""
    return quote_open and bare_yes and not urgent and not held_before


class _Table:
    """The phrases and words of one language."""

    def __init__(self, table: Mapping[str, Sequence[str]], flags: Mapping[str, Sequence[str]]) -> None:
        self.flags = PhraseBook({_CALM: table["calm"], **flags})
        self.denies = PhraseBook({"denies": table["denies"]})
        self.past = PhraseBook({"past": table["past"]})
        self.now = PhraseBook({"now": table["now"]})
        self.but = frozenset(map(fold, table["but"]))
        self.passes = frozenset(map(fold, (*table["light"], *table["symptoms"], SIGN)))
        self.noes = frozenset(map(fold, table["noes"]))
        self.denying = frozenset(map(fold, (phrase for phrase in table["denies"] if phrase.isalpha())))


@functools.cache
def _table(language: str) -> _Table:
    tables = read_tables("triage")[language]
    return _Table(tables, tables["flags"])


def _first_flag(words: Sequence[str], table: _Table) -> Phrase | None:
    if table.flags.known.isdisjoint(words):
        return None
    edges = [at for at, word in enumerate(words) if word in _ENDS or word in table.but]
    for start, end in zip([0, *(at + 1 for at in edges)], [*edges, len(words)], strict=True):
        found = _flag_in([SIGN if word == _LIST else word for word in words[start:end]], table)
        if found and not _is_answered(words[start + found.end :], table):
            return Phrase(found.kind, start + found.start, start + found.end)
    return None


def _flag_in(clause: Sequence[str], table: _Table) -> Phrase | None:
    """The first flag of one clause that is not denied; none where the clause tells of the past."""
    flags = table.flags.find(clause)
    if not flags or (_is_past(clause, table) and not table.now.find(clause)):
        return None
    denied = _denials(clause, table)
    for phrase in flags:
        if phrase.kind == _CALM:
            continue
        if not _is_denied(clause, phrase.start, denied, table):
            return phrase
        denied.add(phrase.end)  # and so it goes on: "no chest pain or trouble breathing"
    return None


def _is_past(clause: Sequence[str], table: _Table) -> bool:
    return bool(table.past.find(clause)) or any(len(word) == 4 and word[:2] in ("19", "20") for word in clause)


def _denials(clause: Sequence[str], table: _Table) -> set[int]:
    """Where words of denial end; a "no" before a comma answers something else."""
    ends = {phrase.end for phrase in table.denies.find(clause)}
    ends |= {at + 1 for at, word in enumerate(clause) if word in table.denying}
    return {end for end in ends if end < len(clause) and clause[end] != SIGN}


def _is_answered(rest: Sequence[str], table: _Table) -> bool:
    """Whether nothing but a no follows: "chest pain? no"."""
    return " ".join(word for word in rest if word not in _ENDS and word != _LIST) in table.noes


def _is_denied(clause: Sequence[str], start: int, denied: set[int], table: _Table) -> bool:
    """Whether a denial leads up to this place with nothing but small words between."""
    at = start
    while at not in denied and at > 0 and clause[at - 1] in table.passes:
        at -= 1
    return at in denied
