"""What only code carries is never shown: no token and no id in a schema, a result, a prompt or a transcript."""

import json
import re
from typing import Any

import pytest

from fake_api.practice.wire import Request
from lab.middleware.tokens import FIELDS
from lab.middleware.tools import TOOLS
from tests.middleware.conftest import Call, Place

_UNSPEAKABLE = ("patientId", "patient_id", "bookingToken", "cancellationToken", "columnId", "column_id", "token")
_LOOKS_LIKE_A_TOKEN = re.compile(r"[\w-]+\.eyJ[\w-]+")


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_no_schema_asks_for_what_a_person_cannot_check(tool: Any) -> None:
    """No tool takes an id or a token, nor any field of the token's that is not for the ear."""
    schema = json.dumps(tool.to_wire()).casefold()
    hidden = {field.name for field in FIELDS if not field.by_ear and field.name not in ("v",)}
    for word in (*_UNSPEAKABLE, *hidden):
        assert f'"{word.casefold()}"' not in schema


def test_no_result_shows_a_token_or_an_id(place: Place) -> None:
    """A whole call, every tool and many refusals: the texts the model saw hold none of what code carried."""
    call = place("write-timeout-done", patient="Jamie Rivera")
    seen, carried = [], set()
    do = call.do

    def watched(tool: str, **arguments: Any) -> Any:
        result = do(tool, **arguments)
        seen.append(f"{result.code} {result.text} {getattr(result, 'sentence', '')}")
        carried.update(call.desk.offers.tokens.values())
        return result

    call.do = watched  # type: ignore[method-assign]
    call.do("find_openings", reason="sick_visit", office="North")
    call.do("book", reference="nonsense")
    call.carry_out("book", reference="SEP15-0900-REYES")
    (visit, _) = call.do("list_visits").references
    call.do("find_openings", reason="sick_visit", office="North")
    call.carry_out("reschedule", visit=visit, reference="SEP17-1000-REYES")
    (visit, *_) = call.do("list_visits").references
    call.do("cancel", visit=visit)
    transcript = "\n".join(seen)
    assert len(carried) >= 2
    assert not _LOOKS_LIKE_A_TOKEN.search(transcript)
    ids = (*carried, "50211", "1207", "1208", "1231", "1010", *_UNSPEAKABLE)
    assert [word for word in ids if word in transcript] == []


def test_the_search_for_tokens_finds_one(call: Call) -> None:
    """The pattern used here really is what a token looks like."""
    call.desk.offers.find("SEP15-0900-REYES")
    (token,) = call.desk.offers.tokens.values()
    assert _LOOKS_LIKE_A_TOKEN.search(token)


def test_no_request_carries_a_token_either(call: Call) -> None:
    """The token stays on our side: the record system gets its raw arguments."""
    call.carry_out("book", reference="SEP15-0900-REYES")
    sent = json.dumps([exchange.arguments for layers in call.desk.layers for exchange in layers.sent])
    assert not _LOOKS_LIKE_A_TOKEN.search(sent)
    assert Request("create", {}).endpoint in [e.endpoint for layers in call.desk.layers for e in layers.sent]
