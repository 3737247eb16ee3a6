"""Results as bars made of parts, in plain text."""

import shutil
from collections.abc import Mapping, Sequence

from lab.measure.plot import WIDEST


def stacked(title: str, names: Sequence[str], parts: Mapping[str, Sequence[float]]) -> str:
    """A bar for each name, made of parts side by side: each part is drawn in its own name's first sign."""
    room = max(map(len, names))
    width = min(shutil.get_terminal_size((WIDEST, 24)).columns, WIDEST) - room - 1
    longest = max(sum(values) for values in zip(*parts.values(), strict=True)) or 1
    rows = (
        "".join(part[0] * round(width * values[n] / longest) for part, values in parts.items())
        for n in range(len(names))
    )
    legend = "   ".join(parts)
    return "\n".join((f"{title}:  {legend}", *(f"{name:{room}} {row}" for name, row in zip(names, rows, strict=True))))
