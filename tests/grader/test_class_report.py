"""What a class as a whole shows."""

from collections.abc import Iterator

from grader.class_report import class_report
from grader.class_show import whole_class
from grader.paper import Paper
from grader.result import AgentResult, ClassResult, Submission
from tests.grader.exports.conftest import FAILURE, scenario


def entry(id: str, *verdicts: str, varied: str = "") -> Submission:
    """A submission with a verdict for each scenario, a failure for each that failed."""
    told = tuple(
        scenario(number, verdict=verdict, failure=FAILURE if verdict == "failed" else None, seconds=float(len(id)))
        for number, verdict in enumerate(verdicts, 1)
    )
    otherwise = (scenario(1, verdict=varied),) if varied else ()
    return Submission(id, "", AgentResult(id, told, varied=otherwise))


CLASS = (
    entry("a", "passed", "passed", varied="passed"),
    entry("bb", "passed", "failed", varied="failed"),
    entry("ccc", "passed", "failed"),
    entry("dddd", "failed", "blocked", varied="failed"),
    entry("eeeee", "tampering", "passed"),
    entry("ffffff", "passed", "grader's fault"),
)


class OnlyOnce(list[Submission]):
    """Submissions that stand in a file, and are costly to walk."""

    walks = 0

    def __iter__(self) -> Iterator[Submission]:
        self.walks += 1
        return super().__iter__()


def test_it_sums_up_what_was_graded() -> None:
    """Who could not be graded is in no mean."""
    report = class_report(ClassResult("core", "", CLASS), {})
    assert report.students == 6
    assert (report.marks.of_points, report.marks.mean, report.marks.median) == (4, 2.0, 2)
    assert report.marks.tenths == (1, 0, 0, 0, 0, 3, 0, 0, 0, 1)
    assert report.not_graded == ("ffffff",)


def test_it_counts_each_scenario_by_how_it_failed() -> None:
    """Blocked and tampering by their verdict, a failure by its kind."""
    first, second = class_report(ClassResult("core", "", CLASS), {}).scenarios.values()
    assert (first.passed, dict(first.kinds)) == (4, {"missing_call": 1, "tampering": 1})
    assert (second.passed, dict(second.kinds)) == (2, {"missing_call": 2, "blocked": 1, "grader's fault": 1})


def test_it_says_who_fails_alike_and_whom_to_look_at() -> None:
    """The same first failure; a pass that hangs on the very words; what no agent may do; the slowest first."""
    report = class_report(ClassResult("core", "", CLASS), {})
    assert [(group.scenario, group.ids) for group in report.same_failure] == [("2-story", ("bb", "ccc"))]
    assert report.overfit == ("bb",)
    assert report.tampering == ("eeeee",)
    assert [name for name, _ in report.slowest] == ["ffffff", "eeeee", "dddd", "ccc", "bb"]


def test_what_a_hidden_scenario_expects_is_not_told() -> None:
    """That several fail it in the same way is; how it should have been is not."""
    hidden = scenario(1, verdict="failed", failure=FAILURE, hidden=True)
    both = tuple(Submission(name, "", AgentResult(name, (hidden,))) for name in "ab")
    (group,) = class_report(ClassResult("core", "", both), {}).same_failure
    assert (group.ids, group.what) == (("a", "b"), "this scenario is kept hidden: what it expects is not shown")


def test_the_screen_shows_it() -> None:
    """Who fails alike, whose pass hangs on the very words, who is slow; and a row for each."""
    result = ClassResult("core", "", CLASS)
    shown = [line.strip() for line in whole_class(result, class_report(result, {}), Paper(unicode=False))]
    assert "x  bb      1 of 2  2 points  2-story: missing_call  0 of 1 in other words" in shown
    for line in (
        r"2 fail alike in 2-story, turn 2: missing \x1b[2J",
        "did what no agent may: eeeee",
        "could not be graded, which is our fault: ffffff",
        "pass stories as they are written, and not in other words: bb",
        "the slowest: ffffff 12.0 s, eeeee 10.0 s",
    ):
        assert line in " ".join(shown)


def test_a_class_is_walked_once() -> None:
    """However big it is, and however many things are asked of it."""
    everyone = OnlyOnce(CLASS)
    class_report(ClassResult("core", "", everyone), {})
    assert everyone.walks == 1
