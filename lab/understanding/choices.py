"""Which of several offers a line picks."""

from typing import NamedTuple

from lab.protocol import State
from lab.understanding.consent import read_answer
from lab.understanding.phrases import Phrase, covers, strays
from lab.understanding.spoken import Spoken
from lab.understanding.tokens import Piece, Tokens

_LAST = "-1"
_DAYS_ARE_SAID = frozenset({State.LISTEN, State.ASK_DAY, State.CONFIRM})


class Choice(NamedTuple):
    """The n-th of what was offered, from 1 (-1 is the last), and the tokens that say so."""

    number: int
    piece: Piece

    def hidden_in(self, tokens: Tokens) -> Tokens:
        """The tokens with those of the choice made blank, so that nobody reads a day in "the second one"."""
        return tokens.hiding(self.piece.start, self.piece.end)


def read_choice(line: Spoken, state: str) -> Choice | None:
    """Read a choice; "the second" by itself is one where no day is asked for, "October second" never."""
    found = list(line.found["choice"])
    if not found:
        found = [each for each in line.found["ordinal"][:1] if _is_meant(each, line, state)]
    if not found:
        return None
    return Choice(int(found[0].kind), Piece("choice", *line.span(found[0].start, found[0].end)))


def _is_meant(phrase: Phrase, line: Spoken, state: str) -> bool:
    """ "The second" may be a day; "the last" is none."""
    if state in _DAYS_ARE_SAID and phrase.kind != _LAST:
        return False
    return covers(phrase, strays(line.words, read_answer(line, read_back=False).beside))
