"""Whatever tools a model calls, in whatever order and with whatever arguments, and whatever the practice answers."""

import json
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fake_api.practice.trouble import OUTCOMES, Trouble, TroublePlan
from fake_api.practice.wire import Answer, Request
from fake_api.practice.world import load_world
from lab.call_layer.session import Quote
from lab.call_layer.tools import TOOLS
from lab.middleware.spoken import fold
from lab.protocol import Intent
from tests.call_layer.at_maple import Maple
from tests.call_layer.conftest import Talk

MAPLE = load_world("maple")
ID = re.compile(r"\bA-\d{3}|\bE-\d|call-1\b|917-555-0100")
DETAILS = ("OKAFOR", "SEP16-1000", "lisinopril", "Blood test", "2026-09-16")

KEYS = sorted({key for tool in TOOLS for key in (*tool.parameters["properties"], *tool.filled)})
WORDS = (
    "Jamie Rivera",
    "Daniel Kim",
    "1985-04-03",
    "April third 1985",
    "1988-01-20",
    "self",
    "someone_else",
    "book",
    "cancel",
    "reschedule",
    "new_patient",
    "refill",
    "payment",
    "message",
    "sick_visit",
    "checkup",
    "North",
    "Ana Reyes",
    "Okafor",
    "SEP15-0900-REYES",
    "SEP15-0930-REYES",
    "VISIT-SEP16-1000-REYES",
    "A-50211",
    "A-50218",
    "E-1",
    "lisinopril",
    "INV-2026-0077",
    "212-555-0142",
    "212 555 0150",
    "I feel better",
    "None",
    "",
)
SCALARS = st.sampled_from(WORDS) | st.integers(-5, 100) | st.booleans() | st.none() | st.text(max_size=8)
VALUES = SCALARS | st.lists(SCALARS, max_size=2) | st.dictionaries(st.text(max_size=4), SCALARS, max_size=2)
OBJECTS = st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=5) | st.dictionaries(st.text(max_size=5), VALUES)
RAW = OBJECTS | VALUES | OBJECTS.map(json.dumps)
RIGHT: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("note_caller", {"caller_name": "Jamie Rivera", "calling_for": "self"}),
    ("find_patient", {"name": "Jamie Rivera", "date_of_birth": "1985-04-03"}),
    ("find_patient", {"name": "Jamie Rivera", "date_of_birth": "1985-04-03", "phone": "212-555-0142"}),
    ("find_patient", {"name": "Daniel Kim", "date_of_birth": "1988-01-20"}),
    ("choose_task", {"task": "book"}),
    ("choose_task", {"task": "reschedule"}),
    ("choose_task", {"task": "cancel"}),
    ("choose_task", {"task": "refill"}),
    ("find_openings", {"reason": "sick_visit", "office": "North"}),
    ("find_openings", {"reason": "sick_visit", "office": "North", "doctor": "Ana Reyes"}),
    ("list_visits", {}),
    ("quote_booking", {"opening": "SEP15-0900-REYES", "reason": "sick_visit"}),
    ("quote_reschedule", {"visit": "VISIT-SEP16-1000-REYES", "opening": "SEP15-0900-REYES"}),
    ("quote_cancel", {"visit": "VISIT-SEP16-1000-REYES"}),
    ("request_refill", {"medication": "lisinopril", "quantity": 30, "days_of_supply": 30}),
    ("commit", {}),
    ("commit", {"confirmed": True, "token": "x", "account_number": "A-50218"}),
    ("leave_message", {"text": "please call back"}),
    ("list_visits", {"account_number": "A-50212"}),
    ("quote_booking", {"opening": "SEP15-0900-REYES", "reason": "sick_visit", "account_number": "A-50218"}),
)
LINES = (
    "Hi, this is Jamie Rivera, it's for me",
    "April third, 1985",
    "I'm sick and want to come to the North office",
    "Tuesday at nine with Dr. Ana Reyes",
    "cancel my visit on Wednesday",
    "thirty lisinopril for thirty days",
    "yes",
    "yes",
    "yes",
    "no",
    "no, at ten",
    "yes, but at three",
    "I guess",
    "",
    "it's for my father",
    "what was that?",
    "212 555 0142",
)
REPLIES = ("", "I have booked it for you.", "Which one?", "Tuesday 15 September at 9:00 a.m. with Dr. Ana Reyes.")

NOTED, FOUND, FOUND_BY_PHONE, OTHER = (("call", right) for right in RIGHT[:4])
TO_BOOK, TO_MOVE, TO_CANCEL, TO_REFILL = (("call", right) for right in RIGHT[4:8])
NORTH, WITH_ANA, VISITS, BOOK, MOVE, CANCEL, REFILL, COMMIT, COMMIT_MORE, MESSAGE = (
    ("call", right) for right in RIGHT[8:18]
)
YES, NOTHING = ("line", "yes"), ("reply", "")
WHO = (
    ("line", LINES[0]),
    NOTED,
    ("reply", "And your date of birth?"),
    ("line", LINES[1]),
    FOUND,
    ("reply", "What else?"),
)
ACTS = (
    (("line", LINES[2]), TO_BOOK, NORTH, ("reply", "When?"), ("line", LINES[3]), BOOK, NOTHING, YES, COMMIT, NOTHING),
    (("line", LINES[4]), TO_CANCEL, VISITS, CANCEL, NOTHING, YES, COMMIT, NOTHING),
    (("line", LINES[5]), TO_REFILL, REFILL, NOTHING, YES, COMMIT, NOTHING),
    (("line", LINES[2]), TO_MOVE, VISITS, NORTH, ("reply", "?"), ("line", LINES[3]), MOVE, NOTHING, YES, COMMIT),
)
anything = st.one_of(
    st.tuples(st.just("line"), st.sampled_from(LINES)),
    st.tuples(st.just("reply"), st.sampled_from(REPLIES)),
    st.tuples(st.just("call"), st.sampled_from(RIGHT)),
    st.sampled_from([COMMIT, COMMIT_MORE, YES]),
    st.tuples(st.just("call"), st.tuples(st.sampled_from([tool.name for tool in TOOLS]) | st.text(max_size=9), RAW)),
)


@st.composite
def calls(draw: st.DrawFn) -> list[Any]:
    """A call as it should go, with steps left out, put in and done twice at any place."""
    acts = draw(st.lists(st.sampled_from(ACTS), min_size=1, max_size=3))
    steps = [*WHO, *(step for act in acts for step in act)]
    for _ in range(draw(st.integers(0, 6))):
        at = draw(st.integers(0, len(steps) - 1))
        match draw(st.sampled_from(["out", "in", "twice"])):
            case "out" if len(steps) > 1:
                del steps[at]
            case "in":
                steps.insert(at, draw(anything))
            case _:
                steps.insert(at, steps[at])
    return steps


TROUBLES = st.builds(
    lambda tool, outcome, attempt, done: Trouble(
        tool,
        (attempt,),
        outcome=outcome,
        seconds=12.0 if outcome == "slow" else 0.0,
        committed=done and outcome in ("timeout", "dropped", "server_error", "empty", "html"),
    ),
    st.sampled_from(["inbound/commit", "inbound/commit", "inbound/quote", "inbound/brief", "inbound/lookup"]),
    st.sampled_from([outcome for outcome in OUTCOMES if outcome not in ("rejected",)]),
    st.integers(1, 3),
    st.booleans(),
)


class Watched:
    """The practice behind the layer, as an honest witness sees it: every commit, and whether it was allowed."""

    def __init__(self, maple: Maple) -> None:
        self.maple = maple
        self.talk: Talk | None = None
        self.allowed = False
        self.committed: list[tuple[str, bool]] = []
        self.waiting: Quote | None = None

    def __call__(self, request: Request) -> Answer:
        if request.endpoint == "inbound/commit":
            self.committed.append((str(request.arguments["token"]), self.allowed))
        return self.maple.api(request)


def play(steps: Any, troubles: list[Trouble]) -> tuple[Maple, Watched, Talk]:
    """One call; at each moment the witness knows, from lines alone, whether a commit would be allowed."""
    maple = Maple(MAPLE)
    watched = Watched(maple)
    talk = _call(maple, watched, troubles)
    sentence, read = "", False
    for kind, what in steps:
        match kind:
            case "line":
                talk.hear(what)
                heard = talk.layer._session.evidence.lines[-1].heard
                watched.allowed = read and heard.intent == Intent.YES
                if not watched.allowed and heard.intent not in (Intent.UNKNOWN, Intent.REPEAT):
                    sentence, read = "", False
            case "reply":
                said = talk.say(what)
                read, watched.allowed = bool(sentence) and fold(sentence) in fold(said), False
            case "call":
                name, raw = what
                before = len(watched.committed)
                handled = talk.layer.call(name, raw)
                talk.handled.append(handled)
                if handled.sentence:
                    sentence, read, watched.allowed = handled.sentence, False, False
                if len(watched.committed) > before:
                    watched.allowed = False
    return maple, watched, talk


def _call(maple: Maple, watched: Watched, troubles: list[Trouble]) -> Talk:
    api = maple.api
    maple.api = watched
    talk = maple.call(TroublePlan("drawn", troubles=tuple(troubles)))
    maple.api = api
    return talk


whatever = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


@whatever
@given(calls(), st.lists(TROUBLES, max_size=3))
def test_nothing_is_written_that_the_caller_did_not_hear_and_say_yes_to(steps: Any, troubles: list[Trouble]) -> None:
    """Every first commit of a quote follows a whole yes to its own sentence; a second is the same token when busy."""
    maple, watched, _ = play(steps, troubles)
    counted = Counter(token for token, _ in watched.committed)
    firsts = dict(reversed(watched.committed))
    assert all(firsts.values())
    written = maple.rows("SELECT token FROM quotes WHERE outcome = 'written'")
    assert {token for (token,) in written} <= counted.keys()


@whatever
@given(calls(), st.lists(TROUBLES, max_size=3))
def test_nothing_is_written_twice_nor_on_another_chart(steps: Any, troubles: list[Trouble]) -> None:
    """One row for a quote, and only for who was identified."""
    maple, _, talk = play(steps, troubles)
    starts = Counter((patient, starts) for patient, _, starts, status in maple.visits() if status == "booked")
    assert max(starts.values()) == 1
    served = {int(account[2:]) for account in talk.layer._session.accounts}
    assert {patient for patient, *_ in maple.new} <= served


@whatever
@given(calls())
def test_no_id_reaches_the_model(steps: Any) -> None:
    """Whatever it asks for: what the model wrote itself may come back in a refusal, and nothing else."""
    maple, _, talk = play(steps, [])
    told = json.dumps([_without_given(handled.result) for handled in talk.handled], default=str)
    assert not ID.search(told), ID.search(told)
    assert not ID.search(json.dumps(talk.said))
    for (token,) in maple.rows("SELECT token FROM quotes"):
        assert token not in told and token not in str(talk.said)


@whatever
@given(calls())
def test_no_detail_before_identity(steps: Any) -> None:
    """Until a look-up has found one person by what the caller said, nothing of anybody's file is told."""
    maple = Maple(MAPLE)
    talk = _call(maple, Watched(maple), [])
    for kind, what in steps:
        if talk.layer._session.patient:
            break
        if kind == "line":
            talk.hear(what)
        elif kind == "reply":
            talk.say(what)
        else:
            handled = talk.layer.call(*what)
            if not talk.layer._session.patient:
                told = json.dumps(_without_given(handled.result), default=str)
                assert not [detail for detail in DETAILS if detail in told]


@whatever
@given(st.text(max_size=12) | st.sampled_from([tool.name for tool in TOOLS]), RAW)
def test_nothing_that_a_model_writes_raises(name: str, raw: Any) -> None:
    """Hostile arguments are told, not raised; what is told is JSON."""
    maple = Maple(MAPLE)
    json.dumps(maple.call().layer.call(name, raw).result)


@pytest.mark.parametrize(
    "raw", [None, "", "None", "book", '"book"', "[]", "{", 7, True, [], [{}], {"a": {"b": []}}, b"x"]
)
def test_arguments_that_are_no_object_are_told(raw: object) -> None:
    """One clear word, no crash, and no request."""
    maple = Maple(MAPLE)
    handled = maple.call().layer.call("note_caller", raw)
    assert handled.refusal is not None and handled.sent == ()


def _without_given(result: Mapping[str, Any]) -> dict[str, Any]:
    """Without the model's own words, which it may be told back."""
    own = ("given", "text", "notes", "said", "read_back", "next", "suggestion")
    return {key: value for key, value in result.items() if key not in own}
