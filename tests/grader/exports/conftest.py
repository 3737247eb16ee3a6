"""A small class whose members chose their names and their words to harm whoever reads a report."""

import datetime as dt

import pytest

from grader.likeness import sketch
from grader.result import AgentResult, ClassResult, Failure, Row, ScenarioResult, Submission
from tests.grader.conftest import RIGHT

NASTY = '\x1b[2J\x00]]></failure>\n::error::mine\n##[error]mine\n=HYPERLINK("http://evil.example")<script>alert(1)</script>\ud800'
RULE = "rule 2: look up"

FAILURE = Failure(
    kind="missing_call",
    turn=2,
    caller="Tuesday",
    what=f"missing {NASTY}",
    why="Because.",
    hint="Look here.",
    expected_state="CONFIRM",
    state="ASK_DAY",
    reply=NASTY,
    rows=(Row("find_open_times day=2026-09-15 -> ok", "", "missing_call"), Row("=> CONFIRM", NASTY, "state")),
    trace=NASTY,
    rule=RULE,
    more_hints=("Look there.",),
)


def scenario(number: int, **told: object) -> ScenarioResult:
    """A scenario, passed unless told otherwise."""
    about = {"name": f"{number}-story", "title": f"Story {number} & <b>", "capability": "happy", "points": 2}
    return ScenarioResult(**{**about, "verdict": "passed", "of_turns": 4, "seconds": 0.25, **told})  # type: ignore[arg-type]


HIDDEN = scenario(3, hidden=True, verdict="failed", failure=FAILURE, printed="secret print")
SCENARIOS = {
    "right": (scenario(1), scenario(2), scenario(3, hidden=True)),
    "wrong": (scenario(1), scenario(2, verdict="failed", failure=FAILURE, printed=NASTY), HIDDEN),
    "stuck": (
        scenario(1, verdict="timeout", failure=FAILURE),
        scenario(2, verdict="blocked", blocked_by="happy"),
        scenario(3, hidden=True, verdict="not run"),
    ),
    "ours": (scenario(1), scenario(2, verdict="grader's fault", problem="RuntimeError: oh"), scenario(3)),
}
ONE, OTHER = (sketch((RIGHT / name).read_text(encoding="utf-8")) for name in ("table_driven.py", "asynchronous.py"))


def submission(id: str, name: str, how: str, **told: object) -> Submission:
    """What a student handed in."""
    return Submission(id, name, AgentResult(f"{id}/agent.py", SCENARIOS[how]), **told)  # type: ignore[arg-type]


@pytest.fixture
def graded() -> ClassResult:
    """Six students, among them two who wrote alike, one who handed in late, and one who found a fault of ours."""
    noon = dt.datetime(2026, 10, 1, 12, tzinfo=dt.UTC)
    return ClassResult(
        "core",
        "0" * 64,
        (
            submission("007", 'Peña, "Zoë" 👩‍🚀', "right", sketch=ONE),
            submission("=1+1", '=HYPERLINK("http://evil.example")', "wrong", sketch=ONE),
            submission("@late", "\t+49\n", "right", kept=0.5, handed_in=noon, sketch=OTHER),
            submission("-stuck", "::error::<script>alert(1)</script>", "stuck"),
            submission("../up", "Robin", "ours"),
            Submission("gone", "Sam", AgentResult("gone", problem="nothing was handed in \x1b[1m")),
        ),
    )
