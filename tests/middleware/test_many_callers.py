"""Any interleaving of twenty callers, a front desk that edits, and a practice that fails as it likes."""

import datetime as dt
from collections import Counter

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from fake_api.clock import FakeClock
from fake_api.practice.emr import open_practice
from fake_api.practice.failing import Failing
from fake_api.practice.trouble import TroublePlan, load_trouble
from fake_api.practice.wire import Request
from fake_api.practice.world import Column
from lab.middleware import results
from lab.middleware.calendar import Calendar
from lab.middleware.desk import Desk
from lab.middleware.directory import read_directory
from lab.middleware.emr import Emr
from lab.protocol import Heard, Intent
from tests.middleware.conftest import KEYS, NEW_YORK
from tests.middleware.crowded import BORN, CALLERS, crowded

WRITES = ("create", "reschedule", "cancel")
WORLD = crowded(
    Column(10, 1, 1, ("general",)),
    Column(11, 1, 1, ("general",), capacity=2),
    Column(20, 1, 2, ("general",), buffer=15, step=15),
)
callers = st.one_of(st.integers(0, 3), st.integers(0, CALLERS - 1))  # some ring again and again
positions = st.integers(0, 60)


class ManyCallers(RuleBasedStateMachine):
    """Twenty desks over one practice; what each was told as done must stand, and nothing more than what fits."""

    @initialize(seed=st.integers(0, 10_000))
    def open(self, seed: int) -> None:
        self.clock = FakeClock(dt.datetime(2026, 9, 14, 9, 0, tzinfo=NEW_YORK))
        self.practice = open_practice(WORLD, self.clock)
        directory = read_directory(Emr(self.practice, self.clock))
        chaos = load_trouble("chaos")
        self.desks = []
        for n in range(CALLERS):
            plan = TroublePlan("chaos", seed + n, chaos.troubles if n % 2 else ())
            desk = Desk(Emr(Failing(self.practice, plan, self.clock), self.clock), directory, self.clock, KEYS)
            while desk.patient is None:
                desk.call("find_patient", {"name": f"Caller {n}", "date_of_birth": BORN.isoformat()})
            self.desks.append(desk)
        self.confirmed: dict[int, list[dt.datetime]] = {n: [] for n in range(CALLERS)}
        self.yeses: Counter[int] = Counter()
        self.offers: dict[int, list[str]] = {}

    @rule(n=callers, doctor=st.sampled_from(["Ana Reyes", "Bruno Reyes", None]))
    def search(self, n: int, doctor: str | None) -> None:
        said = {"reason": "visit"} | ({"doctor": doctor} if doctor else {})
        found = self.desks[n].call("find_openings", said)
        self.offers[n] = [offer.reference for offer in found.offers] if isinstance(found, Calendar) else []

    @rule(n=callers, position=positions)
    def book(self, n: int, position: int) -> None:
        if offers := self.offers.get(n):
            self.act(n, "book", {"reference": offers[position % len(offers)]})

    @rule(n=callers, position=positions)
    def reschedule(self, n: int, position: int) -> None:
        listed, offers = self.desks[n].call("list_visits", {}), self.offers.get(n)
        if isinstance(listed, results.Visits) and listed.references and offers:
            visit = listed.references[position % len(listed.references)]
            self.act(n, "reschedule", {"visit": visit, "reference": offers[position % len(offers)]})

    @rule(n=callers, position=positions)
    def cancel(self, n: int, position: int) -> None:
        listed = self.desks[n].call("list_visits", {})
        if isinstance(listed, results.Visits) and listed.references:
            self.act(n, "cancel", {"visit": listed.references[position % len(listed.references)]})

    @rule(n=callers)
    def say_yes(self, n: int) -> None:
        """Every caller says yes at any time."""
        desk = self.desks[n]
        if read_back := desk.consents.read_back:
            self.yeses[n] += read_back.spoken is not None
        desk.heard(Heard(intent=Intent.YES))

    @rule(n=callers, position=positions)
    def repeat_an_act(self, n: int, position: int) -> None:
        """The model sends an act again, agreed or not, wanted or not."""
        if read_back := self.desks[n].consents.read_back:
            act = read_back.act
            names = {"book": ("reference",), "cancel": ("visit",), "reschedule": ("visit", "reference")}
            self.perform(n, act.name, dict(zip(names[act.name], act.references, strict=True)))

    @rule(n=callers, position=positions, tool=st.sampled_from(["book", "book", "reschedule", "cancel"]))
    def goes_through(self, n: int, position: int, tool: str) -> None:
        """One caller from the search to the last word, while the others hold what they hold."""
        if tool != "cancel":
            self.search(n, None)
        getattr(self, tool)(n, position)
        self.say_yes(n)
        self.repeat_an_act(n, position)

    @rule(n=callers, position=positions, column=st.sampled_from([(10, 1), (11, 1), (20, 2)]))
    def front_desk_books(self, n: int, position: int, column: tuple[int, int]) -> None:
        start = dt.datetime(2026, 9, 15, 8, 0, tzinfo=NEW_YORK) + dt.timedelta(minutes=15 * (position % 6))
        place = {"columnId": column[0], "profileId": column[1], "startDatetime": start.isoformat(), "duration": 30}
        self.practice(Request("create", {"patientId": n, "appointmentTypeId": "1001", **place}))

    @rule(n=callers)
    def front_desk_cancels(self, n: int) -> None:
        for visit in self.booked(n)[:1]:
            start = dt.datetime.fromisoformat(visit["startDatetime"])
            self.confirmed[n] = [each for each in self.confirmed[n] if each != start]
            known = {"appointmentId": visit["appointmentId"], "version": visit["version"]}
            assert self.practice(Request("cancel", known)).status == 200

    @rule(seconds=st.sampled_from([1, 60, 600]))
    def time_passes(self, seconds: int) -> None:
        self.clock.sleep(seconds)

    @rule(n=callers, position=positions)
    def what_is_offered_can_be_booked(self, n: int, position: int) -> None:
        """On a calm line, with nothing changed in between, any offer becomes a visit."""
        desk = Desk(Emr(self.practice, self.clock), self.desks[0]._directory, self.clock, KEYS)
        desk.call("find_patient", {"name": f"Caller {n}", "date_of_birth": BORN.isoformat()})
        calendar = desk.call("find_openings", {"reason": "visit"})
        if calendar.offers:
            offer = calendar.offers[position % len(calendar.offers)]
            desk.said(desk.call("book", {"reference": offer.reference}).sentence)
            desk.heard(Heard(intent=Intent.YES))
            assert desk.call("book", {"reference": offer.reference}).code == "done"
            self.confirmed[n].append(offer.opening.start)

    def act(self, n: int, tool: str, said: dict[str, str]) -> None:
        """Asks for an act and reads aloud whatever sentence comes back."""
        result = self.perform(n, tool, said)
        if isinstance(result, results.NeedsInput) and result.sentence:
            self.desks[n].said(result.sentence)

    def perform(self, n: int, tool: str, said: dict[str, str]) -> object:
        moved = self.desks[n].visits.find(said["visit"]) if "visit" in said else None
        result = self.desks[n].call(tool, said)
        if isinstance(result, results.Done):
            assert result.place is not None
            if moved:
                self.confirmed[n] = [each for each in self.confirmed[n] if each != moved.visit.start]
            if tool != "cancel":
                self.confirmed[n].append(result.place.start)
        elif isinstance(result, results.IndeterminateWrite) and moved:
            # nobody knows where the old visit is now, and that is what was said
            self.confirmed[n] = [each for each in self.confirmed[n] if each != moved.visit.start]
        return result

    def booked(self, n: int) -> list[dict]:  # type: ignore[type-arg]
        visits = self.practice(Request("appointments", {"patientId": n})).body
        return [visit for visit in visits if visit["status"] == "booked"]

    @invariant()
    def no_column_holds_more_than_fits(self) -> None:
        rows = self.practice.store.all(
            "SELECT column_id, starts, minutes, capacity, buffer FROM appointments a"
            " JOIN columns c ON c.id = a.column_id WHERE status = 'booked'"
        )
        standing: Counter[tuple[int, int]] = Counter()
        for column, starts, minutes, _, buffer in rows:
            standing.update((column, at) for at in range(starts, starts + minutes + buffer, 15))
        room = {column: capacity for column, _, _, capacity, _ in rows}
        assert all(visits <= room[column] for (column, _), visits in standing.items())

    @invariant()
    def what_was_confirmed_stands(self) -> None:
        for n, starts in self.confirmed.items():
            standing = [dt.datetime.fromisoformat(visit["startDatetime"]) for visit in self.booked(n)]
            assert all(start in standing for start in starts), (n, starts, standing)

    @invariant()
    def nobody_writes_more_often_than_they_were_told_yes(self) -> None:
        for n, desk in enumerate(self.desks):
            sent = [each for layers in desk.layers for each in layers.sent if each.endpoint in WRITES]
            # one that was refused as too many was not written, and may be sent again
            assert sum(each.outcome != "TOO_MANY_REQUESTS" for each in sent) <= self.yeses[n]

    @invariant()
    def after_one_that_nobody_knows_nothing_more_is_sent(self) -> None:
        for desk in self.desks:
            results_seen = [layers.result for layers in desk.layers]
            unknown = [i for i, result in enumerate(results_seen) if isinstance(result, results.IndeterminateWrite)]
            later = desk.layers[unknown[0] + 1 :] if unknown else []
            assert not [each for layers in later for each in layers.sent if each.endpoint in WRITES]


TestManyCallers = ManyCallers.TestCase
TestManyCallers.settings = settings(max_examples=25, stateful_step_count=40, deadline=None)
