"""The grammar beside every public date library that is installed, in one process on the same lines.

`python benchmarks/understanding.py [--rows N] [--data FOLDER]`. The lines are no part of the project: FOLDER is where
`score.py`, `adapters.py` and `dev/` lie (looked for in `shared/data` beside the project). A library that is not
installed is skipped. Speeds are taken in turns of a few lines each, so that a busy machine slows all alike.
"""

import argparse
import importlib
import importlib.util
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from lab.terminal import say
from lab.understanding.scoring import parse

Parser = Callable[..., dict[str, Any]]
PROJECT = Path(__file__).resolve().parents[1]
LIBRARIES = {  # the module that is imported, the function of adapters.py, the languages it knows
    "ms-recognizers-text": ("recognizers_date_time", "recognizers", "en es"),
    "dateparser": ("dateparser", "dateparser_", "en es"),
    "puckling": ("puckling", "puckling_", "en"),
    "ctparse": ("ctparse", "ctparse_", "en"),
    "chrono-python": ("chrono_python", "chrono_", "en"),
    "timefhuman": ("timefhuman", "timefhuman_", "en"),
    "parsedatetime": ("parsedatetime", "parsedatetime_", "en"),
    "recurrent": ("recurrent", "recurrent_", "en"),
    "datefinder": ("datefinder", "datefinder_", "en"),
}
COLUMNS = ("date", "dateFP", "time", "clock", "timeFP")
TURN = 20


def main(arguments: Sequence[str] | None = None) -> int:
    """Print one table for each language; 0, or 2 where there are no lines to run on."""
    options = _options(arguments)
    folder = options.data or _find_data()
    if folder is None or not (folder / "score.py").is_file():
        say("skipped: no folder with score.py and dev/ beside the project (name one with --data FOLDER)")
        return 2
    sys.path.insert(0, str(folder))
    score, adapters = importlib.import_module("score"), importlib.import_module("adapters")
    for language in ("en", "es"):
        rows = score.load("dev", None, language, score.CLINIC_EXCLUDE, options.rows)
        lines = [row for same in rows.values() for row in same]
        say(f"\n{language}: {len(lines)} lines")
        _compare(score, dict(_parsers(adapters, language)), lines)
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--rows", type=int, default=60, help="how many lines of each file; 0 is all (default: 60)")
    reader.add_argument("--data", type=Path, help="the folder of score.py")
    return reader.parse_args(arguments)


def _find_data() -> Path | None:
    return next((each / "shared" / "data" for each in PROJECT.parents if (each / "shared" / "data").is_dir()), None)


def _parsers(adapters: ModuleType, language: str) -> Iterator[tuple[str, Parser]]:
    yield "readback", parse
    for name, (module, function, languages) in LIBRARIES.items():
        if language not in languages.split():
            continue
        if importlib.util.find_spec(module) is None:
            say(f"  {name}: skipped, not installed")
            continue
        yield name, getattr(adapters, function)


def _compare(score: ModuleType, parsers: dict[str, Parser], lines: Sequence[dict[str, Any]]) -> None:
    tallies = {name: score.Tally() for name in parsers}
    for start in range(-TURN, len(lines), TURN):  # the first turn warms up and is not counted
        for name, parser in parsers.items():
            tally = tallies[name] if start >= 0 else score.Tally()
            for row in lines[max(start, 0) : max(start, 0) + TURN]:
                _run(tally, parser, row)
    ours = tallies["readback"].line()["per_s"]
    say(f"  {'parser':22}" + "".join(f"{column:>9}" for column in COLUMNS) + f"{'lines/s':>10}{'ours is':>10}")
    for name, tally in tallies.items():
        told = tally.line()
        figures = "".join(f"{told[column][0] if told[column] else '-':>9}" for column in COLUMNS)
        say(f"  {name:22}{figures}{told['per_s']:>10}{ours / max(told['per_s'], 1):>9.1f}x")


def _run(tally: Any, parser: Parser, row: dict[str, Any]) -> None:
    start = time.perf_counter()
    try:
        heard = parser(row["utterance"], row["today"], row["lang"], expecting=row.get("expecting")) or {}
    except Exception:  # a library's fault is its answer: nothing
        heard = {}
    tally.add(row, heard, time.perf_counter() - start)


if __name__ == "__main__":
    sys.exit(main())
