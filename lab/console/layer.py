"""Switch steps and checks of the call layer off and on, each for itself or all at once, and undo it.

The file `call-layer.toml` in the current folder says what is off; a front desk that starts there goes by it. Before
every change it is kept beside itself, so that `lab layer rollback` can go back, as often as there were changes.

  lab layer                                       what is on and off now
  lab layer disable checks.READ_BACK_REQUIRED     off with one check
  lab layer disable                               off with everything: the model's arguments as they are
  lab layer enable                                everything on
"""

import argparse
from pathlib import Path

from lab import terminal
from lab.call_layer.configuration import (
    FILE,
    SWITCHES,
    Configuration,
    read_configuration,
    require_known,
    write_configuration,
)

_KEPT = "{name}.{number}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `lab layer` takes."""
    parser.add_argument("do", nargs="?", choices=("show", "enable", "disable", "rollback"), default="show")
    parser.add_argument("names", nargs="*", metavar="STEP", help="a step or a check; none means all of them")
    parser.add_argument("--file", type=Path, default=Path(FILE), help=f"the configuration ({FILE} in this folder)")


def run(args: argparse.Namespace) -> int:
    """Do it, and say what changed; raises UsageError, DataError or OSError."""
    if args.names and args.do in ("show", "rollback"):
        raise terminal.UsageError(f"layer {args.do} takes no names", "`lab layer --help` shows how")
    before = _read(args.file)
    if args.do == "show":
        _show(before)
        return terminal.OK
    if args.do == "rollback":
        _go_back(args.file)
    else:
        require_known(args.names)
        names = args.names or SWITCHES
        _write(args.file, before.also(names) if args.do == "enable" else before.without(names))
    _tell(before, _read(args.file), args.file)
    return terminal.OK


def _read(file: Path) -> Configuration:
    return read_configuration(file) if file.exists() else Configuration()


def _write(file: Path, configuration: Configuration) -> None:
    if file.exists():
        file.replace(_kept(file)[-1])
    else:
        _kept(file)[-1].write_text(write_configuration(Configuration()), encoding="utf-8")
    file.write_text(write_configuration(configuration), encoding="utf-8")


def _kept(file: Path) -> list[Path]:
    """The configurations that were kept, oldest first, and after them the path of the next."""
    number, kept = 1, []
    while (path := file.with_name(_KEPT.format(name=file.name, number=number))).exists():
        kept.append(path)
        number += 1
    return [*kept, path]


def _go_back(file: Path) -> None:
    *kept, _ = _kept(file)
    if not kept:
        raise terminal.UsageError(f"no change of {file} was kept to go back to", "`lab layer` shows what is on")
    kept[-1].replace(file)


def _tell(before: Configuration, after: Configuration, file: Path) -> None:
    changed = [name for name in SWITCHES if before.has(name) != after.has(name)]
    for name in changed:
        terminal.say(f"{'on ' if after.has(name) else 'off'}  {name:{_width()}}  {SWITCHES[name]}")
    if not changed:
        terminal.say("nothing changed")
    if after.is_null:
        terminal.say("nothing stands between the model and the practice now")
    terminal.say(f"{file} says so; `lab layer rollback` undoes it")


def _show(configuration: Configuration) -> None:
    for name, about in SWITCHES.items():
        terminal.say(f"{'on ' if configuration.has(name) else 'off'}  {name:{_width()}}  {about}")


def _width() -> int:
    return max(map(len, SWITCHES))
