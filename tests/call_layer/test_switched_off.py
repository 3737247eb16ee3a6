"""Every step and every check of the layer is there for something: with it the proof holds, without it it does not."""

from collections.abc import Callable
from pathlib import Path

import pytest

from fake_api.practice.wire import Answer, NoAnswer, Request
from lab.call_layer.arguments.review import FILE
from lab.call_layer.configuration import NULL, SWITCHES, Configuration
from tests.call_layer.answering import BORN, NAME, PATIENT, Act, Answering, no
from tests.call_layer.conftest import Place, Talk

Proof = Callable[[Talk, Answering], None]
COMMIT = "inbound/commit"


def flows(talk: Talk, api: Answering) -> None:
    """At the first step there is no tool but to note the caller, and the way out."""
    assert [tool.name for tool in talk.layer.tools()] == ["note_caller", "transfer"]


def normalise(talk: Talk, api: Answering) -> None:
    """A date of birth in words goes out as the practice wants it."""
    talk.greet()
    talk.hear("April 3rd, 1985")
    talk.do("find_patient", name=NAME, date_of_birth="April 3rd, 1985")
    assert [sent["date_of_birth"] for sent in api.sent("inbound/lookup")] == [BORN]


def schema(talk: Talk, api: Answering) -> None:
    """A reason longer than any is goes nowhere."""
    talk.look()
    talk.hear("Tuesday at nine")
    talk.do("quote_booking", opening="SEP15-0900-REYES", reason="checkup " * 20)
    assert api.sent("inbound/quote") == []


def checks(talk: Talk, api: Answering) -> None:
    """A commit that nobody said yes to writes nothing."""
    talk.choose()
    talk.do("commit")
    assert api.written == []


def verify_first(talk: Talk, api: Answering) -> None:
    """Once it turns out to be for somebody else, what was found stands for nobody."""
    talk.identify()
    talk.hear("actually it's for my father")
    assert talk.do("list_visits").reason == "VERIFY_FIRST"


def not_chosen(talk: Talk, api: Answering) -> None:
    """Three openings on Tuesday are not one."""
    talk.look()
    talk.hear("Tuesday, please")
    talk.do("quote_booking", opening="SEP15-0900-REYES", reason="checkup")
    assert api.sent("inbound/quote") == []


def birth_not_said(talk: Talk, api: Answering) -> None:
    """A date of birth that the model made up is asked for by that name."""
    talk.greet()
    talk.hear("I'd rather not say")
    assert talk.do("find_patient", name=NAME, date_of_birth="1985-04-04").reason == "DOB_NOT_FROM_CALLER"


def value_missing(talk: Talk, api: Answering) -> None:
    """A phone number that nobody said puts nobody on file."""
    talk.greet("Kit Vale, it's for me", caller_name="Kit Vale")
    talk.do("choose_task", task="new_patient")
    talk.hear("March 4th, 1985")
    talk.do("quote_new_patient", name="Kit Vale", date_of_birth="1985-03-04", phone="212-555-0199")
    assert api.sent("inbound/quote") == []


def not_authorized(talk: Talk, api: Answering) -> None:
    """Somebody whom the patient's file does not name hears of no visit."""
    talk.greet("this is Lou Gray, calling for Jamie Fox", caller_name="Lou Gray", calling_for="someone_else")
    talk.hear("Jamie Fox, born April 3rd, 1985")
    talk.do("find_patient", name=NAME, date_of_birth=BORN)
    talk.do("list_visits")
    assert len(api.sent("inbound/brief")) == 1


def not_denied(talk: Talk, api: Answering) -> None:
    """A mother whom the file allows is not turned away."""
    talk.greet("this is Ana Fox, calling for Jamie Fox", caller_name="Ana Fox", calling_for="someone_else")
    talk.hear("Jamie Fox, born April 3rd, 1985")
    talk.do("find_patient", name=NAME, date_of_birth=BORN)
    talk.do("transfer", reason="caller is not authorized to act for the patient")
    assert talk.layer.step == "CHOOSE_TASK"


def emergency_held(talk: Talk, api: Answering) -> None:
    """A yes to a read-back is no emergency."""
    talk.choose()
    talk.hear("yes")
    talk.do("transfer", reason="emergency", emergency=True)
    assert talk.layer.step == "CONFIRM"


def references(talk: Talk, api: Answering) -> None:
    """An opening that was never listed is not asked for."""
    talk.look()
    talk.hear("Tuesday at nine")
    talk.do("quote_booking", opening="SEP15-0930-REYES", reason="checkup")
    assert api.sent("inbound/quote") == []


def resolution(talk: Talk, api: Answering) -> None:
    """Of two doctors of one name nobody is guessed: the caller is asked."""
    talk.identify()
    talk.hear("a checkup with Doctor Reyes")
    talk.do("choose_task", task="book")
    assert "Ana" in talk.do("find_openings", reason="checkup", doctor="Reyes").spoken


def consistency(talk: Talk, api: Answering) -> None:
    """More than the refills that are left is not asked for."""
    talk.identify()
    talk.hear("ninety lisinopril for ninety days")
    talk.do("choose_task", task="refill")
    talk.do("request_refill", medication="lisinopril", quantity=90, days_of_supply=90)
    assert api.sent("inbound/quote") == []


def provenance(talk: Talk, api: Answering) -> None:
    """A number that nobody said is noted for a person to look at; it stops nothing."""
    talk.choose()
    talk.hear("yes")
    assert talk.do("commit", reason="4471-2291").outcome == "ok"
    folder = talk.log_folder
    assert folder and "4471-2291" in (folder / FILE).read_text(encoding="utf-8")


def fill(talk: Talk, api: Answering) -> None:
    """An account number that the model writes goes nowhere."""
    talk.identify()
    talk.do("list_visits", account_number="A-66666")
    assert {sent["account_number"] for sent in api.sent("inbound/brief")} == {PATIENT}


def limit(talk: Talk, api: Answering) -> None:
    """What comes after its time is not believed, but looked for."""

    def slowly(request: Request, act: Act) -> Answer:
        talk.clock.sleep(20 if request.endpoint == COMMIT else 0)
        return act()

    api.spoil = slowly
    assert [sent.outcome for sent in talk.book().sent] == ["too late", "ok"]


def busy_once(talk: Talk, api: Answering) -> None:
    """A practice that is busy for a moment is asked again."""
    busy = [no(503, "SLOT_BUSY")]
    api.spoil = lambda request, act: busy.pop() if request.endpoint == COMMIT and busy else act()
    assert talk.book().outcome == "ok"


def _unanswered(api: Answering, happens: bool) -> None:
    def silent(request: Request, act: Act) -> Answer:
        if request.endpoint != COMMIT:
            return act()
        if happens:
            act()
        raise NoAnswer("timeout")

    api.spoil = silent


def look_again(talk: Talk, api: Answering) -> None:
    """What was written and not answered is found, and told as it is."""
    _unanswered(api, happens=True)
    assert talk.book().spoken.startswith("You're booked")


def lock(talk: Talk, api: Answering) -> None:
    """Where nobody knows, nothing more is asked for."""
    _unanswered(api, happens=False)
    talk.book()
    talk.say()
    talk.hear("then cancel the one on Wednesday")
    talk.do("choose_task", task="cancel")
    talk.do("list_visits")
    talk.do("quote_cancel", visit="VISIT-SEP16-1000-REYES")
    assert len(api.sent("inbound/quote")) == 1


def spoken(talk: Talk, api: Answering) -> None:
    """What is said after a commit is what was written, whatever the model says."""
    talk.book()
    assert talk.say("All is well.").startswith("You're booked for Tuesday 15 September")


def claims(talk: Talk, api: Answering) -> None:
    """A claim that the record does not hold is not said."""
    talk.identify()
    assert "booked" not in talk.say("I have booked your visit.")


def triage(talk: Talk, api: Answering) -> None:
    """Chest pain does not wait."""
    assert talk.hear("I have chest pain") and talk.layer.step == "HANDOFF"


def call_log(talk: Talk, api: Answering) -> None:
    """A call leaves its log."""
    talk.layer.hang_up("caller", "hung up", [])
    assert len(api.logs) == 1


PROOFS: dict[str, Proof] = {
    "flows": flows,
    "normalise": normalise,
    "schema": schema,
    "checks": checks,
    "checks.VERIFY_FIRST": verify_first,
    "checks.CALLER_HAS_NOT_CHOSEN": not_chosen,
    "checks.READ_BACK_REQUIRED": checks,
    "checks.DOB_NOT_FROM_CALLER": birth_not_said,
    "checks.VALUE_MISSING": value_missing,
    "checks.NOT_AUTHORIZED": not_authorized,
    "checks.NOT_DENIED": not_denied,
    "checks.EMERGENCY_HELD": emergency_held,
    "references": references,
    "resolution": resolution,
    "consistency": consistency,
    "provenance": provenance,
    "fill": fill,
    "executor": look_again,
    "executor.limit": limit,
    "executor.retry": busy_once,
    "executor.look_again": look_again,
    "executor.lock": lock,
    "spoken": spoken,
    "claims": claims,
    "triage": triage,
    "call_log": call_log,
}


def test_every_switch_has_its_proof() -> None:
    """None is decoration."""
    assert PROOFS.keys() == SWITCHES.keys()


@pytest.mark.parametrize("name", PROOFS)
def test_with_it(name: str, place: Place, api: Answering, tmp_path: Path) -> None:
    """The proof holds of the whole layer."""
    PROOFS[name](place(log_folder=tmp_path), api)


@pytest.mark.parametrize("name", PROOFS)
def test_without_it(name: str, place: Place, api: Answering, tmp_path: Path) -> None:
    """The same proof fails as soon as this one is switched off, and nothing else is."""
    with pytest.raises((AssertionError, FileNotFoundError)):
        PROOFS[name](place(name, log_folder=tmp_path), api)


@pytest.mark.parametrize("name", [name for name in PROOFS if name != "flows"])
def test_nothing_of_it_is_left_in_the_null_configuration(name: str, api: Answering, tmp_path: Path) -> None:
    """Everything off is everything off."""
    assert not NULL.has(name) and NULL.is_null and not Configuration((name,)).is_null
