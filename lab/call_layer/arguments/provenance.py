"""Where an identifier came from: something the caller said, or a tool returned, in this call; else it is flagged."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from lab.call_layer.arguments.words import joined, key, words_of

CODE = "argument_not_grounded"

_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_IDENTIFIER = re.compile(r"[A-Za-z]{0,5}[-_]?\d(?:[\d_-]*\d)+|[0-9a-fA-F]{8}-[0-9a-fA-F-]{8,}")
_FEWEST_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Flag:
    """An identifier that traces to nothing; it stops no call, and a person looks at it later."""

    tool: str
    argument: str
    value: str
    code: str = CODE


def flags(tool: str, arguments: Mapping[str, Any], lines: Iterable[str], results: Iterable[Any]) -> tuple[Flag, ...]:
    """What is shaped like an identifier and is found neither in a caller's line nor in a tool's result."""
    shaped = {name: value for name, value in arguments.items() if isinstance(value, str) and is_identifier(value)}
    if not shaped:
        return ()
    sources = [_spoken(lines), *(key(text) for result in results for text in _texts(result))]
    return tuple(Flag(tool, name, value) for name, value in shaped.items() if not is_grounded(value, sources))


def is_identifier(value: str) -> bool:
    """Whether a value looks like a number of something; a date, which callers say in words, is none."""
    text = value.strip()
    shaped = bool(_IDENTIFIER.fullmatch(text)) and not _DATE.fullmatch(text)
    return shaped and sum(map(str.isdecimal, text)) >= _FEWEST_DIGITS


def is_grounded(value: str, sources: Iterable[str]) -> bool:
    """Whether a source contains it, or its digits alone: the caller reads out "1234" for RX-1234."""
    digits = "".join(filter(str.isdecimal, value))
    return any(key(value) in source or digits in source for source in sources)


def _spoken(lines: Iterable[str]) -> str:
    """All that was said in one word, numbers as digits: "twelve thirty-four" holds 1234, over two lines too."""
    return "".join(joined(words_of(line)) for line in lines)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)
    elif value is not None:
        yield str(value)
