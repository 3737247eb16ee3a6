"""`lab chat` in a pipe: a line a turn, the record on stdout, and a clean end whatever happens."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from lab.record import CallEnded, lines
from lab.record_file import load
from tests.console.conftest import PUPPET, Lab, environment

posix = pytest.mark.skipif(os.name != "posix", reason="kills and signals of this kind are POSIX")


def test_a_call_through_a_pipe_is_its_record(lab: Lab) -> None:
    """Each line is a turn; stdout is the call in the notation, and says nothing else."""
    done = lab("chat", PUPPET, stdin="say hello\nlook 2026-09-15\nwait 0.5\ndone\n")
    assert done.returncode == 0
    assert done.stdout.splitlines()[0] == '  => LISTEN  "Puppet here."'
    assert "  find_open_times day=2026-09-15 -> ok\n" in done.stdout
    assert "  sleep 0.5\n" in done.stdout
    assert done.stdout.splitlines()[-1] == "ended by agent, done, written: not done"
    assert "\x1b" not in done.stdout + done.stderr


def test_a_newcomers_first_call_books(lab: Lab) -> None:
    """The finished agent, three values in a line, a yes: one booking, and exit code 0."""
    done = lab("chat", stdin="Tuesday at 10 a.m., the name is Jamie\nyes\n")
    assert done.returncode == 0
    assert '  book day=2026-09-15 time=10:00 name="Jamie" -> ok\n' in done.stdout
    assert done.stdout.endswith("ended by agent, done, written: done\n")


@pytest.mark.parametrize("last", ["", "goodbye\n"])
def test_who_leaves_after_a_read_back_has_booked_nothing(lab: Lab, last: str) -> None:
    """Hanging up, or saying goodbye, is no yes to what was read back."""
    done = lab("chat", stdin=f"Tuesday at 10 a.m., the name is Jamie\n{last}")
    assert "=> CONFIRM" in done.stdout and "  book " not in done.stdout
    assert done.stdout.endswith("written: not done\n")


def test_a_yes_that_arrives_twice_books_once(lab: Lab) -> None:
    """A line that is delivered again finds the call over."""
    done = lab("chat", stdin="Tuesday at 10 a.m., the name is Jamie\nyes\nyes\n")
    assert done.stdout.count("  book ") == 1 and "nobody hears that" in done.stderr


def test_the_agent_that_answers_is_named(lab: Lab, tmp_path: Path) -> None:
    """The file named, the agent.py of this folder, and the one that ships are each told from the others."""
    assert f"calling {PUPPET}" in lab("chat", PUPPET).stderr
    assert "calling the finished agent that ships" in lab("chat").stderr
    (tmp_path / "agent.py").write_text(PUPPET.read_text(encoding="utf-8"), encoding="utf-8")
    assert "calling agent.py ·" in lab("chat").stderr


def test_nothing_on_stdin_is_a_call_that_is_hung_up(tmp_path: Path) -> None:
    """From /dev/null there is a greeting and an end, and the code 0."""
    done = subprocess.run(
        [sys.executable, "-m", "lab", "chat", PUPPET],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment(),
        timeout=30,
    )
    assert done.returncode == 0
    assert done.stdout.splitlines() == ['  => LISTEN  "Puppet here."', "ended by caller, hung up, written: not done"]


def test_json_is_a_saved_record_line_by_line(lab: Lab, tmp_path: Path) -> None:
    """`--json` prints what `--save` writes, and nothing else on stdout, whatever is asked meanwhile."""
    done = lab("chat", PUPPET, "--json", "--save", "call.jsonl", stdin="say día\n/state\ndone\n")
    saved = (tmp_path / "call.jsonl").read_text(encoding="utf-8")
    assert [json.loads(line) for line in done.stdout.splitlines()] == [json.loads(line) for line in saved.splitlines()]
    assert done.stdout.isascii()


def test_show_prints_what_the_chat_printed(lab: Lab) -> None:
    """A record reads the same while it happens and when it is shown again."""
    live = lab("chat", PUPPET, "--save", "call.jsonl", stdin="say hello\nlook 2026-09-15\n")
    shown = lab("show", "call.jsonl")
    assert shown.returncode == 0
    assert shown.stdout.split("\n", 1)[1] == live.stdout


def test_slash_commands_break_the_clinic_in_a_pipe_too(lab: Lab) -> None:
    """An armed failure strikes the next call of its tool."""
    done = lab("chat", PUPPET, stdin="/fail find_open_times slow 2.5\nlook 2026-09-15\nlook 2026-09-15\n")
    assert "armed: next find_open_times: slow 2.5s\n" in done.stdout
    assert done.stdout.count("-> ok after 2.5s") == 1


def test_after_the_end_nobody_hears_and_reload_calls_again(lab: Lab) -> None:
    """Lines after the end are not said, which is told once; /reload places a second call."""
    done = lab("chat", PUPPET, stdin="done\nsay lost\nsay lost too\n/reload\nsay heard\n")
    assert done.returncode == 0
    assert "lost" not in done.stdout and '=> LISTEN  "heard"' in done.stdout
    assert done.stderr.count("nobody hears that") == 1


def test_each_call_of_a_session_has_a_record_of_its_own(lab: Lab, tmp_path: Path) -> None:
    """With --save a second call goes to a second file, and both are closed."""
    lab("chat", PUPPET, "--save", "call.jsonl", stdin="say one\n/reload\nsay two\n")
    first, second = load(tmp_path / "call.jsonl"), load(tmp_path / "call-2.jsonl")
    assert '"one"' in "".join(lines(first.events)) and '"two"' in "".join(lines(second.events))
    assert isinstance(first.events[-1], CallEnded) and isinstance(second.events[-1], CallEnded)


def test_blank_lines_are_passed_over_and_silence_can_be_asked_for(lab: Lab) -> None:
    """An empty line is no turn; `/silence` is one, with nothing said."""
    done = lab("chat", PUPPET, "--json", stdin="\n  \n/silence\n")
    said = [json.loads(line) for line in done.stdout.splitlines() if '"CallerSaid"' in line]
    assert [event["line"] for event in said] == [""]


def test_what_an_agent_prints_stands_apart(lab: Lab) -> None:
    """Its prints come on stderr under its name, and the record knows nothing of them."""
    done = lab("chat", PUPPET, stdin='print {"id": 1, "result": "forged"}\nsay on\n')
    assert done.stderr.count('puppet.py prints | {"id": 1, "result": "forged"}') == 1
    assert "forged" not in done.stdout.replace('turn 1  "print {\\"id\\": 1, \\"result\\": \\"forged\\"}"', "")
    assert '=> LISTEN  "on"' in done.stdout


def test_what_an_agent_prints_in_our_process_stands_apart_too(lab: Lab) -> None:
    """With --in-process stdout is still the record alone."""
    done = lab("chat", PUPPET, "--in-process", "--json", stdin="print mixed in\ndone\n")
    assert "mixed in\n" in done.stderr
    assert all(json.loads(line) for line in done.stdout.splitlines())


def test_an_agent_that_raises_is_shown_by_its_own_frames(lab: Lab) -> None:
    """The reason is in the record, the agent's traceback on stderr, none of ours, and the code is 1."""
    done = lab("chat", PUPPET, stdin="raise day\n")
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "ended by agent, raised (KeyError: 'day'), written: not done"
    assert 'File "puppet.py"' in done.stderr and "raise KeyError(rest)" in done.stderr
    assert "lab/call" not in done.stderr and "host.py" not in done.stderr


def test_an_agent_that_cannot_start_is_told_and_can_be_mended(lab: Lab, tmp_path: Path) -> None:
    """A syntax error is a typed end with file, line and caret; it is no fault of the command."""
    (tmp_path / "agent.py").write_text("class ReservationAgent\n", encoding="utf-8")
    done = lab("chat", stdin="hello\n")
    assert done.returncode == 1
    assert "ended by agent, raised (SyntaxError: " in done.stdout
    assert "agent.py" in done.stderr and "^" in done.stderr and "/reload" in done.stderr


def test_a_broken_invariant_makes_the_code_1(lab: Lab) -> None:
    """Who books without a yes is told so in words, and a script notices."""
    done = lab("chat", PUPPET, stdin="book Jamie\ndone\n")
    assert "  broken no_consent: booked without a whole yes" in done.stdout
    assert done.returncode == 1


@posix
def test_an_agent_that_is_killed_leaves_a_closed_record(lab: Lab, tmp_path: Path) -> None:
    """kill -9 in the middle of a turn ends the call as crashed, by the signal's name."""
    done = lab("chat", PUPPET, "--save", "call.jsonl", stdin="say hello\nkilled\n")
    assert done.returncode == 1
    end = load(tmp_path / "call.jsonl").events[-1]
    assert isinstance(end, CallEnded) and end.why == "crashed" and "SIGKILL" in end.detail


def begin(folder: Path, *words: str | Path) -> "subprocess.Popen[str]":
    """A chat that has greeted and waits for a line."""
    command = [sys.executable, "-m", "lab", "chat", PUPPET, "--save", "call.jsonl", *words]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=folder, env=environment(), text=True)
    assert process.stdout and "Puppet here." in process.stdout.readline()
    return process


@posix
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("line", ["", "hang\n"])
def test_stopping_the_command_closes_the_record(tmp_path: Path, number: signal.Signals, code: int, line: str) -> None:
    """Ctrl-C or a kill, while waiting for a line or for the agent: the record ends, and so does the agent."""
    with begin(tmp_path) as process:
        assert process.stdin and process.stdout
        process.stdin.write(f"pid\n{line}")
        process.stdin.flush()
        seen = [process.stdout.readline() for _ in range(3 if line else 2)]
        pid = int(next(row for row in seen if "=>" in row).split('"')[1])
        process.send_signal(number)
        out, told = process.communicate(timeout=20)
    assert process.returncode == code
    assert out.splitlines()[-1] == "ended by bench, interrupted, written: not done"
    assert "Traceback" not in told
    end = load(tmp_path / "call.jsonl").events[-1]
    assert isinstance(end, CallEnded) and (end.by, end.why) == ("bench", "interrupted")
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@posix
def test_a_reader_that_leaves_ends_the_call_quietly(tmp_path: Path) -> None:
    """`lab chat | head -1`: no message, the record closed, the agent gone."""
    with begin(tmp_path) as process:
        assert process.stdin and process.stdout
        process.stdout.close()
        process.stdin.write("say nobody reads this\n")
        process.stdin.close()
        assert process.stderr
        told = process.stderr.read()
        assert process.wait(timeout=20) == 141
    assert "Traceback" not in told and "fault" not in told
    assert isinstance(load(tmp_path / "call.jsonl").events[-1], CallEnded)


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_a_narrow_encoding_shows_what_it_lacks_as_escapes(tmp_path: Path, encoding: str) -> None:
    """Under cp1252 or ASCII an emoji comes out as an escape, a mark as a plainer one, and the call goes on."""
    agent = tmp_path / "smiling.py"
    agent.write_text(
        "class ReservationAgent:\n    greeting = 'Hello \\U0001f600 \\u738b \\u2192 \\u2713'\n    state = 'LISTEN'\n"
        "    def __init__(self, tools, understand, sleep, setting): pass\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, "-m", "lab", "chat", agent],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        cwd=tmp_path,
        env=environment(PYTHONIOENCODING=encoding, PYTHONUTF8="0"),
        timeout=30,
    )
    assert done.returncode == 0
    assert rb"Hello \U0001f600 \u738b -> +" in done.stdout


def test_bytes_that_are_no_text_are_a_line_like_any_other(tmp_path: Path) -> None:
    """Invalid UTF-8 on stdin is heard with a replacement mark in its place."""
    done = subprocess.run(
        [sys.executable, "-m", "lab", "chat", PUPPET],
        input=b"\xef\xbb\xbfsay caf\xe9\r\n",
        capture_output=True,
        cwd=tmp_path,
        env=environment(),
        timeout=30,
    )
    assert '=> LISTEN  "caf\ufffd"'.encode() in done.stdout


HOSTILE = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    reply = "\\x1b]0;owned\\x07\\x1b[2J\\u202e\\u2028[bold]\\ud800"
    result = {"greeting": reply, "reply": reply, "state": "LISTEN"}
    print(json.dumps({"id": request["id"], "result": result}), flush=True)
    print("\\x1b[31mred", file=sys.stderr, flush=True)
"""


def test_nothing_an_agent_says_or_prints_steers_the_terminal(lab: Lab, tmp_path: Path) -> None:
    """Escapes, line separators and half characters are shown as escapes, saved, and read back as they were."""
    (tmp_path / "hostile.py").write_text(HOSTILE, encoding="utf-8")
    done = lab("chat", "--command", f"{sys.executable} hostile.py", "--save", "call.jsonl", stdin="\u2028one\x85two\n")
    assert done.returncode == 0
    assert not {"\x1b", "\x07", "\u202e", "\u2028", "\x85"} & {*done.stdout, *done.stderr}
    assert r"prints | \x1b[31mred" in done.stderr
    assert lab("show", "call.jsonl").stdout.split("\n", 1)[1] == done.stdout
    said = [event.reply for event in load(tmp_path / "call.jsonl").events if hasattr(event, "reply")]
    assert said == ["\x1b]0;owned\x07\x1b[2J\u202e\u2028[bold]\ud800"] * 2


WICKED = """
class ReservationAgent:
    greeting, state, states = "Hello.", "LISTEN", ["LISTEN", "\\x1b[31mRED"]
    def __init__(self, tools, understand, sleep, setting):
        self.tools = tools
    def hear(self, line):
        self.state = self.states[1]
        if line == "raise":
            raise ValueError("\\x1b[2J\\x9b")
        self.tools.hand_off("caller_asked", name="\\u202eeimaJ")
        return "Goodbye."
"""


def test_no_part_of_the_notation_can_be_used_to_steer(lab: Lab, tmp_path: Path) -> None:
    """A state, an argument and an exception with escapes in them are as literal as what is said."""
    (tmp_path / "wicked.py").write_text(WICKED, encoding="utf-8")
    done = lab("chat", "wicked.py", stdin="hello\nraise\n")
    assert r'=> \u001b[31mRED  "Goodbye."' in done.stdout
    assert r'name="\u202eeimaJ"' in done.stdout
    assert r"raised (ValueError: \u001b[2J\u009b)" in done.stdout
    assert not {"\x1b", "\x9b", "\u202e"} & {*done.stdout, *done.stderr}


def test_a_message_too_deep_to_be_one_ends_the_call(lab: Lab, tmp_path: Path) -> None:
    """Brackets without end are a bad answer of the agent, and no fault of ours."""
    (tmp_path / "deep.py").write_text(
        "import sys\nsys.stdin.readline()\nn = int(sys.argv[1])\n"
        "print('{\"id\": 1, \"result\": ' + '[' * n + ']' * n + '}', flush=True)\nsys.stdin.read()\n",
        encoding="utf-8",
    )
    for depth in (50, 700, 50_000):
        done = lab("chat", "--command", f"{sys.executable} deep.py {depth}")
        assert done.returncode == 1
        assert done.stdout.startswith("ended by agent, bad_answer (")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("nobody.py",), ("no such agent", "nobody.py is not there")),
        (("--plan", "read-flakey"), ("read-flakey", "did you mean read-flaky?")),
        (("--clinic", "maple-stret"), ("maple-stret", "did you mean maple-street?")),
        (("--command", "no-such-program-here"), ("can't be started", "no-such-program-here")),
        (("--command", "'"), ("--command", "can't be split")),
        (("--now", "noon"), ("--now", "'noon' is no time such as")),
        (("--save", "nowhere/call.jsonl"), ("nowhere", "can't be used")),
        (("--save", "notes.txt"), ("notes.txt", "something else than a saved record")),
    ],
)
def test_a_call_that_cannot_be_placed_is_told_in_words(
    lab: Lab, tmp_path: Path, words: tuple[str, ...], told: tuple[str, ...]
) -> None:
    """Exit code 2, a message with its cause, no traceback, nothing on stdout, and nothing overwritten."""
    (tmp_path / "notes.txt").write_text("my notes\n", encoding="utf-8")
    done = lab("chat", *words)
    assert done.returncode == 2
    assert done.stdout == "" and "Traceback" not in done.stderr
    assert all(part in done.stderr for part in told), done.stderr
    assert (tmp_path / "notes.txt").read_text(encoding="utf-8") == "my notes\n"
