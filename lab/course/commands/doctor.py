"""See whether this machine has all that the lab needs; each finding is OK, WARN or FAIL, and says what to do."""

import argparse
import sys
from pathlib import Path

from lab import terminal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `lab doctor` takes: nothing."""


def run(args: argparse.Namespace) -> int:
    """Show every finding; FAILED if one of them is a FAIL."""
    from grader.paper import paper_for
    from lab.course.doctor import examine

    paper = paper_for(sys.stdout)
    looks = {"OK": "good", "WARN": "strong", "FAIL": "bad"}
    code = terminal.OK
    for finding in examine(Path.cwd()):
        level = paper.paint(f"{finding.level:4}", looks[finding.level])
        terminal.say(f"{level}  {finding.what:15} {terminal.literal(finding.found)}")
        if finding.advice:
            terminal.say(f"      {'':15} {terminal.literal(finding.advice)}")
        code = terminal.FAILED if finding.level == "FAIL" else code
    return code
