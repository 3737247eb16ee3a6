"""How many wrong arguments of a model reach the practice, with and without the argument layers?

Sixty cases of our own, scored without carrying anything out. A seeded model errs at the published rate and in the
published shares; `--model liar` gets something wrong in every call; `--model chat` asks a real model once for each case
(`lab model get`, or READBACK_LLM_URL). Each layer is switched on in turn, and every figure stands beside the published
one. A simulation: nothing in it is tuned to match."""

import argparse
from pathlib import Path

from lab import terminal

MODELS = ("seeded", "liar", "chat")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `lab measure arguments` takes."""
    parser.add_argument("--model", choices=MODELS, default="seeded", help="who writes the arguments (seeded)")
    parser.add_argument("--draws", type=int, default=10_000, metavar="N", help="calls under each setting (10000)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other calls (1)")
    parser.add_argument("--cases", type=Path, metavar="FILE", help="cases of your own, instead of the sixty")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the plot into this file too")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Measure and report."""
    from lab.measure.argument_cases import SHIPPED, load_cases
    from lab.measure.argument_outcome import simulate
    from lab.measure.argument_report import as_json, as_svg, as_text
    from lab.measure.argument_trials import RATE, SETTINGS, Bench
    from lab.measure.progress import Progress

    if args.draws < 1:
        raise terminal.UsageError("--draws must be at least 1", "leave it out for the usual ten thousand")
    bench = Bench(load_cases(args.cases or SHIPPED))
    with Progress(len(SETTINGS)) as progress:
        rate = 1.0 if args.model == "liar" else RATE
        outcome = simulate(bench, args.model, args.draws, args.seed, rate, progress.step)
    if args.svg:
        args.svg.write_text(as_svg(outcome), encoding="utf-8")
    terminal.say((as_json if args.json else as_text)(outcome))
    return terminal.OK
