"""Canvas: the CSV that its gradebook imports, one assignment in its last column."""

from collections.abc import Iterator

from grader.exports.gradebook import lines
from grader.result import ClassResult

COLUMNS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")


def canvas(result: ClassResult, assignment: str) -> Iterator[str]:
    """Line by line; `assignment` is the column's name as Canvas exports it, `Reservations (1234)`."""
    of_points = max((submission.result.of_points for submission in result.submissions), default=0)
    yield from lines([[*COLUMNS, assignment], ["    Points Possible", "", "", "", "", of_points]])
    for each in result.submissions:
        points: object = each.points if each.result.gradable else ""  # an empty cell changes no mark
        yield from lines([[each.name or each.id, "", each.id, each.id, "", points]])
