"""What becomes of a choice whose reference went through a copying model: booked right, refused, or booked wrong."""

import datetime as dt
import itertools
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from fake_api.clock import FakeClock
from fake_api.practice.emr import Practice, open_practice
from fake_api.practice.generate import generate
from fake_api.practice.times import zone_of
from fake_api.practice.wire import Request
from fake_api.practice.world import Patient
from lab.measure.copying import ERRORS, Lists
from lab.middleware.directory import read_directory
from lab.middleware.emr import Emr
from lab.middleware.openings import Opening
from lab.middleware.references import SCHEMES, Scheme
from lab.middleware.search import Search, find
from lab.middleware.spoken import Spoken, differences, fold, place_of, place_words

NOW = dt.datetime(2026, 9, 14, 9, 0, tzinfo=zone_of("America/New_York"))
OUTCOMES = ("right", "refused", "wrong, unseen", "wrong, visible")
RATES = (0.01, 0.05, 0.20)
LENGTHS = (6, 20, 60)
SEARCHES = (1, 3, 6)
_PICKS = 60
CALLER = Patient(1, "Jamie Rivera", dt.date(1985, 4, 3), "212-555-0142", "established")


@dataclass(frozen=True, slots=True)
class Cell:
    """One combination of what is varied: the share of copies with an error, rows a list, and searches a call."""

    rate: float
    length: int
    searches: int


@dataclass
class Tally:
    """How often each outcome came of a scheme's choices, by cell and kind of error (empty: copied rightly)."""

    scheme: str
    counts: Counter[tuple[Cell, str, str]] = field(default_factory=Counter)
    wrong_in_closed_loop: int = 0

    def outcomes(self, fits: Callable[[Cell, str], bool] = lambda cell, error: True) -> Counter[str]:
        """How often each outcome came, of the choices that fit."""
        total: Counter[str] = Counter()
        for (cell, error, outcome), count in self.counts.items():
            if fits(cell, error):
                total[outcome] += count
        return total


def cells() -> list[Cell]:
    return [Cell(*each) for each in itertools.product(RATES, LENGTHS, SEARCHES)]


class Bench:
    """A practice, and every opening it has in two weeks, from which the lists of the searches are drawn."""

    def __init__(self, seed: int) -> None:
        clock = FakeClock(NOW)
        world = generate(seed, providers=12, appointments=1500)
        self.practice: Practice = open_practice(replace(world, patient=(*world.patient, CALLER)), clock)
        emr = Emr(self.practice, clock)
        self.directory = read_directory(emr)
        office = self.directory.offices[1]
        search = Search(office, "checkup", NOW.date() + dt.timedelta(days=1), status="established")
        self.pool = find(search, self.directory, emr, NOW)
        self.doctors = tuple(self.directory.doctors.values())

    def choose(self, scheme: str, cell: Cell, choices: int, seed: int, tally: Tally) -> None:
        """So many choices of one scheme under one combination; every scheme meets the same lists and callers."""
        dice = random.Random(f"{seed} {cell}")
        for _ in range(choices // _PICKS):
            table = SCHEMES[scheme]()
            lists = [self._list(dice, cell.length) for _ in range(cell.searches)]
            seen = Lists(scheme, [list(table.offer(openings, "checkup")) for openings in lists], self.pool)
            picks = [(dice.randrange(cell.length), dice.random() < cell.rate) for _ in range(_PICKS)]
            # the dice of the copies are apart, so that another scheme's copies cannot shift the lists
            slips = random.Random(dice.random())
            for row, errs in picks:
                error = slips.choice(tuple(ERRORS)) if errs else ""
                reference = ERRORS[error](slips, seen, row) if error else seen.latest[row]
                outcome = self._judge(table, lists[-1][row], reference, tally)
                tally.counts[cell, error, outcome] += 1

    def _list(self, dice: random.Random, length: int) -> list[Opening]:
        """A search's list: consecutive openings from some point on, as a filter by day would give."""
        first = dice.randrange(len(self.pool) - length)
        return self.pool[first : first + length]

    def _judge(self, table: Scheme, meant: Opening, reference: str, tally: Tally) -> str:
        found = table.find(reference)
        if found is None or (table.name == "raw" and found != meant and not self._would_book(reference)):
            return "refused"
        if (found.key, found.minutes, found.codes) == (meant.key, meant.minutes, meant.codes):
            return "right"
        # length and type are code's to fill in: with the loop closed only another opening is wrong
        tally.wrong_in_closed_loop += found.key != meant.key and not self._heard_apart(found, meant)
        return "wrong, visible" if told_apart(table, found, meant) else "wrong, unseen"

    def _would_book(self, reference: str) -> bool:
        """Whether the record system itself takes these arguments; what it wrote is taken back."""
        answer = self.practice(Request("create", {"patientId": CALLER.id, **json.loads(reference)}))
        if answer.status == 200:
            known = {key: answer.body[key] for key in ("appointmentId", "version")}
            self.practice(Request("cancel", known))
        return answer.status == 200

    def _heard_apart(self, found: Opening, meant: Opening) -> bool:
        """Whether what the caller agreed to, compared in code with what would be booked, stops it."""
        twins = [meant, found]
        sentence = fold(place_words(place_of(meant, twins), "en"))
        spoken = Spoken(frozenset({meant.start.date()}), frozenset({meant.start.time()}), sentence)
        return bool(differences(spoken, place_of(found, alike(found, meant)), self.doctors, ""))


def alike(opening: Opening, other: Opening) -> Sequence[Opening]:
    """The other one, where both sound alike."""
    same = (opening.start, opening.doctor.family) == (other.start, other.doctor.family)
    return [other] if same else []


def told_apart(table: Scheme, found: Opening, meant: Opening) -> bool:
    """Whether a person who looks at the tool call can see that it is not what the caller agreed to."""
    readings: dict[str, Callable[[Opening], object]] = {
        "day": lambda opening: opening.start.date(),
        "time": lambda opening: opening.start.time(),
        "doctor": lambda opening: opening.doctor.family,
    }
    return any(readings[coordinate](found) != readings[coordinate](meant) for coordinate in table.tells)


def measure(bench: Bench, choices: int, seed: int, step: Callable[[str], None]) -> Iterator[Tally]:
    """A tally for each scheme; `choices` in all are spread evenly over schemes and cells."""
    plan = cells()
    each = -(-choices // (len(SCHEMES) * len(plan) * _PICKS)) * _PICKS
    for scheme in SCHEMES:
        tally = Tally(scheme)
        for cell in plan:
            bench.choose(scheme, cell, each, seed, tally)
            step(scheme)
        yield tally
