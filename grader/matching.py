"""One turn's expected lines beside the real ones: which belong together, and what is wrong with each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from lab.call.consent import same_name
from lab.record import InvariantBroken, Refused, Slept, ToolCalled
from lab.toolset import Word

MOST_READS = 9
"""How many look-ups beyond the expected ones a turn may have."""

Line = ToolCalled | Refused | Slept | InvariantBroken


@dataclass(frozen=True, slots=True)
class Row:
    """An expected line and the real one beside it, either may be missing; `kind` is what is wrong, or empty."""

    expected: Line | None
    real: Line | None
    kind: str = ""


def compare(expected: Sequence[Line], real: Sequence[Line]) -> list[Row]:
    """Lay the lines side by side, each used once, in their order, and say of each row what is wrong with it."""
    patient = not any(_ends_patience(line) for line in real)
    spare = MOST_READS if patient else 0
    rows = []
    for left, right in _aligned(expected, real):
        extra = left is None and isinstance(right, ToolCalled) and _is_harmless(right)
        spare -= extra
        kind = ("" if spare >= 0 else "too_many_reads") if extra else _kind(left, right)
        rows.append(Row(left, right, kind))
    return rows


def differing(expected: ToolCalled, real: ToolCalled) -> list[str]:
    """The arguments that differ; none equals left out, names are compared as names, free text is not compared."""
    keys = dict.fromkeys((*expected.arguments, *real.arguments))
    return [key for key in keys if not _same_value(key, expected.arguments.get(key), real.arguments.get(key))]


def _ends_patience(line: Line) -> bool:
    """After a read that failed, or once a person has the call, not even a careful look-up is in place."""
    failed = isinstance(line, ToolCalled) and line.nature == "read" and line.outcome != "ok"
    return failed or (isinstance(line, ToolCalled) and line.nature == "ends")


def _is_harmless(line: ToolCalled) -> bool:
    return line.nature == "read" and line.outcome == "ok"


def _kind(expected: Line | None, real: Line | None) -> str:
    if isinstance(real, InvariantBroken):
        return real.name
    slept = [line for line in (expected, real) if isinstance(line, Slept)]
    if any(line.real for line in slept):
        return "real_sleep"
    if slept:
        return "" if _same(expected, real) else "sleep"
    if isinstance(expected, Refused):
        return "" if _same(expected, real) else "not_refused"
    if isinstance(real, Refused):  # one that nobody expected does no harm: nothing was sent
        return "missing_call" if expected else ""
    if real is None:
        return "missing_call"
    if expected is None:
        return "unexpected_call"
    assert isinstance(expected, ToolCalled)
    assert isinstance(real, ToolCalled)
    if real.outcome == "invalid" or differing(expected, real):
        return "arguments"
    return "" if _same(expected, real) else "missing_call"  # it came, and was answered as another call would be


def _same(expected: Line | None, real: Line | None) -> bool:
    match expected, real:
        case Slept(), Slept():
            return expected.seconds == real.seconds
        case Refused(), Refused():
            return (expected.tool, expected.code) == (real.tool, real.code) and _says(real.said, expected.said)
        case ToolCalled(), ToolCalled():
            told = (expected.name, expected.outcome, expected.reason) == (real.name, real.outcome, real.reason)
            return told and expected.seconds in (0, real.seconds) and not differing(expected, real)
    return False


def _says(said: Any, wanted: Mapping[str, Any]) -> bool:
    """A model's arguments hold those that were named."""
    return all(isinstance(said, Mapping) and said.get(key) == value for key, value in wanted.items())


def _same_value(key: str, expected: Any, real: Any) -> bool:
    if key == "name" and isinstance(expected, str) and isinstance(real, str):
        return same_name(expected) == same_name(real)
    some = real if expected is None else expected
    free_text = key != "name" and isinstance(some, str) and not isinstance(some, Word)
    return free_text or bool(expected == real)


def _aligned(expected: Sequence[Line], real: Sequence[Line]) -> Iterator[tuple[Line | None, Line | None]]:
    """The longest run of equal lines in order, and between its lines what is left over, like beside like."""
    here, there = 0, 0
    for left, right in _common(expected, real):
        yield from _paired(expected[here:left], real[there:right])
        yield expected[left], real[right]
        here, there = left + 1, right + 1
    yield from _paired(expected[here:], real[there:])


def _common(expected: Sequence[Line], real: Sequence[Line]) -> Iterator[tuple[int, int]]:
    """The places of a longest run of equal lines; a call counts more than a wait, so that calls stay together."""
    most = [[0] * (len(real) + 1) for _ in range(len(expected) + 1)]
    for i in reversed(range(len(expected))):
        worth = 2 if isinstance(expected[i], ToolCalled) else 1
        for j in reversed(range(len(real))):
            equal = worth + most[i + 1][j + 1] if _same(expected[i], real[j]) else 0
            most[i][j] = max(most[i + 1][j], most[i][j + 1], equal)
    i = j = 0
    while i < len(expected) and j < len(real):
        if _same(expected[i], real[j]):
            yield i, j
            i, j = i + 1, j + 1
        elif most[i + 1][j] >= most[i][j + 1]:
            i += 1
        else:
            j += 1


def _paired(expected: Sequence[Line], real: Sequence[Line]) -> Iterator[tuple[Line | None, Line | None]]:
    left = list(real)
    for line in expected:
        place = next((n for n, other in enumerate(left) if _subject(other) == _subject(line)), None)
        if place is None:
            yield line, None
            continue
        yield from zip_longest((), left[:place])
        yield line, left[place]
        del left[: place + 1]
    yield from zip_longest((), left)


def _subject(line: Line) -> str:
    if isinstance(line, Refused):
        return line.tool
    return line.name if isinstance(line, ToolCalled) else type(line).__name__
