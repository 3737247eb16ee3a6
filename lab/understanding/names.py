"""A caller's name."""

from collections.abc import Sequence
from typing import NamedTuple

from lab.understanding.tokens import Piece, Token


class NameReading(NamedTuple):
    """A name as the caller's own letters, or the candidates of an unclear one; `pieces` say which tokens."""

    name: str | None = None
    candidates: tuple[str, ...] = ()
    pieces: tuple[Piece, ...] = ()


def read_name(tokens: Sequence[Token], taken: Sequence[Piece], state: str, language: str) -> NameReading:
    """Read a name from the tokens that gave no day and no time (`taken`).

    A refused name ("not Jamie") is a piece `name` with `denied`.
    """
    return NameReading()
