"""Zips that others made: every entry below one folder, under a name that a disk takes, and no longer than source."""

import os
import zipfile
from pathlib import Path, PurePosixPath

from lab.call.child.seat import LARGEST_SOURCE

LONGEST_NAME = 200  # bytes of a file's name
LARGEST = 4 << 30  # bytes of everything in it
BROKEN = (zipfile.BadZipFile, RuntimeError, NotImplementedError, OSError, ValueError)
"""What reading a zip can raise."""

_NOT_IN_A_NAME = '<>:"|?*' if os.name == "nt" else ":"
_UTF_8 = 0x800  # the flag of a name that says how it is written


class TooMuch(ValueError):
    """There is more in it than anybody would hand in."""


def unpack(file: Path, folder: Path, most: int | None = None) -> None:
    """All of it, or no more than so many files. Raises what BROKEN lists."""
    with zipfile.ZipFile(file) as archive:
        named = {entry: _parts(entry) for entry in archive.infolist() if not entry.is_dir()}
        entries = {entry: parts for entry, parts in named.items() if parts and "__MACOSX" not in parts}
        folders = {parts[:depth] for parts in entries.values() for depth in range(1, len(parts))}
        left = LARGEST
        for entry, parts in list(entries.items())[:most]:
            if parts in folders:
                continue  # something else lies below this name
            target = folder.joinpath(*parts)
            target.parent.mkdir(parents=True, exist_ok=True)
            with archive.open(entry) as source:
                left -= target.write_bytes(source.read(LARGEST_SOURCE + 1))
            if left < 0:
                raise TooMuch(f"there is more in it than {LARGEST >> 30} GB")


def innermost(folder: Path) -> Path:
    """The folder that holds the submissions: whoever makes a zip often puts a folder or two around everything."""
    while True:
        inside = [path for path in folder.iterdir() if not path.name.startswith((".", "__"))]
        if len(inside) != 1 or not inside[0].is_dir():
            return folder
        below = [path for path in inside[0].iterdir() if not path.name.startswith(".")]
        sources = [path.name.lower() for path in below if path.suffix.lower() == ".py"]
        if "agent.py" in sources or not (len(sources) > 1 or any(path.is_dir() for path in below)):
            return folder
        folder = inside[0]


def _parts(entry: zipfile.ZipInfo) -> tuple[str, ...]:
    """Where it goes: nowhere but down."""
    path = PurePosixPath(_name(entry).replace("\\", "/"))
    return tuple(map(_portable, (part for part in path.parts if part.strip(" .") and part != "/")))


def _name(entry: zipfile.ZipInfo) -> str:
    """Some systems write UTF-8 and do not say so."""
    if entry.flag_bits & _UTF_8:
        return entry.filename
    try:
        return entry.filename.encode("cp437").decode()
    except UnicodeError:
        return entry.filename


def _portable(part: str) -> str:
    part = "".join("_" if character in _NOT_IN_A_NAME or ord(character) < 32 else character for character in part)
    stem, dot, ending = part.rpartition(".")
    if len(part.encode(errors="replace")) <= LONGEST_NAME:
        return part
    kept = (stem or part).encode(errors="replace")[: LONGEST_NAME - 20].decode(errors="ignore")
    return f"{kept}{dot}{ending[:10]}" if stem else kept
