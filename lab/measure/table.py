"""Results as a table of plain text."""

from collections.abc import Sequence


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Columns as wide as they must be: the first to the left, the others, which hold figures, to the right."""
    cells = [[str(cell) for cell in row] for row in (head, *rows)]
    widths = [max(len(row[n]) for row in cells) for n in range(len(head))]
    return "\n".join(_line(row, widths) for row in cells)


def percent(part: int, whole: int) -> str:
    """A share for a person to read, with the figures that it comes from; nothing out of nothing is no share."""
    return f"{part}/{whole} ({part / whole:.0%})" if whole else "-"


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = (
        cell.rjust(width) if n else cell.ljust(width) for n, (cell, width) in enumerate(zip(row, widths, strict=True))
    )
    return "  ".join((first, *others)).rstrip()
