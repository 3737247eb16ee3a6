"""The slash commands: what each one does, and what it says to a slip of the fingers."""

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

from fake_api.clock import START
from fake_api.failures import Failure
from fake_api.practice.trouble import Trouble
from fake_api.reading import DataError
from lab.call.place import Arrangement
from lab.console.commands import COMMANDS, failure, obey, read, seconds, trouble
from lab.console.session import Session
from lab.record import CallEnded, CallerSaid, Event, Head, Slept, ToolCalled
from lab.record_file import load
from lab.terminal import UsageError
from tests.console.conftest import PUPPET


class Notes:
    """A face that only remembers."""

    interactive = True

    def __init__(self) -> None:
        self.answers: list[str] = []
        self.asides: list[str] = []

    def opened(self, head: Head, about: str) -> None:
        self.asides.append(about)

    def event(self, event: Event) -> None:
        """The session has them all."""

    def answer(self, text: str) -> None:
        self.answers.append(text)

    def aside(self, text: str) -> None:
        self.asides.append(text)


@pytest.fixture
def face() -> Notes:
    """What was shown."""
    return Notes()


@pytest.fixture
def session(face: Notes) -> Iterator[Session]:
    """A call with the puppet that has been opened."""
    session = Session(Arrangement(agent=PUPPET, in_process=True), face)
    session.place()
    yield session
    session.close()


def called(session: Session) -> list[tuple[str, str]]:
    """The tool calls so far, with their outcomes."""
    return [(event.name, event.outcome) for event in session.call.events if isinstance(event, ToolCalled)]


def test_state_and_record_are_those_of_the_call(session: Session, face: Notes) -> None:
    """/state shows the state and the way, /record the notation."""
    session.say("say hello")
    obey(session, "/state")
    obey(session, "/record")
    assert face.answers[0].startswith("LISTEN")
    assert face.answers[1].splitlines()[-1] == '  => LISTEN  "hello"'


def test_heard_and_slots_show_words_beside_values(session: Session, face: Notes) -> None:
    """Before the first line there is nothing; then each value stands beside what gave it."""
    obey(session, "/heard")
    session.say("say my name is Jamie")
    obey(session, "/heard")
    obey(session, "/slots")
    assert face.answers[0] == "nothing yet"
    assert face.answers[1].startswith("intent")
    assert [row.split()[0] for row in face.answers[2].splitlines()] == ["day", "time", "name"]


def test_fail_arms_the_next_call_of_a_tool(session: Session, face: Notes) -> None:
    """It strikes once, and the call after it is answered."""
    obey(session, "/fail book rejected opening_taken")
    obey(session, "/fail find_open_times slow 2.5")
    session.say("look 2026-09-15")
    session.say("look 2026-09-15")
    first, second = (event for event in session.call.events if isinstance(event, ToolCalled))
    assert (first.seconds, second.seconds) == (2.5, 0)
    assert face.answers == ["armed: next book: rejected opening_taken", "armed: next find_open_times: slow 2.5s"]


def test_a_practice_is_broken_in_its_own_words(face: Notes) -> None:
    """What fails there are the record system's requests, and its plans are offered in place of the clinic's."""
    session = Session(Arrangement(toolset="practice", in_process=True), face)
    session.place()
    for line in ("/fail find_patient timeout", "/fail create conflict PATIENT_BUSY", "/fail find_patiant timeout"):
        obey(session, line)
    obey(session, "/plan")
    session.close()
    assert face.answers[:2] == [
        "armed: next find_patient: timeout, not done",
        "armed: next create: conflict PATIENT_BUSY",
    ]
    assert "did you mean find_patient?" in face.asides[-1]
    assert "write-blind" in face.answers[2]
    assert "book-lost-done" not in face.answers[2]
    assert face.answers[2].splitlines()[-1].split() == ["2", "next", "create:", "conflict", "PATIENT_BUSY", "armed"]


@pytest.mark.parametrize(
    ("words", "armed"),
    [
        (("create", "timeout", "done"), Trouble("create", outcome="timeout", committed=True)),
        (("day", "server_error"), Trouble("day", outcome="server_error")),
        (("month", "slow", "3"), Trouble("month", outcome="slow", seconds=3)),
        (("month", "too_many", "9999999999"), Trouble("month", outcome="too_many", retry_after="9999999999")),
        (("create", "rejected", "CLOSED"), Trouble("create", outcome="rejected", reason="CLOSED")),
    ],
)
def test_each_trouble_of_a_practice_has_its_words(words: tuple[str, ...], armed: Trouble) -> None:
    """As the plan files have them."""
    assert trouble(*words) == armed


def test_each_failure_has_its_words() -> None:
    """Done and not-done, a reason, seconds: as the plan files have them."""
    assert failure("book", "timeout", "done") == Failure("book", outcome="timeout", committed=True)
    assert failure("book", "timeout", "not-done") == Failure("book", outcome="timeout")
    assert failure("book", "rejected", "closed") == Failure("book", outcome="rejected", reason="closed")
    assert failure("find_open_times", "slow") == Failure("find_open_times", outcome="slow", seconds=2.5)


@pytest.mark.parametrize(
    ("words", "meant"),
    [(("bok", "timeout"), "book"), (("book", "tiemout"), "timeout"), (("book", "timeout", "dne"), "done")],
)
def test_a_misspelt_failure_is_met_with_what_was_meant(words: tuple[str, ...], meant: str) -> None:
    """Tool, outcome and detail each have their near miss."""
    with pytest.raises(DataError) as told:
        failure(*words)
    assert told.value.suggestion == meant


def test_plan_calls_again_under_another_plan(session: Session, face: Notes) -> None:
    """The old call is hung up, the new one fails as planned; /reload keeps the plan."""
    old = session.call
    obey(session, "/plan read-down")
    assert old.ended and old.ended.why == "hung up"
    assert session.call.head.plan == "read-down"
    obey(session, "/reload")
    session.say("look 2026-09-15")
    assert called(session) == [("find_open_times", "timeout")]


def test_a_plan_that_is_none_leaves_the_call_alone(session: Session, face: Notes) -> None:
    """A near miss is named, and the call on the line goes on."""
    call = session.call
    obey(session, "/plan read-dwn")
    assert "did you mean read-down?" in face.asides[-1]
    assert session.call is call and not call.ended


def test_plan_alone_lists_the_plans_and_what_fails_now(session: Session, face: Notes) -> None:
    """Every plan with what it is about, and the entries of the present one with their state."""
    obey(session, "/plan read-flaky")
    obey(session, "/fail book timeout done")
    obey(session, "/plan")
    assert "book-lost-done" in face.answers[-1]
    assert face.answers[-1].splitlines()[-1].split() == ["2", "next", "book:", "timeout,", "done", "armed"]


def test_time_moves_the_calls_clock_and_no_event(session: Session, face: Notes) -> None:
    """Nobody has slept: the next line is only said later, and its record says when."""
    obey(session, "/time +16m")
    obey(session, "/time +1h30m")
    session.say("say hello")
    said = next(event for event in session.call.events if isinstance(event, CallerSaid))
    later = START + dt.timedelta(hours=1, minutes=46)
    assert said.at.replace(tzinfo=None) == later
    assert not any(isinstance(event, Slept) for event in session.call.events)
    assert face.answers[-1].startswith(f"{later:%A %d %B %Y %H:%M:%S}")


def test_time_passes_across_a_change_of_clocks(face: Notes) -> None:
    """Two hours after half past midnight on the day the clocks go back it is half past one, for the second time."""
    session = Session(Arrangement(agent=PUPPET, in_process=True, now="2026-11-01T00:30"), face)
    session.place()
    obey(session, "/time +2h")
    assert face.answers == ["Sunday 01 November 2026 01:30:00 EST"]
    session.close()


def test_time_passes_on_a_real_clock_too(face: Notes) -> None:
    """With --real-time the clock can be sent ahead as well."""
    session = Session(Arrangement(agent=PUPPET, in_process=True, real_time=True), face)
    session.place()
    before = session.call.clock.now()
    obey(session, "/time +1d")
    assert session.call.clock.now() - before >= dt.timedelta(days=1)
    session.close()


@pytest.mark.parametrize("amount", ["-5m", "5m", "+5", "+5x", "+", "soon", "+99999999999d"])
def test_a_clock_never_goes_back(session: Session, face: Notes, amount: str) -> None:
    """What is no way forward is refused in words, and the clock stands."""
    before = session.call.clock.now()
    obey(session, f"/time {amount}")
    assert session.call.clock.now() == before and face.answers == []


def test_amounts_of_time_are_seconds() -> None:
    """Days, hours, minutes and seconds add up."""
    assert seconds("+16m") == 960
    assert seconds("+1d2h3m4.5s") == 93784.5


def test_save_writes_what_was_and_what_comes(session: Session, tmp_path: Path) -> None:
    """Saved half-way, a record still has its beginning and its end; a name may have spaces."""
    session.say("say before")
    obey(session, f"/save {tmp_path / 'my call.jsonl'}")
    session.say("say after")
    obey(session, "/hangup")
    record = load(tmp_path / "my call.jsonl")
    assert record.events == tuple(session.call.events)
    assert isinstance(record.events[-1], CallEnded)


def test_save_twice_to_one_file_writes_it_once(session: Session, tmp_path: Path) -> None:
    """The second time there is nothing to do, and the file stays whole."""
    obey(session, f"/save {tmp_path / 'call.jsonl'}")
    session.say("say hello")
    obey(session, f"/save {tmp_path / 'call.jsonl'}")
    obey(session, "/hangup")
    assert load(tmp_path / "call.jsonl").events == tuple(session.call.events)


def test_save_spares_a_file_that_is_no_record(session: Session, face: Notes, tmp_path: Path) -> None:
    """An agent's source is not overwritten by a slip."""
    mine = tmp_path / "agent.py"
    mine.write_text("precious = True\n", encoding="utf-8")
    obey(session, f"/save {mine}")
    assert mine.read_text(encoding="utf-8") == "precious = True\n"
    assert "something else than a saved record" in face.asides[-1]


def test_reload_takes_the_agent_from_disk(face: Notes, tmp_path: Path) -> None:
    """What was changed in the file answers the next call; a file that has gone leaves the call alone."""
    mine = tmp_path / "agent.py"
    source = PUPPET.read_text(encoding="utf-8")
    mine.write_text(source, encoding="utf-8")
    session = Session(Arrangement(agent=mine, in_process=True), face)
    session.place()
    mine.write_text(source.replace("Puppet here.", "New puppet here."), encoding="utf-8")
    obey(session, "/reload")
    assert session.view.spoken == (("agent", "New puppet here."),)
    mine.unlink()
    obey(session, "/reload")
    assert "not there" in face.asides[-1] and not session.call.ended
    session.close()


def test_silence_is_a_turn(session: Session) -> None:
    """The caller says nothing, and the agent hears that."""
    obey(session, "/silence")
    assert [event.line for event in session.call.events if isinstance(event, CallerSaid)] == [""]


def test_help_lists_the_table(session: Session, face: Notes) -> None:
    """Each command with its arguments and what it does, within eighty columns."""
    obey(session, "/help")
    rows = face.answers[0].splitlines()
    assert [row.split()[0] for row in rows] == list(COMMANDS)
    assert max(map(len, rows)) <= 100


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("/plna", "did you mean /plan?"),
        ("/", "/help shows what there is"),
        ("/fail book", "/fail takes TOOL OUTCOME [DETAIL]"),
        ("/state now", "/state takes nothing"),
        ("/save", "/save takes FILE"),
    ],
)
def test_a_bad_command_says_what_a_good_one_is(session: Session, face: Notes, line: str, told: str) -> None:
    """A near miss or the usage; the call goes on and nothing was said in it."""
    obey(session, line)
    assert told in face.asides[-1]
    assert session.call.turn == 0 and not session.call.ended


def test_reading_a_command_never_fails_in_another_way() -> None:
    """Whatever follows the slash is a command or a usage error."""
    for line in ("//", "/ ", "/\x00", "/fail " + "x " * 50):
        try:
            read(line)
        except UsageError as error:
            assert error.advice
