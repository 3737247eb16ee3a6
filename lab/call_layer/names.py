"""Whether two spellings are one name: "O’Neil", "O'Neil", "O Neil" and "ONeil" are, and "Peña" is "Pena"."""

from collections.abc import Iterator, Sequence

from lab.middleware.projection import surname_key
from lab.understanding.tokens import tokenise


def name_key(name: str) -> str:
    """A name as its letters alone."""
    return "".join(name_words(name))


def name_words(text: str) -> list[str]:
    """The words of a text as names are compared."""
    words = (surname_key(word) if word[0].isalpha() else "" for word in tokenise(text).texts)
    return [word for word in words if word]


def holds(words: Sequence[str], key: str) -> bool:
    """Whether some of these words, one after another, are the name with this key."""
    return any(key in _joined(words[start:], len(key)) for start in range(len(words)))


def _joined(words: Sequence[str], longest: int) -> Iterator[str]:
    text = ""
    for word in words:
        text += word
        if len(text) > longest:
            return
        yield text
