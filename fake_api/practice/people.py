"""When two spellings are one name: composed or not, whatever the apostrophe, and what is left without accents."""

import unicodedata

_JOINERS = frozenset("'’‘ʼ`´-‐‑ .")


def fold(name: str) -> str:
    """A name as it is compared: no case, spaces, hyphens or apostrophes; accents stay ("O’Neil" is "oneil")."""
    composed = unicodedata.normalize("NFC", name.casefold())
    return "".join(letter for letter in composed if letter not in _JOINERS and not letter.isspace())


def search_key(name: str) -> str:
    """A folded name without accents: what a patient is found under ("Peña" and "Pena" share one)."""
    return "".join(part for part in unicodedata.normalize("NFKD", fold(name)) if not unicodedata.combining(part))


def digits(phone: str) -> str:
    """The digits of a phone number, the last ten of them."""
    return "".join(letter for letter in phone if letter.isdecimal())[-10:]
