"""The log of a call: at every hang-up, whoever hung up, and never lost where there is a disk."""

from pathlib import Path

import pytest

from fake_api.clock import FakeClock
from fake_api.practice.wire import Answer, NoAnswer, Request
from lab.call_layer.call_log import TRIES, send_kept
from tests.call_layer.answering import PATIENT, Act, Answering, Spoil, no
from tests.call_layer.conftest import START, Place, Talk

LOG = "inbound/call/log"


def logs(*answers: Answer | None) -> Spoil:
    """Spoils logs in turn; none is no answer; after the last all go well."""
    rest = list(answers)

    def spoil(request: Request, act: Act) -> Answer:
        if request.endpoint != LOG or not rest:
            return act()
        spoilt = rest.pop(0)
        if spoilt is None:
            raise NoAnswer("timeout")
        return spoilt

    return spoil


@pytest.mark.parametrize("by", ["caller", "agent", "bench"])
def test_whoever_hangs_up_the_call_is_logged(by: str, talk: Talk, api: Answering) -> None:
    """Transcript, accounts, and who ended it and why."""
    talk.identify()
    talk.layer.hang_up(by, "why not", talk.said)
    (log,) = api.logs
    assert log["end_reason"] == f"{by}: why not" and log["accounts"] == [PATIENT]
    assert log["transcript"] == talk.said and log["call_id"] == "call-1"


def test_a_call_that_never_got_anywhere_is_logged_too(talk: Talk, api: Answering) -> None:
    """Silence and a hang-up: an empty list of accounts, and no flag."""
    talk.layer.hang_up("caller", "hung up", ["caller: "])
    (log,) = api.logs
    assert log["accounts"] == [] and not any(log["flags"].values())


def test_a_new_patients_account_is_in_the_log(talk: Talk, api: Answering) -> None:
    """Accounts found and accounts created."""
    talk.hear("My name is Kit Vale, it's for me")
    talk.do("note_caller", caller_name="Kit Vale", calling_for="self")
    talk.do("choose_task", task="new_patient")
    talk.say("Your date of birth and phone number?")
    talk.hear("March 4th, 1985")
    talk.say("And your phone number?")
    talk.hear("212 555 0199")
    talk.do("quote_new_patient", name="Kit Vale", date_of_birth="1985-03-04", phone="212-555-0199")
    assert "born 4 March 1985" in talk.say()
    talk.hear("yes")
    assert talk.do("commit").outcome == "ok"
    talk.layer.hang_up("caller", "hung up", talk.said)
    assert api.logs[0]["accounts"] == ["A-50300"]


def test_a_busy_log_is_tried_five_times_at_most(talk: Talk, api: Answering) -> None:
    """Half a second apart; the fifth may still arrive, and a sixth is not sent."""
    api.spoil = logs(no(503, "BUSY"), None, Answer(504, ""), Answer(200, "<html>"))
    talk.layer.hang_up("caller", "hung up", [])
    assert talk.layer.log == "logged" and len(api.sent(LOG)) == TRIES
    assert (talk.clock.now() - START).total_seconds() == 2.0


def test_a_log_that_is_refused_is_not_sent_again(place: Place, api: Answering, tmp_path: Path) -> None:
    """The same body would be refused again: it is kept for a person."""
    api.spoil = logs(no(400, "BAD_INPUT", "transcript"))
    talk = place(log_folder=tmp_path)
    talk.layer.hang_up("caller", "hung up", [])
    assert len(api.sent(LOG)) == 1 and talk.layer.log == "kept"


def test_a_log_that_never_arrives_is_kept_and_sent_at_the_next_start(
    place: Place, api: Answering, tmp_path: Path
) -> None:
    """Five tries, then the disk; the next call's layer delivers it under its own number, and takes it away."""
    api.spoil = logs(*[None] * TRIES)
    talk = place(log_folder=tmp_path, call_id="call/../1")
    talk.identify()
    talk.layer.hang_up("caller", "hung up", talk.said)
    assert talk.layer.log == "kept" and api.logs == [] and len(list(tmp_path.iterdir())) == 1
    place(log_folder=tmp_path, call_id="call-2")
    (log,) = api.logs
    assert log["call_id"] == "call/../1" and log["transcript"] == talk.said
    assert list(tmp_path.iterdir()) == []


def test_a_practice_out_of_reach_does_not_keep_the_next_caller_waiting(
    place: Place, api: Answering, tmp_path: Path
) -> None:
    """The first kept log without an answer ends the sending; all of them stay for another start."""
    api.spoil = logs(*[None] * 99)
    talks = [place(log_folder=tmp_path, call_id=f"call-{number}") for number in range(3)]
    for talk in talks:
        talk.layer.hang_up("caller", "hung up", [])
    sent = len(api.sent(LOG))
    place(log_folder=tmp_path, call_id="call-9")
    assert len(api.sent(LOG)) == sent + 1 and len(list(tmp_path.iterdir())) == 3


def test_a_kept_log_that_is_refused_is_put_aside(api: Answering, tmp_path: Path) -> None:
    """It would be refused at every start."""
    (tmp_path / "x.call-log.json").write_text('{"call_id": "x"}', encoding="utf-8")
    api.spoil = logs(no(400, "BAD_INPUT", "transcript"))
    assert send_kept(tmp_path, api, FakeClock(START)) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["x.refused-log.json"]


def test_a_kept_log_that_nobody_can_read_stays(api: Answering, tmp_path: Path) -> None:
    """What is damaged stops no start, and is not thrown away."""
    (tmp_path / "x.call-log.json").write_text("{", encoding="utf-8")
    assert send_kept(tmp_path, api, FakeClock(START)) == 0
    assert len(list(tmp_path.iterdir())) == 1


def test_a_folder_that_cannot_be_written_loses_the_log_and_not_the_call(
    place: Place, api: Answering, tmp_path: Path
) -> None:
    """The end of a call raises nothing."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    api.spoil = logs(*[None] * TRIES)
    talk = place(log_folder=tmp_path / "file" / "logs")
    talk.layer.hang_up("caller", "hung up", [])
    assert talk.layer.log == "lost"


def test_a_done_write_stays_done_when_the_log_fails(talk: Talk, api: Answering) -> None:
    """Bookkeeping that goes wrong never turns what was written into a failure."""
    handled = talk.book()
    api.spoil = logs(*[None] * TRIES)
    talk.say()
    talk.layer.hang_up("caller", "hung up", talk.said)
    assert handled.outcome == "ok" and len(api.written) == 1 and talk.layer.log == "lost"


def test_flags_tell_what_a_person_has_to_look_at(talk: Talk, api: Answering) -> None:
    """An emergency, and an identity that did not stand."""
    assert talk.hear("I have chest pain") is not None
    talk.layer.hang_up("agent", "handed off", talk.said)
    assert api.logs[0]["flags"] == {"human_review": True, "emergency": True, "identity": False}


def test_the_last_line_before_a_hang_up_is_in_the_log(talk: Talk, api: Answering) -> None:
    """Silent lines too: the practice takes no empty ones."""
    talk.layer.hang_up("caller", "hung up", ["caller: hello?", "", "caller: bye"])
    assert api.logs[0]["transcript"] == ["caller: hello?", "(silence)", "caller: bye"]
