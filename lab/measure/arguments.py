"""How many wrong arguments of a model reach the practice, with and without the argument layers?

Sixty cases of our own, scored without carrying anything out. A seeded model errs at the published rate and in the
published shares; `--model liar` is the front desk's; `--model chat` asks a real model once for each case (any
OpenAI-compatible endpoint with --llm-url, else the small one of `lab model get`). Each layer is switched on in turn,
and every figure stands beside the published one. A simulation: nothing in it is tuned to match."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from lab import terminal

if TYPE_CHECKING:
    from lab.measure.argument_writers import Writer

MODELS = ("seeded", "liar", "chat")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `lab measure arguments` takes."""
    parser.add_argument("--model", choices=MODELS, default="seeded", help="who writes the arguments (seeded)")
    parser.add_argument("--draws", type=int, default=10_000, metavar="N", help="calls under each setting (10000)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other calls (1)")
    parser.add_argument("--cases", type=Path, metavar="FILE", help="cases of your own, instead of the sixty")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the plot into this file too")
    parser.add_argument("--llm-url", metavar="URL", help="where a real model is, for --model chat")
    parser.add_argument("--llm-model", metavar="NAME", help="its name there, or a GGUF file here")
    parser.add_argument("--llm-seconds", type=float, default=30.0, metavar="S", help="its deadline for an answer (30)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Measure and report. Raises UsageError, DataError or UnderstandingUnavailable."""
    from lab.front_desk.model import ModelUnavailable
    from lab.measure.argument_cases import SHIPPED, load_cases
    from lab.measure.argument_outcome import simulate
    from lab.measure.argument_report import as_json, as_svg, as_text
    from lab.measure.argument_trials import SETTINGS, Bench
    from lab.measure.progress import Progress

    if args.draws < 1:
        raise terminal.UsageError("--draws must be at least 1", "leave it out for the usual ten thousand")
    bench = Bench(load_cases(args.cases or SHIPPED))
    try:
        with Progress(len(SETTINGS)) as progress:
            outcome = simulate(bench, _writer(args), args.draws, args.seed, progress.step)
    except ModelUnavailable as gone:
        raise terminal.UsageError(
            f"the model gave no answer: {gone}", "see to it that it runs, or name another"
        ) from None
    if args.svg:
        args.svg.write_text(as_svg(outcome), encoding="utf-8")
    terminal.say((as_json if args.json else as_text)(outcome))
    return terminal.OK


def _writer(args: argparse.Namespace) -> "Writer":
    from lab.measure.argument_trials import RATE
    from lab.measure.argument_writers import Seeded, chat, liar

    if args.model == "chat":
        from lab.front_desk.models import Choice, model_named

        return chat(model_named("chat", Choice(url=args.llm_url, model=args.llm_model, seconds=args.llm_seconds)))
    return liar() if args.model == "liar" else Seeded(RATE)
