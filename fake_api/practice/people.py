"""When two spellings are one name: composed or not, whatever the apostrophe, and what is left without accents."""

import re
import unicodedata

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
    """Every key by which a part of a name is looked up.

    The parts alone, each run of them up to the last, and either after the first: "Inés de la Cruz Jr." is found by
    "Cruz", "de la Cruz", "Inés Cruz" and "Inés de la Cruz". The whole name's own key is not among them.
    """
    parts = [key for part in re.split(r"[\s‐‑-]+", name) if (key := search_key(part))]
    named = parts[:-1] if len(parts) > 2 and parts[-1] in _SUFFIXES else parts
    later = {*named[1:], *("".join(named[begin:]) for begin in range(1, len(named)))}
    return frozenset({*named, *later, *(named[0] + each for each in later)} - {"".join(parts)})


def phone_words(number: str) -> str:
    """Ten digits as they are written: 212-555-0142."""
    return f"{number[:3]}-{number[3:6]}-{number[6:]}" if len(number) == 10 else number
