"""`python -m grader` is `lab grade`."""

import argparse
import sys

from grader import command
from lab import terminal


def main() -> int:
    """Grade with the words of the command line, and answer the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m grader", description=command.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    command.add_arguments(parser)
    return terminal.run(lambda: command.run(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
