"""Show what is heard in one caller line: its intent, the values and candidates, and the words that gave each."""

import argparse
import json

from lab import terminal
from lab.call.options import add_setting_options, add_understanding_options, chosen_understanding


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `lab hear` takes."""
    parser.add_argument("line", metavar="LINE", help='what the caller says, in quotes: "Tuesday at ten"')
    parser.add_argument(
        "--state", default="LISTEN", metavar="STATE", help="the state in which it is said (LISTEN unless told)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object, as an agent gets it")
    add_setting_options(parser)
    add_understanding_options(parser)


def run(args: argparse.Namespace) -> int:
    """Hear the line. Raises DataError, OSError or UnderstandingUnavailable."""
    from zoneinfo import ZoneInfo

    from fake_api.clinic import load_clinic
    from fake_api.clock import FakeClock
    from fake_api.reading import require_one_of
    from lab.call.hearing import CallHearing
    from lab.call.place import start_time
    from lab.console.tables import heard_rows
    from lab.protocol import State

    state = args.state.upper()
    require_one_of("--state", state, tuple(State))
    clinic = load_clinic(args.clinic)
    clock = FakeClock(start_time(args.now, ZoneInfo(clinic.zone)))
    hearing = CallHearing(clock, args.language, clinic.week, chosen_understanding(args))
    heard = hearing.understand(args.line, state)
    if args.json:
        terminal.say(json.dumps(heard.to_wire()))
        return terminal.OK
    terminal.say(f"said in {state} on {clock.now():%a %d %b %Y at %H:%M} ({clinic.zone})")
    for row in heard_rows(heard, args.line):
        terminal.say(row)
    return terminal.OK
