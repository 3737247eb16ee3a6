"""Which writes a sentence of an agent claims were made: a closed table of claims, in English and Spanish."""

import functools
import re
from collections.abc import Sequence

from lab.call_layer.tables import by_word, read_tables
from lab.understanding.phrases import Phrase, PhraseBook
from lab.understanding.tables import LANGUAGES
from lab.understanding.tokens import fold, tokenise

_SENTENCE = re.compile(r"[^.!?;\n¿¡…]+[.!?;…]*")
_ASIDE = frozenset("-‐‑–—:\"“”'()*_#")
_CLAUSE = ","
_PLAINER = (
    (re.compile(r"\b([ap])\.\s?m\.", re.IGNORECASE), r"\1m"),
    (re.compile(r"\b(dra?|mrs?|ms)\.", re.IGNORECASE), r"\1"),
    (re.compile(r":(?=\s)"), ","),
)
"""What holds a point and ends no sentence, and what does not look like a comma and is one."""

_INNOCENT = "innocent"


def claims(text: str, language: str) -> frozenset[str]:
    """The writes that a text says were made: `booked`, `moved`, `cancelled`, `created`, `refilled`, `paid`, `sent`,
    `transferred`, and `done` where it does not say what; a question, a negation or a condition claims nothing.
    """
    sentences = [_words(sentence) for sentence in _sentences(text)]
    return frozenset(
        kind
        for each in sorted(LANGUAGES, key=lambda other: other != language)
        for sentence in sentences
        for kind in _claimed(sentence, _table(each))
    )


def turns_away(text: str, language: str) -> bool:
    """Whether a text says that the caller is not allowed to act for the patient."""
    words = _words(text.replace("_", " "))
    return any(_refusing(each).find(words) for each in LANGUAGES)


class _Table:
    """The claims of one language, and what takes a claim back."""

    def __init__(self, language: str) -> None:
        table = read_tables("claims")[language]
        self.claims = PhraseBook({_INNOCENT: table["innocent"], **table["claims"]}, table["classes"])
        self.denies = PhraseBook({"denies": table["denies"]})
        self.conditions = PhraseBook({"conditions": table["conditions"]})
        self.alone = by_word(table["alone"])


@functools.cache
def _table(language: str) -> _Table:
    return _Table(language)


@functools.cache
def _refusing(language: str) -> PhraseBook:
    return PhraseBook({"away": read_tables("claims")["turned_away"][language]["phrases"]})


def _sentences(text: str) -> list[str]:
    """The sentences that state something: a question is none."""
    for written, meant in _PLAINER:
        text = written.sub(meant, text)
    return [sentence for sentence in _SENTENCE.findall(text) if not sentence.rstrip().endswith("?")]


def _words(text: str) -> list[str]:
    return [word for word in tokenise(fold(text)).words if word not in _ASIDE]


def _claimed(words: Sequence[str], table: _Table) -> set[str]:
    found = [phrase for phrase in table.claims.find(words) if phrase.kind != _INNOCENT]
    found += _alone(words, table)
    if not found:
        return set()
    conditions = table.conditions.find(words)
    denials = table.denies.find(words)
    return {
        claim.kind
        for claim in found
        if not any(condition.start < claim.start for condition in conditions)
        and not any(_same_clause(words, denial, claim) for denial in denials)
    }


def _alone(words: Sequence[str], table: _Table) -> list[Phrase]:
    """The clauses that are nothing but a word of a claim: "Okay, done."."""
    edges = [at for at, word in enumerate(words) if not word[0].isalnum()]
    clauses = zip([0, *(at + 1 for at in edges)], [*edges, len(words)], strict=True)
    kinds = ((start, end, table.alone.get(" ".join(words[start:end]))) for start, end in clauses)
    return [Phrase(kind, start, end) for start, end, kind in kinds if kind]


def _same_clause(words: Sequence[str], denial: Phrase, claim: Phrase) -> bool:
    return denial.start < claim.start and _CLAUSE not in words[denial.end : claim.start]
