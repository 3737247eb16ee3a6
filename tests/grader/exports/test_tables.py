"""The CSV formats: read back by csv and by a spreadsheet's own writer, and nothing in them is a formula."""

import csv
import io

import openpyxl
import pytest

from grader.class_report import class_report
from grader.exports.canvas import canvas
from grader.exports.gradebook import gradebook
from grader.exports.inert import cell
from grader.result import ClassResult


def read(lines: object) -> list[list[str]]:
    return list(csv.reader(io.StringIO("".join(lines))))  # type: ignore[call-overload]


@pytest.fixture
def book(graded: ClassResult) -> list[list[str]]:
    """The gradebook as csv reads it."""
    return read(gradebook(graded, class_report(graded, {}).looks_like()))


def test_every_name_has_a_row_of_the_same_width(book: list[list[str]], graded: ClassResult) -> None:
    """Commas, quotes and line ends in a name break no row, and whoever could not be graded has one too."""
    assert len(book) == 1 + len(graded.submissions)
    assert {len(row) for row in book} == {len(book[0])}


def test_ids_are_text(book: list[list[str]]) -> None:
    """Leading zeros stay, and a name is what it was."""
    assert book[1][:4] == ["007", 'Peña, "Zoë" 👩‍🚀', "6", "6"]


def test_the_row_tells_the_first_failure_and_who_wrote_alike(book: list[list[str]]) -> None:
    """Enough to know whom to talk to."""
    rows = [dict(zip(book[0], row, strict=True)) for row in book[1:]]
    assert rows[1]["first_failure"] == "2-story: missing_call"
    assert (rows[0]["alike"], rows[1]["alike"], rows[2]["alike"]) == ("like =1+1", "like 007", "")
    assert (rows[2]["points"], rows[2]["kept"], rows[2]["handed_in"]) == ("3", "0.5", "2026-10-01 12:00:00+00:00")
    assert rows[4]["status"] == "not graded: grader's fault"
    assert rows[5]["status"] == r"not graded: nothing was handed in \x1b[1m"


@pytest.mark.parametrize("text", ['=HYPERLINK("x")', "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "\x00=1"])
def test_no_cell_is_a_formula(text: str) -> None:
    """A spreadsheet takes the cell for text, and no control character is left in it."""
    sheet = openpyxl.Workbook().active
    sheet["A1"] = cell(text)
    assert sheet["A1"].data_type == "s"
    assert cell(text).isprintable()
    assert not cell(text).startswith(("=", "+", "-", "@", "＝", "\t", "\r"))


def test_no_cell_of_a_whole_class_is_a_formula(book: list[list[str]], graded: ClassResult) -> None:
    """Wherever a student's words get into a row."""
    cells = [text for table in (book, read(canvas(graded, "=cmd()"))) for row in table for text in row]
    assert [text for text in cells if text.startswith(("=", "+", "-", "@")) or "\x1b" in text] == []


def test_canvas_takes_its_five_columns_and_an_assignment(graded: ClassResult) -> None:
    """Points possible come second, and who could not be graded keeps the mark that is there."""
    rows = read(canvas(graded, "Reservations (1234)"))
    assert rows[0] == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Reservations (1234)"]
    assert (rows[1][0].strip(), rows[1][-1]) == ("Points Possible", "6")
    assert rows[2] == ['Peña, "Zoë" 👩‍🚀', "", "007", "007", "", "6"]
    assert [row[-1] for row in rows[2:]] == ["6", "2", "3", "0", "", ""]
