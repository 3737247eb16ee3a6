"""What the call-layer experiment prints and draws."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict

from lab.measure.call_layer_account import KINDS
from lab.measure.call_layer_batches import ENDS, Outcome, Together
from lab.measure.stacked import stacked
from lab.measure.svg import stacked_svg
from lab.measure.table import table

TITLE = "What becomes of a call, in percent"

LESSON = """\
"Alone" is the same model without the layer: what it writes goes out as it is. A wrong write is one on another chart, at
another time, without a yes, or twice. A call is passed on where a person takes over, or the staff look into it later:
how often the caller gets what they came for is what the model may still decide, and what the practice allows."""


def as_text(outcomes: Sequence[Outcome], together: Together | None) -> str:
    """Tables, a plot, and what they mean."""
    return "\n\n".join(_parts(outcomes, together))


def as_json(outcomes: Sequence[Outcome], together: Together | None) -> str:
    """Every figure by name."""
    batches = [{**vars(outcome), "bad": {kind: outcome.bad[kind] for kind in KINDS}} for outcome in outcomes]
    return json.dumps({"batches": batches, "at_once": asdict(together) if together else None})


def as_svg(outcomes: Sequence[Outcome]) -> str:
    """The plot as a picture."""
    return stacked_svg(TITLE, [outcome.name for outcome in outcomes], _ends(outcomes))


def _parts(outcomes: Sequence[Outcome], together: Together | None) -> Iterator[str]:
    for plan in dict.fromkeys(outcome.plan for outcome in outcomes):
        batch = [outcome for outcome in outcomes if outcome.plan == plan]
        yield f"{batch[0].calls} calls in each batch, plan {plan}: bad runs by kind\n{_figures(batch)}"
    yield f"refusals\n{_refusals(outcomes)}"
    yield stacked(TITLE, [outcome.name for outcome in outcomes], _ends(outcomes))
    if together:
        yield (
            f"{together.calls} calls at once on one practice: {together.reached} reached their goal, "
            f"{together.wrong_writes} wrong writes, {together.crossed} crossed transcripts"
        )
    yield "\n".join(f"{kind}: {what}" for kind, what in KINDS.items())
    yield LESSON


def _figures(batch: Sequence[Outcome]) -> str:
    rows: list[tuple[object, ...]] = [(kind, *(outcome.bad[kind] or "." for outcome in batch)) for kind in KINDS]
    rows += [
        ("runs that are bad", *(outcome.bad_runs for outcome in batch)),
        ("... but for the log", *(outcome.bad_runs_but_log for outcome in batch)),
        ("runs with a wrong write", *(outcome.wrong_writes for outcome in batch)),
        ("goals reached", *(outcome.reached for outcome in batch)),
        ("else passed on to a person", *(outcome.passed_on for outcome in batch)),
        ("tool calls", *(outcome.tool_calls for outcome in batch)),
        ("requests", *(outcome.requests for outcome in batch)),
    ]
    return table(("", *(outcome.setting for outcome in batch)), rows)


def _refusals(outcomes: Sequence[Outcome]) -> str:
    behind = [outcome for outcome in outcomes if outcome.refusals]
    codes = sorted({code for outcome in behind for code in outcome.refusals})
    rows = [(code, *(outcome.refusals[code] or "." for outcome in behind)) for code in codes]
    return table(("", *(outcome.name for outcome in behind)), rows)


def _ends(outcomes: Sequence[Outcome]) -> Mapping[str, Sequence[float]]:
    """In percent of the calls: reached with nothing wrong, passed on with nothing wrong, neither, and bad."""
    rows = [(*map(outcome.clean.__getitem__, ENDS), outcome.bad_runs_but_log, outcome.calls) for outcome in outcomes]
    return {end: [100 * row[at] / (row[-1] or 1) for row in rows] for at, end in enumerate((*ENDS, "bad"))}
