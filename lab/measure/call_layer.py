"""What does a call layer change, when a language model sits at the front desk?

Batches of simulated calls: seeded callers with tasks and mishaps of their own, a model in the seat, a practice that
fails; each batch with the layer and without it. An account of its own judges a run: what the caller wanted against what
stands in the practice, never the layer's opinion. `--model chat` seats a real model (`lab model get`, or
READBACK_LLM_URL)."""

import argparse
from pathlib import Path

from lab import terminal

MODELS = ("policy", "liar", "chat")
PLANS = ("calm", "bad-day")
CALLS = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `lab measure call-layer` takes."""
    parser.add_argument("--calls", type=int, default=CALLS, metavar="N", help=f"calls in each batch ({CALLS})")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other callers and failures (1)")
    parser.add_argument(
        "--model", action="append", choices=MODELS, help="who sits at the desk; may be given again (policy and liar)"
    )
    parser.add_argument("--rate", type=float, metavar="R", help="the chance of each of the liar's errors at each step")
    parser.add_argument(
        "--plan",
        action="append",
        metavar="PLAN",
        help="what fails at the practice: a plan's name or file, or bad-day; may be given again (calm and bad-day)",
    )
    parser.add_argument("--at-once", type=int, default=0, metavar="N", help="also N calls at once, on one practice")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the plot into this file too")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Measure and report."""
    if args.calls < 1 or args.at_once < 0:
        raise terminal.UsageError("--calls must be at least 1, and --at-once not negative", "leave them out")
    if args.rate is not None and not 0 <= args.rate <= 1:
        raise terminal.UsageError("--rate is a chance between 0 and 1", "leave it out for the liar's usual one")
    from lab.measure.call_layer_batches import at_once, batches, measure
    from lab.measure.call_layer_report import as_json, as_svg, as_text
    from lab.measure.progress import Progress

    settings = batches(args.model or ["policy", "liar"], args.plan or PLANS, args.rate)
    with Progress(len(settings) * args.calls + args.at_once) as progress:
        outcomes = [measure(setting, args.calls, args.seed, progress.step) for setting in settings]
        together = at_once(settings[0], args.at_once, args.seed, progress.step) if args.at_once else None
    if args.svg:
        args.svg.write_text(as_svg(outcomes), encoding="utf-8")
    terminal.say((as_json if args.json else as_text)(outcomes, together))
    return terminal.OK
