"""What the call layer costs by itself, against an API that answers at once.

    python benchmarks/call_layer.py            a table: calls a second, and the overhead of a call
    python benchmarks/call_layer.py --json     the same as JSON

One core, no network, processor time. The overhead of a tool call is its whole time less the time in the API. Beside it,
from the same run, what the grammar takes to hear one line: the ratio of the two says what the machine's speed does not.
"""

import argparse
import datetime as dt
import json
import statistics
import sys
import time
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from fake_api.clock import FakeClock
from fake_api.practice.wire import Answer, Request
from lab.call_layer.layer import CallLayer
from lab.understanding import Context, understand
from tests.call_layer.answering import BORN, NAME, Answering

START = dt.datetime(2026, 9, 14, 9, 0, tzinfo=ZoneInfo("America/New_York"))
CALLS = 200


class Full(Answering):
    """A practice with as many openings as are ever listed at once."""

    def availability(self, given: dict[str, Any]) -> Any:
        first = super().availability(given)["openings"][0]
        starts = [START.replace(hour=hour, minute=minute) for hour in range(8, 13) for minute in (0, 30)]
        days = [start + dt.timedelta(days=ahead) for ahead in range(1, 11) for start in starts]
        return {
            "openings": [{**first, "opening_id": f"O:{day.isoformat()}", "starts": day.isoformat()} for day in days]
        }


class Timed:
    """An API that notes how long it took itself."""

    def __init__(self) -> None:
        self._api = Full()
        self.seconds = 0.0

    def __call__(self, request: Request) -> Answer:
        began = time.process_time()
        try:
            return self._api(request)
        finally:
            self.seconds += time.process_time() - began


class Measured:
    """One booking call after the other, each tool call timed."""

    def __init__(self) -> None:
        self.overheads: dict[str, list[float]] = {}
        self.lines: list[float] = []
        self.grammar: list[float] = []

    def run(self, calls: int) -> None:
        for number in range(calls):
            self._call(number)

    def _call(self, number: int) -> None:
        api, clock = Timed(), FakeClock(START)
        layer = CallLayer(api, clock, call_id=f"call-{number}")
        context = Context(START, "en", {})

        def hear(line: str) -> None:
            began = time.process_time()
            heard = understand(line, layer.hears, context)
            self.grammar.append(time.process_time() - began)
            began = time.process_time()
            layer.caller_said(line, heard)
            self.lines.append(time.process_time() - began)

        def do(tool: str, **arguments: Any) -> None:
            api.seconds, began = 0.0, time.process_time()
            layer.call(tool, arguments)
            self.overheads.setdefault(tool, []).append(time.process_time() - began - api.seconds)

        def say(reply: str = "") -> None:
            layer.agent_said(layer.finish(reply).text)

        hear("Jamie Fox, it's for me")
        do("note_caller", caller_name=NAME, calling_for="self")
        do("commit")
        say("And your date of birth?")
        hear("April 3rd, 1985")
        do("find_patient", name=NAME, date_of_birth=BORN)
        do("list_visits")
        say("What can I do for you?")
        hear("I need a checkup")
        do("choose_task", task="book")
        do("find_openings", reason="checkup")
        say("Tuesday at nine, or at eleven, with Dr. Ana Reyes?")
        hear("Tuesday at nine")
        do("quote_booking", opening="SEP15-0900-REYES", reason="checkup")
        do("commit")
        say()
        hear("yes")
        do("commit")
        say()
        layer.hang_up("caller", "hung up", [])


def _figures(measured: Measured) -> dict[str, Any]:
    every = sorted(seconds for each in measured.overheads.values() for seconds in each)
    return {
        "tool_calls": len(every),
        "tool_calls_a_second": round(len(every) / sum(every)),
        "overhead_ms": _spread(every),
        "caller_line_ms": _spread(sorted(measured.lines)),
        "grammar_ms": _spread(sorted(measured.grammar)),
        "ratio_to_grammar": round(statistics.median(every) / statistics.median(measured.grammar), 2),
        "by_tool_ms": {tool: _spread(sorted(each)) for tool, each in measured.overheads.items()},
    }


def _spread(seconds: list[float]) -> dict[str, float]:
    return {
        "median": round(statistics.median(seconds) * 1000, 3),
        "p95": round(seconds[int(len(seconds) * 0.95)] * 1000, 3),
        "worst": round(seconds[-1] * 1000, 3),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=CALLS, help=f"how many calls of nine tool calls ({CALLS})")
    parser.add_argument("--json", action="store_true", help="figures as JSON")
    args = parser.parse_args()
    Measured().run(3)  # the tables and the guards are read once in a process
    measured = Measured()
    measured.run(args.calls)
    figures = _figures(measured)
    if args.json:
        sys.stdout.write(json.dumps(figures, indent=2) + "\n")
        return
    rows = [("every tool call", figures["overhead_ms"]), *figures["by_tool_ms"].items()]
    rows += [("a caller's line", figures["caller_line_ms"]), ("hearing a line", figures["grammar_ms"])]
    lines = [f"{figures['tool_calls_a_second']:,} tool calls a second ({figures['tool_calls']:,} measured)"]
    lines += [f"a tool call costs {figures['ratio_to_grammar']} times what hearing a line does", ""]
    lines += [f"{'ms':>18}  {'median':>8} {'p95':>8} {'worst':>8}"]
    lines += [f"{name:>18}  {row['median']:8.3f} {row['p95']:8.3f} {row['worst']:8.3f}" for name, row in rows]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
