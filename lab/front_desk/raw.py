"""What a model wrote, as values that can be kept and compared: it is hostile until it has been looked at."""

import math
from typing import Any

LONGEST = 4000
DEEPEST = 8


def plain(said: Any, longest: int = LONGEST) -> Any:
    """JSON values of a sane size, or else text that tells what came, cut short."""
    kept = _plain(said, DEEPEST, [longest])
    return kept if kept is not _TOO_MUCH else f"{_shown(said)}..."


_TOO_MUCH = object()


def _plain(said: Any, deep: int, left: list[int]) -> Any:
    """`left` is the room that is left, in characters."""
    left[0] -= len(said) if isinstance(said, str) else 2
    if left[0] < 0 or deep < 0:
        return _TOO_MUCH
    if said is None or isinstance(said, bool | str):
        return said
    if isinstance(said, int | float):
        fits = abs(said) < 1e15 if isinstance(said, int) else math.isfinite(said)
        return said if fits else _TOO_MUCH
    if isinstance(said, list | tuple):
        items = [_plain(item, deep - 1, left) for item in said]
        return _TOO_MUCH if _TOO_MUCH in items else items
    if isinstance(said, dict):
        pairs = {str(key): _plain(value, deep - 1, left) for key, value in said.items()}
        left[0] -= sum(map(len, pairs))
        return _TOO_MUCH if left[0] < 0 or _TOO_MUCH in pairs.values() else pairs
    return _TOO_MUCH


def _shown(said: Any) -> str:
    try:
        return repr(said)[:200]
    except (RecursionError, ValueError):
        return type(said).__name__
