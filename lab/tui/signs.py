"""Signs as a person sees them, where a string has code points: for a cursor, and for what is pasted."""

from collections.abc import Iterator
from functools import lru_cache

from rich.cells import split_graphemes

_PICTURES = {chr(code): chr(0x2400 + code) for code in range(0x20)} | {"\x7f": "␡", "\t": " "}


def typed(text: str) -> str:
    """All of a text as one line that can be edited: breaks and tabs become spaces, what steers a terminal a picture."""
    line = " ".join(line for line in text.splitlines() if line.strip()) or text.strip("\r\n")
    return "".join(_picture(sign) for sign in line)


@lru_cache(16)
def graphemes(text: str) -> tuple[tuple[int, int], ...]:
    """Where each sign that a person sees starts and ends, `text[start:end]`, in order and without gaps."""
    return tuple(_spans(text))


def sign_at(text: str, place: int) -> tuple[int, int]:
    """The sign in which a place lies, as start and end; at the end of the text an empty one."""
    if text.isascii():
        return (place, min(place + 1, len(text)))
    return next(((start, end) for start, end in graphemes(text) if start <= place < end), (len(text), len(text)))


def _spans(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for _, end, _ in split_graphemes(text)[0]:
        if _is_flag_letter(text[start:end]) and _is_flag_letter(text[end : end + 1]):
            continue  # the first half of a flag
        yield start, end
        start = end
    if start < len(text):
        yield start, len(text)


def _is_flag_letter(sign: str) -> bool:
    return len(sign) == 1 and "\U0001f1e6" <= sign <= "\U0001f1ff"


def _picture(sign: str) -> str:
    return _PICTURES.get(sign, "�" if "\x80" <= sign <= "\x9f" else sign)
