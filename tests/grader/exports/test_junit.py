"""JUnit XML, read by a library that reads it for others."""

import xml.etree.ElementTree as ET

import junitparser
import pytest

from grader.exports.junit import junit
from grader.result import ClassResult


@pytest.fixture
def suites(graded: ClassResult) -> list[junitparser.TestSuite]:
    """The suites as the reader sees them."""
    text = "".join(junit(graded)).encode("utf-8")
    return list(junitparser.JUnitXml.fromroot(ET.fromstring(text)))


def test_each_submission_is_a_suite_with_its_verdicts(suites: list[junitparser.TestSuite]) -> None:
    """A wrong answer is a failure, a process that failed an error, what was not judged is skipped."""
    counted = [(suite.tests, suite.failures, suite.errors, suite.skipped) for suite in suites]
    assert counted == [(3, 0, 0, 0), (3, 2, 0, 0), (3, 0, 0, 0), (3, 0, 1, 2), (3, 0, 1, 0), (1, 0, 1, 0)]


def test_the_counts_are_those_of_the_cases(suites: list[junitparser.TestSuite]) -> None:
    """What stands on a suite is what its cases add up to."""
    for suite in suites:
        before = (suite.tests, suite.failures, suite.errors, suite.skipped, suite.time)
        suite.update_statistics()
        assert before == (suite.tests, suite.failures, suite.errors, suite.skipped, suite.time)


def test_no_two_cases_share_a_name(suites: list[junitparser.TestSuite]) -> None:
    """A viewer would merge them."""
    names = [(case.classname, case.name) for suite in suites for case in suite]
    assert len(set(names)) == len(names)


def test_a_failure_says_what_where_and_why(suites: list[junitparser.TestSuite]) -> None:
    """Its kind is the type; what students wrote is in it, and harmless."""
    told = list(suites[1])[1].result[0]
    assert (type(told), told.type) == (junitparser.Failure, "missing_call")
    assert told.message.startswith(r"missing \x1b[2J\x00]]></failure>")
    for part in ('turn 2, the caller says "Tuesday"', "> expected: find_open_times", "happened: nothing", "rule 2"):
        assert part in told.text
    assert "\x1b" not in told.text


def test_what_is_hidden_stays_hidden_unless_it_is_revealed(graded: ClassResult) -> None:
    """Neither the expectation nor what was printed there, until the instructor asks."""
    suite = "".join(junit(graded)).split("<testsuite ")[2].rpartition('name="3-story"')[2]
    assert "kept hidden" in suite
    assert "secret print" not in suite
    assert "find_open_times" not in suite
    revealed = "".join(junit(graded, reveal=True)).split("<testsuite ")[2].rpartition('name="3-story"')[2]
    assert "find_open_times" in revealed
