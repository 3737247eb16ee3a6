"""The command as a whole: its table, its help, what is told when a word is wrong, and its exit codes."""

import os
import signal
import sys
from importlib import import_module

import pytest

from lab import cli, terminal
from lab.cli import COMMANDS, main


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    """`lab --help`, `lab -h` and `lab help` print one row for each command, and the exit codes."""
    for words in (["--help"], ["-h"], ["help"]):
        assert main(words) == terminal.OK
        shown = capsys.readouterr().out
        assert all(f"\n  {command.name} " in shown for command in COMMANDS)
        assert "130" in shown


def test_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    """`lab --version` prints a name and a number, in a clone too."""
    assert main(["--version"]) == terminal.OK
    name, number = capsys.readouterr().out.split()
    assert name == "readback" and number.count(".") == 2


def test_a_mistyped_command_is_met_with_what_was_meant(capsys: pytest.CaptureFixture[str]) -> None:
    """A word that is no command exits 2 and names the nearest one on stderr."""
    assert main(["chta"]) == terminal.CANNOT
    out, told = capsys.readouterr()
    assert out == ""
    assert "no command 'chta'" in told and "did you mean chat?" in told


def test_a_word_like_no_command_is_pointed_to_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a near miss the message says where the commands are listed."""
    assert main(["qqqqqq"]) == terminal.CANNOT
    assert "`lab --help` shows the commands" in capsys.readouterr().err


def test_a_mistyped_option_is_met_with_what_was_meant(capsys: pytest.CaptureFixture[str]) -> None:
    """An option that does not exist names the nearest one that does."""
    assert main(["hear", "hello", "--sate", "LISTEN"]) == terminal.CANNOT
    assert "did you mean --state?" in capsys.readouterr().err


def test_a_missing_argument_says_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    """argparse's own complaint comes in our form, with a way to the help."""
    assert main(["show"]) == terminal.CANNOT
    told = capsys.readouterr().err
    assert told.startswith("lab: show: ") and "RECORD" in told and "`lab show --help`" in told


@pytest.mark.parametrize("words", [["agent.py"], ["--plan", "calm"], ["call", "agent.py"]])
def test_an_agent_or_an_option_alone_is_a_call(words: list[str]) -> None:
    """An agent's file or an option without a command means `lab call`."""
    command, rest = cli._find(words)
    assert command.name == "call"
    assert rest == [word for word in words if word != "call"]


def test_bare_lab_opens_home() -> None:
    """Without a word the app opens at its doors, the first of which is the call."""
    command, rest = cli._find([])
    assert (command.name, rest) == ("home", [])


@pytest.mark.parametrize(
    "command", [command for command in COMMANDS if command.module.startswith(("lab.console", "lab.serve"))]
)
def test_a_room_has_what_the_table_promises(command: cli.Command, capsys: pytest.CaptureFixture[str]) -> None:
    """Each command explains itself: its help opens with what its room says of itself."""
    room = import_module(command.module)
    with pytest.raises(SystemExit) as left:
        main([command.name, "--help"])
    assert left.value.code == 0
    assert str(room.__doc__).splitlines()[0][:40] in capsys.readouterr().out


def test_a_fault_of_our_own_shows_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A bug is told in a line with exit code 2; only READBACK_DEBUG shows where it lies."""

    def broken() -> int:
        raise KeyError("oops")

    assert terminal.run(broken) == terminal.CANNOT
    told = capsys.readouterr().err
    assert "a fault of Readback's own: KeyError: 'oops'" in told and "Traceback" not in told
    monkeypatch.setenv("READBACK_DEBUG", "1")
    assert terminal.run(broken) == terminal.CANNOT
    assert "in broken" in capsys.readouterr().err


def test_each_way_to_stop_has_its_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    """Ctrl-C is 130, a reader that has gone is 141, and neither says a word."""
    for error, code in ((KeyboardInterrupt(), 130), (BrokenPipeError(), 141)):

        def stopped(error: BaseException = error) -> int:
            raise error

        assert terminal.run(stopped) == code
    assert capsys.readouterr() == ("", "")


@pytest.mark.skipif(os.name != "posix", reason="signals of this kind are POSIX")
def test_a_signal_to_end_unwinds_and_is_given_back() -> None:
    """SIGTERM leaves through every `finally`, as 128 + 15; afterwards its handler is as it was."""
    before, unwound = signal.getsignal(signal.SIGTERM), []

    def ended() -> int:
        try:
            os.kill(os.getpid(), signal.SIGTERM)
            return 0
        finally:
            unwound.append(True)

    with pytest.raises(SystemExit) as left:
        terminal.run(ended)
    assert left.value.code == 143 and unwound == [True]
    assert signal.getsignal(signal.SIGTERM) is before


def test_what_can_steer_a_terminal_is_shown_as_its_escape() -> None:
    """Escapes, bells, C1 controls and direction marks become text; line ends, tabs, accents and emoji stay."""
    assert terminal.literal("\x1b[2J\x07\x9b\u202e") == r"\x1b[2J\x07\x9b\u202e"
    plain = "line\n\tJosé 王小明 👩‍⚕️"
    assert terminal.literal(plain) == plain


def test_an_error_has_its_three_parts() -> None:
    """What, why and what to do next stand each on a line; a part that is not there leaves no line."""
    assert str(terminal.Explained("a", "b", "c")) == "a\n  why   b\n  next  c"
    assert str(terminal.Explained("a")) == "a"


def test_a_closed_stdout_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no stdout at all, a command still ends with its own code."""
    monkeypatch.setattr(sys, "stdout", None)
    assert terminal.run(lambda: 0) == 0
