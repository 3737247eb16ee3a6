"""Code fills the ids: none of them is in a schema, a line of guidance, a result, a spoken line or a transcript."""

import json
import re

import pytest

from lab.call_layer.flows import load_flows
from lab.call_layer.legacy import LEGACY_TOOLS
from lab.call_layer.spoken import FILE
from lab.call_layer.tools import HIDDEN, TOOLS
from tests.call_layer.answering import Answering
from tests.call_layer.conftest import Place, Talk

PHONE_OF_THE_LINE = "917-555-0100"
ID = re.compile(r"\bA-\d|\bE-\d|\btoken-\d|\bO:2026|call-1\b|917-555-0100|917.?555")


def shown(talk: Talk) -> str:
    """Everything that the model and the caller got to see of a call."""
    told = [{"told": handled.result, "spoken": handled.spoken, "words": handled.words} for handled in talk.handled]
    return json.dumps([told, talk.said, talk.layer.guidance()], default=str, ensure_ascii=False)


def test_no_schema_asks_for_an_id() -> None:
    """A model can't write what it is not asked for."""
    schemas = json.dumps([dict(tool.parameters) for tool in TOOLS])
    assert not [key for key in HIDDEN if key in schemas]
    assert not [key for tool in TOOLS for key in tool.filled if key in tool.parameters["properties"]]


def test_no_line_of_guidance_or_speech_names_one() -> None:
    """Nor do the files that people edit."""
    flows = load_flows()
    lines = [say.next for step in flows.step for say in step.say] + [go.next for go in flows.always]
    text = " ".join(lines) + FILE.read_text(encoding="utf-8")
    assert not [key for key in HIDDEN if key in text]


def test_every_id_that_is_filled_is_named_so_that_a_reader_knows() -> None:
    """What code writes for a tool is declared beside it."""
    declared = {key for tool in TOOLS for key in tool.filled}
    assert {"account_number", "call_id", "caller_phone", "encounter_id", "opening_id", "token"} <= declared


@pytest.mark.parametrize("references", ["projection", "counter"])
def test_a_whole_call_shows_none(references: str, place: Place, api: Answering) -> None:
    """Booked, moved, cancelled: every result, refusal, spoken line and line of the transcript is searched."""
    talk = place(references=references, caller_phone=PHONE_OF_THE_LINE)
    talk.look()
    opening = talk.handled[-1].result["openings"][0]["opening"]
    talk.hear("Tuesday at nine")
    talk.do("quote_booking", opening=opening, reason="checkup")
    talk.say()
    talk.do("commit")
    talk.hear("yes")
    talk.do("commit", account_number="A-66666", token="token-1")
    talk.say()
    talk.hear("cancel the one on Wednesday")
    talk.do("choose_task", task="cancel")
    visits = talk.do("list_visits").result["visits"]
    wednesday = next(row["visit"] for row in visits if "Wednesday" in row["day"])
    talk.do("quote_cancel", visit=wednesday)
    talk.say()
    talk.hear("yes")
    assert talk.do("commit").outcome == "ok"
    talk.say()
    talk.do("find_openings", office="nowhere", reason="checkup")
    assert len(api.written) == 2 and PHONE_OF_THE_LINE in str(api.sent("inbound/lookup"))
    assert not ID.search(shown(talk))


def test_nothing_of_a_refused_request_shows_one(talk: Talk, api: Answering) -> None:
    """The practice's own words of a refusal, which may name an id, are not passed on."""
    talk.look()
    talk.hear("Tuesday at nine")
    talk.do("quote_booking", opening="E-70031", reason="checkup")
    talk.do("quote_booking", opening="SEP15-0900-REYES-7", reason="checkup")
    assert not re.search(r"\bA-\d|\btoken-\d|\bO:2026", shown(talk))


def test_without_a_layer_every_id_is_the_models_to_write() -> None:
    """The null configuration is the other way round, and so can be compared."""
    schemas = {tool.name: tool.parameters["properties"] for tool in LEGACY_TOOLS}
    assert {"account_number", "opening_id"} <= schemas["quote_booking"].keys()
    assert {"token", "flags"} <= schemas["commit"].keys()
    assert "opening" not in schemas["quote_booking"] and not any(tool.filled for tool in LEGACY_TOOLS)
