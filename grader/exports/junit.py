"""JUnit XML: a suite for each submission, a test case for each scenario, for whatever shows test results."""

import xml.etree.ElementTree as ET
from collections.abc import Iterator

from grader.exports.inert import xml_text
from grader.exports.words import details
from grader.result import AgentResult, ClassResult, ScenarioResult, Submission

_FAILING = {"failed": "failure", "blocked": "skipped", "not run": "skipped"}
"""The element for a verdict; every other one that is not a pass is an error."""
_COUNTED = {"failures": "failure", "errors": "error", "skipped": "skipped"}


def junit(result: ClassResult, reveal: bool = False) -> Iterator[str]:
    """Suite by suite; durations are the only thing in it that two runs do not share."""
    yield '<?xml version="1.0" encoding="utf-8"?>\n<testsuites name="readback">\n'
    for submission in result.submissions:
        suite = _suite(submission, result.pack, reveal)
        ET.indent(suite, level=1)
        yield f"  {ET.tostring(suite, encoding='unicode')}\n"
    yield "</testsuites>\n"


def _suite(submission: Submission, pack: str, reveal: bool) -> ET.Element:
    result = submission.result
    cases = [_case(each, f"{pack}.{submission.id}", reveal) for each in checks(result)]
    if result.problem:
        case = ET.Element("testcase", classname=xml_text(f"{pack}.{submission.id}"), name="can be graded", time="0.000")
        ET.SubElement(case, "error", type="not graded", message=xml_text(result.problem))
        cases.append(case)
    counts = {kind: str(sum(case.find(tag) is not None for case in cases)) for kind, tag in _COUNTED.items()}
    name = xml_text(f"{submission.id} {submission.name}".strip())
    suite = ET.Element("testsuite", {"name": name, "tests": str(len(cases)), **counts, "time": f"{result.seconds:.3f}"})
    _properties(suite, points=f"{submission.points:g}", of_points=f"{result.of_points:g}")
    suite.extend(cases)
    return suite


def checks(result: AgentResult) -> list[ScenarioResult]:
    """Everything that was checked: the scenarios, and the second call in one process."""
    return [*result.scenarios, *([result.second_call] if result.second_call else [])]


def _case(each: ScenarioResult, classname: str, reveal: bool) -> ET.Element:
    case = ET.Element("testcase", classname=xml_text(classname), name=xml_text(each.name), time=f"{each.seconds:.3f}")
    _properties(case, points=f"{each.earned:g}", of_points=f"{each.points:g}")
    if each.verdict != "passed":
        kind = each.failure.kind if each.failure and not each.blocked_by else each.verdict
        told = ET.SubElement(case, _FAILING.get(each.verdict, "error"), type=kind)
        first, *more = details(each, reveal) or [each.verdict]
        told.set("message", xml_text(first))
        told.text = xml_text("\n".join(more))
    if each.printed and (reveal or not each.hidden):
        ET.SubElement(case, "system-out").text = xml_text(each.printed)
    return case


def _properties(parent: ET.Element, **values: str) -> None:
    properties = ET.SubElement(parent, "properties")
    for name, value in values.items():
        ET.SubElement(properties, "property", name=name, value=value)
