"""What experiments print with: tables, bars, and a progress bar for whoever waits at a terminal."""

import io
import sys

import pytest

from lab.measure.plot import bars
from lab.measure.progress import Progress
from lab.measure.table import percent, table


class Terminal(io.StringIO):
    """A stream with a person before it."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("stream", [io.StringIO(), Terminal()], ids=["pipe", "terminal"])
def test_progress_is_for_a_terminal_and_leaves_nothing_behind(
    stream: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At a terminal it counts and is wiped at the end; in a pipe nothing is written."""
    monkeypatch.setattr(sys, "stderr", stream)
    with Progress(2) as progress:
        progress.step("one")
        progress.step("two")
    written = stream.getvalue()
    assert ("1/2 one" in written and "2/2 two" in written) == stream.isatty()
    assert written.endswith("\r\x1b[K") or not stream.isatty()


def test_a_table_lines_its_figures_up() -> None:
    """Names to the left, figures to the right, no blanks at the ends of lines."""
    assert table(("", "a", "bb"), [("long name", 1, ""), ("x", 100, 2)]) == (
        "             a  bb\nlong name    1\nx          100   2"
    )


def test_a_share_of_nothing_is_none() -> None:
    """There is no percentage of no values."""
    assert (percent(3, 8), percent(0, 0)) == ("3/8 (38%)", "-")


def test_bars_are_plain_text_on_the_scale_they_are_given() -> None:
    """Without colour; half of the most is half as long, nothing is nothing, and a lone small bar stays small."""
    drawn = bars("share", {"half": 50, "all": 100, "none": 0}, 100)
    lengths = {
        name: next(row.count("▇") for row in drawn.splitlines() if name in row) for name in ("all", "half", "none")
    }
    assert lengths["none"] == 0
    assert abs(lengths["all"] - 2 * lengths["half"]) <= 2
    assert drawn.index("half") < drawn.index("all") < drawn.index("none")
    assert "\x1b" not in drawn
    assert bars("share", {"half": 50}, 100).count("▇") == lengths["half"]
