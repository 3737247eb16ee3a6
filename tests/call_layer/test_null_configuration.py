"""The legacy path: whatever the model writes goes out as it is, and what comes back is what it is told."""

from fake_api.practice.wire import NoAnswer, Request
from lab.call_layer.configuration import SWITCHES
from lab.call_layer.tools import TOOLS
from tests.call_layer.answering import PATIENT, Act, Answering
from tests.call_layer.conftest import Place, Talk


def legacy(place: Place) -> Talk:
    return place(*SWITCHES)


def test_every_tool_is_there_at_every_moment(place: Place) -> None:
    """Before anybody has said who they are."""
    assert {tool.name for tool in legacy(place).layer.tools()} == {tool.name for tool in TOOLS}


def test_a_commit_goes_out_without_a_yes(place: Place, api: Answering) -> None:
    """With the model's own token, for the model's own account, and nobody was asked."""
    talk = legacy(place)
    quoted = talk.do("quote_booking", account_number=PATIENT, opening_id="O:2026-09-15T09:00:00-04:00", reason="x")
    assert quoted.sentence.endswith("Shall I book that?") and quoted.spoken == ""
    handled = talk.do("commit", token=quoted.result["result"]["token"], reason="x", flags={})
    assert handled.outcome == "ok" and handled.quote == quoted.quote and len(api.written) == 1
    assert talk.say("Done!") == "Done!"


def test_what_the_model_invents_is_asked_for(place: Place, api: Answering) -> None:
    """An account that nobody has found."""
    legacy(place).do("list_visits", account_number="A-66666")
    assert [sent["account_number"] for sent in api.sent("inbound/brief")] == ["A-66666"]


def test_a_commit_without_an_answer_is_a_time_out_and_no_more(place: Place, api: Answering) -> None:
    """Nothing is looked for and nothing is locked: the model may send it again, and it does happen twice."""

    def silent(request: Request, act: Act) -> object:
        answer = act()
        if request.endpoint == "inbound/commit" and len(api.written) == 1:
            raise NoAnswer("timeout")
        return answer

    api.spoil = silent  # type: ignore[assignment]
    talk = legacy(place)
    quoted = talk.do("quote_cancel", account_number=PATIENT, encounter_id="E-70031")
    token = quoted.result["result"]["token"]
    assert talk.do("commit", token=token, reason="", flags={}).outcome == "timeout"
    assert talk.do("commit", token=token, reason="", flags={}).outcome == "ok"
    assert len(api.written) == 2


def test_arguments_that_are_none_go_out_too(place: Place, api: Answering) -> None:
    """Nothing that a model writes raises, on this path either."""
    talk = legacy(place)
    assert talk.layer.call("note_caller", "None").outcome == "ok"
    assert talk.layer.call("no_such_tool", {}).outcome == "refused"
    talk.layer.call("find_patient", ["Jamie"])
    assert api.sent("inbound/lookup") == [{"call_id": "call-1", "arguments": ["Jamie"]}]


def test_no_log_is_written(place: Place, api: Answering) -> None:
    """Nobody writes down what happened."""
    legacy(place).layer.hang_up("caller", "hung up", [])
    assert api.logs == []
