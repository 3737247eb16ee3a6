"""A class: a row for each submission, what failed first in it, and the marks of all."""

from textual.content import Content

from grader.class_report import class_report
from grader.paper import Paper, padded
from grader.result import ClassResult, Submission
from lab.terminal import literal
from lab.tui.draw.ink import ALARM, MUTED, STRONG, joined, styled

WIDEST = 30  # cells of a submission's name
LEGEND = "✓ passed  ✗ failed  – not played, since something before it failed"


def submission_row(each: Submission) -> Content:
    """`ana        ✓✓✗✗✓✓✓–– 5 of 9`: a sign for each scenario in the pack's order."""
    paper, result = Paper(), each.result
    looks = {"passed": "good", "blocked": "blocked"}
    signs = "".join(paper.sign(looks.get(scenario.verdict, "bad")) for scenario in result.scenarios)
    name = padded(literal(each.id)[:WIDEST], WIDEST)
    return styled(f"{name}  {result.problem or f'{signs}  {result.passed} of {len(result.scenarios)}'}")


def first_failure(each: Submission) -> Content:
    """What failed first in a submission, and when."""
    found = each.result.first_failure
    if found is None or found.failure is None:
        told = each.result.problem
        return styled(f"{each.id}: {told}", ALARM) if told else styled(f"{each.id}: nothing failed.", MUTED)
    told = f"turn {found.failure.turn}: {found.failure.what}"
    return joined([styled(f"{each.id}: {found.title}", STRONG), styled(told)])


def marks(graded: list[Submission], of: int, pack: str) -> Content:
    """How many are graded, their marks, and the scenario that fewest pass."""
    parts = [f"{len(graded)} of {of} graded"]
    if graded:
        report = class_report(ClassResult(pack, "", graded), {})
        parts.append(f"mean {report.marks.mean:g}, median {report.marks.median:g} of {report.marks.of_points:g}")
        if report.scenarios:
            name, least = min(report.scenarios.items(), key=lambda item: item[1].passed)
            parts.append(f"hardest: {name} ({least.passed} passed)")
    return styled(" · ".join(parts), MUTED)
