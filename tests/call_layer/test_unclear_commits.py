"""What becomes of a commit that is busy, refused, or of which nobody knows."""

import pytest

from fake_api.practice.wire import Answer, NoAnswer, Request
from lab.call_layer.executor import BUSY
from tests.call_layer.answering import BORN, NAME, PATIENT, Act, Answering, Spoil, no
from tests.call_layer.conftest import Place, Talk

COMMIT = "inbound/commit"


def commits(*answers: Answer | None, happen: bool) -> Spoil:
    """Spoils commits in turn, of which each happened or did not; none is no answer; after the last all go well."""
    rest = list(answers)

    def spoil(request: Request, act: Act) -> Answer:
        if request.endpoint != COMMIT or not rest:
            return act()
        if happen:
            act()
        spoilt = rest.pop(0)
        if spoilt is None:
            raise NoAnswer("timeout")
        return spoilt

    return spoil


UNCLEAR: dict[str, Answer | None] = {
    "no answer": None,
    "a gateway's time-out": Answer(504, "upstream timed out"),
    "a gateway's page": Answer(502, "<html>"),
    "no envelope": Answer(200, ""),
    "a sign-in page": Answer(200, "<!doctype html>"),
    "an envelope without a result": Answer(200, {"ok": True}),
    "a result that is none": Answer(200, {"ok": True, "result": "fine"}),
    "something else written": Answer(200, {"ok": True, "result": {"kind": "cancel", "written": {}}}),
    "a server's fault": Answer(500, {"ok": False, "error": {"code": "OOPS", "message": ""}}),
    "an envelope that says nothing": Answer(200, {"ok": None}),
    "a list": Answer(200, []),
}


@pytest.mark.parametrize("code", sorted(BUSY))
def test_a_busy_commit_is_sent_once_more_with_the_same_token(code: str, talk: Talk, api: Answering) -> None:
    """After half a second, and nothing in it has changed."""
    api.spoil = commits(no(503, code), happen=False)
    before = talk.clock.now()
    assert talk.book().outcome == "ok"
    first, second = api.sent(COMMIT)
    assert first == second and (talk.clock.now() - before).total_seconds() == 0.5
    assert len(api.written) == 1


def test_a_commit_that_is_busy_twice_is_read_aloud_again(talk: Talk, api: Answering) -> None:
    """Nothing was written; its yes is spent, and the next one sends the same quote."""
    api.spoil = commits(no(503, "BUSY"), no(503, "SLOT_BUSY"), happen=False)
    handled = talk.book()
    assert (handled.outcome, handled.reason, talk.layer.step) == ("rejected", "BUSY", "CONFIRM")
    assert talk.do("commit").refusal is not None
    assert talk.say().endswith("Shall I book that?")
    talk.hear("yes")
    assert talk.do("commit").outcome == "ok"
    assert len(api.sent(COMMIT)) == 3 and len(api.written) == 1


@pytest.mark.parametrize("code", ["SLOT_TAKEN", "QUOTE_EXPIRED", "SAME_TIME", "NOT_BUILDABLE", "STATUS_NOT_BOOKED"])
def test_a_rejection_is_never_resent(code: str, talk: Talk, api: Answering) -> None:
    """The same request would get the same answer."""
    api.spoil = commits(no(409, code, "opening_id"), happen=False)
    handled = talk.book()
    assert (handled.outcome, handled.reason) == ("rejected", code)
    assert len(api.sent(COMMIT)) == 1
    assert talk.do("commit").outcome == "refused" and len(api.sent(COMMIT)) == 1


@pytest.mark.parametrize("fault", UNCLEAR)
def test_an_unclear_commit_that_happened_is_found_and_told(fault: str, talk: Talk, api: Answering) -> None:
    """The brief is read once; what stands there was written, and that is what the caller hears."""
    api.spoil = commits(UNCLEAR[fault], happen=True)
    briefs = len(api.sent("inbound/brief"))
    handled = talk.book()
    assert handled.outcome == "ok" and handled.spoken.startswith("You're booked for")
    assert len(api.sent(COMMIT)) == 1 and len(api.sent("inbound/brief")) == briefs + 2


@pytest.mark.parametrize("fault", UNCLEAR)
def test_an_unclear_commit_that_is_not_found_locks_the_patient(fault: str, talk: Talk, api: Answering) -> None:
    """The caller hears the truth, and nothing more is quoted or committed for them in this call."""
    api.spoil = commits(UNCLEAR[fault], happen=False)
    handled = talk.book()
    assert handled.outcome == "timeout" and handled.whole
    assert talk.say("You are booked.") == handled.spoken and "could not confirm" in handled.spoken
    talk.hear("then cancel my other visit")
    talk.do("choose_task", task="cancel")
    talk.do("list_visits")
    refusal = talk.do("quote_cancel", visit="VISIT-SEP16-1000-REYES").refusal
    assert refusal is not None and refusal.code == "PATIENT_LOCKED"
    assert len(api.sent(COMMIT)) == 1 and len(api.sent("inbound/quote")) == 1


def test_an_unclear_commit_becomes_a_task_for_the_staff(talk: Talk, api: Answering) -> None:
    """The log says what has to be checked, in words, and that a person has to look."""
    api.spoil = commits(None, happen=False)
    talk.book()
    talk.layer.hang_up("caller", "hung up", [])
    (log,) = api.logs
    assert "Tuesday 15 September at 9:00 a.m." in log["transcript"][-1] and log["flags"]["human_review"]


def test_an_answer_that_comes_too_late_counts_as_none(talk: Talk, api: Answering) -> None:
    """A commit that took longer than its time is not believed, but looked for."""

    def slowly(request: Request, act: Act) -> Answer:
        if request.endpoint == COMMIT:
            talk.clock.sleep(11)
        return act()

    api.spoil = slowly
    handled = talk.book()
    assert [sent.outcome for sent in handled.sent] == ["too late", "ok"]
    assert handled.outcome == "ok" and len(api.written) == 1


def test_the_same_token_used_already_is_looked_for(talk: Talk, api: Answering) -> None:
    """The practice says that it was written: it is, and the caller hears so."""
    api.spoil = commits(no(409, "QUOTE_USED"), happen=True)
    assert talk.book().spoken.startswith("You're booked for")


def test_a_read_that_fails_is_told_and_writes_nothing(talk: Talk, api: Answering) -> None:
    """No answer to a look-up is the practice out of reach, not an empty list."""

    def silent(request: Request, act: Act) -> Answer:
        if request.endpoint == "inbound/lookup":
            raise NoAnswer("timeout")
        return act()

    api.spoil = silent
    talk.hear("Jamie Fox, it's for me")
    talk.do("note_caller", caller_name=NAME, calling_for="self")
    talk.hear("April 3rd, 1985")
    handled = talk.do("find_patient", name=NAME, date_of_birth=BORN)
    assert handled.result["code"] == "UNREACHABLE" and talk.layer.step == "FIND_PATIENT"


def test_the_answer_of_another_patients_quote_is_not_believed(place: Place, api: Answering) -> None:
    """A quote that would write on another chart is none."""

    def mixed(request: Request, act: Act) -> Answer:
        answer = act()
        if request.endpoint == "inbound/quote":
            answer.body["result"]["writes"]["account_number"] = "A-66666"
        return answer

    api.spoil = mixed
    talk = place()
    talk.identify()
    talk.hear("a checkup")
    talk.do("choose_task", task="book")
    talk.do("find_openings", reason="checkup")
    talk.say("Tuesday at nine?")
    talk.hear("Tuesday at nine")
    assert talk.do("quote_booking", opening="SEP15-0900-REYES", reason="checkup").outcome == "timeout"
    assert talk.layer.step == "BOOK" and talk.do("commit").outcome == "refused"
    assert PATIENT not in str(talk.handled[-1].result)
