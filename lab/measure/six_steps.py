"""The same miscopying model at a real desk: every choice goes through the six steps and ends in the record system."""

import datetime as dt
import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from fake_api.clock import FakeClock
from fake_api.practice.wire import Request
from lab.measure.choices import CALLER, NOW, Bench
from lab.measure.copying import ERRORS, Lists
from lab.middleware.calendar import Calendar, Offer
from lab.middleware.desk import Desk
from lab.middleware.emr import Emr
from lab.middleware.results import Stopped
from lab.middleware.spoken import place_of, question
from lab.middleware.tokens import Keys
from lab.protocol import Heard, Intent

_KEYS = Keys("measure", {"measure": b"signs nothing that outlives the experiment"})
_TOMORROW = NOW.date() + dt.timedelta(days=1)


class Caller:
    """One call: two searches, a choice, a read-back of what was chosen, a yes."""

    def __init__(self, bench: Bench, scheme: str, closed_loop: bool) -> None:
        clock = FakeClock(NOW)
        emr = Emr(bench.practice, clock)
        self.desk = Desk(emr, bench.directory, clock, _KEYS, scheme=scheme, closed_loop=closed_loop)
        self._practice, self._pool, self._scheme = bench.practice, bench.pool, scheme
        self.desk.call("find_patient", {"name": CALLER.name, "date_of_birth": CALLER.born.isoformat()})

    def choose(self, dice: random.Random, rate: float) -> str:
        """The choice, copied with an error as often as `rate`: right, refused or wrong, as the record system has it."""
        searches = [self._search(dice) for _ in range(2)]
        offer = dice.choice(searches[-1].offers)
        seen = Lists(self._scheme, [[each.reference for each in one.offers] for one in searches], self._pool)
        row = searches[-1].offers.index(offer)
        error = dice.choice(tuple(ERRORS.values())) if dice.random() < rate else None
        # what a copy draws is apart, so that every scheme has the same callers
        reference = error(random.Random(dice.random()), seen, row) if error else offer.reference
        self._book(reference)
        self.desk.said(self._read_back(offer))
        self.desk.heard(Heard(intent=Intent.YES))
        self._book(reference)
        return self._outcome(offer)

    def _book(self, reference: str) -> None:
        """The act behind the tool: its schema alone would refuse raw arguments, which are no single word."""
        with suppress(Stopped):
            self.desk.book(reference)

    def _search(self, dice: random.Random) -> Calendar:
        doctor = dice.choice(self._pool).doctor.full_name
        first = (_TOMORROW + dt.timedelta(days=dice.randrange(5))).isoformat()
        wanted = {"reason": "checkup", "office": "Office 1", "doctor": doctor, "first_day": first}
        found = self.desk.call("find_openings", wanted)
        assert isinstance(found, Calendar) and found.offers
        return found

    def _read_back(self, offer: Offer) -> str:
        """What the caller agreed to, in words: the model remembers that rightly, and copies wrongly."""
        offered = self.desk.offers.find(offer.reference)
        place = offered.place if offered else place_of(offer.opening)
        return question("book", place, CALLER.name, "en")

    def _outcome(self, offer: Offer) -> str:
        visits = self._practice(Request("appointments", {"patientId": CALLER.id})).body
        standing = [visit for visit in visits if visit["status"] == "booked"]
        for visit in standing:
            self._practice(Request("cancel", {key: visit[key] for key in ("appointmentId", "version")}))
        if not standing:
            return "refused"
        (visit,) = standing
        right = (offer.opening.start.isoformat(), offer.opening.doctor.id)
        return "right" if (visit["startDatetime"], visit["profileId"]) == right else "wrong"


def sample(
    bench: Bench, scheme: str, closed_loop: bool, choices: int, seed: int, step: Callable[[str], None]
) -> Counter[str]:
    """How often each outcome came of so many choices at a desk, one copy in five with an error."""
    dice = random.Random(seed)
    outcomes = Counter(Caller(bench, scheme, closed_loop).choose(dice, 0.2) for _ in range(choices))
    step(f"six steps, {scheme}")
    return outcomes
