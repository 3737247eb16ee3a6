"""Whatever the practice answers, and whatever it leaves out: nothing raises, and nothing false is said."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fake_api.clock import FakeClock
from fake_api.practice.wire import Answer, NoAnswer, Request
from lab.call_layer.layer import CallLayer
from tests.call_layer.answering import Act, Answering, no
from tests.call_layer.conftest import START, Place, Talk

ENDPOINTS = (
    "hub/offices",
    "hub/providers",
    "hub/route_patient",
    "hub/availability",
    "inbound/lookup",
    "inbound/brief",
    "inbound/quote",
    "inbound/commit",
    "inbound/call/log",
)
LEAVES = st.none() | st.booleans() | st.integers() | st.text(max_size=6) | st.sampled_from([float("inf"), "2026-09-15"])
JSON = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner))
BODIES = JSON | st.builds(lambda result: {"ok": True, "result": result}, JSON)
BODIES |= st.builds(lambda code: {"ok": False, "error": {"code": code}}, JSON) | st.just({"ok": False, "error": None})
ANSWERS = st.builds(Answer, st.sampled_from([200, 200, 400, 404, 409, 429, 500, 503, 504]), BODIES) | st.none()


def talk_with(api: Answering) -> Talk:
    clock = FakeClock(START)
    return Talk(CallLayer(api, clock, call_id="call-1"), clock)


def run(talk: Talk) -> None:
    """The tools of a booking one after the other, come what may."""
    talk.greet()
    talk.hear("April 3rd, 1985")
    talk.do("find_patient", name="Jamie Fox", date_of_birth="1985-04-03")
    talk.say()
    talk.hear("a checkup, or to cancel the one on Wednesday")
    talk.do("choose_task", task="book")
    talk.do("list_visits")
    talk.do("find_openings", reason="checkup")
    talk.say("Tuesday at nine?")
    talk.hear("Tuesday at nine")
    talk.do("quote_booking", opening="SEP15-0900-REYES", reason="checkup")
    talk.say()
    talk.hear("yes")
    talk.do("commit")
    talk.say("You're booked.")
    talk.layer.hang_up("caller", "hung up", talk.said)


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(st.dictionaries(st.sampled_from(ENDPOINTS), st.lists(ANSWERS, min_size=1, max_size=4), max_size=3))
def test_nothing_that_comes_back_raises(spoilt: dict[str, list[Any]]) -> None:
    """Garbage, half an answer, the wrong kind of value, or none, at any endpoint."""
    rest = {endpoint: list(answers) for endpoint, answers in spoilt.items()}

    def spoil(request: Request, act: Act) -> Answer:
        if not rest.get(request.endpoint):
            return act()
        answer = rest[request.endpoint].pop(0)
        if answer is None:
            raise NoAnswer("timeout")
        return answer  # type: ignore[no-any-return]

    api = Answering(spoil)
    talk = talk_with(api)
    run(talk)
    said = " ".join(line for line in talk.said if line.startswith("agent: "))
    assert "You're booked for" not in said or len(api.written) == 1


def test_a_doctor_whom_nobody_knows_is_not_offered(talk: Talk, api: Answering) -> None:
    """An opening of somebody who is on no list can't be told to a caller."""

    def strange(request: Request, act: Act) -> Answer:
        answer = act()
        if request.endpoint == "hub/availability":
            answer.body["result"]["openings"][0]["provider_id"] = 4711
        return answer

    api.spoil = strange
    talk.look()
    listed = [row["opening"] for row in talk.handled[-1].result["openings"]]
    assert listed and "SEP15-0900-REYES" not in listed


@pytest.mark.parametrize("code", ["BAD_INPUT", "NOT_FOUND", "SOMETHING_NEW"])
def test_a_no_that_nobody_has_heard_of_leads_back_to_the_task(code: str, talk: Talk, api: Answering) -> None:
    """The flow is not left at a read-back that is no longer there."""
    api.spoil = lambda request, act: no(400, code, "x") if request.endpoint == "inbound/commit" else act()
    assert talk.book().reason == code
    assert talk.layer.step == "BOOK" and talk.do("commit").outcome == "refused"


def test_a_search_that_fails_ends_the_read_back_that_it_was_to_replace(talk: Talk, api: Answering) -> None:
    """Who asked for another time has not said yes to the one before."""
    talk.choose()
    api.spoil = lambda request, act: no(503, "BUSY") if request.endpoint == "hub/availability" else act()
    talk.do("find_openings", reason="checkup", first_day="2026-09-21")
    assert talk.layer.step == "BOOK"
    talk.hear("yes")
    assert talk.do("commit").outcome == "refused" and api.written == []


def test_a_new_patient_of_whom_nobody_knows_is_not_put_on_file_again(place: Place, api: Answering) -> None:
    """A lost answer to a first entry, and a second try in the same call."""
    sent = []

    def lost(request: Request, act: Act) -> Answer:
        if request.endpoint == "inbound/commit":
            sent.append(request)
            raise NoAnswer("timeout")
        return act()

    api.spoil = lost
    talk = place()
    talk.greet("Kit Vale, it's for me", caller_name="Kit Vale")
    for _ in range(2):
        talk.do("choose_task", task="new_patient")
        talk.hear("March 4th, 1985")
        talk.say("And your phone number?")
        talk.hear("212 555 0199")
        handled = talk.do("quote_new_patient", name="Kit Vale", date_of_birth="1985-03-04", phone="212-555-0199")
        talk.say()
        talk.hear("yes")
        talk.do("commit")
        talk.say()
    assert handled.refusal and handled.refusal.code == "PATIENT_LOCKED" and len(sent) == 1
