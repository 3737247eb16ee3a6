"""When two spellings are one name: composed or not, whatever the apostrophe, and what is left without accents."""

import re
import unicodedata
from functools import lru_cache

_SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv"})
_SPACES = "".join(letter for letter in map(chr, range(0x3001)) if letter.isspace())
_DROPPED = str.maketrans("", "", "'’‘ʼ`´-‐‑." + _SPACES)


def fold(name: str) -> str:
    """A name as it is compared: no case, spaces, hyphens or apostrophes; accents stay ("O’Neil" is "oneil")."""
    return unicodedata.normalize("NFC", name.casefold()).translate(_DROPPED)


def search_key(name: str) -> str:
    """A folded name without accents: what a patient is found under ("Peña" and "Pena" share one)."""
    folded = fold(name)
    if folded.isascii():
        return folded
    return "".join(part for part in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(part))


def digits(phone: str) -> str:
    """The digits of a phone number, the last ten of them, in whatever script they were written."""
    return "".join(str(unicodedata.decimal(letter)) for letter in phone if letter.isdecimal())[-10:]


def search_forms(name: str) -> frozenset[str]:
    """Every key by which a part of a name is looked up: what stands together in it, and its first part with the last.

    "Inés de la Cruz Jr." is found by "Cruz", "de la Cruz", "Inés Cruz" and "Inés de la Cruz". The whole name's own key
    is not among them.
    """
    parts = [key for part in re.split(r"[\s‐‑-]+", name) if (key := search_key(part))]
    named = parts[:-1] if len(parts) > 2 and parts[-1] in _SUFFIXES else parts
    size = len(named)
    together = {"".join(named[begin:end]) for begin, end in _runs(size)}
    apart = {
        named[0] + "".join(named[begin:end]) for begin, end in _runs(size) if begin > 1 and end in (begin + 1, size)
    }
    return frozenset((together | apart) - {"".join(parts)})


@lru_cache(64)
def _runs(parts: int) -> tuple[tuple[int, int], ...]:
    """Where those begin and end that are short, or at an end of the name."""
    every = ((begin, end) for begin in range(parts) for end in range(begin + 1, parts + 1))
    return tuple((begin, end) for begin, end in every if end - begin < 4 or begin == 0 or end == parts)


def phone_words(number: str) -> str:
    """Ten digits as they are written: 212-555-0142."""
    return f"{number[:3]}-{number[3:6]}-{number[6:]}" if len(number) == 10 else number
