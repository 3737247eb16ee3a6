"""Run one of the course's experiments, and see its table and its plot."""

import argparse
from importlib import import_module
from typing import NamedTuple


class Experiment(NamedTuple):
    """An experiment, and the module that has its `add_arguments(parser)` and `run(args) -> exit code`."""

    name: str
    help: str
    module: str


EXPERIMENTS = (
    Experiment(
        "intents",
        "how well do a grammar, word lists, chance and a language model hear what a caller wants?",
        "lab.measure.intents",
    ),
    Experiment(
        "references",
        "what should a model call an opening, when it will sometimes copy the name wrongly?",
        "lab.measure.references",
    ),
    Experiment(
        "search",
        "how many requests does a search cost, month by month and the naive way?",
        "lab.measure.search",
    ),
    Experiment(
        "arguments",
        "how many wrong arguments of a model reach the practice, layer by layer?",
        "lab.measure.arguments",
    ),
    Experiment(
        "call-layer",
        "what does a call layer change, when a language model sits at the front desk?",
        "lab.measure.call_layer",
    ),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `lab measure` takes: an experiment, and what that one takes."""
    names = parser.add_subparsers(dest="experiment", metavar="EXPERIMENT", required=True, title="experiments")
    for experiment in EXPERIMENTS:
        room = import_module(experiment.module)
        room.add_arguments(
            names.add_parser(
                experiment.name, help=experiment.help, description=room.__doc__, formatter_class=parser.formatter_class
            )
        )


def run(args: argparse.Namespace) -> int:
    """Run the experiment that was named."""
    module = next(experiment.module for experiment in EXPERIMENTS if experiment.name == args.experiment)
    return int(import_module(module).run(args))
