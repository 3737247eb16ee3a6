"""Two hundred calls at once in one process: no state outside the instance."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from fake_api.practice.world import World, load_world
from tests.call_layer.answering import Answering
from tests.call_layer.at_maple import Maple, as_jamie, choose, consent
from tests.call_layer.conftest import Place, Talk

CALLS = 200
MAPLE: World = load_world("maple")


class OwnChart(Answering):
    """A practice in which everybody who is asked for is on file, under an account of their own."""

    def __init__(self) -> None:
        super().__init__()
        self.names: dict[str, str] = {}

    def lookup(self, given: dict[str, str]) -> object:
        row = super().lookup({})["matches"][0]
        account = f"A-{int(given['name'].split()[-1], 36)}"
        self.names[account] = given["name"]
        return {"matches": [{**row, "name": given["name"], "account_number": account}]}

    def brief(self, given: dict[str, str]) -> object:
        return super().brief(given) | {"name": self.names[given["account_number"]]}

    def quote(self, given: dict[str, str]) -> object:
        return super().quote({**given, "name": self.names[given["account_number"]]})


def name_of(number: int) -> str:
    """A name of letters alone: AA, AB, ..."""
    return f"Robin {chr(65 + number // 26)}{chr(65 + number % 26)}"


def book(talk: Talk, name: str) -> Talk:
    """One whole booking of its own."""
    talk.greet(f"My name is {name}, it's for me", caller_name=name)
    talk.hear("April 3rd, 1985")
    assert talk.do("find_patient", name=name, date_of_birth="1985-04-03").result["code"] == "found"
    talk.say("What can I do?")
    talk.hear("a checkup")
    talk.do("choose_task", task="book")
    talk.do("find_openings", reason="checkup")
    talk.say("Tuesday at nine?")
    talk.hear("Tuesday at nine")
    talk.do("quote_booking", opening="SEP15-0900-REYES", reason="checkup")
    talk.say()
    talk.hear("yes")
    talk.do("commit")
    talk.say()
    talk.layer.hang_up("caller", "hung up", talk.said)
    return talk


def test_interleaved_line_by_line_every_write_is_on_its_own_chart(place: Place) -> None:
    """Two hundred calls, each step of all of them before the next of any: no write and no line goes astray."""
    api = OwnChart()
    start = Barrier(8)

    def worker(first: int) -> list[Talk]:
        start.wait()
        talks = [place(api=api, call_id=f"call-{number}") for number in range(first, CALLS, 8)]
        return [book(talk, name_of(number)) for number, talk in zip(range(first, CALLS, 8), talks, strict=True)]

    with ThreadPoolExecutor(8) as pool:
        talks = [talk for some in pool.map(worker, range(8)) for talk in some]
    commits = api.sent("inbound/commit")
    quotes = {tuple(sorted((quote["call_id"], quote["account_number"]))) for quote in api.sent("inbound/quote")}
    assert len(commits) == len({commit["call_id"] for commit in commits}) == len(talks) == CALLS
    assert len(quotes) == CALLS and len({account for pair in quotes for account in pair if "A-" in account}) == CALLS
    names = [name_of(number) for number in range(CALLS)]
    for log in api.logs:
        (own,) = {name for name in names if any(name in row for row in log["transcript"])}
        number = int(own.split()[-1], 36)
        assert log["accounts"] == [f"A-{number}"] and log["call_id"] == f"call-{names.index(own)}"


def test_twenty_calls_for_one_opening_are_one_booking() -> None:
    """Everybody says yes to the same time: one has it, the others hear that it is gone and go on."""
    maple = Maple(MAPLE)
    talks = [maple.call(call_id=f"call-{number}") for number in range(20)]
    for talk in talks:
        as_jamie(talk)
        choose(talk, "Tuesday at nine with Ana Reyes", "SEP15-0900-REYES")
    outcomes = [consent(talk) for talk in talks]
    assert [handled.outcome for handled in outcomes].count("ok") >= 1
    assert len(maple.new) == 1
    assert all(talk.layer.step in ("BOOK", "CHOOSE_TASK") for talk in talks)
