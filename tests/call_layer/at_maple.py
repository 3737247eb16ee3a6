"""Calls to Maple Street Medical itself: the layer over the inbound API, over the practice's own rows."""

from typing import Any

from fake_api.clock import FakeClock
from fake_api.practice.emr import Practice, open_practice
from fake_api.practice.failing import Failing
from fake_api.practice.inbound.api import open_inbound
from fake_api.practice.trouble import TroublePlan, load_trouble
from fake_api.practice.wire import Request, Transport
from fake_api.practice.world import World
from lab.call_layer.configuration import Configuration
from lab.call_layer.layer import CallLayer
from tests.call_layer.conftest import START, Talk

Row = dict[str, Any]


class Maple:
    """A practice, its clock, and what stands in its rows."""

    def __init__(self, world: World) -> None:
        self.clock = FakeClock(START)
        self.practice: Practice = open_practice(world, self.clock)
        self.api: Transport = open_inbound(self.practice, self.clock)
        self.before = self.visits()

    def call(self, plan: str | TroublePlan = "calm", language: str = "en", *off: str, call_id: str = "call-1") -> Talk:
        """A call to it, under a failure plan."""
        trouble = load_trouble(plan) if isinstance(plan, str) else plan
        api = Failing(self.api, trouble, self.clock)
        layer = CallLayer(api, self.clock, call_id=call_id, language=language, configuration=Configuration(off))
        return Talk(layer, self.clock, language)

    def visits(self) -> set[tuple[Any, ...]]:
        """Who is booked where, by the practice's own rows."""
        query = "SELECT patient_id, column_id, starts, status FROM appointments"
        return set(self.practice.store.all(query))

    @property
    def new(self) -> set[tuple[Any, ...]]:
        """The rows that were not there before."""
        return self.visits() - self.before

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        return list(self.practice.store.all(query))

    def ask(self, endpoint: str, **arguments: Any) -> Any:
        """Someone else at the practice asks for something."""
        answer = self.api(Request(endpoint, arguments, "front desk"))
        return answer.body.get("result", answer.body)


def identify(talk: Talk, name: str, born: str, birth_line: str) -> None:
    """A caller who calls for themselves is found."""
    talk.hear(f"Hi, this is {name}, it's for me")
    talk.do("note_caller", caller_name=name, calling_for="self")
    talk.say("And your date of birth?")
    talk.hear(birth_line)
    assert talk.do("find_patient", name=name, date_of_birth=born).result["code"] == "found"
    talk.say("What can I do for you?")


def as_jamie(talk: Talk) -> None:
    identify(talk, "Jamie Rivera", "1985-04-03", "April third, 1985")


def choose(talk: Talk, line: str, opening: str, **more: str) -> None:
    """The caller is sick, hears what is free at the north office, and chooses."""
    talk.hear("I'm sick and need to see someone at the North office")
    talk.do("choose_task", task="book")
    assert talk.do("find_openings", reason="sick_visit", office="North", **more).outcome == "ok"
    talk.say("Which time would suit you?")
    talk.hear(line)
    handled = talk.do("quote_booking", opening=opening, reason="sick_visit")
    assert handled.outcome == "ok", handled.result
    talk.say()


def consent(talk: Talk, line: str = "yes") -> Any:
    """A whole yes, and the commit that it allows."""
    talk.hear(line)
    handled = talk.do("commit")
    talk.say()
    return handled
