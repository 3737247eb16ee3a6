"""What the arguments experiment prints and draws."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lab.measure.argument_outcome import Outcome, Share
from lab.measure.argument_slips import CAUSES
from lab.measure.argument_trials import MENDED, RATE, SETTINGS, STAGES, Final, Trial
from lab.measure.plot import bars
from lab.measure.svg import stacked_svg
from lab.measure.table import table

Fits = Callable[[Trial], bool]
ENDS: tuple[Final, ...] = ("right", "asked", "stopped", "wrong")
TITLE = "What becomes of a call with a wrong argument"

LESSON = """\
A simulation: the model errs at the published rate, in the published shares, and everything after that is counted, not
assumed. Nine of the sixty cases have no right call at all, only a right question, which is more than the published
loop met: before the layers that pulls the whole down. No layer changes what the model writes; each only stops what it
can tell to be wrong, and says what would be right where one value alone would be. What is left over is real,
well-formed and said by someone: a caller who hears in words what is about to be done is the last layer, and the only
one that knows what was meant. Dates of birth, phones and names that nobody said are the checks' to refuse (`lab
measure call-layer`), not these layers'."""


@dataclass(frozen=True, slots=True)
class Row:
    """A column of the published table: which trials count, out of which, and what was published before and after."""

    name: str
    counts: Fits
    of: Fits = lambda trial: True
    before: str = ""
    after: str = ""


def _came_out(trial: Trial) -> bool:
    return trial.final in ("right", "asked")


ROWS = (
    Row("arguments right", _came_out, lambda trial: not trial.must_ask, "91%", "98%"),
    Row("identity wrong at execution", lambda trial: "identity" in trial.wrong, before="4.3%", after="0%"),
    Row("asked: only the caller knows", lambda trial: trial.final == "asked", before="0%", after="3.1%"),
    Row("asked, and settled by the answer", lambda trial: trial.first == "asked" and trial.final == "right"),
    Row("format wrong at execution", lambda trial: "format" in trial.wrong, before="1.3%", after="0.1%"),
    Row("right from end to end", lambda trial: trial.whole and _came_out(trial), before="86%", after="94%"),
    Row(
        "retry right, with a suggestion",
        lambda trial: bool(trial.mended),
        lambda trial: trial.mended is not None and trial.suggested,
        after="94%",
    ),
    Row(
        "retry right, without one",
        lambda trial: bool(trial.mended),
        lambda trial: trial.mended is not None and not trial.suggested,
        before="58%",
    ),
    Row("right arguments refused", lambda trial: trial.first == "refused", lambda trial: not trial.cause),
    Row("flagged: traces to nothing", lambda trial: trial.flagged, after="1.9%"),
    Row("of these, right all the same", lambda trial: not trial.cause, lambda trial: trial.flagged, after="half"),
)


def share(outcome: Outcome, row: Row, setting: str) -> Share:
    """How often a row's trials came under one setting."""
    within = [trial for trial in outcome.trials[setting] if row.of(trial)]
    return Share(sum(map(row.counts, within)), len(within))


def as_text(outcome: Outcome) -> str:
    """Tables, a plot, and what they mean."""
    return "\n\n".join(_parts(outcome))


def as_svg(outcome: Outcome) -> str:
    """The plot: of the calls with a wrong argument, what became of each, in percent, as the layers are switched on."""
    return stacked_svg(f"{TITLE}, in percent", list(outcome.trials), _ends(outcome))


def as_json(outcome: Outcome) -> str:
    """Every figure by name."""
    settings = [
        {"layers": name, "draws": len(trials), "wrong_by_cause": _by_cause(trials)}
        | {row.name: _figures(share(outcome, row, name)) for row in ROWS}
        for name, trials in outcome.trials.items()
    ]
    published = {row.name: {"before": row.before or None, "after": row.after or None} for row in ROWS}
    misheard = {name: _figures(each) for name, each in outcome.misheard.items()}
    assumed = {"rate": RATE, "mended": MENDED, "stages": STAGES}
    found = {"model": outcome.model, "idle": outcome.idle, "simulation": True, "assumed": assumed, "settings": settings}
    untraced = dict(zip(("flagged", "right"), map(_figures, outcome.untraced), strict=True))
    return json.dumps(found | {"provenance_alone": untraced, "misheard": misheard, "published": published})


def _parts(outcome: Outcome) -> Iterator[str]:
    names = list(outcome.trials)
    draws = len(outcome.trials[names[0]])
    idle = f"; in {outcome.idle:,} cases it called another tool or none" if outcome.idle else ""
    yield f"A simulation: {draws:,} calls of the model {outcome.model}, each layer switched on in turn{idle}"
    yield _before_and_after(outcome)
    yield "... layer by layer\n" + _layer_by_layer(outcome)
    yield "Sent and wrong, by cause\n" + _causes(outcome)
    fires, legitimate = outcome.untraced
    yield f"With provenance alone {fires} of the calls are flagged: a number traces to nothing. Right: {legitimate}."
    yield "Misheard: real, well-formed and said, and not what was meant\n" + _misheard(outcome)
    right = {name: share(outcome, ROWS[0], name) for name in names}
    yield bars(
        f"{ROWS[0].name}, in percent", {name: 100 * each.part / (each.whole or 1) for name, each in right.items()}, 100
    )
    yield LESSON


def _before_and_after(outcome: Outcome) -> str:
    first, last = SETTINGS[0].name, SETTINGS[-1].name
    rows = [
        (row.name, share(outcome, row, first), share(outcome, row, last), row.before or ".", row.after or ".")
        for row in ROWS
    ]
    return table(("", "before", "after", "published before", "after"), rows)


def _layer_by_layer(outcome: Outcome) -> str:
    rows = [(row.name, *(share(outcome, row, name).percent for name in outcome.trials)) for row in ROWS]
    return table(("", *outcome.trials), rows)


def _causes(outcome: Outcome) -> str:
    found = {name: _by_cause(trials) for name, trials in outcome.trials.items()}
    rows = [(cause, *(found[name].get(cause, 0) or "." for name in found)) for cause in (*CAUSES, "not asked")]
    return table(("", *outcome.trials), rows)


def _misheard(outcome: Outcome) -> str:
    return table(("", "reaches execution"), list(outcome.misheard.items()))


def _by_cause(trials: Sequence[Trial]) -> dict[str, int]:
    return dict(Counter(cause for trial in trials for cause in trial.wrong))


def _ends(outcome: Outcome) -> Mapping[str, Sequence[float]]:
    """Each end's percent of the calls that were written wrongly, setting by setting."""
    slipped = [Counter(trial.final for trial in trials if trial.cause) for trials in outcome.trials.values()]
    return {end: [100 * ends[end] / (ends.total() or 1) for ends in slipped] for end in ENDS}


def _figures(found: Share) -> dict[str, Any]:
    low, high = found.interval
    return {"count": found.part, "of": found.whole, "low": round(low, 5), "high": round(high, 5)}
