"""What should a model call an opening, when it will sometimes copy the name wrongly?

Five ways to name an opening meet the same callers and the same copying errors: the next row, a row of an earlier
search, a slip, two characters swapped, an invention. A wrong booking is seen if the reference itself says a day, a time
or a doctor that the caller did not agree to; else nobody can see it. The last column closes the loop: what was read
aloud is compared in code with what is about to be booked. A sample goes through all six steps of a real desk."""

import argparse
from pathlib import Path

from lab import terminal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `lab measure references` takes."""
    parser.add_argument("--choices", type=int, default=100_000, metavar="N", help="choices in all (100000)")
    parser.add_argument("--sample", type=int, default=2_000, metavar="N", help="of these through the six steps (2000)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, another crowd of callers (1)")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the plot into this file too")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Measure and report."""
    from lab.measure.choices import Bench, cells, measure
    from lab.measure.progress import Progress
    from lab.measure.references_report import as_json, as_svg, as_text
    from lab.measure.six_steps import sample
    from lab.middleware.references import SCHEMES

    if args.choices < 1 or args.sample < 0:
        raise terminal.UsageError("--choices must be at least 1, --sample at least 0", "leave them out for the usual")
    with Progress(len(SCHEMES) * (len(cells()) + 2)) as progress:
        bench = Bench(args.seed)
        tallies = list(measure(bench, args.choices, args.seed, progress.step))
        each = args.sample // (2 * len(SCHEMES))
        samples = {
            (scheme, closed): sample(bench, scheme, closed, each, args.seed, progress.step)
            for scheme in SCHEMES
            for closed in (False, True)
        }
    if args.svg:
        args.svg.write_text(as_svg(tallies), encoding="utf-8")
    terminal.say((as_json if args.json else as_text)(tallies, samples))
    return terminal.OK
