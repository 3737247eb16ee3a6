"""Scenarios played with agents of every kind: each ends, and each verdict is a typed one."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from grader import replay
from grader.kinds import verdict_of
from grader.replay import Subject, grade
from grader.result import Report, to_wire
from grader.scenario import Scenario, load_pack
from lab.call.nursery import AVAILABLE
from lab.call.process import Limits
from lab.call.rules import FRIENDLY
from lab.record import CallEnded
from tests.grader.conftest import WriteAgent

QUICK = Limits(start=10, turn=0.5)


def subject(path: Path) -> Subject:
    return Subject("subject.py", path, limits=QUICK)


def verdicts(pack: Path, agent: Path) -> list[str]:
    return [result.verdict for result in grade(subject(agent), load_pack(pack)).scenarios]


def test_an_agent_that_does_what_is_expected_passes(pack: Path, write_agent: WriteAgent) -> None:
    """All turns played, nothing to tell, and the call ended as the agent's."""
    result = grade(subject(write_agent()), load_pack(pack))
    assert result.passed == 3
    assert [each.turns for each in result.scenarios] == [2, 2, 2]
    ended = result.scenarios[0].record[-1]
    assert isinstance(ended, CallEnded)
    assert (ended.by, ended.why) == ("agent", "done")


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("raise ValueError(line)", "raised"),
        ("raise KeyboardInterrupt", "raised"),
        ("input()", "raised"),
        ("raise SystemExit(0)", "exited"),
        ("import os; os._exit(0)", "crashed"),
        ("while True: pass", "timed_out"),
        ("return 7", "bad_answer"),
        ("self.state = 'NOWHERE'", "bad_answer"),
    ],
)
def test_a_fault_of_the_agent_is_an_error_and_never_a_pass(
    pack: Path, write_agent: WriteAgent, body: str, kind: str
) -> None:
    """However an agent stops in its first scenario, the kind says how, and all others are judged by themselves."""
    body = body if kind != "bad_answer" or "return" in body else f"{body}\nreturn 'Yes.'"
    result = grade(
        subject(write_agent(f"if line == 'two':\n    {body.replace(chr(10), chr(10) + '    ')}")), load_pack(pack)
    )
    failing = result.scenarios[0]
    assert failing.failure
    assert (failing.verdict, failing.failure.kind, failing.failure.turn) == (verdict_of(kind), kind, 2)
    assert failing.verdict in ("error", "timeout", "crash")
    assert [each.verdict for each in result.scenarios[1:]] == ["blocked", "passed"]


def test_an_agent_that_can_not_be_loaded_is_an_error(pack: Path, tmp_path: Path) -> None:
    """A file that is no agent fails when the call opens, with its own frames and none of ours."""
    path = tmp_path / "subject.py"
    path.write_text("import nothing_of_that_name\n", encoding="utf-8")
    failing = grade(subject(path), load_pack(pack)).scenarios[0]
    assert failing.failure
    assert (failing.verdict, failing.failure.kind, failing.failure.turn) == ("error", "raised", 0)
    assert "nothing_of_that_name" in failing.failure.what
    assert "subject.py" in failing.failure.trace
    assert "host.py" not in failing.failure.trace


def test_a_scenario_waits_for_the_capability_that_it_needs(pack: Path, write_agent: WriteAgent) -> None:
    """One fault is told once: what needs it is blocked, passed or not, and the rest stands by itself."""
    agent = write_agent('if line == "two":\n    return "No."')
    result = grade(subject(agent), load_pack(pack))
    assert [each.verdict for each in result.scenarios] == ["failed", "blocked", "passed"]
    assert result.scenarios[1].blocked_by == "first"
    assert result.first_failure is result.scenarios[0]


def test_a_scenario_asked_for_alone_is_not_blocked(pack: Path, write_agent: WriteAgent) -> None:
    """Who asks for one scenario wants to see that one."""
    agent = write_agent('if line == "two":\n    return "No."')
    result = grade(subject(agent), load_pack(pack), ["2-after"])
    assert [each.verdict for each in result.scenarios] == ["failed"]


def test_each_scenario_has_a_process_of_its_own(pack: Path, write_agent: WriteAgent) -> None:
    """What an agent leaves behind in one call is not there in the next."""
    agent = write_agent(
        "import builtins\nbuiltins.calls = getattr(builtins, 'calls', 0) + 1\nassert builtins.calls < 3"
    )
    assert verdicts(pack, agent) == ["passed", "passed", "passed"]


def test_the_first_difference_ends_the_call(pack: Path, write_agent: WriteAgent) -> None:
    """Later turns are not run, so they can neither pass nor hang."""
    result = grade(subject(write_agent('if line == "one":\n    return "No."\nwhile True: pass')), load_pack(pack))
    assert [each.turns for each in result.scenarios] == [1, 1, 1]
    assert result.scenarios[0].verdict == "failed"


def test_results_come_in_the_order_of_the_pack_and_are_the_same_each_time(pack: Path, write_agent: WriteAgent) -> None:
    """On one worker or four, but for the durations the report is the same."""
    agent = write_agent("print(line)\nif line == 'three':\n    return 'No.'")
    loaded = load_pack(pack)
    reports = [
        dict(to_wire(Report("mine", loaded.sha256, (grade(subject(agent), loaded, jobs=jobs),)))) for jobs in (1, 4, 4)
    ]
    for report in reports:
        del report["seconds"]
    assert reports[0] == reports[1] == reports[2]


def test_an_agent_that_is_not_there_is_a_problem_and_no_verdict(pack: Path, tmp_path: Path) -> None:
    """Nothing was judged, so nothing is said about it."""
    for nobody in (Subject("gone.py", tmp_path / "gone.py"), Subject("gone", command=("no-such-program-here",))):
        result = grade(nobody, load_pack(pack))
        assert result.problem
        assert result.scenarios == ()
        assert Report("mine", "", (result,)).exit_code == 2


def test_our_own_fault_costs_nobody_a_point(
    pack: Path, write_agent: WriteAgent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the grader itself stumbles it says so, blocks nothing, and could not grade."""
    judge = replay.Judge

    def stumbling(scenario: Scenario) -> object:
        if scenario.title == "Alone":
            raise RuntimeError("ours")
        return judge(scenario)

    monkeypatch.setattr(replay, "Judge", stumbling)
    result = grade(subject(write_agent()), load_pack(pack))
    assert [each.verdict for each in result.scenarios] == ["grader's fault", "passed", "passed"]
    assert Report("mine", "", (result,)).exit_code == 2


def test_the_agents_side_has_no_sight_of_what_is_expected(pack: Path, write_agent: WriteAgent) -> None:
    """Neither its arguments, its environment, its modules nor the frames above it know of a scenario."""
    look = """
        import os, sys
        try:
            raise ValueError
        except ValueError as error:
            frames, frame = [], error.__traceback__.tb_frame
        while frame:
            frames.append(repr(sorted(frame.f_locals.items(), key=str)))
            frame = frame.f_back
        seen = " ".join([*sys.argv, *os.environ.values(), *sys.modules, *frames])
        for secret in ("grader.judge", "Alone", "Because", "1-alone"):
            assert secret not in seen, secret
    """
    assert verdicts(pack, write_agent(look)) == ["passed", "passed", "passed"]


def test_any_program_that_speaks_the_protocol_is_graded(pack: Path, tmp_path: Path) -> None:
    """A command line is as good as a file."""
    program = tmp_path / "program.py"
    program.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    said = asked['params'].get('line', '')\n"
        "    state = {'': 'LISTEN', 'one': 'ASK_DAY'}.get(said, 'DONE')\n"
        "    result = {'greeting': 'Hi.', 'reply': 'Yes.', 'state': state}\n"
        "    print(json.dumps({'jsonrpc': '2.0', 'id': asked['id'], 'result': result}), flush=True)\n",
        encoding="utf-8",
    )
    result = grade(Subject("program", command=(sys.executable, str(program))), load_pack(pack))
    assert result.passed == 3


@pytest.mark.skipif(not AVAILABLE, reason="processes can't be forked here")
def test_an_agent_that_kills_the_process_it_came_from_stops_nothing(pack: Path, write_agent: WriteAgent) -> None:
    """Without a fence to stop it, it is graded on what it did, in every scenario."""
    agent = write_agent("import os, signal\nos.kill(os.getppid(), signal.SIGKILL)")
    result = grade(replace(subject(agent), rules=FRIENDLY), load_pack(pack))
    assert [each.verdict for each in result.scenarios] == ["passed", "passed", "passed"]
