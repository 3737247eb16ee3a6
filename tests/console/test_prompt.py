"""The prompt at a terminal, typed at through a pipe of keys: completion, toolbar, Ctrl-C, Ctrl-D and pastes."""

from collections.abc import Iterator

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from lab import terminal
from lab.call.place import Arrangement
from lab.console import chat
from lab.console.chat import converse
from lab.console.commands import COMMANDS
from lab.console.plain import PlainFace, typed
from lab.console.prompt import PromptFace, SlashCompleter, toolbar
from lab.console.session import Session
from lab.record import CallerSaid
from tests.console.conftest import PUPPET

ENTER, CTRL_C, CTRL_D = "\r", "\x03", "\x04"


class Shown(PromptFace):
    """A prompt that also remembers what it printed."""

    def __init__(self) -> None:
        super().__init__()
        self.printed: list[str] = []

    def _print(self, text: str, kind: str) -> None:
        super()._print(text, kind)
        self.printed.append(text)


@pytest.fixture
def keys() -> Iterator[PipeInput]:
    """Where a test types."""
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        yield pipe


def at_the_prompt(keys: PipeInput, typed_keys: str) -> tuple[Session, list[str]]:
    """A session in which these keys have been typed, and what it printed."""
    face = Shown()
    session = Session(Arrangement(agent=PUPPET, in_process=True), face)
    session.place()
    keys.send_text(typed_keys)
    converse(session, face.lines(session))
    session.close()
    return session, face.printed


def said(session: Session) -> list[str]:
    """The lines that the caller has said."""
    return [event.line for event in session.call.events if isinstance(event, CallerSaid)]


def test_a_line_is_a_turn_and_ctrl_d_hangs_up(keys: PipeInput) -> None:
    """What is typed is said; the record follows in the notation, without the line that stands at the prompt."""
    session, printed = at_the_prompt(keys, f"say hello{ENTER}{CTRL_D}")
    assert said(session) == ["say hello"]
    assert printed[1:] == [
        '  => LISTEN  "Puppet here."',
        '  => LISTEN  "hello"',
        "ended by caller, hung up, written: not done",
    ]


def test_a_paste_of_several_lines_is_one_turn(keys: PipeInput) -> None:
    """A pasted "yes" with more below it is not a lone yes."""
    session, _ = at_the_prompt(keys, f"\x1b[200~say yes\nno wait\nmake it three\x1b[201~{ENTER}{CTRL_D}")
    assert said(session) == ["say yes\nno wait\nmake it three"]


def test_ctrl_c_clears_the_line_first(keys: PipeInput) -> None:
    """With something typed Ctrl-C throws that away, and the call goes on."""
    session, _ = at_the_prompt(keys, f"raise{CTRL_C}say kept{ENTER}{CTRL_D}")
    assert said(session) == ["say kept"]


def test_ctrl_c_on_an_empty_line_asks_before_it_hangs_up(keys: PipeInput) -> None:
    """The first says what a second would do; a line between them starts the count anew."""
    session, printed = at_the_prompt(keys, f"{CTRL_C}say hello{ENTER}{CTRL_C}{CTRL_C}")
    assert said(session) == ["say hello"]
    assert sum("once more" in line for line in printed) == 2
    assert printed[-1] == "ended by caller, hung up, written: not done"


def test_history_keeps_what_was_typed(keys: PipeInput) -> None:
    """Lines and commands go into the history, in their order."""
    session, _ = at_the_prompt(keys, f"say hello{ENTER}/state{ENTER}{CTRL_D}")
    assert isinstance(session.face, PromptFace)
    assert session.face.history.get_strings() == ["say hello", "/state"]


def test_quit_leaves(keys: PipeInput) -> None:
    """/quit hangs up, and nothing after it is read."""
    session, printed = at_the_prompt(keys, f"/quit{ENTER}say lost{ENTER}")
    assert said(session) == [] and printed[-1].startswith("ended by caller")


def test_a_failed_agent_is_shown_with_a_way_on(keys: PipeInput) -> None:
    """The reason, the agent's own frames, and that /reload calls again; which it then does."""
    session, printed = at_the_prompt(keys, f"raise day{ENTER}/reload{ENTER}say better{ENTER}{CTRL_D}")
    told = "\n".join(printed)
    assert "ended by agent, raised (KeyError: 'day')" in told
    assert "raise KeyError(rest)" in told and "mend the agent, and /reload" in told
    assert said(session) == ["say better"] and session.verdict == terminal.OK


def test_ctrl_c_while_the_agent_is_busy_ends_the_call_alone(keys: PipeInput, monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupted turn ends the call, offers another, and leaves the prompt where it was."""
    face = Shown()
    session = Session(Arrangement(agent=PUPPET, in_process=True), face)
    session.place()
    monkeypatch.setattr(session.call, "hear", lambda line: (_ for _ in ()).throw(KeyboardInterrupt))
    converse(session, iter(["hang", "/reload", "say on"]))
    assert "ended by bench, interrupted, written: not done" in face.printed
    assert face.printed[-1] == '  => LISTEN  "on"'
    session.close()


def test_escapes_never_reach_the_terminal(keys: PipeInput) -> None:
    """What an agent says, raises or is called comes out as text."""
    _, printed = at_the_prompt(
        keys, f"\x1b[200~say \x1b]0;owned\x07\x1b[201~{ENTER}\x1b[200~raise \x9b2J\x1b[201~{ENTER}{CTRL_D}"
    )
    assert not {"\x1b", "\x07", "\x9b"} & set("".join(printed))


def test_the_toolbar_is_the_view(keys: PipeInput) -> None:
    """State, slots, clock and plan, as the call has them."""
    session = Session(Arrangement(agent=PUPPET, in_process=True, plan="read-flaky", now="2026-09-14T09:00"), Shown())
    session.place()
    session.wait(61)
    text = "".join(fragment[1] for fragment in toolbar(session))
    assert text.split() == "LISTEN day - time - name - Mon 14 Sep 09:01:01 plan read-flaky /help".split()
    session.close()
    assert "over" in toolbar(session)[0][1]


def complete(text: str) -> list[str]:
    """The completions at the end of this text."""
    return [word.text for word in SlashCompleter().get_completions(Document(text), CompleteEvent())]


def test_completion_knows_commands_and_their_arguments() -> None:
    """From the table of commands come the names, the plans, the tools and the outcomes."""
    assert complete("/") == list(COMMANDS)
    assert complete("/pl") == ["/plan"]
    assert "read-flaky" in complete("/plan ")
    assert complete("/fail b") == ["book"]
    assert complete("/fail book ") == ["timeout", "rejected", "slow"]
    assert complete("/fail book timeout ") == ["done", "not-done"]
    assert complete("/fail find_open_times timeout ") == []
    assert complete("/nonsense ") == []


def test_a_callers_words_are_not_completed() -> None:
    """Only what starts with a slash is."""
    assert complete("Tuesday ") == [] and complete("") == []


def test_where_no_prompt_can_start_a_line_can_still_be_typed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a Windows console, or whatever else prompt_toolkit misses, `input()` takes its place."""

    class NoConsoleScreenBufferError(Exception):
        pass

    def fails(*args: object, **kwargs: object) -> None:
        raise NoConsoleScreenBufferError

    monkeypatch.setattr(terminal, "at_a_terminal", lambda: True)
    monkeypatch.setattr("lab.console.prompt.PromptSession", fails)
    monkeypatch.delenv("TERM", raising=False)
    monkeypatch.setattr("builtins.input", lambda prompt: "say hello")
    face, lines = chat._face(json=False)
    assert isinstance(face, PlainFace) and face.interactive
    assert next(lines(None)) == "say hello"  # type: ignore[arg-type]
    assert "NoConsoleScreenBufferError" in capsys.readouterr().err


@pytest.mark.parametrize("term", ["dumb", "unknown"])
def test_a_dumb_terminal_gets_a_plain_prompt(monkeypatch: pytest.MonkeyPatch, term: str) -> None:
    """There is no line editing where a terminal can't move its cursor."""
    monkeypatch.setattr(terminal, "at_a_terminal", lambda: True)
    monkeypatch.setenv("TERM", term)
    face, _ = chat._face(json=False)
    assert type(face) is PlainFace and face.interactive


def test_typed_lines_end_at_ctrl_d_or_a_second_ctrl_c() -> None:
    """Each kind of end, from the same rule for every prompt."""
    told: list[str] = []

    def keyboard(*lines: str | type[BaseException]) -> list[str]:
        rest = iter(lines)

        def ask() -> str:
            line = next(rest)
            if isinstance(line, str):
                return line
            raise line

        return list(typed(ask, told.append))

    assert keyboard("a", EOFError) == ["a"]
    assert keyboard("a", KeyboardInterrupt, "b", KeyboardInterrupt, KeyboardInterrupt) == ["a", "b"]
    assert len(told) == 2
