"""Results as bars in a terminal."""

import shutil
from collections.abc import Mapping

WIDEST = 78


def bars(title: str, values: Mapping[str, float]) -> str:
    """A bar for each name, in plain text without colour."""
    import plotext

    plotext.clear_figure()
    width = min(shutil.get_terminal_size((WIDEST, 24)).columns, WIDEST)
    plotext.simple_bar(list(values), list(values.values()), width=width, title=title)
    return str(plotext.uncolorize(plotext.build())).rstrip()
