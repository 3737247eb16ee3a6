"""The tables of the call layer: TOML beside the code that reads them."""

import functools
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from lab.understanding.tokens import fold, tokenise


@functools.cache
def read_tables(name: str) -> dict[str, Any]:
    """The tables of one file in this room; raises ValueError where it is no TOML."""
    path = Path(__file__).parent / f"{name}.toml"
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path.name}: {error}") from error


def by_word(table: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """A table of `value = [words]` turned round: each word, as `plain` has it, to its value."""
    return {plain(word): value for value, words in table.items() for word in words}


@functools.lru_cache(4096)
def plain(text: str) -> str:
    """The words of a text as they are compared: no case, accents, or signs, one space between."""
    return " ".join(word for word in tokenise(fold(text)).words if word[0].isalnum())
