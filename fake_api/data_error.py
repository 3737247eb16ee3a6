"""The one error for what people write: where the fault is, what is wrong, and what was probably meant."""

from collections.abc import Iterable, Sequence


class DataError(ValueError):
    """A data file (or a value built in code) that cannot be used.

    `key` is the path to the fault, its list positions counted from 1 (`failure[2].when`); `suggestion` is what was
    probably meant. `file` and `key` are empty where there is none.
    """

    def __init__(self, problem: str, *, key: str = "", suggestion: str | None = None, file: str = "") -> None:
        self.problem, self.key, self.suggestion, self.file = problem, key, suggestion, file
        meant = f"; did you mean {suggestion}?" if suggestion else ""
        super().__init__(_printable(": ".join(part for part in (file, key, problem) if part) + meant))


def near_miss(word: object, known: Iterable[str]) -> str | None:
    """The one of `known` that `word` was probably meant to be: a slip away, or begun with it."""
    import difflib

    folded = {name.casefold(): name for name in known}
    typed = str(word).casefold()
    close = difflib.get_close_matches(typed, folded, n=1) or [
        name for name in folded if typed and name.startswith(typed)
    ]
    return folded[close[0]] if close else None


def require_one_of(key: str, word: object, known: Sequence[str]) -> None:
    """Raise DataError, with a near miss, unless `word` is one of `known`."""
    if word not in known:
        problem = f"must be one of {', '.join(known)}, not {quote(word)}"
        raise DataError(problem, key=key, suggestion=near_miss(word, known))


def quote(value: object) -> str:
    """A value as it may stand in a sentence: short, and text in quotes."""
    if isinstance(value, str):
        return f'"{shorten(value)}"'
    if isinstance(value, dict | list):
        return "a table" if isinstance(value, dict) else "a list"
    return str(value).lower() if isinstance(value, bool) else shorten(str(value))


def shorten(text: str, most: int = 60) -> str:
    return text if len(text) <= most else f"{text[: most - 3]}..."


def _printable(text: str) -> str:
    # what a file holds may not steer the terminal it is shown in
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)
