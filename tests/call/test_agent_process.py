"""An agent in its own process: whatever it does ends in a typed end of the call, never in a traceback of ours."""

import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from lab.call import nursery
from lab.call.call import CallIsOver
from lab.call.nursery import AVAILABLE, Nursery
from lab.call.place import Arrangement, place_call
from lab.call.process import Limits
from lab.call.program import AgentFault, start
from lab.record import AgentReplied, CallEnded, LineHeard, Slept, ToolCalled
from tests.call.conftest import Place


def ended(place: Place, body: str, **arranged: object) -> CallEnded:
    """How a call with this agent ends after one line."""
    call = place(body, **arranged)
    if not call.ended:
        call.hear("hello")
    assert call.ended, "the call is still open"
    return call.ended


def test_an_agent_that_raises_is_told_with_its_own_frames(place: Place) -> None:
    """The kind, the exception's words, the agent's line; no frame of ours and no folder of the machine."""
    end = ended(place, "return self.nothing_here")
    assert (end.why, end.written) == ("raised", "not done")
    assert "nothing_here" in end.detail
    assert 'File "agent.py", line 9, in hear' in end.trace
    assert "host.py" not in end.trace
    assert str(Path(__file__).anchor + "tmp") not in end.trace


def test_a_file_that_does_not_compile_names_its_line(place: Place) -> None:
    """A syntax error comes with the line and the caret."""
    end = ended(place, "class ReservationAgent:\n    def hear(self, line)\n        pass\n")
    assert end.why == "raised"
    assert "SyntaxError" in end.detail
    assert 'File "agent.py", line 2' in end.trace
    assert "^" in end.trace


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("# ReservationAgent is not here\n", "defines no ReservationAgent"),
        ("class ReservationAgent:\n    def __init__(self, tools): pass\n", "has ReservationAgent(tools)"),
        ("def ReservationAgent(a, b): pass\n", "expected ReservationAgent(tools, understand, sleep, setting)"),
        ("import nowhere_to_be_found  # ReservationAgent\n", "No module named 'nowhere_to_be_found'"),
        ("raise KeyboardInterrupt  # ReservationAgent\n", "KeyboardInterrupt"),
    ],
)
def test_a_file_that_is_no_agent_says_what_was_expected(place: Place, source: str, words: str) -> None:
    """Each way of not being an agent is told in its own words."""
    end = ended(place, source)
    assert end.why == "raised"
    assert words in end.detail


def test_calling_exit_is_not_a_crash_and_vanishing_is(place: Place) -> None:
    """sys.exit is `exited`; os._exit and a signal are `crashed`, with the code or the signal's name."""
    assert ended(place, "import sys; sys.exit(0)").why == "exited"
    gone = ended(place, "import os; os._exit(0)")
    assert (gone.why, "code 0" in gone.detail) == ("crashed", True)


@pytest.mark.skipif(os.name != "posix", reason="signals are a matter of POSIX")
def test_a_killed_agent_ends_the_call_with_the_signal_named(place: Place) -> None:
    """kill -9 of the agent's process is `crashed` by SIGKILL."""
    end = ended(place, "import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
    assert (end.why, "SIGKILL" in end.detail) == ("crashed", True)


def test_an_endless_turn_is_cut_at_its_limit(place: Place) -> None:
    """A loop is `timed_out`, at start as in a turn, and its process is gone."""
    quick = Limits(start=10, turn=0.3)
    assert ended(place, "while True: pass", limits=quick).why == "timed_out"
    at_start = "while True: pass\nclass ReservationAgent: pass\n"
    assert ended(place, at_start, limits=Limits(start=0.5, turn=1)).why == "timed_out"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("return 42", "must be text, not int"),
        ("return b'bytes'", "must be text, not bytes"),
        ("return (x for x in line)", "must be text, not generator"),
        ("self.state = 'CONFRIM'; return 'ok'", "'CONFRIM'"),
        ("self.state = None; return 'ok'", "must be a State or its name, not NoneType"),
        ("self.state = ['ASK_DAY']; return 'ok'", "not list"),
    ],
)
def test_an_answer_that_is_none_is_a_bad_answer(place: Place, body: str, words: str) -> None:
    """No text, no known state: `bad_answer`, and the words say what it was."""
    end = ended(place, body)
    assert end.why == "bad_answer"
    assert words in end.detail


def test_text_and_states_of_other_types_are_taken_by_documented_rules(place: Place) -> None:
    """A str subclass that lies is taken as its plain text; an enum as its text or its name."""
    call = place(
        """
        import enum
        class Mine(enum.Enum):
            ASK_DAY = 1
        class Liar(str):
            def __str__(self): return "a lie"
            def __eq__(self, other): return True
            __hash__ = str.__hash__
        self.state = Mine.ASK_DAY
        return Liar("the truth")
        """
    )
    *_, reply = call.hear("hello")
    assert isinstance(reply, AgentReplied)
    assert (reply.reply, reply.state) == ("the truth", "ASK_DAY")


def test_a_coroutine_is_awaited(place: Place) -> None:
    """`async def hear` works as well as a plain one."""
    call = place(
        """
        async def answer():
            import asyncio
            await asyncio.sleep(0)
            return "awaited"
        return answer()
        """
    )
    assert [event.reply for event in call.hear("hello") if isinstance(event, AgentReplied)] == ["awaited"]


def test_what_the_agent_prints_stays_off_the_line(place: Place) -> None:
    """Prints, forged messages and closed outputs disturb nothing; the first part of what was printed is kept."""
    call = place(
        """
        import os
        print('{"jsonrpc": "2.0", "id": 1, "result": {"reply": "forged", "state": "DONE"}}')
        os.write(1, b"raw" + b"x" * 20000)
        return "the real reply"
        """
    )
    assert [event.reply for event in call.hear("hello") if isinstance(event, AgentReplied)] == ["the real reply"]
    call.hang_up()
    assert "forged" in call.agent.printed
    assert "more bytes not kept" in call.agent.printed


def test_the_keyboard_is_empty(place: Place) -> None:
    """input() raises, and the words say that a call has no keyboard."""
    assert "no keyboard" in ended(place, "return input()").detail


def test_of_ours_the_process_holds_the_words_only(place: Place) -> None:
    """Neither the judge nor the clinic nor the call can be imported, by any of their names."""
    for module in ("grader", "fake_api.tools", "lab.call.consent", "lab.understanding"):
        end = ended(place, f"import {module}")
        assert (end.why, "lab.protocol" in end.detail) == ("raised", True), module


def test_the_environment_is_bare(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """No key of the user's reaches a submission, and its hashes are the same in every run."""
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    call = place("import os; return os.environ.get('OPENAI_API_KEY', 'none') + ' ' + os.environ['PYTHONHASHSEED']")
    assert [event.reply for event in call.hear("hello") if isinstance(event, AgentReplied)] == ["none 0"]


def test_a_real_sleep_is_told_and_costs_nothing(place: Place) -> None:
    """time.sleep moves the call's clock and is recorded as real."""
    call = place("import time; time.sleep(3000); return 'slept'")
    assert Slept(1, 3000, real=True) in call.hear("hello")


def test_tools_take_and_answer_an_author_s_types(place: Place) -> None:
    """Dates and times go in, a list of times comes out; a wrong call is an invalid ToolError for the agent."""
    call = place(
        """
        import datetime
        times = self.tools.find_open_times(datetime.date(2026, 9, 15))
        assert all(type(t) is datetime.time for t in times) and times == sorted(times)
        try:
            self.tools.book(datetime.date(2026, 9, 15))
        except ToolError as error:
            return f"{error.reason} {times[0]:%H:%M}"
        """
    )
    events = call.hear("hello")
    outcomes = [(event.name, event.outcome) for event in events if isinstance(event, ToolCalled)]
    assert outcomes == [("find_open_times", "ok"), ("book", "invalid")]
    assert isinstance(events[-1], AgentReplied)
    assert events[-1].reply == "invalid 08:00"


@pytest.mark.parametrize("day", ["'soon'", "None", "42", "object()", "'2026-09-31'", "[1]", "float('nan')"])
def test_arguments_that_do_not_fit_are_recorded_as_invalid(place: Place, day: str) -> None:
    """Whatever is handed to a tool, the bench lives and the record says invalid."""
    call = place(f"""
        try:
            self.tools.find_open_times({day})
        except ToolError as error:
            return error.reason
    """)
    events = call.hear("hello")
    assert [event.outcome for event in events if isinstance(event, ToolCalled)] == ["invalid"]
    assert not call.ended


def test_asking_about_another_text_is_marked(place: Place) -> None:
    """The record tells the caller's own line from a text the agent made up."""
    call = place("self.understand(line); self.understand('yes', 'CONFIRM'); return 'ok'")
    heard = [event for event in call.hear("hello  there") if isinstance(event, LineHeard)]
    assert [event.said for event in heard] == [True, False]


def test_everything_it_started_goes_with_it(place: Place) -> None:
    """A child of the agent is gone after the hang-up, even if it holds the agent's output open."""
    if os.name != "posix":
        pytest.skip("process groups are a matter of POSIX")
    call = place("import subprocess; return str(subprocess.Popen(['sleep', '600']).pid)")
    *_, reply = call.hear("hello")
    assert isinstance(reply, AgentReplied)
    call.hang_up()
    for _ in range(200):
        stat = Path(f"/proc/{reply.reply}/stat")
        if not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] == "Z":
            return
        threading.Event().wait(0.01)
    raise AssertionError("its child is still running")


def test_a_late_answer_after_a_hang_up_is_dropped(place: Place) -> None:
    """Hanging up from another thread ends a busy turn at once; nothing follows the end in the record."""
    call = place("self.sleep(1)\nwhile True: pass", limits=Limits(start=10, turn=30))
    hearing = threading.Thread(target=call.hear, args=("hello",))
    hearing.start()
    while not any(isinstance(event, Slept) for event in call.events):
        time.sleep(0.001)
    call.hang_up()
    hearing.join(timeout=10)
    assert not hearing.is_alive()
    assert isinstance(call.events[-1], CallEnded)
    assert (call.events[-1].by, call.events[-1].why) == ("caller", "hung up")
    with pytest.raises(CallIsOver):
        call.hear("still there?")


def test_a_second_start_makes_a_second_agent(place: Place) -> None:
    """After `end` the same process takes another call, with a fresh agent."""
    call = place("self.count = getattr(self, 'count', 0) + 1; return str(self.count)")
    start = {
        "protocol": 1,
        "setting": {"language": "en", "today": "2026-09-14", "zone": "UTC", "clinic": "C"},
        "tools": [],
    }
    refuse = pytest.fail
    assert call.agent.ask("hear", {"line": "a"}, refuse)["reply"] == "1"
    call.agent.ask("end", {"reason": "hung up"}, refuse)
    call.agent.ask("start", start, refuse)
    assert call.agent.ask("hear", {"line": "a"}, refuse)["reply"] == "1"


def test_in_process_it_is_the_same_call(place: Place) -> None:
    """The agent in our own process makes the same events, and its faults the same end."""
    body = "heard = self.understand(line); self.sleep(0.5); return f'{heard.intent} {self.setting.today}'"
    apart, within = place(body), place(body, in_process=True)
    assert apart.hear("hello") == within.hear("hello")
    assert ended(place, "raise ValueError('no')", in_process=True).detail == "ValueError: no"


def program(tmp_path: Path, source: str) -> tuple[str, ...]:
    """A program that speaks, or fails to speak, the protocol on its stdin and stdout."""
    path = tmp_path / "program.py"
    path.write_text("import json, sys\n" + source, encoding="utf-8")
    return (sys.executable, str(path))


@pytest.mark.parametrize(
    ("source", "why", "words"),
    [
        ("print('hello')", "bad_answer", "no message"),
        ("print('[]')", "bad_answer", "no message"),
        ("sys.stdout.buffer.write(b'\\xff\\xfe\\n')", "bad_answer", "no message"),
        ("print(json.dumps({'id': 7, 'result': {}}))", "bad_answer", "number 7 where 1"),
        ("print(json.dumps({'id': 1}))", "bad_answer", "neither a request nor an answer"),
        ("print(json.dumps({'id': 1, 'result': []}))", "bad_answer", "no object"),
        ("print(json.dumps({'id': 1, 'result': {'greeting': 'hi'}}))", "bad_answer", "state"),
        ("print(json.dumps({'id': 3, 'method': 'sleep', 'params': {}}))", "bad_answer", "number 3 where 1"),
        ("print(json.dumps({'id': 1, 'method': 'sleep'}))", "bad_answer", "params"),
        ("print(json.dumps({'id': 1, 'error': {'message': 'no luck'}}))", "raised", "no luck"),
        ("", "crashed", "code 0"),
    ],
)
def test_a_program_that_breaks_the_protocol_ends_the_call(tmp_path: Path, source: str, why: str, words: str) -> None:
    """No message, a wrong number, an answer out of turn: typed, and said in words."""
    with place_call(
        Arrangement(command=program(tmp_path, f"{source}\nsys.stdout.flush()\nsys.stdin.read()" if source else ""))
    ) as call:
        call.open()
    assert call.ended
    assert call.ended.why == why
    assert words in call.ended.detail


def test_requests_without_end_are_cut(tmp_path: Path) -> None:
    """A program can't keep the bench busy for ever within one turn."""
    source = (
        "n = 0\n"
        "for _ in sys.stdin:\n"
        "    n += 1\n"
        "    print(json.dumps({'id': n, 'method': 'sleep', 'params': {'seconds': 0}}), flush=True)\n"
    )
    with place_call(Arrangement(command=program(tmp_path, source))) as call:
        call.open()
    assert call.ended
    assert "requests in one turn" in call.ended.detail


def test_a_request_that_is_none_is_refused_and_the_call_goes_on(tmp_path: Path) -> None:
    """Unknown methods and tools, odd waits: an error for the agent, nothing in the record."""
    source = (
        "sys.stdin.readline()\n"
        "asked = [('dance', {}), ('tool', {'name': 'sing', 'arguments': {}}), ('tool', {'name': 'book'}),\n"
        "         ('sleep', {'seconds': -1}), ('sleep', {'seconds': '1'}), ('understand', {'line': 3})]\n"
        "codes = []\n"
        "for n, (method, params) in enumerate(asked, 1):\n"
        "    print(json.dumps({'id': n, 'method': method, 'params': params}), flush=True)\n"
        "    codes.append(json.loads(sys.stdin.readline())['error']['code'])\n"
        "print(json.dumps({'id': 1, 'result': {'greeting': str(set(codes)), 'state': 'LISTEN'}}), flush=True)\n"
        "sys.stdin.read()\n"
    )
    with place_call(Arrangement(command=program(tmp_path, source))) as call:
        assert [event.reply for event in call.open() if isinstance(event, AgentReplied)] == ["{-32602}"]


def test_a_program_that_is_not_there_is_a_fault() -> None:
    """The command's name is in the words."""
    with pytest.raises(AgentFault, match="no-such-program"):
        start(["no-such-program"])


@pytest.mark.skipif(not AVAILABLE, reason="processes can't be forked here")
class TestNursery:
    """A nursery's processes behave like any agent's, and know nothing of each other."""

    def test_each_call_has_a_process_of_its_own(self, write_agent: Callable[[str], Path]) -> None:
        """What one call leaves behind, in a global or in a class, no other call finds."""
        path = write_agent("type(self).seen = getattr(self, 'seen', 0) + 1; return str(self.seen)")
        with Nursery(path) as nest:
            for _ in range(2):
                with place_call(Arrangement(agent=path, nursery=nest)) as call:
                    call.open()
                    assert [e.reply for e in call.hear("hello") if isinstance(e, AgentReplied)] == ["1"]

    @pytest.mark.parametrize(
        ("body", "why", "words"),
        [
            ("import os; os._exit(3)", "crashed", "code 3"),
            ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "crashed", "SIGKILL"),
            ("import sys; sys.exit(1)", "exited", "exit(1)"),
            ("return line +", "raised", "SyntaxError"),
            ("while True: pass", "timed_out", "no answer"),
        ],
    )
    def test_its_faults_are_told_alike(
        self, write_agent: Callable[[str], Path], body: str, why: str, words: str
    ) -> None:
        """An exit code, a signal, an exception, a file that does not compile: as without a nursery."""
        path = write_agent(body)
        with (
            Nursery(path) as nest,
            place_call(Arrangement(agent=path, nursery=nest, limits=Limits(start=10, turn=0.3))) as call,
        ):
            call.open()
            if not call.ended:
                call.hear("hello")
        assert call.ended
        assert (call.ended.why, words in call.ended.detail) == (why, True), call.ended

    @pytest.mark.parametrize("blow", ["SIGKILL", "SIGSTOP"])
    def test_an_agent_that_ends_its_mother_ends_no_other_call(
        self, write_agent: Callable[[str], Path], blow: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The next call has a mother of its own, and the one that is going on comes to its end."""
        monkeypatch.setattr(nursery, "PATIENCE", 3)
        path = write_agent(f"import os, signal; os.kill(os.getppid(), signal.{blow}); return 'done'")
        with Nursery(path) as nest:
            for _ in range(2):
                with place_call(Arrangement(agent=path, nursery=nest)) as call:
                    call.open()
                    assert [e.reply for e in call.hear("hello") if isinstance(e, AgentReplied)] == ["done"]

    def test_a_nursery_that_was_ended_starts_nobody(self, write_agent: Callable[[str], Path]) -> None:
        """It is a fault with words, not a hang."""
        nest = Nursery(write_agent("return 'hello'"))
        nest.close()
        with pytest.raises(AgentFault, match="has ended"):
            nest.start()
