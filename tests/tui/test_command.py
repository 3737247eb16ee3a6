"""The command in front of the app."""

import subprocess
import sys

import pytest

from lab.cli import Parser
from lab.terminal import UsageError
from lab.tui import command


@pytest.mark.parametrize("words", [[], ["call"], ["call", "--plan", "read-flaky"]])
def test_without_a_terminal_it_says_so(words: list[str]) -> None:
    """Exit code 2, what to use instead, no traceback, and Textual is never loaded."""
    script = f"import sys; from lab.cli import main; sys.exit(main({words!r}) + 10 * ('textual' in sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", script], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "needs a terminal" in done.stderr
    assert "lab chat" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--in-process"], "breakpoint"),
        (["nobody.py"], "nobody.py"),
        (["--clinic", "maple"], "maple"),
        (["--plan", "read-flakey"], "read-flakey"),
    ],
)
def test_what_can_not_be_called_is_told_before_the_app_opens(
    words: list[str], problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A missing agent, clinic or plan, and a breakpoint nobody could use."""
    monkeypatch.setattr(command.terminal, "can_be_drawn_on", lambda: True)
    parser = Parser()
    command.add_arguments(parser)
    with pytest.raises(Exception, match=problem) as raised:
        command.run(parser.parse_args(words))
    assert not isinstance(raised.value, AttributeError | TypeError)
    assert not isinstance(raised.value, UsageError) or raised.value.advice


@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is a matter of POSIX")
def test_a_terminal_whose_stderr_goes_elsewhere_is_none_to_draw_on() -> None:
    """Textual draws on stderr, so `lab call 2>file` would be an empty screen; it is told instead."""
    import os
    import pty

    ours, its = pty.openpty()
    try:
        done = subprocess.run(
            [sys.executable, "-m", "lab", "call"], stdin=its, stdout=its, stderr=subprocess.PIPE, timeout=30
        )
    finally:
        os.close(ours)
        os.close(its)
    assert done.returncode == 2
    assert b"needs a terminal" in done.stderr
