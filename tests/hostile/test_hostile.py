"""Files that try a grader, each with the right verdict beside it in verdicts.toml."""

import functools
import os
import sys
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grader.replay import Subject, grade
from grader.result import AgentResult
from grader.scenario import Pack, load_pack
from lab.call.nursery import Stem
from lab.call.process import Limits
from lab.call.rules import CLASS, GRADED, Rules

HERE = Path(__file__).parent
RIGHT: dict[str, dict[str, Any]] = tomllib.loads((HERE / "verdicts.toml").read_text(encoding="utf-8"))
IN_SHORT = ("07-exits-at-import.py", "10-hangs-at-import.py", "21-forges-an-answer.py", "27-patches-paths.py")
ALONE = [name for name in RIGHT if name[:2] in ("06", "25", "27", "28", "29", "50")]  # where what is open to it matters
HANGS = [name for name, told in RIGHT.items() if "timeout" in told["verdicts"]]
QUICK = Limits(start=5, turn=4)
LEAVING_NO_TRACE = Path("/tmp/results.json")

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the limits and the fence are told for POSIX")
load = functools.lru_cache(load_pack)


@pytest.fixture(scope="module")
def stem() -> Iterator[Stem]:
    """What their processes come from, one after the other: none leaves anything behind for the next."""
    with Stem() as one:
        yield one


def graded(name: str, rules: Rules, stem: Stem | None = None) -> AgentResult:
    """A hostile file in front of its little pack, on two workers."""
    told = RIGHT[name]
    pack: Pack = load(HERE / told.get("pack", "quiet"))
    quick = replace(rules, cpu_start=1, cpu_turn=1)
    return grade(Subject(name, HERE / name, limits=QUICK, rules=quick), pack, jobs=2, stem=stem)


def holds(name: str, result: AgentResult) -> None:
    """Verdicts, kind and words are those that are written beside the file."""
    told = RIGHT[name]
    assert [each.verdict for each in result.scenarios] == told["verdicts"], result.first_failure
    failing = result.first_failure
    if "words" in told:
        assert failing and failing.failure
        assert told["words"] in failing.failure.what
        assert "host.py" not in failing.failure.trace
    if "kind" in told:
        assert failing and failing.failure
        assert failing.failure.kind == told["kind"]
    if "second_call" in told:
        assert result.second_call
        assert result.second_call.verdict == told["second_call"]


@pytest.mark.parametrize("name", IN_SHORT)
def test_a_hostile_file_earns_what_is_written_beside_it(name: str, stem: Stem) -> None:
    """As one agent among many."""
    holds(name, graded(name, CLASS, stem))


@pytest.fixture(scope="module")
def hung(stem: Stem) -> dict[str, AgentResult]:
    """Those that hang, side by side: most of them only wait."""
    with ThreadPoolExecutor(4) as pool:
        return dict(zip(HANGS, pool.map(lambda name: graded(name, CLASS, stem), HANGS), strict=True))


@pytest.mark.long
@pytest.mark.timeout(180)
@pytest.mark.parametrize("name", HANGS)
def test_whoever_hangs_earns_what_is_written_beside_it(name: str, hung: dict[str, AgentResult]) -> None:
    """Each by its own limits, whatever others do meanwhile."""
    holds(name, hung[name])


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in RIGHT if name not in HANGS])
def test_every_hostile_file_earns_what_is_written_beside_it(name: str, stem: Stem) -> None:
    """And nothing is left of it where it would have written."""
    holds(name, graded(name, CLASS, stem))
    assert not LEAVING_NO_TRACE.exists()


@pytest.mark.long
@pytest.mark.parametrize("name", ALONE)
def test_more_is_open_to_an_agent_alone_and_no_more_is_earned(name: str, stem: Stem) -> None:
    """Its neighbours and every package are there to be imported; what it tries is found out as in a class."""
    holds(name, graded(name, GRADED, stem))


@pytest.mark.long
def test_a_source_that_takes_for_ever_to_compile_is_a_timeout(tmp_path: Path) -> None:
    """It ends the process that compiles ahead, and then each call's own: told as the agent's, never as our fault."""
    agent = tmp_path / "slow.py"
    agent.write_bytes(b"# coding: punycode\na-" + b"b" * 900_000)
    rules = replace(CLASS, cpu_start=1)
    result = grade(Subject("slow", agent, limits=QUICK, rules=rules), load(HERE / "quiet"), jobs=1)
    assert [each.verdict for each in result.scenarios] == ["timeout", "blocked", "blocked"]


def test_an_agent_that_is_slow_in_every_turn_has_an_end(tmp_path: Path) -> None:
    """A call has a limit of its own, however short of the limit each turn stays."""
    agent = tmp_path / "slow.py"
    hear = "        __import__('threading').Event().wait(0.4)\n"
    agent.write_text(
        (HERE / "13-swallows-everything.py")
        .read_text(encoding="utf-8")
        .replace("        try:\n", hear + "        try:\n")
    )
    result = grade(Subject("slow", agent, limits=Limits(start=5, turn=4, call=0.6)), load(HERE / "quiet"), jobs=1)
    assert [each.verdict for each in result.scenarios] == ["timeout", "blocked", "timeout"]


def test_every_file_has_its_verdict() -> None:
    """None lies here unjudged, and none is judged that is not here."""
    assert sorted(RIGHT) == sorted(path.name for path in HERE.glob("[0-9]*.py"))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of a process's children in /proc")
def test_nothing_is_left_running() -> None:
    """When a submission is graded its processes are gone, whatever it tried to leave behind."""
    before = children()
    graded("24-leaves-threads.py", CLASS)
    assert children() <= before


def children() -> set[str]:
    """The processes that have our host's script on their command line, but those of others who test here."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:
            continue
        if fields[1] == str(os.getpid()) and fields[0] != "Z":
            found.add(path.parent.name)
    return found
