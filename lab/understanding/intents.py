"""What a line is about, and which of several offers it picks."""

from collections.abc import Sequence
from typing import NamedTuple

from lab.protocol import Intent
from lab.understanding.tokens import Piece, Token


class IntentReading(NamedTuple):
    """The intent, the n-th of what was offered (-1 is the last), and the tokens that gave them."""

    intent: str = Intent.UNKNOWN
    choice: int | None = None
    pieces: tuple[Piece, ...] = ()


def read_intent(tokens: Sequence[Token], values: Sequence[Piece], state: str, language: str) -> IntentReading:
    """Read the intent of a line; `values` are the days, times, parts of the day and names heard in it, in order."""
    return IntentReading(Intent.INFORM if any(not piece.denied for piece in values) else Intent.UNKNOWN)
