"""A booking from the first word to the log, and the ways in which it does not come about."""

from fake_api.practice.wire import Answer, NoAnswer, Request
from tests.call_layer.answering import PATIENT, Answering
from tests.call_layer.conftest import Place, Talk


def test_a_booking_goes_quote_read_back_yes_commit(talk: Talk, api: Answering) -> None:
    """What is written is what was read aloud, and the fixed line alone tells of it."""
    handled = talk.book()
    assert [row["starts"] for row in api.written] == ["2026-09-15T09:00:00-04:00"]
    assert handled.whole and talk.say("I have booked ten visits.") == handled.spoken
    assert handled.spoken.startswith("You're booked for Tuesday 15 September at 9:00 a.m. with Dr. Ana Reyes")
    assert talk.layer.step == "CHOOSE_TASK"


def test_a_commit_without_a_yes_is_refused(talk: Talk, api: Answering) -> None:
    """A model that commits before the caller answers writes nothing."""
    talk.choose()
    assert talk.do("commit").refusal is not None
    assert api.written == []


def test_a_yes_is_spent_by_one_commit(talk: Talk, api: Answering) -> None:
    """Two commits in one turn are one write."""
    talk.book()
    assert talk.do("commit").outcome == "refused"
    assert len(api.written) == 1


def test_every_call_is_logged_once(talk: Talk, api: Answering) -> None:
    """The log holds the lines and the accounts; a second hang-up adds nothing."""
    talk.book()
    talk.say()
    talk.layer.hang_up("caller", "hung up", talk.said)
    talk.layer.hang_up("caller", "hung up", talk.said)
    (log,) = api.logs
    assert log["accounts"] == [PATIENT] and log["transcript"] == talk.said


def test_what_went_well_at_last_is_not_called_out_of_reach(place: Place, api: Answering) -> None:
    """A model that looks again at once, and is answered, has nothing to excuse."""
    failed: list[str] = []

    def first_fails(request: Request) -> Answer:
        if request.endpoint == "hub/availability" and not failed:
            failed.append(request.endpoint)
            raise NoAnswer("timed out")
        return api(request)

    talk = place(api=first_fails)
    talk.identify()
    talk.hear("I need a checkup")
    talk.do("choose_task", task="book")
    assert [talk.do("find_openings", reason="checkup").outcome for _ in range(2)] == ["timeout", "ok"]
    assert talk.say("Tuesday at nine?") == "Tuesday at nine?"
