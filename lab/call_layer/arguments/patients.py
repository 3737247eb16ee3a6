"""Which of the people on file is meant, when several may be: told by what separates them, and never by who they are."""

from collections.abc import Sequence

from lab.call_layer.arguments.entities import Row
from lab.call_layer.arguments.phrases import phrase
from lab.call_layer.arguments.refusal import Question


def which_patient(
    matches: Sequence[Row], name: str | None, born: str | None, phone: str | None, language: str = "en"
) -> Row | Question:
    """The one person of a look-up; of several only what separates them is told, and nobody is listed.

    Who is spelled otherwise than the caller said is the one only by the date of birth too.
    """
    given = {"date_of_birth": born, "phone": phone}
    fits = [row for row in matches if all(value in (None, row[column]) for column, value in given.items())]
    exact = [row for row in fits if row.get("exact", True)] or (fits if born else [])
    if len(exact) == 1:
        return exact[0]
    separates = _separates(exact or fits, given)
    asked = phrase(separates or "no_patient", language)
    return Question("ambiguous" if exact or fits else "not_found", "name", name, asked, separates=separates)


def _separates(rows: Sequence[Row], given: dict[str, str | None]) -> str | None:
    """The first field, not yet said, in which these differ; one that is missing where they do not is no help."""
    open_ones = [column for column, value in given.items() if value is None]
    return next((column for column in open_ones if len(rows) == 1 or len({row[column] for row in rows}) > 1), None)
