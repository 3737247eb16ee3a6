"""What went wrong for others with writes, ids, claims and logs, each as one small call here."""

import pytest

from fake_api.practice.wire import Answer, NoAnswer, Request
from tests.call_layer.answering import BORN, NAME, PATIENT, Act, Answering
from tests.call_layer.conftest import Place, Talk

COMMIT = "inbound/commit"


def test_one_changed_letter_of_an_id_touches_nobody(talk: Talk, api: Answering) -> None:
    """The model wrote an account of its own: code fills the right one, and the other is never asked for."""
    talk.look()
    talk.hear("Tuesday at nine")
    talk.do("quote_booking", opening="SEP15-0900-REYES", reason="checkup", account_number="A-50212")
    assert [sent["account_number"] for sent in api.sent("inbound/quote")] == [PATIENT]


def test_what_the_model_says_of_the_callers_yes_has_no_power(talk: Talk, api: Answering) -> None:
    """`confirmed` is the caller's to say; a key that means nothing is left out and noted."""
    talk.choose()
    handled = talk.do("commit", confirmed=True, description="be nice", reason="the caller agreed")
    assert handled.refusal and handled.refusal.code == "READ_BACK_REQUIRED" and api.written == []
    talk.hear("yes")
    handled = talk.do("commit", confirmed=True, description="be nice")
    assert handled.outcome == "ok" and any("confirmed" in note for note in handled.result["notes"])
    assert set(api.sent(COMMIT)[0]) == {"call_id", "token", "reason", "flags"}


def test_an_impatient_repeat_is_one_write(talk: Talk, api: Answering) -> None:
    """Two equal commits in one turn."""
    talk.book()
    talk.do("commit")
    assert len(api.written) == len(api.sent(COMMIT)) == 1


def test_of_two_quotes_in_one_turn_only_the_one_read_aloud_can_be_met(talk: Talk, api: Answering) -> None:
    """The first is gone when the second is made, and the yes is to the sentence that was said."""
    talk.look()
    talk.hear("Tuesday at nine")
    talk.do("quote_booking", opening="SEP15-0900-REYES", reason="checkup")
    talk.do("find_openings", reason="checkup")
    talk.do("quote_booking", opening="SEP15-0900-REYES", reason="checkup")
    assert talk.say().startswith("Tuesday 15 September at 9:00 a.m.")
    talk.hear("yes")
    assert talk.do("commit").outcome == "ok"
    assert [sent["token"] for sent in api.sent(COMMIT)] == ["token-2"]


def test_a_slow_commit_that_went_through_is_not_told_as_taken(talk: Talk, api: Answering) -> None:
    """The answer came after its time: one request, one row, and the caller hears that it stands."""

    def slow(request: Request, act: Act) -> Answer:
        answer = act()
        talk.clock.sleep(30 if request.endpoint == COMMIT else 0)
        return answer

    api.spoil = slow
    assert talk.book().outcome == "ok" and len(api.sent(COMMIT)) == 1


def test_a_broken_line_after_the_commit_is_no_crash_and_no_second_request(talk: Talk, api: Answering) -> None:
    """No status to read a method off: the outcome is unknown, and is looked for."""

    def broken(request: Request, act: Act) -> Answer:
        answer = act()
        if request.endpoint == COMMIT:
            raise NoAnswer("dropped")
        return answer

    api.spoil = broken
    assert talk.book().outcome == "ok" and len(api.sent(COMMIT)) == 1


def test_an_empty_list_is_an_answer(talk: Talk, api: Answering) -> None:
    """Nothing free is said in fixed words, and asked once."""

    def nothing(request: Request, act: Act) -> Answer:
        answer = act()
        if request.endpoint == "hub/availability":
            answer.body["result"]["openings"] = []
        return answer

    api.spoil = nothing
    talk.look()
    assert talk.handled[-1].spoken == "Nothing is free in those two weeks."
    assert len(api.sent("hub/availability")) == 1 and "quote_booking" not in [t.name for t in talk.layer.tools()]


@pytest.mark.parametrize(
    "line", ["no", "not yet", "I guess", "uh-huh", "yes, but at three", "", "that's not ok", "hmm"]
)
def test_anything_but_a_whole_yes_writes_nothing(line: str, talk: Talk, api: Answering) -> None:
    """Whatever the model makes of it."""
    talk.choose()
    talk.hear(line)
    talk.do("commit")
    assert api.written == []


@pytest.mark.parametrize(
    ("line", "written"), [("sí", 1), ("SÍ.", 1), ("si quiere a las tres", 0), ("no, está bien", 0)]
)
def test_a_spanish_yes_is_a_yes_and_a_condition_is_none(line: str, written: int, place: Place, api: Answering) -> None:
    """Accents and capitals make no difference; a condition does."""
    talk = place(language="es")
    talk.greet("Jamie Fox, es para mí")
    talk.hear("el 3 de abril de 1985")
    talk.do("find_patient", name=NAME, date_of_birth=BORN)
    talk.say("¿Qué desea?")
    talk.hear("un chequeo")
    talk.do("choose_task", task="book")
    talk.do("find_openings", reason="checkup")
    talk.say("¿El martes a las nueve?")
    talk.hear("el martes a las nueve")
    talk.do("quote_booking", opening="SEP15-0900-REYES", reason="checkup")
    assert talk.say().endswith("¿Lo reservo?")
    talk.hear(line)
    talk.do("commit")
    assert len(api.written) == written


def test_a_yes_before_the_read_back_is_complete_is_none(talk: Talk, api: Answering) -> None:
    """What was really said did not hold the sentence: the yes is to something else."""
    talk.look()
    talk.hear("Tuesday at nine")
    talk.do("quote_booking", opening="SEP15-0900-REYES", reason="checkup")
    talk.layer.agent_said("Tuesday 15 September at")
    talk.hear("yes")
    assert talk.do("commit").outcome == "refused" and api.written == []


def test_a_yes_to_another_question_is_none(talk: Talk, api: Answering) -> None:
    """The read-back has to be the last thing said."""
    talk.choose()
    talk.layer.agent_said("Shall I also cancel the other one?")
    talk.hear("yes")
    assert talk.do("commit").outcome == "refused" and api.written == []


@pytest.mark.parametrize(
    "claim", ["I've booked it for you.", "You're all set, your visit is booked!", "Su cita queda reservada."]
)
def test_a_claim_that_the_record_does_not_hold_is_replaced_and_noted(claim: str, talk: Talk) -> None:
    """ "Booked" is speakable only after a booking was written."""
    talk.identify()
    reply = talk.layer.finish(claim)
    assert reply.text == "I have not done that. Nothing has been written since we last confirmed something."
    assert reply.notes


def test_whoever_it_is_for_is_in_the_write(place: Place, api: Answering) -> None:
    """The mother gives her own name first: the visit is quoted for the patient, and she is only the caller."""
    talk = place()
    talk.greet("Ana Fox here, I'm calling for Jamie Fox", caller_name="Ana Fox", calling_for="someone_else")
    talk.hear("Jamie Fox, born April 3rd, 1985")
    talk.do("find_patient", name=NAME, date_of_birth=BORN)
    talk.say("What for?")
    talk.hear("a checkup")
    talk.do("choose_task", task="book")
    talk.do("find_openings", reason="checkup")
    talk.say("Tuesday at nine?")
    talk.hear("Tuesday at nine")
    handled = talk.do("quote_booking", opening="SEP15-0900-REYES", reason="checkup")
    assert "for Jamie Fox" in handled.spoken and "Ana Fox" not in handled.spoken


def test_a_caller_who_hangs_up_at_the_read_back_has_agreed_to_nothing(talk: Talk, api: Answering) -> None:
    """No write, and a log."""
    talk.choose()
    talk.hear("goodbye")
    talk.do("commit")
    talk.layer.hang_up("caller", "hung up", talk.said)
    assert api.written == [] and len(api.logs) == 1 and talk.layer.step == "DONE"


def test_a_line_that_may_not_wait_goes_first_from_any_step(talk: Talk, api: Answering) -> None:
    """At the read-back too: nothing is written, and the call is a person's."""
    talk.choose()
    urgent = talk.hear("yes, but I have chest pain")
    assert urgent and talk.layer.step == "HANDOFF" and talk.layer.tools() == ()
    assert talk.do("commit").outcome == "refused" and api.written == []


def test_a_yes_that_names_the_act_ends_no_call(talk: Talk, api: Answering) -> None:
    """ "Yes, cancel it" to a cancellation takes no leave: what was read aloud is asked once more, and a yes does it."""
    talk.identify()
    talk.hear("cancel my visit")
    talk.do("choose_task", task="cancel")
    talk.do("list_visits")
    talk.do("quote_cancel", visit="VISIT-SEP16-1000-REYES")
    talk.say()
    talk.hear("yes, cancel it")
    assert talk.layer.step == "CONFIRM" and talk.say().endswith("would be cancelled. Shall I do that?")
    talk.hear("yes")
    assert talk.do("commit").outcome == "ok"


def test_a_denied_pain_is_none(talk: Talk) -> None:
    """The call goes on."""
    assert talk.hear("I don't have chest pain, I just need a checkup") is None


def test_an_emergency_that_the_model_asks_for_twice_passes(talk: Talk) -> None:
    """It is held once, where the caller only said yes to a read-back."""
    talk.choose()
    talk.hear("yes")
    assert talk.do("transfer", reason="emergency", emergency=True).reason == "EMERGENCY_HELD"
    assert talk.do("transfer", reason="emergency", emergency=True).outcome == "ok"
    assert talk.layer.step == "HANDOFF"


def test_a_caller_number_only_orders(place: Place, api: Answering) -> None:
    """It goes along with a look-up, and finds nobody by itself."""
    talk = place(caller_phone="212-555-0142")
    talk.greet()
    talk.do("find_patient", name=NAME, date_of_birth=BORN)
    assert api.sent("inbound/lookup") == []
    talk.hear("April 3rd, 1985")
    talk.do("find_patient", name=NAME, date_of_birth=BORN)
    assert api.sent("inbound/lookup")[0]["caller_phone"] == "212-555-0142"
