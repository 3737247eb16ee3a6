"""What the references experiment prints and draws."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from lab.measure.choices import LENGTHS, OUTCOMES, RATES, SEARCHES, Cell, Tally
from lab.measure.copying import ERRORS
from lab.measure.stacked import stacked
from lab.measure.svg import stacked_svg
from lab.measure.table import percent, table

Sample = Mapping[tuple[str, bool], Counter[str]]
"""How often each outcome came at a real desk, by scheme and whether the loop was closed."""

TITLE = "What becomes of a copy with an error"
LESSON = """\
A reference without redundancy turns a slip into another booking that nobody can see. A hash makes slips and old rows
refused, but tells a person nothing: the next row is still booked unseen. A projection (day, time, doctor) makes what is
left visible to whoever looks. Only code that compares what was really spoken with what is about
to be booked refuses it."""


def as_text(tallies: Sequence[Tally], samples: Sample) -> str:
    """Tables, a plot, and what they mean."""
    return "\n\n".join(_parts(tallies, samples))


def as_svg(tallies: Sequence[Tally]) -> str:
    """The plot: of the copies with an error, what became of each, in percent."""
    return stacked_svg(f"{TITLE}, in percent", [tally.scheme for tally in tallies], _shares(tallies))


def as_json(tallies: Sequence[Tally], samples: Sample) -> str:
    """Every figure by name."""
    counts = [
        {"scheme": tally.scheme, "rate": cell.rate, "length": cell.length, "searches": cell.searches}
        | {"error": error or None, "outcome": outcome, "choices": count}
        for tally in tallies
        for (cell, error, outcome), count in tally.counts.items()
    ]
    closed = {tally.scheme: tally.wrong_in_closed_loop for tally in tallies}
    desk = [{"scheme": scheme, "closed_loop": loop, **counter} for (scheme, loop), counter in samples.items()]
    return json.dumps({"choices": counts, "wrong_in_closed_loop": closed, "six_steps": desk})


def _parts(tallies: Sequence[Tally], samples: Sample) -> Iterator[str]:
    yield _whole(tallies)
    yield stacked(TITLE, [tally.scheme for tally in tallies], _shares(tallies))
    yield "Booked wrong and nobody can see it, by kind of error\n" + _by("error", tallies, ERRORS, _of_error)
    yield "... by the share of copies with an error\n" + _by("rate", tallies, RATES, _of("rate"))
    yield "... by rows in a list\n" + _by("rows", tallies, LENGTHS, _of("length"))
    yield "... by searches in a call\n" + _by("searches", tallies, SEARCHES, _of("searches"))
    if any(counter.total() for counter in samples.values()):
        yield "Through the six steps of a desk, one copy in five with an error\n" + _desk(samples)
    yield LESSON


def _whole(tallies: Sequence[Tally]) -> str:
    head = ("scheme", "choices", *OUTCOMES, "wrong in closed loop")
    rows = [
        (
            tally.scheme,
            total.total(),
            *(percent(total[outcome], total.total()) for outcome in OUTCOMES),
            tally.wrong_in_closed_loop,
        )
        for tally in tallies
        for total in [tally.outcomes()]
    ]
    return table(head, rows)


def _shares(tallies: Sequence[Tally]) -> Mapping[str, Sequence[float]]:
    """Each outcome's percent of the copies with an error, scheme by scheme; `x` and `v` stand for the wrong ones."""
    slipped = [tally.outcomes(lambda cell, error: bool(error)) for tally in tallies]
    names = {"= right": "right", ". refused": "refused", "x wrong, unseen": "wrong, unseen"}
    names["v wrong, visible"] = "wrong, visible"
    return {name: [100 * each[outcome] / (each.total() or 1) for each in slipped] for name, outcome in names.items()}


def _by(
    what: str, tallies: Sequence[Tally], values: Sequence[object] | Mapping[str, object], fits: Callable[..., bool]
) -> str:
    rows = []
    for value in values:
        cells = (tally.outcomes(lambda cell, error, value=value: fits(value, cell, error)) for tally in tallies)  # type: ignore[misc]
        rows.append((value, *(percent(each["wrong, unseen"], each.total()) for each in cells)))
    return table((what, *(tally.scheme for tally in tallies)), rows)


def _of_error(value: object, cell: Cell, error: str) -> bool:
    return error == value


def _of(name: str) -> Callable[[object, Cell, str], bool]:
    return lambda value, cell, error: getattr(cell, name) == value


def _desk(samples: Sample) -> str:
    head = ("scheme", "loop", "right", "refused", "wrong")
    rows = [
        (scheme, "closed" if closed else "open", *(percent(each[o], each.total()) for o in head[2:]))
        for (scheme, closed), each in samples.items()
    ]
    return table(head, rows)
