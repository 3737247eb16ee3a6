"""Results as bars in a terminal."""

import shutil
from collections.abc import Mapping

WIDEST = 78
FRAME = 4  # rows: the title, two lines, and the scale


def bars(title: str, values: Mapping[str, float], most: float) -> str:
    """A bar for each name, on a scale from nothing to `most`, in plain text without colour."""
    import plotext

    plotext.clear_figure()
    names = list(values)[::-1]  # drawn from the bottom up
    plotext.bar(names, [values[name] for name in names], orientation="h", width=0.3, marker="▇")
    plotext.title(title)
    plotext.xlim(0, most)
    plotext.xticks([most * quarter / 4 for quarter in range(5)])
    plotext.plotsize(min(shutil.get_terminal_size((WIDEST, 24)).columns, WIDEST), len(values) + FRAME)
    drawn = plotext.uncolorize(plotext.build())
    return "\n".join(line.rstrip() for line in drawn.splitlines())
