"""What a report is written on: its width, whether it takes colour, and which signs its encoding has."""

import os
import shutil
import sys
import unicodedata
from dataclasses import dataclass
from typing import TextIO

_CODES = {"good": "32", "bad": "31", "dim": "2", "strong": "1"}
_SIGNS = {
    "good": ("✓", "+"),
    "bad": ("✗", "x"),
    "blocked": ("–", "-"),
    "here": ("▶", ">"),
    "too": ("≠", "#"),
    "between": ("│", "|"),
}
WIDTH_OF_A_PIPE = 100


@dataclass(frozen=True, slots=True)
class Paper:
    """How wide (cells), in colour or not, and with which signs; no meaning hangs on the colour alone."""

    width: int = WIDTH_OF_A_PIPE
    colour: bool = False
    unicode: bool = True

    def sign(self, name: str) -> str:
        """A sign, or what stands for it where the encoding has no such sign."""
        return _SIGNS[name][0 if self.unicode else 1]

    def paint(self, text: str, how: str) -> str:
        """The text as `good`, `bad`, `dim` or `strong`."""
        return f"\x1b[{_CODES[how]}m{text}\x1b[0m" if self.colour and how in _CODES else text


def paper_for(stream: TextIO) -> Paper:
    """The paper that a stream is: colours for a terminal only, and never against NO_COLOR."""
    signs = "".join(sign for sign, _ in _SIGNS.values())
    try:
        signs.encode(getattr(stream, "encoding", None) or "ascii")
        has_signs = True
    except (UnicodeEncodeError, LookupError):
        has_signs = False
    if not stream.isatty():
        return Paper(unicode=has_signs)
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    knows_colour = sys.platform != "win32" or "WT_SESSION" in os.environ
    return Paper(max(60, shutil.get_terminal_size().columns), knows_colour and not plain, has_signs)


def cells(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 0 if unicodedata.combining(c) else 1 for c in text)


def padded(text: str, width: int) -> str:
    """The text, filled up to so many columns."""
    return text + " " * max(0, width - cells(text))


def wrapped(text: str, width: int) -> list[str]:
    """The text as lines of at most so many columns, words whole where they fit; at least one line."""
    lines = [""]
    for word in text.split(" "):
        for piece in _pieces(word, width):
            if lines[-1] and cells(lines[-1]) + 1 + cells(piece) > width:
                lines.append("")
            lines[-1] = f"{lines[-1]} {piece}" if lines[-1] else piece
    return lines


def _pieces(word: str, width: int) -> list[str]:
    """A word in pieces that fit; nearly always one."""
    pieces = [""]
    for character in word:
        if pieces[-1] and cells(pieces[-1]) + cells(character) > width:
            pieces.append("")
        pieces[-1] += character
    return pieces
