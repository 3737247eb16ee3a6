"""Which submissions look alike: tokens, not text, and buckets, not pairs. A place to look, never a verdict.

A sketch keeps, of all runs of tokens in a source, the smallest hash in each of `BINS` bins: two sketches agree in about
that share of bins in which the sources agree in runs. Bands of a few bins are the buckets in which alike sketches meet.
"""

import keyword
import re
import struct
import zlib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from fake_api.shipped import shipped

BINS = 32
BAND = 4  # bins that must agree for two sketches to meet in a bucket
RUN = 16  # tokens
ALIKE = 0.75  # from this share of bins on two are told of
LARGEST = 400_000  # bytes; what is longer is not compared
_EMPTY = 0xFFFFFFFF
_MOST_IN_A_BUCKET = 4  # that newcomers are compared with

_TOKEN = re.compile(
    # a string that does not end is one all the same: to look for its end again and again would take for ever
    r"""#[^\n]*|("{3}|'{3}).*?(?:\1|\Z)|"(?:[^"\\\n]|\\.)*+"?|'(?:[^'\\\n]|\\.)*+'?|\d[\w.]*|\w+|[^\w\s]""",
    re.DOTALL,
)
_KEYWORDS = {word: bytes([128 + n]) for n, word in enumerate(keyword.kwlist)}


def sketch(source: str, beside: frozenset[int] = frozenset()) -> bytes:
    """What is compared of a source: names, numbers and text don't count, nor the runs `beside` (what all were given).

    Empty for a source with too little of its own to be compared.
    """
    smallest = [_EMPTY] * BINS
    own = runs(source) - beside
    for run in own:
        place = run % BINS
        if run < smallest[place]:
            smallest[place] = run
    return struct.pack(f"<{BINS}I", *smallest) if len(own) >= 4 * BINS else b""


def runs(source: str) -> frozenset[int]:
    """The hash of every run of tokens."""
    tokens = b"".join(map(_letter, _TOKEN.finditer(source[:LARGEST])))
    return frozenset(zlib.crc32(tokens[start : start + RUN]) for start in range(len(tokens) - RUN + 1))


def sketch_of(path: Path, beside: frozenset[int] = frozenset()) -> bytes:
    """The sketch of a file; empty where it can't be read, or is no text."""
    try:
        return sketch(path.read_text(encoding="utf-8-sig"), beside) if path.stat().st_size <= LARGEST else b""
    except (OSError, ValueError):
        return b""


@cache
def given() -> frozenset[int]:
    """The runs of what every student was handed: the exercises' starters."""
    return frozenset().union(*(runs(path.read_text(encoding="utf-8")) for path in _exercise_files("starter")))


def shipped_sketches() -> dict[str, bytes]:
    """What anybody could hand in as it is: the finished agent and the exercises' solutions."""
    solutions = {f"the solution of {path.parents[1].name}": path for path in _exercise_files("solution")}
    files = {"the finished agent": shipped("agent.py"), **solutions}
    return {title: sketch_of(path, given()) for title, path in files.items()}


def _exercise_files(kind: str) -> list[Path]:
    return sorted(shipped("exercises").glob(f"*/{kind}/**/*.py"))


def share(one: bytes, other: bytes) -> float:
    """The share of bins in which two sketches agree."""
    pairs = zip(struct.unpack(f"<{BINS}I", one), struct.unpack(f"<{BINS}I", other), strict=True)
    told = [left == right for left, right in pairs if (left, right) != (_EMPTY, _EMPTY)]
    return sum(told) / len(told) if told else 0.0


def groups(sketches: Iterable[tuple[str, bytes]]) -> list[list[str]]:
    """Names whose sketches are alike, in the order given, each name once; who is like nobody is left out."""
    joined: dict[str, str] = {}
    buckets: dict[tuple[int, bytes], list[tuple[str, bytes]]] = {}
    for name, sketched in sketches:
        if sketched:
            _settle(name, sketched, joined, buckets)
    found: dict[str, list[str]] = {}
    for name in joined:
        found.setdefault(_first(name, joined), []).append(name)
    return [names for names in found.values() if len(names) > 1]


def copies(sketches: Iterable[tuple[str, bytes]], originals: Mapping[str, bytes]) -> dict[str, str]:
    """Names whose sketch is all but equal to one that ships, and to which."""
    known = [(title, sketched) for title, sketched in originals.items() if sketched]
    likest = {
        name: max(((share(sketched, other), title) for title, other in known), default=(0.0, ""))
        for name, sketched in sketches
        if sketched
    }
    return {name: title for name, (alike, title) in likest.items() if alike >= ALIKE}


def _settle(
    name: str, sketched: bytes, joined: dict[str, str], buckets: dict[tuple[int, bytes], list[tuple[str, bytes]]]
) -> None:
    """Put one sketch into its buckets, and join it with whom it meets there."""
    joined[name] = name
    for start in range(0, len(sketched), 4 * BAND):
        bucket = buckets.setdefault((start, sketched[start : start + 4 * BAND]), [])
        strangers = [other for other in bucket if _first(name, joined) != _first(other[0], joined)]
        for other, its in strangers:
            if share(sketched, its) >= ALIKE:
                joined[_first(name, joined)] = _first(other, joined)
        if len(strangers) == len(bucket) < _MOST_IN_A_BUCKET:
            bucket.append((name, sketched))


def _first(name: str, joined: dict[str, str]) -> str:
    while joined[name] != name:
        joined[name] = name = joined[joined[name]]
    return name


def _letter(token: re.Match[str]) -> bytes:
    """A token as one byte: a keyword, a sign, or that it is a name, a number or text; nothing for a comment."""
    text = token.group()
    if text in _KEYWORDS:
        return _KEYWORDS[text]
    if text[0] == "#":
        return b""
    if text[0] in "\"'":
        return b"s" if len(text) > 1 else b"'"
    return b"0" if text[0].isdigit() else b"n" if text[0].isidentifier() else text[:1].encode("utf-8")[:1]
